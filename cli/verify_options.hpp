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
  std::string corpus;                 ///< a directory, where the shrunk pairs of new failures go
  std::vector<std::string> recalled;  ///< its case files: judged before everything else
  std::string meshes;
  /// With --meshes: its families and, where --family is given, the registered ones.
  std::shared_ptr<std::vector<Family>> pool = std::make_shared<std::vector<Family>>();
  std::optional<std::string> cases;
  std::optional<std::string> seed;
  std::optional<std::string> tolerance;
  std::optional<std::string> jobs;
  std::optional<std::string> shard;
  std::optional<std::string> batch;       ///< cases that a plug-in is asked at once
  std::optional<std::string> properties;  ///< cases of each family; "" is the default
  std::string contacts_plugin;            ///< library whose contact data --contacts judges
  std::optional<std::string> contacts;    ///< contact methods with commas; "" is all of them
  std::vector<std::string> dump;          ///< cases of each family, file; empty without the option
  bool degeneracy = false;
  bool certify = false;
  bool shrink = false;
  std::string db;
  OutcomeArguments outcome;
  /// Judged before the metrics that are named, if any; with `peers` beside the others.
  std::vector<std::shared_ptr<const MetricRow>> plugins;
  RunnerOptions plugin_runner;  ///< used if there is a plug-in
  std::string plugin_limits;    ///< its options that were typed, for the lines that replay a case
  bool peers = false;

  /// The command that was typed.
  const char* command() const { return plugins.empty() || peers ? "verify" : "validate"; }
  /// Whether the whole campaign is meant, plain or quick.
  bool is_whole() const { return names_nothing() && plugins.empty(); }
  /// Whether no option says which campaign is meant: then it is the one that the store holds.
  bool names_no_campaign() const { return names_nothing() && !outcome.quick; }

 private:
  bool names_nothing() const {
    return metrics.empty() && families.empty() && files.empty() && meshes.empty() && !cases &&
           !seed && !tolerance && !shard;
  }
};

/// The campaign that was typed.
Result<CampaignOptions> make_options(const VerifyArguments& arguments);

/// The campaign that a store holds, as far as this program can run it.
Result<CampaignOptions> stored_options(const VerifyArguments& arguments,
                                       const CampaignDescription& stored);

}  // namespace touchstone
