// SPDX-License-Identifier: GPL-3.0-or-later
// Which of two pairs is simpler.
#pragma once

#include <compare>

#include "harness/shrink/pair_draft.hpp"

namespace touchstone {

/// Simplicity of a draft: compared from the first member to the last, smaller is simpler.
struct DraftOrder {
  int vertices = 0;   ///< vertices of A and B together
  int hulls = 0;      ///< bodies that are not boxes
  int rotation = 0;   ///< ranks of the two rotations, added
  int numbers = 0;    ///< digit_cost of all numbers, added
  int negatives = 0;  ///< numbers below 0
  int exponents = 0;  ///< distance of the bodies' sizes from 1, in powers of two
  int swapped = 0;    ///< 1 if A has fewer vertices than B

  auto operator<=>(const DraftOrder&) const = default;
};

DraftOrder order_of(const PairDraft& draft);

/// Significant decimal digits of the shortest text that reads back as x; 0 of 0.
int significant_digits(double x);
/// The largest number of them among what is written down: vertices, half extents, interior points,
/// t, and q, or R where no q stands for it.
int significant_digits(const PairDraft& draft);

/// Nothing for 0; integers before multiples of 1/16 before others, each by digits; then whatever
/// has more than three digits. Beyond nine digits all cost the same.
int digit_cost(double x);

}  // namespace touchstone
