// SPDX-License-Identifier: GPL-3.0-or-later
// The failures of a campaign sorted by kind, and of each kind the simplest pair: what a maintainer
// looks at first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/failure_collector.hpp"
#include "harness/causes/causes.hpp"
#include "harness/runners/run_driver.hpp"
#include "harness/shrink/shrinker.hpp"

namespace touchstone {

/// Kinds that are shrunk, of each metric: first those of its likely cause, then those with most
/// failures.
inline constexpr std::size_t kMaxShrunkKinds = 10;

/// Whether most of `count` failures of a kind are `explained` by the likely cause.
inline bool is_of_cause(std::uint64_t explained, std::uint64_t count) {
  return 2 * explained > count;
}

/// Failures of one kind.
struct FailureGroup {
  FailureKind kind;
  std::uint64_t count = 0;
  std::uint64_t explained = 0;  ///< failures of this kind that the likely cause explains
  std::string id;               ///< id of the case that was shrunk: the first of fewest vertices
  std::string path;             ///< file of that case; empty for a family
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
  std::vector<FailureGroup> groups;  ///< those of the likely cause first, then most failures first
};

/// One entry for each metric with failures, in the order of the options. `options` are those of the
/// campaign; its runner, tolerance, metrics and sources are used. `causes` is what find_causes made
/// of the failures, or empty.
std::vector<MetricFailures> shrink_failures(const CampaignOptions& options,
                                            const FailureCollector& failures,
                                            const FoundCauses& causes, const RunControl& control,
                                            const ShrinkLimits& limits = {});

}  // namespace touchstone
