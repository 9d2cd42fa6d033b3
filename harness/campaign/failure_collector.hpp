// SPDX-License-Identifier: GPL-3.0-or-later
// What a campaign finds wrong, kept for whoever looks into it afterwards: the search for a cause,
// and shrinking.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

/// Failures that are kept, of each metric, source and verdict: the first in case order.
inline constexpr std::size_t kMaxSortedFailures = 200;

/// Takes what a campaign finds wrong, from any thread: hand `take` to CampaignOptions::failed. The
/// same failures are kept whatever the number of threads.
class FailureCollector {
 public:
  /// Outcomes in one source by index of the case.
  using Outcomes = std::map<std::uint64_t, RunOutcome>;

  struct Collected {
    /// By source and verdict: of each at most kMaxSortedFailures.
    std::map<std::pair<std::size_t, Word>, Outcomes> first;
    std::map<std::pair<std::size_t, Word>, std::uint64_t> counts;  ///< kept or not
    std::uint64_t count = 0;                                       ///< failures that count
    std::uint64_t within_own = 0;  ///< right at the metric's own tolerance, which counts
  };

  void take(const CampaignFailure& failure);
  /// Drops the failures of a metric.
  void forget(std::size_t metric) { collected_.erase(metric); }
  /// By position of the metric.
  const std::map<std::size_t, Collected>& collected() const { return collected_; }

 private:
  std::mutex mutex_;
  std::map<std::size_t, Collected> collected_;
};

}  // namespace touchstone
