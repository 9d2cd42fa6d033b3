// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command that steps scenes with a contact model.
#pragma once

#include <optional>
#include <string>

#include "cli/options/command_line.hpp"
#include "dynamics/scene.hpp"
#include "geometry/result.hpp"

namespace touchstone {

struct ModelArguments {
  Typed<std::string> model;
  Typed<int> corrections;
};

/// Option::only() of what a run of a scene depends on.
inline constexpr const char* kOnlyOnRuns =
    "where a scene is run or written: not with --judge or --replay";

void add_model_choice(Command& command, ModelArguments& arguments);

/// Sets what was typed in the scene. Returns what is wrong with it, or nothing.
std::optional<Error> take_model_choice(const ModelArguments& arguments, Scene& scene);

}  // namespace touchstone
