// SPDX-License-Identifier: GPL-3.0-or-later
// Sine and cosine of rational parts of a turn, the same bits on every machine.
#pragma once

#include "geometry/arithmetic/double_double.hpp"

namespace touchstone {

struct SinCos {
  DoubleDouble sin;
  DoubleDouble cos;
};

/// Sine and cosine of 2 pi k / n, n >= 1, to about 1e-31; exact where the value is 0, 1/2 or 1, and
/// exactly symmetric about the axes and diagonals.
SinCos sin_cos_of_turn(long k, long n);

}  // namespace touchstone
