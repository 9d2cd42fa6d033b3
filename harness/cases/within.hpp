// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the bodies of a case are near.
#pragma once

#include "harness/cases/case.hpp"

namespace touchstone {

/// Whether the bodies are at most `distance` apart [m]: exactly where they are polytopes, rounded or
/// not; else by bounds, whose doubt counts as near.
bool are_within(const Case& c, double distance);

}  // namespace touchstone
