// SPDX-License-Identifier: GPL-3.0-or-later
// The oracle as campaigns use it: rounded numbers at once, exact parts on demand. Two boxes take a
// path of their own in double words, other solids the oracle's; pairs that are too close to call
// and flat bodies are for exact arithmetic.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "reference/oracle.hpp"
#include "reference/oracle/truth_on_demand.hpp"

namespace touchstone {

/// Not thread safe; one for each thread.
class QuickOracle {
 public:
  QuickOracle() = default;
  /// For tests of whoever has to notice a wrong truth: `falsify` has its way with all that is
  /// settled without exact arithmetic.
  explicit QuickOracle(std::function<void(RoundedTruth&)> falsify) : falsify_(std::move(falsify)) {}

  TruthOnDemand solve(const Pair& pair, bool with_ratio = true);
  /// Only what needs no exact arithmetic; nothing where doubles leave a doubt.
  std::optional<RoundedTruth> settle(const Pair& pair, bool with_ratio = true);

  /// As Oracle::second_best_gap, in exact arithmetic.
  std::optional<double> second_best_gap(const Pair& pair) { return oracle_.second_best_gap(pair); }

  struct Statistics {
    long queries = 0;
    long boxes = 0;           ///< pairs of two boxes
    long boxes_settled = 0;   ///< of these, without exact arithmetic
    long others_settled = 0;  ///< of the other pairs
  };
  const Statistics& statistics() const { return statistics_; }

 private:
  Oracle oracle_;
  std::function<void(RoundedTruth&)> falsify_;
  Statistics statistics_;
};

}  // namespace touchstone
