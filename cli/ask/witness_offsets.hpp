// SPDX-License-Identifier: GPL-3.0-or-later
// How far each claim about an answer's witness points is from true: for a person who is to find
// out which of the two is off. The judge decides without these figures, exactly.
#pragma once

#include <optional>

#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "reference/truth.hpp"

namespace touchstone {

struct WitnessOffsets {
  double a_outside = 0;   ///< distance of p_A from body A, 0 on it or in it [m]
  double b_outside = 0;   ///< distance of p_B from body B, 0 on it or in it [m]
  double difference = 0;  ///< distance of p_A - p_B from phi n, for the nearest optimal n [m]
};

/// Nothing where a point is not finite or beyond what bodies may be. For a ratio metric rho d takes
/// the place of phi n. The distances are exact and rounded once, the difference is in doubles.
std::optional<WitnessOffsets> witness_offsets(const Pair& pair, const Truth& truth,
                                              Quantity quantity, const Answer& answer);

}  // namespace touchstone
