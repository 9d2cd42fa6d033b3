// SPDX-License-Identifier: GPL-3.0-or-later
// Errors against the distance to degeneracy, as people read them.
#pragma once

#include <string>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

/// A line for each decade of each metric, or of each metric and family if `full`.
std::string degeneracy_text(const CampaignResult& result, bool full);

}  // namespace touchstone
