// SPDX-License-Identifier: GPL-3.0-or-later
// The table of verdicts of a campaign, and its rows by metric and group.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/campaign.hpp"
#include "reports/verify_text.hpp"

namespace touchstone {

/// The metrics of the rows, in their order.
std::vector<std::string> metrics_of(const CampaignResult& result);
/// The metric's rows in the order of the result.
std::vector<const CampaignRow*> rows_of(const CampaignResult& result, const std::string& metric);
/// The group of a row's family, or the family where it has none.
const std::string& group_of(const CampaignRow& row);

/// The titles of the counts of wrong cases, in the order of the table. A case can be under several.
std::vector<std::string> wrong_titles();

/// Whether a line for each metric and group is more than a screen shows.
bool is_long(const CampaignResult& result);
/// Whether the exit code counts the row at its metric's own tolerance, by the rule of the check.
bool shown_at_own(const CampaignResult& result, const AccuracyCheck& check, const CampaignRow& row);
/// The cases of the row that are wrong at the tolerance that the exit code counts at.
std::uint64_t shown_wrong(const CampaignResult& result, const AccuracyCheck& check,
                          const CampaignRow& row);
/// The table, and what its columns mean. What is right is so at the tolerance that the exit code
/// counts at; where that is not the asked one, the asked one stands beside it.
std::string verdict_table(const CampaignResult& result, const ReportStyle& style,
                          const AccuracyCheck& check = {});

}  // namespace touchstone
