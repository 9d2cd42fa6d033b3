// SPDX-License-Identifier: GPL-3.0-or-later
// How errors against the distance to degeneracy are told to a person.
#pragma once

#include <string>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

/// A line for each decade of each metric, or of each metric and family if `full`.
std::string degeneracy_text(const CampaignResult& result, bool full);

}  // namespace touchstone
