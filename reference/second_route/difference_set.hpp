// SPDX-License-Identifier: GPL-3.0-or-later
// The vertex differences b - a whose hull is C = B + (-A).
#pragma once

#include <cstddef>
#include <vector>

#include "reference/exact/integer_space.hpp"

namespace touchstone {

/// Above this many differences those that cannot be corners of C are dropped first.
inline constexpr std::size_t kPruneAbove = 4096;

/// All differences b - a.
std::vector<IntegerVec3> all_differences(const IntegerPair& pair);

/// A subset of them with the same hull. b - a is a corner of C only if one direction u has b as its
/// only greatest point of B and a as its only least point of A: the normal cones must meet. Cones
/// are bounded by caps, a little too large, and pairs of caps that are apart are dropped. Bodies
/// below dimension 3 keep all their vertices.
std::vector<IntegerVec3> pruned_differences(const IntegerPair& pair);

}  // namespace touchstone
