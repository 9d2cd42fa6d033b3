// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of phi where pieces have a radius or a curved core.
#pragma once

#include <cstdint>

#include "reference/unions.hpp"

namespace touchstone {

/// solve_unions() for pairs in which some piece is round, are_polytopes() being false.
UnionTruth bound_unions(const UnionPair& pair, std::int64_t max_nodes);

}  // namespace touchstone
