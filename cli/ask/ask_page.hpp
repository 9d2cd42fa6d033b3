// SPDX-License-Identifier: GPL-3.0-or-later
// One case as a page: its pair in three dimensions, the truth, and what the case and each
// metric say.
#pragma once

#include <string>

#include "cli/ask/asked_cases.hpp"
#include "cli/ask/asker.hpp"

namespace touchstone {

/// The page of a case, with the first of its shrunk failures beside it. `question` and `cases`: what
/// was typed.
std::string ask_page(const Asked& asked, const AskQuestion& question, const AskedCases& cases);

}  // namespace touchstone
