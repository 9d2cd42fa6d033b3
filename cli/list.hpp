// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone list` knows.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

/// "metrics", "families" and so on.
std::vector<std::string> list_kinds();

}  // namespace touchstone
