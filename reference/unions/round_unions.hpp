// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of phi where pieces have a radius or a curved core.
#pragma once

#include <cstdint>

#include "reference/unions.hpp"

namespace touchstone {

/// What solve_unions gives of a pair that are_polytopes is false for.
UnionTruth bound_unions(const UnionPair& pair, std::int64_t max_nodes);

}  // namespace touchstone
