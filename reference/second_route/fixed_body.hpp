// SPDX-License-Identifier: GPL-3.0-or-later
// The exact growth ratio where only A grows and B stays as it is (thesis [hart2007thesis], Remark
// 2.18): r^ = min{t >= 0 : x_A + t (A - x_A) meets B}.
#pragma once

#include <optional>

#include "geometry/pair.hpp"
#include "geometry/rational.hpp"

namespace touchstone {

/// r^, 0 where x_A is in B; nothing where A is flat or x_A not strictly inside it, as A does not
/// then grow over all of space. B may be flat, and its interior point does not count.
std::optional<Rational> solve_fixed_body(const Pair& pair);

}  // namespace touchstone
