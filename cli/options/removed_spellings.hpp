// SPDX-License-Identifier: GPL-3.0-or-later
// Commands and options that were called otherwise: each gets one line that says what it is now.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

/// What the first removed command or option among the words is now, as one line; empty if all are
/// of today.
std::string removed_spelling(const std::vector<std::string>& words);

}  // namespace touchstone
