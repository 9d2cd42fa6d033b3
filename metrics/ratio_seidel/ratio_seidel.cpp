// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_seidel/ratio_seidel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/arithmetic/inverse.hpp"
#include "metrics/common/facet_rounding.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/common/ratio_refusal.hpp"
#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/ratio_seidel/ray_exit.hpp"
#include "metrics/ratio_seidel/seidel_program.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

using Real = SeidelProgram::Real;
using Real3 = SeidelProgram::Real3;
using Real33 = SeidelProgram::Real33;

/// How far, in sizes, rounded facets, what the climb leaves open or a difference of r may move a
/// witness point off its body, or apart from the other by more than rho d: a quarter of what the
/// metric claims.
constexpr double kMoved = 2.5e-13;
/// |d| below this part of its terms is left to the vertices: above it double-doubles round d by
/// less than 1e-14 of itself.
constexpr double kNoise = 0x1p-48;
/// What the program's r and the value may differ by at most, relative, before the vertices decide.
constexpr double kAgreement = 1e-14;
/// Rounding of a row, and how far, in sizes, that may move the meeting point before the vertices
/// decide.
constexpr Real kRowRounding = 2e-16L;
constexpr Real kMeetingPoint = 1e-13L;
/// How far, in parts of the lengths in a row, x_A has to be within all rows of a fixed body to be
/// in it for certain: far above their rounding.
constexpr double kInside = 1e-13;
/// Least b over longest arm. Below it the rounding of a facet, 2^-53 of the width, is more than
/// 1e-12 of that b: the program's facets are not the body's.
constexpr double kThin = 1e-4;
/// Size ratio beyond which slivers between near-duplicate vertices of the larger body, as
/// double-doubles leave them, show on the smaller.
constexpr double kUnequal = 1e4;
/// Multipliers (they sum to 1) up to this are rounding noise of a degenerate basis, not active
/// facets.
constexpr Real kZeroMultiplier = 1e-14L;

class SeidelBody {
 public:
  explicit SeidelBody(const Polytope& polytope)
      : solid(polytope.dimension() == 3),
        center_inside(polytope.interior_point_strictly_inside()),
        center(polytope.interior_point()),
        supports(polytope) {
    if (!solid || !center_inside) return;
    const std::vector<Vec3>& v = polytope.vertices();
    std::vector<Vec3> extreme;
    for (const int i : polytope.extreme()) extreme.push_back(v[at(i)]);
    arms.assign(extreme, center);
    const Real3 x = center.cast<Real>();
    std::vector<Vec3> scaled;
    inverse_b.reserve(polytope.facets().size());
    for (const Facet& facet : polytope.facets()) {
      // b from the corners, not from the offset: exact differences first, so an interior point near
      // the facet costs nothing.
      const Real3 normal = facet.normal.cast<Real>();
      Real b = 0;
      for (const int i : facet.vertices) {
        const Real height = normal.dot(v[at(i)].cast<Real>() - x);
        b = std::max(b, height);
      }
      if (!(b > 0)) {
        least_b = 0;  // rounding has put the interior point outside: the facets are useless
        return;
      }
      least_b = std::min(least_b, static_cast<double>(b));
      scaled.emplace_back((normal / b).cast<double>());
      inverse_b.push_back(static_cast<double>(1 / b));
    }
    rows.assign(scaled);
    rounding = facet_rounding(polytope, facets_about_interior_point(polytope));
  }

  /// Whether facets and double-doubles say nothing for certain.
  bool thin() const { return !(least_b > kThin * arms.longest()); }

