// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix of verdicts, drawn for print.
#pragma once

#include <string>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

/// A row for each metric and a column for each group of families, or for each family where there is
/// one group alone: in each cell the percentage of the applicable cases that are right, the darker
/// the more are wrong. The file says `made_by`.
std::string verify_svg(const CampaignResult& result, const std::string& made_by);

}  // namespace touchstone
