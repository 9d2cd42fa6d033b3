// SPDX-License-Identifier: GPL-3.0-or-later
// The bound of a simplex search in exact integers.
#pragma once

#include "geometry/loop_bound.hpp"

namespace touchstone {

/// No basis of a search in exact integers comes back, so it comes to an end, but theory allows
/// exponentially many exchanges: this is far beyond any honest search.
inline LoopBound bound_of_exchanges(const char* loop) { return {loop, 100'000}; }

}  // namespace touchstone
