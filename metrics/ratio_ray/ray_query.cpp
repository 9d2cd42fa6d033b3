// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/ray_query.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "metrics/arithmetic/compensated.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/ratio_ray/exact_portal.hpp"
#include "metrics/ratio_ray/exit_proof.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace touchstone {
namespace {

/// Radius of a ball about 0 inside K: R may shrink lengths by its distance from orthonormal.
double inside(const RayBody& A, const RayBody& B) { return 0.9 * (A.inradius + B.inradius); }

/// By how many powers of two a ball in K is to be smaller than the inradii have it, one after the
/// other: of bodies that are almost flat facets are rounded by more than there is between them.
constexpr std::array kSmallerBalls = {0, 10, 20, 30, 60, 120, 300, 1000, 4000};

/// With the reason why there is no value.
Answer refused(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB);
/// The certificate.
[[gnu::always_inline]] inline void name_portal(RatioDetail& detail, const RayBody& A,
                                               const RayBody& B,
                                               const std::array<PortalPoint, 3>& points,
                                               const Vec3& weight) {
  detail.portal_count = 3;
  for (std::size_t i = 0; i < 3; ++i) {
    detail.portal[i] = {A.map.vertex(points[i].a), B.map.vertex(points[i].b), weight.data()[i]};
  }
}

/// In integers.
void find_exactly(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                  const Pose& X_WB, const Vec3& towards, const Portal& start);
/// Where of d only noise is left in double-double, or lengths are out of its range.
Answer ask_exactly(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB);

#define TOUCHSTONE_KERNEL "metrics/ratio_ray/ray_kernel.inc"
#include "metrics/arithmetic/both_registers.inc"

void find_exactly(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                  const Pose& X_WB, const Vec3& towards, const Portal& start) {
  answer.work.exact = 1;
  const double radius = inside(A, B);
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
    name_portal(detail, A, B, exit->points, exit->weight);
    return;
  }
  answer.note = "no ball of the interior points lies inside";
}

Answer ask_exactly(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB) {
  const Vec3 towards = exact::direction_between(X_WA, A.center, X_WB, B.center);
  if (towards.isZero(0)) {
    return refused_at_no_growth(kInteriorPointsCoincide, X_WA.R * A.center + X_WA.t);
  }
  Answer answer;
  find_exactly(answer, A, X_WA, B, X_WB, towards, Portal{});
  return answer;
}

Answer refused(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB) {
  Answer answer;
  answer.note = ray_refusal(A, X_WA, B, X_WB);
  return answer;
}

}  // namespace

Answer ask_ray(Registers registers, const RayBody& A, const Pose& X_WA, const RayBody& B,
               const Pose& X_WB, RayWorkspace& workspace) {
#if defined(__x86_64__)
  if (registers == Registers::wide) return wide::ask_here(A, X_WA, B, X_WB, workspace);
#endif
  return narrow::ask_here(A, X_WA, B, X_WB, workspace);
}

}  // namespace touchstone
