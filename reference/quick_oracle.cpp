// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/quick_oracle.hpp"

#include "reference/box_truth.hpp"

namespace touchstone {

TruthOnDemand QuickOracle::solve(const Pair& pair, bool with_ratio) {
  ++statistics_.queries;
  const std::optional<LocalBox> A = as_box(*pair.A);
  const std::optional<LocalBox> B = A ? as_box(*pair.B) : std::nullopt;
  if (A && B) {
    ++statistics_.boxes;
    if (const auto settled = settle_boxes(pair, *A, *B, with_ratio)) {
      ++statistics_.boxes_settled;
      return {pair, *settled, with_ratio};
    }
  } else if (const auto settled = oracle_.settle(pair, with_ratio)) {
    ++statistics_.others_settled;
    return {pair, *settled, with_ratio};
  }
  return oracle_.solve(pair, with_ratio);
}

}  // namespace touchstone
