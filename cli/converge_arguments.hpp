// SPDX-License-Identifier: GPL-3.0-or-later
// The words of `touchstone converge`, and what it does instead of running the problems.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/event_choice.hpp"
#include "cli/model_choice.hpp"

namespace touchstone {

struct ConvergeArguments {
  std::vector<std::string> scenes, dt, gamma, patterns;
  std::string contacts, stepper;
  std::optional<std::string> starts, seed, csv, jobs, json;
  EventArguments events;
  ModelArguments model;
  bool frictionless = false;
  bool contraction = false;
  bool conjecture = false;
  std::vector<std::string> families;  ///< for --conjecture only; so is `cases`
  std::optional<std::string> cases;

  /// Whether an option says how problems are run, beside scenes and dt.
  bool runs_are_chosen() const {
    return !gamma.empty() || !patterns.empty() || !contacts.empty() || !stepper.empty() ||
           starts.has_value() || events.any() || model.any() || frictionless;
  }
};

/// Rates of the fixed-point maps. The exit code.
int run_contraction(const ConvergeArguments& arguments);
/// The conjecture after Remark 2.20 of the thesis. The exit code.
int run_conjecture(const ConvergeArguments& arguments);

}  // namespace touchstone
