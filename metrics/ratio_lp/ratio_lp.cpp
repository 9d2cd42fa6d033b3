// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_lp/ratio_lp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/index.hpp"
#include "metrics/arithmetic/center_offset.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/arithmetic/inverse.hpp"
#include "metrics/common/facet_rounding.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/ratio_lp/extended_basis.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

using Real = ExtendedBasis::Real;
using Real3 = ExtendedBasis::Real3;
using Real33 = Eigen::Matrix<Real, 3, 3>;

/// |d| below this part of its terms is made exactly: above it double-doubles round d by less than
/// 1e-14 of itself.
constexpr Real kNoise = 0x1p-48L;
/// Multipliers (they sum to 1) up to this are rounding noise of a degenerate basis, not active
/// facets.
constexpr double kZeroMultiplier = 1e-14;

/// What a row of the program loses beside the facet's own rounding.
constexpr double kRowRounding = 0x1p-51;
/// How far, in sizes, rows may move a witness point where one body is fixed: a quarter of the
/// claim.
constexpr double kFixedTolerance = 1e-8;
constexpr double kMoved = 0.25 * kFixedTolerance;
constexpr const char* kHidden = "the rounding of facets hides the way to the fixed body";

class LpBody {
 public:
  explicit LpBody(const Polytope& polytope)
      : solid(polytope.dimension() == 3),
        center_inside(polytope.interior_point_strictly_inside()),
        center(polytope.interior_point()) {
    if (!solid || !center_inside) return;
    const std::vector<Vec3>& v = polytope.vertices();
    const Real3 x = center.cast<Real>();
    for (const int i : polytope.extreme()) {
      vertices.push_back(v[at(i)]);
      arms.emplace_back(vertices.back() - center);
    }
    for (const Facet& facet : polytope.facets()) {
      // b from the corners, not from the offset: exact differences first, so an interior point near
      // the facet costs nothing.
      Real b = 0;
      for (const int i : facet.vertices) {
        b = std::max(b, facet.normal.cast<Real>().dot(v[at(i)].cast<Real>() - x));
      }
      if (!(b > 0)) center_inside = false;
      least_b = std::min(least_b, static_cast<double>(b));
      largest_b = std::max(largest_b, static_cast<double>(b));
      rows.emplace_back((facet.normal.cast<Real>() / b).cast<double>());
    }
    reach = polytope.bounding_radius();
    rounding = kRowRounding + facet_rounding(polytope, facets_about_interior_point(polytope));
  }

  bool solid;
  bool center_inside;
  Vec3 center;                 ///< interior point, local [m]
  std::vector<Vec3> vertices;  ///< extreme vertices, local [m]
  std::vector<Vec3> arms;      ///< extreme vertices from the interior point, local [m]
  std::vector<Vec3> rows;      ///< a_k / b_k, local [1/m]
  double least_b = std::numeric_limits<double>::infinity();  ///< [m]
  double largest_b = 0;                                      ///< [m]
  double reach = 0;                                          ///< the farthest vertex [m]
  double rounding = 0;  ///< error of the rows, in parts of a point's height (facet_rounding.hpp)
  double middle_b() const { return std::sqrt(least_b) * std::sqrt(largest_b); }
};

class LpWorkspace final : public Workspace {
 public:
  LpFacets facets;
};

