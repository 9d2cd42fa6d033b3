// SPDX-License-Identifier: GPL-3.0-or-later
// One query of `ratio_ray`: search, proof, witness points. Internal to `ratio_ray`.
#pragma once

#include <algorithm>
#include <optional>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/ratio_ray/exact_value.hpp"
#include "metrics/ratio_ray/exit_proof_kernel.hpp"
#include "metrics/ratio_ray/portal_search_kernel.hpp"
#include "metrics/ratio_ray/ray_query.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// Exchanges of what only double-doubles see beyond the plane; more only where vertices tie in
/// circles.
constexpr int kMaxRounds = 8;

inline void fill(Answer& answer, const RayBody& A, const RayBody& B, const Portal& portal,
                 const ExitParts& parts) {
  answer.status = AnswerStatus::answered;
  answer.value = parts.rho;
  answer.normal = parts.normal;
  answer.witnesses = parts.witnesses;
  RatioDetail& detail = answer.ratio.emplace();
  detail.r = parts.r;
  detail.x_W = parts.x_W;
  name_portal(detail, A, B, portal.points, parts.weight);
}

/// 0 times what is not finite is not 0.
inline Lanes zero_if_finite(const Pose& X) {
  const LanesOfRotation R(X.R);
  return (R.x * 0.0 + R.y * 0.0) + (R.z * 0.0 + lanes_of(X.t) * 0.0);
}

/// Whether no product of a few lengths, or of their inverses, leaves the range of doubles.
inline bool in_range(const RayBody& A, const RayBody& B, double distance) {
  constexpr double kMin = 1e-60;
  constexpr double kMax = 1e60;
  const double least = std::min({A.map.longest(), B.map.longest(), distance});
  const double largest = std::max({A.map.longest(), B.map.longest(), distance});
  return least > kMin && largest < kMax;
}

/// rho and r of a proven facet; false if integers that grow are needed.
inline bool make_small_value(ExitParts& parts, const RayBody& A, const Pose& X_WA, const RayBody& B,
                             const Pose& X_WB, const RayOffset& ray, const Portal& portal,
                             double doubt) {
  const Lanes& high = ray.d.high;
  const Lanes& low = ray.d.low;
  const Dd3 d = {DoubleDouble{high[0], low[0]}, {high[1], low[1]}, {high[2], low[2]}};
  const std::optional<double> rho = exact_rho(A, X_WA, B, X_WB, portal, d, doubt);
  if (!rho) return false;
  parts.rho = *rho;
  parts.r = 1 / (1 - *rho);
  return true;
}

}  // namespace

Answer ask_ray(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
               RayWorkspace& workspace) {
  const bool usable = A.solid && B.solid && A.center_inside && B.center_inside;
  if (!usable || norm_1(zero_if_finite(X_WA) + zero_if_finite(X_WB)) != 0) {
    return refuse_ray(A, X_WA, B, X_WB);
  }
  const RayOffset ray = ray_offset(A, X_WA, B, X_WB);
  if (!in_range(A, B, norm_1(ray.d.high)) || ray.is_noise()) {
    return ask_ray_exactly(A, X_WA, B, X_WB);
  }
  Answer answer;
  const Vec3 d = vector_of(ray.d.high);
  PortalSearch search(A, X_WA.R, B, X_WB.R, d);
  const bool same = workspace.id_A == A.id && workspace.id_B == B.id;
  bool found =
      (same && search.search_from(workspace.last)) || search.search_from_inside(ray_ball(A, B));
  answer.work.supports = answer.work.iterations = search.supports();
  const Portal& portal = search.portal();
  for (int round = 0; found && round < kMaxRounds; ++round) {
    ExitParts parts;
    Prover prover(A, X_WA, B, X_WB, ray, search);
    const ExitVerdict verdict = prover.run(parts);
    if (verdict.status != ExitStatus::open) {
      workspace.last = portal;
      workspace.id_A = A.id;
      workspace.id_B = B.id;
    }
    const bool small = verdict.status == ExitStatus::small;
    if (verdict.status == ExitStatus::proven ||
        (small && make_small_value(parts, A, X_WA, B, X_WB, ray, portal, prover.doubt_of_ray()))) {
      answer.work.exact = small ? 1 : 0;
      fill(answer, A, B, portal, parts);
      return answer;
    }
    found = verdict.beyond_a >= 0 && search.take_in(verdict.beyond_a, verdict.beyond_b);
  }
  find_ray_exactly(answer, A, X_WA, B, X_WB, d, portal);
  return answer;
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
