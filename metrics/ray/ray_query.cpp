// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ray/ray_query.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "metrics/arithmetic/compensated.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/ratio_options.hpp"
#include "metrics/ray/exact_portal.hpp"
#include "metrics/ray/exit_proof.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace touchstone {
namespace {

/// Radius of a ball about 0 inside K: R may shrink lengths by its distance from orthonormal.
double inside(const RayBody& A, const RayBody& B) { return 0.9 * (A.inradius + B.inradius); }

/// With the reason why there is no value.
Answer refused(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB);
/// In integers.
void find_exactly(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                  const Pose& X_WB, const Vec3& towards, const Portal& start);
/// Where of d only noise is left in double-double.
Answer ask_near_no_growth(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB);

#define TOUCHSTONE_KERNEL "metrics/ray/ray_kernel.inc"
#include "metrics/arithmetic/both_registers.inc"

void find_exactly(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                  const Pose& X_WB, const Vec3& towards, const Portal& start) {
  answer.work.exact = 1;
  for (const double part : kPartsOfInradius) {
    const std::optional<ExactExit> exit =
        find_exact_exit(A, X_WA, B, X_WB, towards, start, part * inside(A, B));
    if (!exit) continue;
    answer.work.iterations += exit->exchanges;
    narrow::fill(answer, A, X_WA, B, X_WB, exit->rho, exit->r, exit->n, exit->points, exit->weight);
    return;
  }
  answer.note = "no ball of the interior points lies inside";
}

Answer ask_near_no_growth(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB) {
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
