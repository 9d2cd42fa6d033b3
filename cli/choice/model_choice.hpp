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

void add_model_choice(Command& command, ModelArguments& arguments);

/// Sets what was typed in the scene. Returns what is wrong with it, or nothing.
std::optional<Error> take_model_choice(const ModelArguments& arguments, Scene& scene);

}  // namespace touchstone
