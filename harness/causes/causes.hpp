// SPDX-License-Identifier: GPL-3.0-or-later
// The likely cause of what a metric got wrong: the one under which nine of ten of its wrong answers
// are right after all, or six of ten where no cause explains more. Where none explains so much,
// none is named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "harness/campaign/failure_collector.hpp"
#include "harness/runners/run_driver.hpp"

namespace touchstone {

struct FoundCause {
  LikelyCause cause;
  /// The failures that it explains: source, and index of the case within it.
  std::set<std::pair<std::size_t, std::uint64_t>> explained;
};
/// By position of the metric.
using FoundCauses = std::map<std::size_t, FoundCause>;

/// `options` are those of the campaign. The same whatever the number of threads; of no use where
/// the run was stopped. Throws HarnessError as a campaign does.
FoundCauses find_causes(const CampaignOptions& options, const FailureCollector& failures,
                        const RunControl& control);

}  // namespace touchstone
