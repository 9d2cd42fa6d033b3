// SPDX-License-Identifier: GPL-3.0-or-later
// One query of `ratio_ray`: search, proof, witness points. Internal to `ratio_ray`.
#pragma once

#include <optional>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/common/ratio_refusal.hpp"
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
  // Made here and copied: in place all of it would be cleared first.
  RatioDetail detail;
  detail.r = parts.r;
  detail.x_W = parts.x_W;
  fill_certificate(detail, A, B, portal.points, parts.weight);
  answer.ratio = detail;
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

/// Whether the portal of `search` is proven to be the facet; `answer` is that then.
[[gnu::noinline]] bool settle(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                              const Pose& X_WB, const RayOffset& ray, const PortalSearch& search,
                              Precision precision, RayWorkspace& workspace, ExitVerdict& verdict) {
  ExitParts parts;
  Prover prover(A, X_WA, B, X_WB, ray, search);
  verdict = prover.run(parts, precision);
  if (verdict.status == ExitStatus::open) return false;
  workspace.last = search.portal();
  workspace.pair.set(A, B);
  if (verdict.status == ExitStatus::rounded) return false;
  if (verdict.status == ExitStatus::small) {
    if (!make_small_value(parts, A, X_WA, B, X_WB, ray, search.portal(), prover.doubt_of_ray())) {
      return false;
    }
    answer.work.exact = 1;
  }
  fill(answer, A, B, search.portal(), parts);
  answer.work.supports = answer.work.iterations = search.supports();
  return true;
}

inline void ask_in_doubles(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                           const Pose& X_WB, const RayOffset& ray, RayWorkspace& workspace) {
  PortalSearch search(A, X_WA.R, B, X_WB.R, ray);
  ExitVerdict verdict;
  const auto settles = [&](Precision precision) {
    return settle(answer, A, X_WA, B, X_WB, ray, search, precision, workspace, verdict);
  };
  bool found = false;
  if (workspace.pair.is(A, B)) found = search.begin_at(workspace.last);
  if (found) {
    // No support is asked for where the last facet is still the one.
    if (settles(Precision::doubles)) return;
    found = search.refine();
  } else if (A.is_rough() && B.is_rough() && search.search_roughly(ray_ball(A, B))) {
    // Nor for the farthest where that is seen from its neighbours.
    if (settles(Precision::doubles)) return;
    found = search.holds_ray() && search.refine();
  }
  found = found || search.search_from_inside(ray_ball(A, B));
  for (int round = 0; found && round < kMaxRounds; ++round) {
    if (settles(Precision::double_double)) return;
    found = verdict.beyond_a >= 0 && search.take_in(verdict.beyond_a, verdict.beyond_b);
  }
  answer.work.supports = answer.work.iterations = search.supports();
  find_ray_exactly(answer, A, X_WA, B, X_WB, search.d(), search.portal());
}

}  // namespace

Answer ask_ray(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
               RayWorkspace& workspace) {
  A.prefetch();
  B.prefetch();
  Answer answer;
  const RayOffset ray = ray_offset(A, X_WA, B, X_WB);
  // A pose that is not finite makes a distance that is not.
  const bool usable = A.usable && B.usable &&
                      lengths_in_range(A.map.longest(), B.map.longest(), norm_1(ray.d.high));
  if (usable && !ray.is_noise()) {
    ask_in_doubles(answer, A, X_WA, B, X_WB, ray, workspace);
  } else {
    ask_ray_exactly(answer, A, X_WA, B, X_WB);
  }
  return answer;
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
