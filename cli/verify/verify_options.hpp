// SPDX-License-Identifier: GPL-3.0-or-later
// What was typed after verify or validate, and which campaign it means.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/choice/case_choice.hpp"
#include "cli/choice/metric_choice.hpp"
#include "cli/verify/outcome.hpp"
#include "geometry/result.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/campaign/campaign_plan.hpp"

namespace touchstone {

struct VerifyArguments : Arguments {
  MetricArguments metrics;
  CaseChoiceArguments cases;
  Typed<bool> quick;
  Typed<double> tolerance{kDefaultTolerance};
  Typed<std::string> db;
  Typed<std::string> shard;         ///< "2/4"
  Typed<std::uint64_t> batch;       ///< cases that a metric is asked at once; 0: by their size
  Typed<std::uint64_t> properties;  ///< cases of each family that are examined for properties
  Typed<bool> shrink;               ///< failures of metrics of this program
  Typed<bool> no_shrink;            ///< failures of plug-ins
  Typed<std::string> corpus;        ///< a directory
  Typed<bool> degeneracy;
  Typed<bool> certify;
  OutcomeArguments outcome;

  Extent extent() const { return *quick ? Extent::quick : Extent::plain; }
  /// Whether an option says which cases and questions the campaign has.
  bool names_campaign() const {
    return cases.files.given() || cases.families.given() || cases.meshes.given() ||
           cases.cases.given() || cases.seed.given() || tolerance.given() || shard.given();
  }
};

/// The options that verify and validate have in common, all but the metrics.
void add_verify_options(Command& command, VerifyArguments& arguments);

/// A campaign, and what its options point to.
struct VerifyPlan {
  MetricChoice metrics;
  CaseChoice cases;
  std::vector<std::string> recalled;  ///< case files of the corpus, which are judged first
  CampaignOptions options;
  bool shrinks_own = false;      ///< failures of metrics of this program are shrunk
  bool shrinks_plugins = false;  ///< failures of plug-ins are
};

/// What is known before the campaign: the metrics, and what does not make a campaign another one.
Result<VerifyPlan> begin_plan(const VerifyArguments& arguments);

/// Fills in the campaign that was typed. What is wrong with it, or nothing.
std::optional<Error> plan_typed(const VerifyArguments& arguments, VerifyPlan& plan);

/// Fills in the campaign that a store holds, as far as this program can run it.
std::optional<Error> plan_stored(const std::string& store, const CampaignDescription& stored,
                                 VerifyPlan& plan);

}  // namespace touchstone
