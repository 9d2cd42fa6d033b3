// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies with a radius: phi = phi_core - r with r = r_A + r_B, and the same optimal directions
// (docs/bodies.md). phi_core = sign sqrt(square) with a rational square, so phi has no rational
// square as a rule; comparisons with rationals decide its sign and its rounding.
#pragma once

#include <optional>

#include "geometry/pair.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// The double nearest to sign sqrt(square) - q, square >= 0, q of any sign: rounded once, however
/// near the two are to each other.
double round_root_less(int sign, const Rational& square, const Rational& q);

/// r = r_A + r_B, exactly [m].
Rational radius_of(const Pair& pair);

/// Makes the truth of the bodies of that of their cores.
void apply_radii(const Pair& pair, Truth& cores);

/// The truth of the bodies from that of their cores; nothing where the doubt of the cores' phi
/// leaves the sign or the rounding of the bodies' phi open.
std::optional<RoundedTruth> with_radii(const Pair& pair, const RoundedTruth& cores);

/// The truth of the bodies from that of their cores, of which phi^2 is known exactly [m^2].
RoundedTruth with_radii(const Pair& pair, const RoundedTruth& cores, const Rational& square);

/// 1 / sqrt(square), square > 0, to 2^-200 of itself.
Rational inverse_root(const Rational& square);

/// x as a double and its tail, where |x - middle| <= doubt.
RoundedReal rounded_real(const Rational& middle, const Rational& doubt);

}  // namespace touchstone
