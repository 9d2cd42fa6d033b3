// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command that runs scenes with the contact method `events`.
#pragma once

#include <optional>
#include <string>

#include "cli/options/command_line.hpp"
#include "dynamics/scene.hpp"
#include "geometry/result.hpp"

namespace touchstone {

struct EventArguments {
  Typed<std::string> window, rows, bounds;
  Typed<bool> thesis;

  /// The first of these options that was typed; empty if none was.
  std::string typed() const;
};

void add_event_choice(Command& command, EventArguments& arguments);

/// Sets what was typed in the scene's events. Returns what is wrong with it, or nothing; if
/// something was typed, the scene's contacts are by events.
std::optional<Error> take_event_choice(const EventArguments& arguments, Scene& scene);

}  // namespace touchstone
