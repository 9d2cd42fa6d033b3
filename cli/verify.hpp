// SPDX-License-Identifier: GPL-3.0-or-later
// How a campaign is told to a person.
#pragma once

#include <string>

#include "harness/campaign.hpp"

namespace touchstone {

/// The verdict table: a row for each metric and group of families, or each family if `full`.
std::string verdict_table(const CampaignResult& result, bool full);

/// What was left out: a line for each metric, or for each metric and family if `full`.
std::string not_run_text(const CampaignOptions& options, const CampaignResult& result, bool full);

/// For each metric with wrong cases how many, and how to replay a worst one of each group.
std::string replay_text(const CampaignOptions& options, const CampaignResult& result,
                        const std::vector<std::string>& files);

/// Whether something was judged wrong that should not be: a row that claims to be exact, or any row
/// of a file of one's own.
bool judged_wrong(const CampaignResult& result);

}  // namespace touchstone
