// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_lp/ratio_lp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/ratio_lp/glpk_program.hpp"

namespace touchstone {
namespace {

using Real = long double;
using Real3 = Eigen::Matrix<Real, 3, 1>;
using Real33 = Eigen::Matrix<Real, 3, 3>;
using Real4 = Eigen::Matrix<Real, 4, 1>;
using Real44 = Eigen::Matrix<Real, 4, 4>;

/// A facet violated by more than kViolation tau is pivoted in: r would be wrong by that relative
/// amount. It is what the rounding of the facets' own coefficients comes to.
constexpr Real kViolation = 1e-16L;
/// Of d's terms: more than extended precision rounds.
constexpr Real kNoise = 0x1p-55L;
/// Ends a cycle among degenerate bases; GLPK's basis rarely needs more than one pivot.
constexpr int kMaxPivots = 32;
/// Steps of the ratio test that differ by less are equal; of those the largest pivot is taken.
constexpr Real kEqualSteps = 1e-17L;
/// Multipliers (they sum to 1) up to this are rounding noise of a degenerate basis, not active
/// facets.
constexpr double kZeroMultiplier = 1e-14;

class RatioShape final : public Shape {
 public:
  explicit RatioShape(const Polytope& polytope)
      : solid(polytope.dimension() == 3),
        center_inside(polytope.interior_point_strictly_inside()),
        center(polytope.interior_point()) {
    if (!solid || !center_inside) return;
    const std::vector<Vec3>& v = polytope.vertices();
    const Real3 x = center.cast<Real>();
    for (const int i : polytope.extreme()) {
      vertices.push_back(v[static_cast<std::size_t>(i)]);
      arms.emplace_back(vertices.back() - center);
    }
    for (const Facet& facet : polytope.facets()) {
      // b from the corners, not from the offset: exact differences first, so an interior point near
      // the facet costs nothing.
      Real b = 0;
      for (const int i : facet.vertices) {
        b = std::max(
            b, facet.normal.cast<Real>().dot(v[static_cast<std::size_t>(i)].cast<Real>() - x));
      }
      if (!(b > 0)) center_inside = false;
      least_b = std::min(least_b, static_cast<double>(b));
      largest_b = std::max(largest_b, static_cast<double>(b));
      rows.emplace_back((facet.normal.cast<Real>() / b).cast<double>());
    }
  }

  bool solid;
  bool center_inside;
  Vec3 center;                 ///< interior point, local [m]
  std::vector<Vec3> vertices;  ///< extreme ones, local [m]
  std::vector<Vec3> arms;      ///< the same from the interior point, local [m]
  std::vector<Vec3> rows;      ///< a_k / b_k, local [1/m]
  double least_b = std::numeric_limits<double>::infinity();  ///< [m]
  double largest_b = 0;                                      ///< [m]
  double middle_b() const { return std::sqrt(least_b) * std::sqrt(largest_b); }
};

class RatioWorkspace final : public Workspace {
 public:
  RatioFacets facets;
};

/// The final basis in extended precision: matrix (w_k; 1), costs f_k, and what follows from them.
class Basis {
 public:
  Basis(const RatioFacets& facets, const RatioBasis& entries) : facets_(facets), entries_(entries) {
    factor();
  }

  /// Pivots while a facet is violated. Returns the number of pivots.
  int improve() {
    int pivots = 0;
    for (; pivots < kMaxPivots; ++pivots) {
      const int entering = most_violated();
      if (entering < 0) break;
      const RatioBasis before = entries_;
      if (!pivot(entering)) {
        entries_ = before;
        factor();
        break;
      }
    }
    return pivots;
  }

  bool sound() const { return dual_.allFinite() && multipliers_.allFinite(); }
  Real3 z() const { return -dual_.head<3>(); }
  Real tau() const { return dual_[3]; }
  int entry(int i) const { return entries_[static_cast<std::size_t>(i)]; }
  Real multiplier(int i) const { return multipliers_[i]; }

 private:
  Real4 column(int entry) const {
    if (entry < 0) return Real4::Unit(-1 - entry);
    const auto k = static_cast<std::size_t>(entry);
    return {facets_.x[k], facets_.y[k], facets_.z[k], grows(entry) ? Real{1} : Real{0}};
  }
  bool grows(int entry) const { return entry < facets_.growing; }
  Real cost(int entry) const { return entry < 0 ? 0 : facets_.f[static_cast<std::size_t>(entry)]; }

