// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/replay_command.hpp"

#include <array>
#include <charconv>

#include "harness/cases/families/meshes.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
std::string shell_word(const std::string& word) {
  if (word.find_first_of(" \t\n\r'\"\\$&;|<>()*?[]{}^#~`!") == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

bool from_standard_input(const CampaignRow& row) { return row.path == "-"; }

std::string replay_command(const CampaignRow& row, const std::string& id, double tolerance) {
  const bool unsaved = from_standard_input(row);
  // Without its family's name the id is right whatever the cases are saved as.
  std::string line = "./touchstone replay " +
                     shell_word(unsaved ? id.substr(row.family.size() + 1) : id) + " --metric " +
                     shell_word(row.plugin.empty() ? row.metric : row.plugin) + row.plugin_limits;
  if (unsaved) {
    line += std::string(" --file ") + kSavedInput;
  } else if (!row.path.empty()) {
    line += (row.group == kMeshGroup ? " --meshes " : " --file ") + shell_word(row.path);
  }
  if (tolerance != kDefaultTolerance) line += " --tolerance " + json_number(tolerance);
  return line;
}

}  // namespace touchstone
