// SPDX-License-Identifier: GPL-3.0-or-later
// What the names of observables stand for, to be said where they are printed.
#pragma once

#include <string_view>

namespace touchstone {

/// In half a line, with the unit: "... [s]". Empty of a name that no scene has.
std::string_view observable_meaning(std::string_view name);

}  // namespace touchstone