  bool solid;
  bool center_inside;
  Vec3 center;                    ///< interior point, local [m]
  VertexArms arms;                ///< extreme vertices from the interior point
  SeidelRows rows;                ///< a_k / b_k
  std::vector<double> inverse_b;  ///< by facet [1/m]
  double least_b = std::numeric_limits<double>::infinity();  ///< [m]
  /// How far the rounded facets are off the body, in parts of the height of a point of its
  /// boundary: scaled about the interior point by 1 / (1 + s) the body is inside that of its
  /// facets, by 1 / (1 - s) around it (facet_rounding.hpp).
  double rounding = 0;
  RayBodyOnDemand supports;  ///< used where facets do not decide
};

/// x as the sum of two doubles.
DoubleDouble split(Real x) {
  const auto high = static_cast<double>(x);
  return {high, static_cast<double>(x - high)};
}

Dd3 split(const Real3& v) { return {split(v.x()), split(v.y()), split(v.z())}; }

Real joined(DoubleDouble x) { return static_cast<Real>(x.high) + x.low; }

Real3 joined(const Dd3& a) { return {joined(a[0]), joined(a[1]), joined(a[2])}; }

/// s R^-T.
Real33 world_normals(const Mat3& R, Real s) {
  return inverse_transpose_of<Real>(R.cast<Real>(), s);
}

class SeidelQuery {
 public:
  SeidelQuery(const SeidelBody& A, const Pose& X_WA, const SeidelBody& B, const Pose& X_WB)
      : A_(A),
        X_WA_(X_WA),
        B_(B),
        X_WB_(X_WB),
        center_A_(rotate(X_WA.R, A.center)),
        center_B_(rotate(X_WB.R, B.center)),
        d_(difference(X_WA.t, X_WB.t) + (center_A_ - center_B_)) {}

  Answer run() {
    const Real3 d = joined(d_);
    const Real size = std::min(A_.arms.longest(), B_.arms.longest());
    const Real lever = std::max(A_.arms.longest(), B_.arms.longest());
    if (!doubles_suffice() || lever > kUnequal * size) return ask_by_ray(false);
    Answer answer;
    // Squares of doubles neither overflow nor vanish in extended precision.
    const Real distance = d.norm();
    const Real scale = std::sqrt(static_cast<Real>(A_.least_b)) * std::sqrt(B_.least_b);
    SeidelProgram program(A_.rows, B_.rows, world_normals(X_WA_.R, scale),
                          world_normals(X_WB_.R, scale), d * (1 / distance));
    const bool certified = program.solve();
    answer.work.iterations = program.pivots();
    RatioDetail detail;
    const Real3 u = active_facets(program, detail);
    RayExit ray(A_.arms, X_WA_.R, B_.arms, X_WB_.R, d_);
    Dd3 direction = {split(u.x()), split(u.y()), split(u.z())};
    RayExit::Value value = ray.evaluate(direction, false);
    answer.work.supports = 1;
    const Real r = program.tau() * distance / scale;
    const double precision = relative_precision();
    const bool agree = value.valid && std::abs(value.r - r) <= std::min(kAgreement, precision) * r;
    const Real3 from_A = distance * program.z();
    const Real shrink = 1 / static_cast<Real>(value.r);
    Dd3 arm_A = split(Real3(from_A * shrink));
    Dd3 arm_B = split(Real3((from_A + d) * shrink));
    // A rounded normal turns a facet, which is felt at the far end of the larger body.
    const bool blurred =
        kRowRounding * program.sensitivity() * distance > kMeetingPoint * value.r * size ||
        kRowRounding * lever > kMeetingPoint * size;
    if (!certified || !agree || blurred || A_.rounding + B_.rounding > precision) {
      // R may shrink lengths by its distance from orthonormal, 1e-6 at most.
      if (!ray.climb(0.9 * (A_.least_b + B_.least_b), precision)) return ask_by_ray(false);
      answer.work.supports += ray.exchanges() + 1;
      value = ray.evaluate(ray.normal(), true);
      direction = ray.normal();
      arm_A = ray.arm_A();
      arm_B = ray.arm_B();
    }
    fill(answer, value, direction, arm_A, arm_B, detail);
    return answer;
  }