/// max over the body of g.(v - x), g local: the vertex is chosen in doubles, its value taken in
/// extended precision.
Real support(const LpBody& shape, const Real3& g) {
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

Real3 real(const Dd3& v) {
  Real3 sum;
  for (int i = 0; i < 3; ++i) {
    const DoubleDouble& entry = v[at(i)];
    sum[i] = static_cast<Real>(entry.high) + entry.low;
  }
  return sum;
}

class RatioQuery {
 public:
  RatioQuery(const LpBody& A, const Pose& X_WA, const LpBody& B, const Pose& X_WB, bool fixed_B,
             LpFacets& facets)
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
    // A body may be far from its own origin, and the pose take that back.
    x_WA_ = real(rotate(X_WA.R, A.center) + exactly(X_WA.t));
    x_WB_ = real(rotate(X_WB.R, B.center) + exactly(X_WB.t));
    d_ = real(center_offset(A.center, X_WA, B.center, X_WB));
    noise_ = kNoise *
             ((X_WA.t - X_WB.t).cast<Real>().lpNorm<1>() + from_A.lpNorm<1>() + from_B.lpNorm<1>());
  }

  Answer run(RatioProgram form) {
    Answer answer;
    answer.note = refusal();
    if (!answer.note.empty()) return answer;
    if (d_.lpNorm<1>() <= noise_) {
      d_ = exact::rounded_offset_between(X_WA_, A_.center, X_WB_, B_.center).cast<Real>();
    }
    const bool coincide = d_.isZero(0);
    if (!coincide) load();
    if (coincide || (fixed_B_ && fixed_B_holds_x_A())) {
      refuse_no_growth(answer, coincide);
      return answer;
    }
    RatioProgramResult solved = solve_with_glpk(form, facets_);
    answer.work.iterations = solved.iterations;
    if (!solved.optimal) {
      answer.note = std::move(solved.note);
      return answer;
    }
    ExtendedBasis basis(facets_, solved.basis);
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
    const Mat3 T_A = inverse_transpose_of(R_WA_, scale_).cast<double>();
    const Mat3 T_B = inverse_transpose_of(R_WB_, scale_B).cast<double>();
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

  /// r = 0, unless the rounding of a fixed B's facets leaves that open.
  void refuse_no_growth(Answer& answer, bool coincide) const {
    const Work work = answer.work;
    if (fixed_B_ && !coincide && !(B_.rounding * (B_.reach / A_.least_b) <= kMoved)) {
      answer.note = kHidden;
      return;
    }
    answer = refused_at_no_growth(fixed_B_ ? kInteriorPointInFixedBody : kInteriorPointsCoincide,
                                  x_WA_.cast<double>());
    answer.work = work;
  }

  /// Whether r towards the fixed B is known well enough.
  bool rows_tell(double r) const {
    const double part = fixed_body_rounding(A_.rounding, B_.rounding, B_.reach, A_.least_b, r);
    return part * (A_.reach + B_.reach) <= kMoved * std::min(A_.reach, B_.reach);
  }

  /// Whether z = 0, that is x_A, satisfies the rows of a fixed B.
  bool fixed_B_holds_x_A() const {
    const auto B_begin = facets_.f.begin() + facets_.growing;
    return std::all_of(B_begin, facets_.f.begin() + facets_.count, [](double f) { return f <= 0; });
  }

  Real3 row(int entry) const {
    const auto k = at(entry);
    return {facets_.x[k], facets_.y[k], facets_.z[k]};
  }

  void finish(const ExtendedBasis& basis, Answer& answer) const {
    const int n_A = static_cast<int>(A_.rows.size());
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
      const auto slot = at(detail.active_count++);
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
      refuse_no_growth(answer, false);
      return;
    }
    const Real gap = along - (h_B + h_A);
    const Real r = needed / reached;
    if (fixed_B_ && !rows_tell(static_cast<double>(r))) {
      answer.note = kHidden;
      return;
    }
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

  const LpBody& A_;
  const Pose& X_WA_;
  const LpBody& B_;
  const Pose& X_WB_;
  Real33 R_WA_, R_WB_;
  Real3 x_WA_, x_WB_;  ///< interior points, world [m]
  Real3 d_;            ///< x_WA - x_WB [m]
  Real noise_ = 0;     ///< far above the rounding of d [m]
  Real distance_ = 0;  ///< |d| [m]
  Real scale_ = 0;     ///< s of A's rows [m]
  bool fixed_B_;
  LpFacets& facets_;
};

class RatioLp final : public TypedMetric<LpBody, LpWorkspace> {
 public:
  RatioLp(RatioProgram form, bool fixed_B) : form_(form), fixed_B_(fixed_B) {}

 private:
  Answer ask(const LpBody& A, const Pose& X_WA, const LpBody& B, const Pose& X_WB,
             LpWorkspace& scratch) const override {
    return RatioQuery(A, X_WA, B, X_WB, fixed_B_, scratch.facets).run(form_);
  }

  RatioProgram form_;
  bool fixed_B_;
};

template <RatioProgram kForm>
MetricRow row(const char* name, const char* summary) {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  traits.own_tolerance = 1e-12;  // part of max(1, |rho|); facets are merged at 1e-12 size
  traits.largest_default_vertices = 8192;
  return {.name = name,
          .summary = summary,
          .traits = traits,
          .make = [] { return make_ratio_lp(kForm); },
          .make_ratio =
              [](const RatioOptions& options) {
                return in_form(make_ratio_lp(kForm, options.fixed_B), options.form);
              }};
}

}  // namespace

std::unique_ptr<Metric> make_ratio_lp(RatioProgram form, bool fixed_B) {
  return std::make_unique<RatioLp>(form, fixed_B);
}

MetricRow ratio_lp_row() {
  return row<RatioProgram::dual>(
      "ratio_lp",
      "ratio metric: linear program in dual form (4 rows), GLPK 5.0 simplex, basis polished");
}

MetricRow ratio_lp_rows_row() {
  return row<RatioProgram::rows>(
      "ratio_lp_rows",
      "as ratio_lp, the program in row form (a row for each facet): 1.2 to 1.7 times slower");
}

}  // namespace touchstone
