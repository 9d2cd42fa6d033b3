// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray.hpp"

#include <optional>

#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/ratio_options.hpp"
#include "metrics/ray/exact_portal.hpp"
#include "metrics/ray/exit_proof.hpp"
#include "metrics/ray/portal.hpp"

namespace touchstone {
namespace {

/// The last portal, and between which shapes.
class RayWorkspace final : public Workspace {
 public:
  Portal last;
  std::uint64_t id_A = 0;
  std::uint64_t id_B = 0;
};

/// Exchanges of what only double-doubles see beyond the plane; more only where vertices tie in
/// circles.
constexpr int kMostRounds = 8;

class RayQuery {
 public:
  RayQuery(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB)
      : A_(A),
        X_WA_(X_WA),
        B_(B),
        X_WB_(X_WB),
        ray_(ray_direction(A, X_WA, B, X_WB)),
        d_(rounded(ray_.d)) {}

  Answer run(RayWorkspace& workspace) {
    if (ray_.is_noise()) return run_near_no_growth();
    Answer answer;
    PortalSearch search(A_, X_WA_.R, B_, X_WB_.R, d_);
    const bool warm =
        workspace.id_A == A_.id && workspace.id_B == B_.id && search.begin_at(workspace.last);
    if (!warm) search.begin_inside(inside());
    bool found = search.refine();
    if (!found && warm) {
      search.begin_inside(inside());
      found = search.refine();
    }
    answer.work.supports = answer.work.iterations = search.supports();
    const Portal& portal = search.portal();
    found = found && portal.of_vertices();
    for (int round = 0; found && round < kMostRounds; ++round) {
      const ExitValue value = prove_exit(A_, X_WA_.R, B_, X_WB_.R, ray_, search);
      if (value.proven) {
        workspace.last = portal;
        workspace.id_A = A_.id;
        workspace.id_B = B_.id;
        fill(answer, value.rho, value.r, search.n_W(), portal.points, value.weight);
        return answer;
      }
      found = value.beyond_a >= 0 && search.take_in(value.beyond_a, value.beyond_b);
    }
    find_exactly(answer, d_, portal);
    return answer;
  }

 private:
  /// Where of d only noise is left in double-double.
  Answer run_near_no_growth() const {
    const Vec3 towards = exact::direction_between(X_WA_, A_.center, X_WB_, B_.center);
    if (towards.isZero(0)) {
      return refused_at_no_growth(kInteriorPointsCoincide, X_WA_.R * A_.center + X_WA_.t);
    }
    Answer answer;
    find_exactly(answer, towards, Portal{});
    return answer;
  }

  void find_exactly(Answer& answer, const Vec3& towards, const Portal& start) const {
    answer.work.exact = 1;
    for (const double part : kPartsOfInradius) {
      const std::optional<ExactExit> exit =
          find_exact_exit(A_, X_WA_, B_, X_WB_, towards, start, part * inside());
      if (!exit) continue;
      answer.work.iterations += exit->exchanges;
      fill(answer, exit->rho, exit->r, exit->n, exit->points, exit->weight);
      return;
    }
    answer.note = "no ball of the interior points lies inside";
  }

  /// Radius of a ball about 0 inside K: R may shrink lengths by its distance from orthonormal.
  double inside() const { return 0.9 * (A_.inradius + B_.inradius); }

  void fill(Answer& answer, double rho, double r, const Vec3& n,
            const std::array<PortalPoint, 3>& points, const Vec3& weight) const {
    answer.status = AnswerStatus::answered;
    answer.value = rho;
    answer.normal = unit_along(n);
    RatioDetail& detail = answer.ratio.emplace();
    Vec3 arm_A = Vec3::Zero();
    Vec3 arm_B = Vec3::Zero();
    for (std::size_t i = 0; i < 3; ++i) {
      const double w = weight[static_cast<Eigen::Index>(i)];
      arm_A += w * A_.map.arm(points[i].a);
      arm_B += w * B_.map.arm(points[i].b);
      detail.portal[i] = {A_.map.vertex(points[i].a), B_.map.vertex(points[i].b), w};
    }
    detail.portal_count = 3;
    detail.r = r;
    const Vec3 x_WA = X_WA_.R * A_.center + X_WA_.t;
    const Vec3 turned_arm = X_WA_.R * arm_A;
    detail.x_W = x_WA + r * turned_arm;
    answer.witnesses = WitnessPoints{X_WA_.R * (A_.center + arm_A) + X_WA_.t,
                                     X_WB_.R * (B_.center + arm_B) + X_WB_.t};
  }

  const RayBody& A_;
  const Pose& X_WA_;
  const RayBody& B_;
  const Pose& X_WB_;
  CenterOffset ray_;
  Vec3 d_;  ///< rounded
};

class RatioRay final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<RayShape>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<RayWorkspace>();
  }
  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const RayBody& A = static_cast<const RayShape&>(shape_A).body;
    const RayBody& B = static_cast<const RayShape&>(shape_B).body;
    if (const char* why = ray_refusal(A, X_WA, B, X_WB); why != nullptr) {
      Answer answer;
      answer.note = why;
      return answer;
    }
    return RayQuery(A, X_WA, B, X_WB).run(static_cast<RayWorkspace&>(workspace));
  }
};

}  // namespace

std::unique_ptr<Metric> make_ratio_ray() { return std::make_unique<RatioRay>(); }

}  // namespace touchstone
