// SPDX-License-Identifier: GPL-3.0-or-later
// Exact rationals and their correctly rounded way back to doubles.
#pragma once

#include <gmpxx.h>

namespace touchstone {

using Rational = mpq_class;

/// The double nearest to `x` (ties to even; subnormals and overflow to infinity as IEEE 754 does).
double round_to_double(const Rational& x);

/// The double nearest to sqrt(x), x >= 0: rounded once.
double round_sqrt_to_double(const Rational& x);

}  // namespace touchstone
