// SPDX-License-Identifier: GPL-3.0-or-later
// Holds every metric against itself: the same questions put in other ways, over all cores. The
// truth is asked only where two signs differ next to contact, and what jumps along a motion.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/campaign/campaign.hpp"
#include "harness/check/check.hpp"
#include "harness/properties/motion_jumps.hpp"
#include "harness/properties/property.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// Jumps listed of each metric on each family and of each cause; all are counted.
inline constexpr std::size_t kListedJumps = 5;

/// A report of properties_check().
struct PropertyReport : CheckReport {
  std::vector<Jump> jumps;  ///< along motions, unexplained ones first
  bool complete = true;     ///< false: ended early
};

/// Examines `cases` cases of each source, spread evenly over those of the campaign, or all where
/// it has fewer; of n2 paths of 1,000 steps, one for each 1,000 cases begun. The store and the
/// shard of the options are not looked at. Throws HarnessError as run_campaign.
PropertyReport examine_properties(const CampaignOptions& options, std::uint64_t cases);

/// The value of the key "properties" of the verify JSON (docs/properties.md).
RecordFields<PropertyReport> property_report_fields();

}  // namespace touchstone
