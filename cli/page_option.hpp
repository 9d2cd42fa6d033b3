// SPDX-License-Identifier: GPL-3.0-or-later
// --html FILE of the commands that show one case.
#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "cli/output_file.hpp"
#include "geometry/result.hpp"

namespace touchstone {

void add_page_option(Command& command, std::string& path);
/// The file that it names; nothing is wanted where the option is not typed.
Result<OutputFile> open_page(const std::string& path);

}  // namespace touchstone
