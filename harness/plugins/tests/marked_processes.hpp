// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that a test looks for by what they have in their environment.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace touchstone {

/// The folders below /proc of the processes that have `text` in their environment.
inline std::vector<std::string> processes_with(const std::string& text) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "environ", std::ios::binary);
    const std::string variables((std::istreambuf_iterator<char>(file)), {});
    if (variables.find(text) != std::string::npos) found.push_back(entry.path().string());
  }
  return found;
}

}  // namespace touchstone
