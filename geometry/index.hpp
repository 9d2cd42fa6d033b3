// SPDX-License-Identifier: GPL-3.0-or-later
// An index that is kept as an int, or another integer, as the standard containers take it.
#pragma once

#include <concepts>
#include <cstddef>

namespace touchstone {

constexpr std::size_t at(std::integral auto i) { return static_cast<std::size_t>(i); }

}  // namespace touchstone