  /// B'(-z, tau) = f, B y = (0, 0, 0, 1).
  void factor() {
    Real44 B;
    Real4 f;
    for (int i = 0; i < 4; ++i) {
      B.col(i) = column(entry(i));
      f[i] = cost(entry(i));
    }
    lu_.compute(B);
    dual_ = lu_.transpose().solve(f);
    multipliers_ = lu_.solve(Real4::Unit(3));
  }

  /// The facet with the largest f_k + w_k.z - tau, if it is more than rounding; -1 if there is
  /// none.
  int most_violated() const {
    const Real3 p = z();
    Real worst = kViolation * std::abs(tau());
    int entering = -1;
    for (int k = 0; k < facets_.count; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const Real reach = facets_.x[i] * p.x() + facets_.y[i] * p.y() + facets_.z[i] * p.z();
      const Real violation = facets_.f[i] + reach - (grows(k) ? tau() : 0);
      if (violation > worst) {
        worst = violation;
        entering = k;
      }
    }
    return entering;
  }

  /// Ratio test: the basic column whose multiplier reaches zero first leaves.
  bool pivot(int entering) {
    const Real4 direction = lu_.solve(column(entering));
    const Real least_direction = 1e-13L * direction.cwiseAbs().maxCoeff();
    int leaving = -1;
    Real largest = 0;
    Real least = std::numeric_limits<Real>::infinity();
    for (int i = 0; i < 4; ++i) {
      // A slack of an equality stays at zero whatever the sign of its direction: it leaves at once.
      const bool fixed = entry(i) < 0 && entry(i) > -4;
      const Real step = fixed ? std::abs(direction[i]) : direction[i];
      if (step <= least_direction) continue;
      const Real ratio = fixed ? 0 : std::max<Real>(multipliers_[i], 0) / step;
      const bool equal = leaving >= 0 && std::abs(ratio - least) <= kEqualSteps;
      if (equal ? step > largest : ratio < least) {
        least = ratio;
        largest = step;
        leaving = i;
      }
    }
    if (leaving < 0) return false;
    entries_[static_cast<std::size_t>(leaving)] = entering;
    factor();
    return sound();
  }

  const RatioFacets& facets_;
  RatioBasis entries_;
  Eigen::PartialPivLU<Real44> lu_;
  Real4 dual_;         ///< (-z, tau)
  Real4 multipliers_;  ///< y of the basic columns
};

/// max over the body of g.(v - x), g local: the vertex is chosen in doubles, its value taken in
/// extended precision.
Real support(const RatioShape& shape, const Real3& g) {
  const Vec3 direction = g.cast<double>();
  std::size_t best = 0;
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < shape.arms.size(); ++i) {
    const double dot = direction.dot(shape.arms[i]);
    if (dot > largest) {
      largest = dot;
      best = i;
    }
  }
  return g.dot(shape.vertices[best].cast<Real>() - shape.center.cast<Real>());
}

class RatioQuery {
 public:
  RatioQuery(const RatioShape& A, const Pose& X_WA, const RatioShape& B, const Pose& X_WB,
             bool fixed_B, RatioFacets& facets)
      : A_(A),
        X_WA_(X_WA),
        B_(B),
        X_WB_(X_WB),
        R_WA_(X_WA.R.cast<Real>()),
        R_WB_(X_WB.R.cast<Real>()),
        fixed_B_(fixed_B),
        facets_(facets) {
    const Real3 from_A = R_WA_ * A.center.cast<Real>();
    const Real3 from_B = R_WB_ * B.center.cast<Real>();
    x_WA_ = from_A + X_WA.t.cast<Real>();
    x_WB_ = from_B + X_WB.t.cast<Real>();
    // The translations first: far from the origin their difference is exact, the sums above are
    // not.
    const Real3 apart = X_WA.t.cast<Real>() - X_WB.t.cast<Real>();
    d_ = apart + (from_A - from_B);
    noise_ = kNoise * (apart.lpNorm<1>() + from_A.lpNorm<1>() + from_B.lpNorm<1>());
  }

