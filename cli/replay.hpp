// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone replay`: one case in full. validate shows a case of a plug-in so, too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/plugin_options.hpp"
#include "cli/replay_dump.hpp"

namespace touchstone {

struct ReplayArguments {
  std::string command = "replay";  ///< the command's name in messages
  std::string id;
  std::vector<std::string> metrics;
  PluginArguments plugin;
  std::string file;
  std::string meshes;
  DumpArguments dump;
  std::optional<std::string> tolerance;
  std::optional<std::string> json;
  std::string html;
  bool shrink = false;
};

/// Shows the case. Returns the exit code.
int replay(ReplayArguments arguments);

}  // namespace touchstone