  /// Only A grows.
  Answer run_fixed() {
    const Real3 d = joined(d_);
    const Real distance = d.norm();
    // B's rows hold no t, and may have a unit of their own.
    const Real scale = A_.least_b;
    const Real scale_B = B_.least_b;
    if (!doubles_suffice()) return ask_by_ray(true);
    SeidelProgram program(A_.rows, B_.rows, world_normals(X_WA_.R, scale),
                          world_normals(X_WB_.R, scale_B), d * (1 / distance), scale_B / distance);
    if (program.fixed_rows_hold_zero(kInside + 2 * B_.rounding)) {
      return refused_at_no_growth(kInteriorPointInFixedBody, X_WA_.t + rounded(center_A_));
    }
    const bool certified = program.solve();
    RatioDetail detail;
    const Real3 u = active_facets(program, detail, scale_B / scale);
    const RayExit ray(A_.arms, X_WA_.R, B_.arms, X_WB_.R, d_);
    const Dd3 direction = {split(u.x()), split(u.y()), split(u.z())};
    const RayExit::Value value = ray.evaluate(direction, false, true);
    const Real r = program.tau() * distance / scale;
    const bool agree = value.valid && std::abs(value.r - r) <= kAgreement * r;
    const Real size = std::min(A_.arms.longest(), B_.arms.longest());
    const bool blurred = kRowRounding * program.sensitivity() * distance >
                         kMeetingPoint * std::min(value.r, 1.0) * size;
    const double rounding =
        fixed_body_rounding(A_.rounding, B_.rounding, B_.arms.longest(), A_.least_b, value.r);
    Answer answer;
    if (!certified || !agree || blurred || !(rounding <= relative_precision())) {
      answer = ask_by_ray(true);
      if (answer.status == AnswerStatus::answered) {
        detail.r = answer.ratio->r;
        detail.x_W = answer.ratio->x_W;
        answer.ratio = detail;
      }
    } else {
      const Real3 from_A = distance * program.z();
      fill(answer, value, direction,
           arm_of_growing(split(from_A), value.rho, DoubleDouble{value.r, 0}),
           split(Real3(from_A + d)), detail);
      answer.ratio->x_W = answer.witnesses->p_WB;
    }
    answer.work.supports += 1;
    answer.work.iterations += program.pivots();
    return answer;
  }

 private:
  /// Allowed relative error of r: what moves the bodies' boundaries by a part s of the
  /// distance from their interior points is felt as s times both their reaches.
  double relative_precision() const {
    const double size = std::min(A_.arms.longest(), B_.arms.longest());
    return kMoved * size / (A_.arms.longest() + B_.arms.longest());
  }
  /// Answers by `ratio_ray`, in integers where need be.
  Answer ask_by_ray(bool fixed_B) const {
    return ask_ratio_ray(A_.supports, X_WA_, B_.supports, X_WB_, fixed_B);
  }

  /// The arms are those of the witness points from the interior points.
  void fill(Answer& answer, const RayExit::Value& value, const Dd3& direction, const Dd3& arm_A,
            const Dd3& arm_B, RatioDetail& detail) const {
    answer.status = AnswerStatus::answered;
    answer.value = value.rho;
    answer.normal = joined(direction).normalized().cast<double>();
    const Dd3 x_WA = exactly(X_WA_.t) + center_A_;
    const Dd3 x_WB = exactly(X_WB_.t) + center_B_;
    answer.witnesses = WitnessPoints{rounded(x_WA + arm_A), rounded(x_WB + arm_B)};
    detail.r = value.r;
    detail.x_W = rounded(x_WA + scaled(DoubleDouble{value.r, 0}, arm_A));
    answer.ratio = detail;
  }

