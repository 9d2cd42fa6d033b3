// SPDX-License-Identifier: GPL-3.0-or-later
// Sound metrics with one mistake each, for tests that the mistake is named.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harness/causes/causes.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// The mistakes, by the name of the cause that each is.
inline constexpr auto kPlantedCauses = std::to_array<std::string_view>(
    {"opposite-normal", "exchanged-witnesses", "margin", "opposite-sign", "body-axes", "degrees",
     "half-sides", "transposed-rotation", "single-precision", "absolute-length", "stale-state",
     "exchanged-bodies", "normal-length", "engine-convention", "value-factor", "squared-value",
     "skin"});

/// `sound` with the mistake, as a plug-in in this process. "" plants none.
MetricRow plant(const MetricRow& sound, std::string_view mistake);

/// The first `cases` cases of each of these families, or of groups of them.
CampaignOptions planted_campaign(const MetricRow& metric, const std::vector<std::string>& families,
                                 std::uint64_t cases);

/// Runs the campaign, and looks for the cause of what it finds wrong.
FoundCauses causes_in(CampaignOptions options);

}  // namespace touchstone
