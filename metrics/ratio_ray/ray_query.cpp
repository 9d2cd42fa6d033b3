// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ray_query.hpp"

#include <cmath>
#include <optional>

#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/ratio_ray/exact_portal.hpp"

namespace touchstone {

void find_ray_exactly(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                      const Pose& X_WB, const Vec3& towards, const Portal& start) {
  answer.work.exact = 1;
  const double radius = ray_ball(A, B);
  const int ball = std::ilogb(radius > 0 ? radius : A.map.longest() + B.map.longest()) - 1;
  for (const int smaller : kSmallerBalls) {
    const std::optional<ExactExit> exit =
        find_exact_exit(A, X_WA, B, X_WB, towards, start, ball - smaller);
    if (!exit) continue;
    answer.work.iterations += exit->exchanges;
    answer.status = AnswerStatus::answered;
    answer.value = exit->rho;
    answer.normal = exit->normal;
    answer.witnesses = exit->witnesses;
    RatioDetail& detail = answer.ratio.emplace();
    detail.r = exit->r;
    detail.x_W = exit->x_W;
    fill_certificate(detail, A, B, exit->points, exit->weight);
    return;
  }
  answer.note = "no ball of the interior points lies inside";
}

void ask_ray_exactly(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                     const Pose& X_WB) {
  if (const char* why = ray_refusal(A, X_WA, B, X_WB)) {
    answer.note = why;
    return;
  }
  const Vec3 towards = exact::direction_between(X_WA, A.center, X_WB, B.center);
  if (towards.isZero(0)) {
    answer = refused_at_no_growth(kInteriorPointsCoincide, X_WA.R * A.center + X_WA.t);
    return;
  }
  find_ray_exactly(answer, A, X_WA, B, X_WB, towards, Portal{});
}

}  // namespace touchstone
