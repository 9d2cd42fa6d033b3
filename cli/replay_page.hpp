// SPDX-License-Identifier: GPL-3.0-or-later
// One case as a page: its pair in three dimensions, the truth, and what each metric says.
#pragma once

#include <string>
#include <vector>

#include "cli/replay_text.hpp"

namespace touchstone {

/// The page of a case, with the first of its shrunk failures beside it.
std::string replay_page(const Case& c, double tolerance, const Truth& truth,
                        const std::vector<Replayed>& replayed);

}  // namespace touchstone
