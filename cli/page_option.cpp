// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/page_option.hpp"

#include <optional>

namespace touchstone {

void add_page_option(Command& command, std::string& path) {
  command
      .option("--html", "FILE", path,
              "Also one HTML page to FILE: the pair in three dimensions, the truth, and what each "
              "metric says")
      .names_something();
}

Result<OutputFile> open_page(const std::string& path) {
  return OutputFile::open(path.empty() ? std::nullopt : std::optional<std::string>(path));
}

}  // namespace touchstone
