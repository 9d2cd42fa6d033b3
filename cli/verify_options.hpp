// SPDX-License-Identifier: GPL-3.0-or-later
// What was typed after verify, and which campaign it means.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/outcome.hpp"
#include "geometry/result.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/cases/families/family.hpp"

namespace touchstone {

/// The words of a verify command.
struct VerifyArguments {
  std::vector<std::string> metrics;
  std::vector<std::string> families;
  std::vector<std::string> files;
  std::string meshes;
  /// With --meshes: its families and, where --family is given, the registered ones.
  std::shared_ptr<std::vector<Family>> pool = std::make_shared<std::vector<Family>>();
  std::optional<std::string> cases;
  std::optional<std::string> seed;
  std::optional<std::string> tolerance;
  std::optional<std::string> jobs;
  std::optional<std::string> shard;
  std::optional<std::string> properties;  ///< cases of each family; "" is the default
  std::optional<std::string> contacts;    ///< contact methods with commas; "" is all of them
  std::vector<std::string> dump;          ///< cases of each family, file; empty without the option
  bool degeneracy = false;
  bool certify = false;
  bool quick = false;
  std::string db;
  OutcomeArguments outcome;

  /// Whether the whole campaign is meant, plain or quick.
  bool is_whole() const {
    return metrics.empty() && families.empty() && files.empty() && meshes.empty() && !cases &&
           !seed && !tolerance && !shard;
  }
  /// Whether nothing is said of which campaign is meant: then it is the one that the store holds.
  bool names_no_campaign() const { return is_whole() && !quick; }
};

/// The campaign that was typed.
Result<CampaignOptions> make_options(const VerifyArguments& arguments);

/// The campaign that a store holds, as far as this program can run it.
Result<CampaignOptions> stored_options(const VerifyArguments& arguments,
                                       const CampaignDescription& stored);

}  // namespace touchstone
