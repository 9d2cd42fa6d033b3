// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone reproduce conjecture` prints.
#pragma once

#include <optional>
#include <string>

#include "harness/depth_limits/conjecture.hpp"

namespace touchstone {

/// `room`: columns of the terminal.
std::string conjecture_text(const ConjectureSummary& summary, std::optional<std::size_t> room);

}  // namespace touchstone
