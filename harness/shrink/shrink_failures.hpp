// SPDX-License-Identifier: GPL-3.0-or-later
// The failures of a campaign sorted by kind, and of each kind the simplest pair: what a maintainer
// looks at first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/campaign/campaign.hpp"
#include "harness/runners/run_driver.hpp"
#include "harness/shrink/shrinker.hpp"

namespace touchstone {

/// Failures that are sorted, of each metric, source and verdict: the first in case order. Kinds
/// that are shrunk, of each metric: those with most failures.
inline constexpr std::size_t kMaxSortedFailures = 200;
inline constexpr std::size_t kMaxShrunkKinds = 10;

/// Takes what a campaign finds wrong, from any thread: hand `take` to CampaignOptions::failed. The
/// same failures are kept whatever the number of threads.
class FailureCollector {
 public:
  /// Outcomes in one source by index of the case.
  using Outcomes = std::map<std::uint64_t, RunOutcome>;

  struct Collected {
    /// By source and verdict: of each at most kMaxSortedFailures.
    std::map<std::pair<std::size_t, Word>, Outcomes> first;
    std::uint64_t count = 0;       ///< failures that are wrong at the metric's own tolerance too
    std::uint64_t within_own = 0;  ///< wrong at the asked tolerance only
  };

  void take(const CampaignFailure& failure);
  /// By position of the metric.
  const std::map<std::size_t, Collected>& collected() const { return collected_; }

 private:
  std::mutex mutex_;
  std::map<std::size_t, Collected> collected_;
};

/// Failures of one kind.
struct FailureGroup {
  FailureKind kind;
  std::uint64_t count = 0;
  std::string id;    ///< id of the case that was shrunk: the first of fewest vertices
  std::string path;  ///< file of that case; empty for a family
  std::string family;
  /// The most frequent reason given where cases crashed, timed out, were not answered, skipped or
  /// flaky, and how many gave it.
  std::string reason = {};
  std::uint64_t reason_count = 0;
  std::optional<ShrunkFailure> shrunk = {};  ///< given for the first kMaxShrunkKinds groups
  std::string why_not_shrunk = {};           ///< why one of these groups could not be; else empty
};

struct MetricFailures {
  std::string metric;
  std::string plugin;                ///< its file or command where it is a plug-in
  std::uint64_t count = 0;           ///< number of the metric's failures
  std::uint64_t sorted = 0;          ///< number of failures that were sorted by kind
  std::uint64_t within_own = 0;      ///< further ones, which are right at its own tolerance
  std::vector<FailureGroup> groups;  ///< most failures first
};

/// One entry for each metric with failures, in the order of the options. `options` are those of the
/// campaign; its runner, tolerance, metrics and sources are used.
std::vector<MetricFailures> shrink_failures(const CampaignOptions& options,
                                            const FailureCollector& failures,
                                            const RunControl& control,
                                            const ShrinkLimits& limits = {});

}  // namespace touchstone