  Answer run(RatioProgram form) {
    Answer answer;
    answer.note = refusal();
    if (!answer.note.empty()) return answer;
    const bool coincide = interior_points_coincide();
    if (!coincide) load();
    if (coincide || (fixed_B_ && fixed_B_holds_x_A())) {
      return refused_at_no_growth(fixed_B_ ? kInteriorPointInFixedBody : kInteriorPointsCoincide,
                                  x_WA_.cast<double>());
    }
    RatioProgramResult solved = solve_with_glpk(form, facets_);
    answer.work.iterations = solved.iterations;
    if (!solved.optimal) {
      answer.note = std::move(solved.note);
      return answer;
    }
    Basis basis(facets_, solved.basis);
    answer.work.iterations += basis.improve();
    finish(basis, answer);
    return answer;
  }

 private:
  std::string refusal() const {
    if (!A_.solid || !B_.solid) return "flat body";
    if (!A_.center_inside || !B_.center_inside)
      return "an interior point is not strictly inside its body";
    if (!d_.allFinite() || !R_WA_.allFinite() || !R_WB_.allFinite()) return "a pose is not finite";
    return {};
  }

  /// Exactly, where rounding may have made something of nothing.
  bool interior_points_coincide() const {
    return d_.lpNorm<1>() <= noise_ &&
           exact::direction_between(X_WA_, A_.center, X_WB_, B_.center).isZero(0);
  }

  /// The scaled program of glpk_program.hpp.
  void load() {
    distance_ = d_.stableNorm();
    // A fixed body's rows hold no t, and may have a unit of their own.
    scale_ = fixed_B_ ? A_.middle_b() : std::sqrt(A_.least_b) * std::sqrt(B_.least_b);
    const Real scale_B = fixed_B_ ? B_.middle_b() : scale_;
    const std::size_t n_A = A_.rows.size();
    const std::size_t n = n_A + B_.rows.size();
    if (facets_.x.size() < n) {
      for (auto* array : {&facets_.x, &facets_.y, &facets_.z, &facets_.f}) array->resize(n);
    }
    facets_.count = static_cast<int>(n);
    facets_.growing = static_cast<int>(fixed_B_ ? n_A : n);
    const Real fixed_level = fixed_B_ ? scale_B / distance_ : 0;
    const Mat3 T_A = world_normals(R_WA_, scale_);
    const Mat3 T_B = world_normals(R_WB_, scale_B);
    const Vec3 dhat = (d_ / distance_).cast<double>();
    for (std::size_t k = 0; k < n; ++k) {
      const bool on_A = k < n_A;
      const Vec3 w = on_A ? T_A * A_.rows[k] : T_B * B_.rows[k - n_A];
      facets_.x[k] = w.x();
      facets_.y[k] = w.y();
      facets_.z[k] = w.z();
      facets_.f[k] = on_A ? 0 : w.dot(dhat);
      if (!on_A && fixed_B_) facets_.f[k] = static_cast<double>(facets_.f[k] - fixed_level);
    }
  }

  /// z = 0 satisfies B's rows.
  bool fixed_B_holds_x_A() const {
    const auto B_begin = facets_.f.begin() + facets_.growing;
    return std::all_of(B_begin, facets_.f.begin() + facets_.count, [](double f) { return f <= 0; });
  }

  /// scale R^-T.
  static Mat3 world_normals(const Real33& R, Real scale) {
    Real33 cofactor;
    cofactor.col(0) = R.col(1).cross(R.col(2));
    cofactor.col(1) = R.col(2).cross(R.col(0));
    cofactor.col(2) = R.col(0).cross(R.col(1));
    return (cofactor * (scale / R.col(0).dot(cofactor.col(0)))).cast<double>();
  }

