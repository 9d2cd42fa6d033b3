// SPDX-License-Identifier: GPL-3.0-or-later
// One case as a page: its pair in three dimensions, the truth, and what each metric says.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/output_file.hpp"
#include "cli/replay_text.hpp"

namespace touchstone {

/// --html FILE.
void add_page_option(Command& command, std::string& path);
/// The file that it names; nothing is wanted where the option is not typed.
Result<OutputFile> open_page(const std::string& path);

/// Of the shrunk failures the first one is shown beside the case.
std::string replay_page(const Case& c, double tolerance, const Truth& truth,
                        const std::vector<Replayed>& replayed);

}  // namespace touchstone
