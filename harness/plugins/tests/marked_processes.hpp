// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that a test looks for by what they have in their environment, or by their name.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace touchstone {

/// The folders below /proc of the processes that have `mark` after NAME= in their environment, or for
/// their name.
inline std::vector<std::string> processes_with(const std::string& variable,
                                               const std::string& mark) {
  const auto text_of = [](const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text
        << file.rdbuf();  // unlike an iterator it takes the end of the process for that of the file
    return text.str();
  };
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const bool marked =
        text_of(entry.path() / "environ").find(variable + "=" + mark) != std::string::npos ||
        text_of(entry.path() / "cmdline").rfind(mark, 0) == 0;
    if (marked) found.push_back(entry.path().string());
  }
  return found;
}

}  // namespace touchstone
