// SPDX-License-Identifier: GPL-3.0-or-later
// The accuracy table as pages for people: one of all groups of families, and one of each group.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

/// Paths of the pages, relative to the folder of the table: "accuracy.md", then
/// "accuracy/GROUP.md" in the order of the family registry.
std::vector<std::string> accuracy_page_names();

/// The text of each of these pages. A row without a group is of the group of its family.
std::vector<std::string> accuracy_pages(const CampaignResult& result);

}  // namespace touchstone
