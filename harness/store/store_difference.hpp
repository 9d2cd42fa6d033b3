// SPDX-License-Identifier: GPL-3.0-or-later
// In what two campaigns differ: for the message that one does not go into the store of the other.
#pragma once

#include <optional>
#include <string>

#include "harness/campaign/campaign_plan.hpp"

namespace touchstone {

/// The first thing in which two campaigns differ: each was made with `there`, or with `asked`.
struct Difference {
  std::string there;
  std::string asked;
  bool there_without = false;  ///< it was made without `there`
  bool asked_without = false;
  std::string note;  ///< how that may have come about; empty where it goes without saying
};

/// Nothing where they are the same campaign, or shards of it. First what a person can type, last
/// what the program is made of.
std::optional<Difference> difference(const CampaignDescription& there,
                                     const CampaignDescription& asked);

/// Why a store does not go on with the campaign `asked`: "FILE: holds another campaign: it was
/// made with --seed 42, this asks for --seed 7".
std::string another_campaign(const std::string& path, const Difference& unlike);

/// Why two stores are not merged: "B: is not of the campaign of A: A was made with --seed 42, B
/// with --seed 7".
std::string not_one_campaign(const std::string& first, const std::string& path,
                             const Difference& unlike);

}  // namespace touchstone
