// SPDX-License-Identifier: GPL-3.0-or-later
// What people read of a gate's line.
#pragma once

#include <string>

#include "harness/gate/gate_line.hpp"

namespace touchstone {

/// The verdict, then a line for each rule that does not hold.
std::string gate_text(const GateLine& line);

/// A badge: "right on 24813 of 24813, exact judge, 2026-11-29", green only where the line passes
/// and each question was judged and right.
std::string gate_badge(const GateLine& line);

}  // namespace touchstone
