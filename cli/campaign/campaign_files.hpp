// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone campaign` writes into its folder for the engine.
#pragma once

#include <optional>
#include <string>

#include "harness/cluster/campaign_folder.hpp"

namespace touchstone {

/// Makes the folder, `shards/`, `logs/`, the script `start` and, last, `campaign.json`. What is
/// wrong, or nothing.
std::optional<Error> write_campaign(const CampaignFolder& folder);

/// How a person starts it: "sbatch DIR/start".
std::string start_command(const CampaignFolder& folder);

}  // namespace touchstone