  /// Fills in the facets with positive multipliers, A's first; returns the direction that they
  /// give. `unit_B`: the unit of length of B's rows, in parts of that of A's [1].
  Real3 active_facets(const SeidelProgram& program, RatioDetail& detail, Real unit_B = 1) const {
    // m from A and from B agree; the one with fewer facets in it has less to cancel.
    std::array<Real3, 2> m = {Real3::Zero(), Real3::Zero()};
    std::array<int, 2> active = {0, 0};
    for (int body = 0; body < 2; ++body) {
      const auto b = at(body);
      const SeidelBody& shape = body == 0 ? A_ : B_;
      for (int i = 0; i < 4; ++i) {
        const SeidelEntry entry = program.entry(i);
        const Real y = program.multiplier(i);
        if (entry.body != body || !(y > kZeroMultiplier)) continue;
        m[b] += (body == 0 ? y : -y) * program.row(i);
        ++active[b];
        const auto slot = at(detail.active_count++);
        detail.active_on_A[slot] = body == 0;
        const int facet = shape.rows.facet[at(entry.index)];
        detail.active_facet[slot] = facet;
        // y belongs to the row (a/b).(x - x_i) <= t, the multiplier to a.(x - x_i) <= t b.
        detail.active_multiplier[slot] =
            static_cast<double>(body == 0 ? y : unit_B * y) * shape.inverse_b[at(facet)];
      }
    }
    const bool use_A = active[0] > 0 && (active[1] == 0 || active[0] <= active[1]);
    return -m[use_A ? 0 : 1];
  }

  /// Whether facets and double-doubles tell enough of the bodies and of d.
  bool doubles_suffice() const {
    const double distance = rounded(d_).lpNorm<1>();
    const double terms = (X_WA_.t - X_WB_.t).lpNorm<1>() + rounded(center_A_).lpNorm<1>() +
                         rounded(center_B_).lpNorm<1>();
    return !A_.thin() && !B_.thin() && distance > kNoise * terms &&
           lengths_in_range(A_.arms.longest(), B_.arms.longest(), distance);
  }

  const SeidelBody& A_;
  const Pose& X_WA_;
  const SeidelBody& B_;
  const Pose& X_WB_;
  Dd3 center_A_, center_B_;  ///< interior points from the bodies' origins, world axes
  /// x_A - x_B, world: the translations first, far from the origin their difference is exact.
  Dd3 d_;
};

class RatioSeidel final : public TypedMetric<SeidelBody> {
 public:
  explicit RatioSeidel(bool fixed_B) : fixed_B_(fixed_B) {}

 private:
  Answer ask(const SeidelBody& A, const Pose& X_WA, const SeidelBody& B, const Pose& X_WB,
             Workspace& /*scratch*/) const override {
    if (const char* why = ratio_refusal(A, X_WA, B, X_WB); why != nullptr) return refused(why);
    SeidelQuery query(A, X_WA, B, X_WB);
    return fixed_B_ ? query.run_fixed() : query.run();
  }

  bool fixed_B_;
};

}  // namespace

std::unique_ptr<Metric> make_ratio_seidel(bool fixed_B) {
  return std::make_unique<RatioSeidel>(fixed_B);
}

MetricRow ratio_seidel_row() {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  // The tolerance is a part of max(1, |rho|). Values are within 4e-15, normals and witness points
  // within 1e-13 (scale-1e3). ratio_ray answers for what facets and double-doubles do not hold:
  // thin bodies, sizes 1e4 apart, and where the bound on the rounding of facets is more than
  // 2.5e-13 of the smaller body.
  traits.own_tolerance = 1e-12;
  traits.largest_default_vertices = 1 << 17;
  return {.name = "ratio_seidel",
          .summary =
              "ratio metric: Seidel's randomized linear program, O(m + n), value from the "
              "vertices",
          .traits = traits,
          .make = [] { return make_ratio_seidel(); },
          .make_ratio =
              [](const RatioOptions& options) {
                return in_form(make_ratio_seidel(options.fixed_B), options.form);
              }};
}

}  // namespace touchstone
