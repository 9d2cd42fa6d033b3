// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ratio_ray_fixed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/common/ratio_refusal.hpp"
#include "metrics/common/shape_id.hpp"
#include "metrics/ratio_ray/exact_fixed.hpp"
#include "metrics/ratio_ray/exit_proof.hpp"
#include "metrics/ratio_ray/fixed_proof.hpp"
#include "metrics/ratio_ray/portal.hpp"
#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

/// Weights whose error bound is below this part of r give points that are right to 1e-12 of the
/// smaller body: the bound is a thousand times the error that is seen.
constexpr double kSureWeights = 1e-9;

/// The last basis, and between which shapes.
class FixedWorkspace final : public Workspace {
 public:
  std::optional<FixedBasis> last;
  LastPair pair;
};

class FixedQuery {
 public:
  FixedQuery(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB)
      : A_(A),
        X_WA_(X_WA),
        B_(B),
        X_WB_(X_WB),
        ray_(ray_direction(A, X_WA, B, X_WB)),
        d_(rounded(ray_.d)) {}

  Answer run(std::optional<FixedBasis>& last) {
    const double reach = A_.map.longest();
    if (ray_.is_noise() || !lengths_in_range(reach, B_.map.longest(), d_.lpNorm<1>())) {
      last.reset();
      return find_exactly(FixedBasis{});
    }
    FixedSearch search(A_, X_WA_.R, B_, X_WB_.R, d_);
    const bool warm = last && search.begin_at(*last);
    last.reset();
    if (!warm) search.begin_inside(inside());
    bool found = search.refine();
    if (!found && warm) {
      search.begin_inside(inside());
      found = search.refine();
    }
    work_.supports = work_.iterations = search.supports();
    const FixedBasis& basis = search.basis();
    if (found && search.center_inside()) return refused();
    if (found && basis.count_A > 0 && basis.of_vertices()) {
      const FixedValue value = prove_fixed(A_, X_WA_.R, B_, X_WB_.R, ray_, search);
      if (value.proven) {
        last = basis;
        const Vec3 normal = unit_along(Vec3::Zero() - search.v_W());  // no negative zeros
        const auto [p_WA, x_W] = points(search, value);
        return filled(value.rho, value.r, normal, p_WA, x_W);
      }
    }
    return find_exactly(basis);
  }

 private:
  Answer find_exactly(const FixedBasis& basis) {
    work_.exact = 1;
    const Vec3 towards = exact::direction_between(X_WB_, B_.center, X_WA_, A_.center);
    if (towards.isZero(0)) return refused();
    const double radius = inside();
    const int ball = std::ilogb(radius > 0 ? radius : A_.map.longest()) - 1;
    for (const int smaller : kSmallerBalls) {
      const std::optional<ExactFixed> exact =
          find_exact_fixed(A_, X_WA_, B_, X_WB_, towards, basis, ball - smaller);
      if (!exact) continue;
      work_.iterations += exact->exchanges;
      if (!exact->grows) return refused();
      return filled(exact->rho, exact->r, exact->normal, exact->p_WA, exact->x_W);
    }
    Answer answer;
    answer.work = work_;
    answer.note = "no ball of the interior point lies inside";
    return answer;
  }

  /// Radius of a ball about x_A inside A: R may shrink lengths by its distance from orthonormal.
  double inside() const { return 0.9 * A_.inradius; }

  Answer refused() const {
    Answer answer = refused_at_no_growth(kInteriorPointInFixedBody, X_WA_.R * A_.center + X_WA_.t);
    answer.work = work_;
    return answer;
  }

  /// The point where they meet, from the columns of one body and from its own interior point,
  /// world: x - x_A = sum lambda_i p_i, or x - x_B = b_0 + sum mu_j (b_j - b_0), b from x_B.
  Dd3 arm_of(bool of_A, const FixedSearch& search, const std::array<double, 4>& weight) const {
    const FixedBasis& basis = search.basis();
    const int first = basis.columns[search.first_B()].place;
    Dd3 arm{};
    if (!of_A) arm = rotate(X_WB_.R, B_.map.exact_arm(first));
    for (std::size_t i = 0; i < 4; ++i) {
      const FixedColumn& c = basis.columns[i];
      if (c.of_A != of_A) continue;
      const Dd3 part = of_A ? rotate(X_WA_.R, A_.map.exact_arm(c.place))
                            : rotate(X_WB_.R, B_.map.exact_arm(c.place) - B_.map.exact_arm(first));
      arm = arm + scaled(DoubleDouble{weight[i], 0}, part);
    }
    return arm;
  }

  struct Points {
    Vec3 p_WA;
    Vec3 x_W;
  };

  /// The point of A that meets B, and where. Where their doubt is much beside A's part of the
  /// meeting point the weights are corrected by what they leave of it in double-double. The last
  /// bit of a sum of a large body's arms is long beside a small body: the shorter sum is made, and
  /// the point is placed from its body's own interior point.
  Points points(const FixedSearch& search, const FixedValue& value) const {
    const double reach_A = A_.map.longest();
    const double reach_B = B_.map.longest();
    std::array<double, 4> weight = search.basis().weight;
    if (value.weight_error * (reach_A + reach_B) >
        kSureWeights * std::min(1.0, value.r) * std::min(reach_A, reach_B)) {
      const Dd3 rest = (arm_of(false, search, weight) - ray_.d) - arm_of(true, search, weight);
      const std::array<double, 4> lack = search.weights_lack(rounded(rest));
      for (std::size_t i = 0; i < 4; ++i) weight[i] += lack[i];
    }
    const bool of_A = value.r * reach_A <= reach_B;
    const Dd3 arm = arm_of(of_A, search, weight);
    const Dd3 way = of_A ? arm : arm - ray_.d;
    const Dd3 x_WA = exactly(X_WA_.t) + rotate(X_WA_.R, A_.center);
    const Dd3 x_WB = exactly(X_WB_.t) + rotate(X_WB_.R, B_.center);
    const Dd3 arm_A = arm_of_growing(way, value.rho, DoubleDouble{value.r, 0});
    return {rounded(x_WA + arm_A), rounded((of_A ? x_WA : x_WB) + arm)};
  }

  Answer filled(double rho, double r, const Vec3& normal, const Vec3& p_WA, const Vec3& x_W) const {
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.value = rho;
    answer.normal = normal;
    answer.work = work_;
    answer.witnesses = WitnessPoints{p_WA, x_W};
    RatioDetail& detail = answer.ratio.emplace();
    detail.r = r;
    detail.x_W = x_W;
    return answer;
  }

  const RayBody& A_;
  const Pose& X_WA_;
  const RayBody& B_;
  const Pose& X_WB_;
  CenterOffset ray_;
  Vec3 d_;  ///< x_A - x_B, rounded, world [m]
  Work work_;
};

class RatioRayFixed final : public TypedMetric<RayBody, FixedWorkspace> {
  Answer ask(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
             FixedWorkspace& warm) const override {
    if (const char* why = ray_refusal(A, X_WA, B, X_WB); why != nullptr) return refused(why);
    if (!warm.pair.is(A, B)) warm.last.reset();
    warm.pair.set(A, B);
    return grow_towards_fixed(A, X_WA, B, X_WB, warm.last);
  }
};

}  // namespace

Answer grow_towards_fixed(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
                          std::optional<FixedBasis>& last) {
  return FixedQuery(A, X_WA, B, X_WB).run(last);
}

std::unique_ptr<Metric> make_ratio_ray_fixed() { return std::make_unique<RatioRayFixed>(); }

}  // namespace touchstone
