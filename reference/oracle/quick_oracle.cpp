// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle.hpp"

#include "geometry/planted_fault.hpp"
#include "geometry/query_scope.hpp"
#include "reference/exact/radius_law.hpp"
#include "reference/oracle/box_truth.hpp"

namespace touchstone {

TruthOnDemand QuickOracle::solve(const Pair& pair, bool with_ratio) {
  const QueryScope scope(QueryKind::truth, "the oracle");
  if (const auto settled = settle(pair, with_ratio)) return {pair, *settled, with_ratio};
  return oracle_.solve(pair, with_ratio);
}

std::optional<RoundedTruth> QuickOracle::settle(const Pair& pair, bool with_ratio) {
  const QueryScope scope(QueryKind::truth, "the oracle");
  plant_fault("oracle", pair.X_WB.t[0]);
  ++statistics_.queries;
  const std::optional<LocalBox> A = as_box(*pair.A);
  const std::optional<LocalBox> B = A ? as_box(*pair.B) : std::nullopt;
  std::optional<RoundedTruth> settled;
  if (A && B) {
    ++statistics_.boxes;
    settled = settle_boxes(pair, *A, *B, with_ratio);
    if (settled) settled = with_radii(pair, *settled);
    if (settled) ++statistics_.boxes_settled;
  } else {
    settled = oracle_.settle(pair, with_ratio);
    if (settled) ++statistics_.others_settled;
  }
  if (settled && falsify_) falsify_(*settled);
  return settled;
}

}  // namespace touchstone
