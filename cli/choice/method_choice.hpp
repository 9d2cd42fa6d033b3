// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command that runs scenes: how contacts are found and steps are made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/command_line.hpp"
#include "dynamics/scene.hpp"
#include "geometry/result.hpp"

namespace touchstone {

struct MethodArguments {
  Typed<std::string> contacts, model, stepper;
  Typed<int> corrections;
  Typed<std::string> window, rows, bounds;  ///< options of the contact method `events`
  Typed<bool> thesis;
};

/// Option::only() of what a run of a scene depends on.
inline constexpr const char* kOnlyOnRuns =
    "where a scene is run or written: not with --judge or --replay";

/// Adds --contacts, --window, --rows, --bounds and --stepper.
void add_contact_options(Command& command, MethodArguments& arguments);
/// Adds these, and all other options of MethodArguments.
void add_method_options(Command& command, MethodArguments& arguments);

/// The words of --model; one that is empty if nothing was typed.
std::vector<std::string> typed_models(const MethodArguments& arguments);

/// Sets what was typed in the scene: of what finds contacts nothing where a metric is handed in,
/// which takes its place. Returns what is wrong, or nothing.
std::optional<Error> take_methods(const MethodArguments& arguments, bool by_metric, Scene& scene);
/// Takes this contact model, one of those that were typed.
std::optional<Error> take_methods(const MethodArguments& arguments, bool by_metric,
                                  const std::string& model, Scene& scene);

}  // namespace touchstone
