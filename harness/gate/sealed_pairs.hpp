// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs that nobody has seen before: cases of families, turned, relabelled, scaled and shuffled, by
// a seed that is made after the library under test is loaded. Some pairs are told twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/random.hpp"
#include "harness/cases/families/family.hpp"

namespace touchstone {

struct SealedPair {
  Pair pair;
  int exponent = 0;  ///< lengths are those of the family's case times 2^exponent, to rounding
  /// Position in the deal of the same pair in another scale and under other names of bodies and
  /// vertices, if this one is such a decoy.
  std::optional<std::size_t> decoy_of = std::nullopt;
};

/// Pairs of one deal before some of them are told again.
inline constexpr std::uint64_t kDealtPairs = 200;

/// The questions of a deal, in the order in which they are put. Deals of other numbers share
/// nothing. The families are of polytopes. With `boxes_only`, boxes stay along their local axes.
std::vector<SealedPair> deal(const std::vector<const Family*>& families, bool boxes_only,
                             std::uint64_t seed, std::uint64_t number);

/// The pair as bodies turned in their frames and in the world, with their vertices in another order,
/// and lengths times 2^exponent. The coordinates are rounded: it is a pair of its own. Flat bodies
/// and, with `boxes_only`, all bodies keep their frames.
Pair sealed(const Pair& pair, bool boxes_only, int exponent, Random& random);

/// The pair itself, its lengths times 2^exponent exactly: vertices in another order, zeros of its
/// poses with other signs, and with `swaps` the bodies exchanged.
Pair retold(const Pair& pair, bool swaps, int exponent, Random& random);

}  // namespace touchstone
