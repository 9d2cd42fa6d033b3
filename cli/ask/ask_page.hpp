// SPDX-License-Identifier: GPL-3.0-or-later
// One case as a page: its pair in three dimensions, the truth, and what the case and each
// metric say.
#pragma once

#include <string>

#include "cli/ask/asker.hpp"

namespace touchstone {

/// The page of a case, with the first of its shrunk failures beside it.
std::string ask_page(const Asked& asked, double tolerance);

}  // namespace touchstone
