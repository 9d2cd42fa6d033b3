// SPDX-License-Identifier: GPL-3.0-or-later
// Holds every metric against itself: the same questions put in other ways, over all cores. The
// truth is asked only where two signs differ next to contact, and what jumps along a motion.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/campaign/campaign.hpp"
#include "harness/properties/motion_jumps.hpp"
#include "harness/properties/property.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// Jumps listed of each metric on each family and of each cause; all are counted.
inline constexpr std::size_t kListedJumps = 5;

/// What became of the properties of one metric on one family.
struct PropertyRow {
  std::string metric;
  std::string family;
  std::string group;
  bool claims_exact = false;
  double own_tolerance = 0;  ///< claimed by the metric [1]
  std::uint64_t cases = 0;   ///< examined
  PropertyTallies tallies;   ///< by property
  /// Along motions: jumps by cause, and the first of each.
  std::array<std::uint64_t, 3> jumps{};
  std::vector<Jump> listed_jumps;
};

struct PropertyReport {
  double tolerance = 0;
  std::vector<PropertyRow> rows;  ///< by metric, then source, in the order of the options
  bool complete = true;           ///< false: ended early
};

/// Examines `cases` cases of each source, spread evenly over those of the campaign, or all where
/// it has fewer; of n2 paths of 1,000 steps, one for each 1,000 cases begun. The store and the
/// shard of the options are not looked at. Throws HarnessError as run_campaign.
PropertyReport examine_properties(const CampaignOptions& options, std::uint64_t cases);

/// A row in JSON.
const RecordFields<PropertyRow>& property_row_fields();
/// The value of the key "properties" of the verify JSON (docs/properties.md).
std::vector<RawJson> properties_json(const PropertyReport& report);

}  // namespace touchstone
