// SPDX-License-Identifier: GPL-3.0-or-later
// The campaign that `verify` is to run: what was typed, or what a store holds.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "cli/verify/verify_options.hpp"
#include "harness/asking/answer_times.hpp"
#include "harness/store/store.hpp"

namespace touchstone {

/// The campaign to run, and where it is kept.
struct PreparedCampaign : VerifyPlan {
  std::string command;           ///< verify or validate
  std::unique_ptr<Store> store;  ///< none without --db
  AnswerCosts costs;             ///< times of the plug-ins' answers in the run
  double elapsed_s = 0;          ///< time that the run took [s]; 0 where nothing was left to run

  /// A complete store is only read: its metrics and files may be gone.
  bool is_judged() const { return store && store->complete(); }
  /// By position of the metric.
  bool is_plugin(std::size_t m) const { return metrics.is_plugin(*options.metrics[m]); }
  bool shrinks(std::size_t m) const { return is_plugin(m) ? shrinks_plugins : shrinks_own; }
};

/// What to run: the campaign that was typed, or the one that the store holds. Opens a store that is
/// complete. `command` is verify or validate.
Result<PreparedCampaign> prepare_campaign(const VerifyArguments& arguments, const char* command);

/// Opens the store of a campaign that is not judged yet, and makes it where there is none. What is
/// wrong with it, or nothing.
std::optional<Error> open_store(const VerifyArguments& arguments, PreparedCampaign& prepared);

}  // namespace touchstone
