// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ratio_ray_fixed.hpp"

#include <optional>

#include "metrics/common/ratio_options.hpp"
#include "metrics/ratio_ray/exact_fixed.hpp"
#include "metrics/ratio_ray/exit_proof.hpp"
#include "metrics/ratio_ray/fixed_proof.hpp"
#include "metrics/ratio_ray/portal.hpp"
#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

/// The last basis, and between which shapes.
class FixedWorkspace final : public Workspace {
 public:
  std::optional<FixedBasis> last;
  std::uint64_t id_A = 0;
  std::uint64_t id_B = 0;
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
    if (ray_.is_noise()) return find_exactly(FixedBasis{});
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
        return filled(value.rho, value.r, search.v_W(), basis.columns, basis.weight);
      }
    }
    return find_exactly(basis);
  }

 private:
  Answer find_exactly(const FixedBasis& basis) {
    work_.exact = 1;
    for (const double part : kPartsOfInradius) {
      const std::optional<ExactFixed> exact =
          find_exact_fixed(A_, X_WA_, B_, X_WB_, d_, basis, part * inside());
      if (!exact) continue;
      work_.iterations += exact->exchanges;
      if (exact->r == 0) return refused();
      return filled(exact->rho, exact->r, exact->v_W, exact->columns, exact->weight);
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

  Answer filled(double rho, double r, const Vec3& v_W, const std::array<FixedColumn, 4>& columns,
                const std::array<double, 4>& weight) const {
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.value = rho;
    answer.normal = unit_along(Vec3::Zero() - v_W);  // no negative zeros
    answer.work = work_;
    Vec3 arm_A = Vec3::Zero();
    Vec3 arm_B = Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
      const FixedColumn& c = columns[i];
      if (c.place < 0) continue;
      if (c.of_A) {
        arm_A += weight[i] / r * A_.map.arm(c.place);
      } else {
        arm_B += weight[i] * B_.map.arm(c.place);
      }
    }
    answer.witnesses = WitnessPoints{X_WA_.R * (A_.center + arm_A) + X_WA_.t,
                                     X_WB_.R * (B_.center + arm_B) + X_WB_.t};
    RatioDetail& detail = answer.ratio.emplace();
    detail.r = r;
    detail.x_W = answer.witnesses->p_WB;
    return answer;
  }

  const RayBody& A_;
  const Pose& X_WA_;
  const RayBody& B_;
  const Pose& X_WB_;
  CenterOffset ray_;
  Vec3 d_;  ///< rounded
  Work work_;
};

class RatioRayFixed final : public TypedMetric<RayBody, FixedWorkspace> {
  Answer ask(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
             FixedWorkspace& warm) const override {
    if (const char* why = ray_refusal(A, X_WA, B, X_WB); why != nullptr) {
      Answer answer;
      answer.note = why;
      return answer;
    }
    if (warm.id_A != A.id || warm.id_B != B.id) warm.last.reset();
    warm.id_A = A.id;
    warm.id_B = B.id;
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