  void finish(const Basis& basis, Answer& answer) const {
    const int n_A = static_cast<int>(A_.rows.size());
    const auto row = [&](int entry) {
      const auto k = static_cast<std::size_t>(entry);
      return Real3(facets_.x[k], facets_.y[k], facets_.z[k]);
    };
    // m from A and from B agree; the one with fewer facets in it has less to cancel.
    RatioDetail detail;
    std::array<Real3, 2> m = {Real3::Zero(), Real3::Zero()};
    std::array<int, 2> active = {0, 0};
    std::array<int, 4> order = {0, 1, 2, 3};
    std::sort(order.begin(), order.end(),
              [&](int i, int j) { return basis.entry(i) < basis.entry(j); });
    for (const int i : order) {
      const int k = basis.entry(i);
      const Real y = basis.multiplier(i);
      if (k < 0 || !(y > kZeroMultiplier)) continue;
      const bool on_A = k < n_A;
      m[on_A ? 0 : 1] += (on_A ? y : -y) * row(k);
      ++active[on_A ? 0 : 1];
      const auto slot = static_cast<std::size_t>(detail.active_count++);
      detail.active_on_A[slot] = on_A;
      detail.active_facet[slot] = on_A ? k : k - n_A;
      // y belongs to w = s a/b with unit a: |w|/s = 1/b turns it into the multiplier of the row
      // a.(x - x_i) <= t b.
      detail.active_multiplier[slot] = static_cast<double>(y * row(k).norm() / scale_);
    }
    const bool use_A = active[0] > 0 && (active[1] == 0 || active[0] <= active[1]);
    const Real3 u = -m[use_A ? 0 : 1].stableNormalized();
    const Real along = u.dot(d_);
    if (!basis.sound() || !u.allFinite() || !(along > 0)) {
      answer.note = "GLPK's basis is singular";
      return;
    }
    // gap(u) = u.d - h_K(u), K = (B - x_B) + (-(A - x_A)).
    const Real h_B = support(B_, R_WB_.transpose() * u);
    const Real h_A = support(A_, -(R_WA_.transpose() * u));
    answer.work.supports = 1;
    // What the growing bodies have to reach along u: up to x_B, or to B itself.
    const Real needed = fixed_B_ ? along - h_B : along;
    const Real reached = fixed_B_ ? h_A : h_B + h_A;
    if (fixed_B_ && !(needed > 0)) {
      const Work work = answer.work;
      answer = refused_at_no_growth(kInteriorPointInFixedBody, x_WA_.cast<double>());
      answer.work = work;
      return;
    }
    const Real gap = along - (h_B + h_A);
    const Real r = needed / reached;
    const Real3 x_from_A = distance_ * basis.z();
    const Real3 x_from_B = x_from_A + d_;
    answer.status = AnswerStatus::answered;
    answer.value = static_cast<double>(gap / needed);
    answer.normal = u.cast<double>();
    answer.witnesses = WitnessPoints{(x_WA_ + x_from_A / r).cast<double>(),
                                     (x_WB_ + (fixed_B_ ? x_from_B : x_from_B / r)).cast<double>()};
    detail.r = static_cast<double>(r);
    detail.x_W = (x_WA_ + x_from_A).cast<double>();
    answer.ratio = detail;
  }

  const RatioShape& A_;
  const Pose& X_WA_;
  const RatioShape& B_;
  const Pose& X_WB_;
  Real33 R_WA_, R_WB_;
  Real3 x_WA_, x_WB_;  ///< interior points, world [m]
  Real3 d_;            ///< x_WA - x_WB [m]
  Real noise_ = 0;     ///< rounding of d, more than there is [m]
  Real distance_ = 0;  ///< |d| [m]
  Real scale_ = 0;     ///< s, A's [m]
  bool fixed_B_;
  RatioFacets& facets_;
};

class RatioLp final : public Metric {
 public:
  RatioLp(RatioProgram form, bool fixed_B) : form_(form), fixed_B_(fixed_B) {}
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<RatioShape>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<RatioWorkspace>();
  }
  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& workspace) const override {
    RatioQuery query(dynamic_cast<const RatioShape&>(shape_A), X_WA,
                     dynamic_cast<const RatioShape&>(shape_B), X_WB, fixed_B_,
                     dynamic_cast<RatioWorkspace&>(workspace).facets);
    return query.run(form_);
  }

 private:
  RatioProgram form_;
  bool fixed_B_;
};

}  // namespace

std::unique_ptr<Metric> make_ratio_lp(RatioProgram form, bool fixed_B) {
  return std::make_unique<RatioLp>(form, fixed_B);
}

}  // namespace touchstone
