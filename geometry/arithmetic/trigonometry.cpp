// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/arithmetic/trigonometry.hpp"

#include <cassert>
#include <utility>

namespace touchstone {
namespace {

/// pi/4 as 0x1.921fb54442d18p-1 + 0x1.1a62633145c07p-55.
constexpr DoubleDouble kQuarterPi = {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};

DoubleDouble number(double x) { return {x, 0}; }

/// Taylor's series, x in [0, pi/4]: the first term left out is below 1e-33.
SinCos first_octant(DoubleDouble x) {
  constexpr int kLast = 28;
  if (x.high == 0) return {number(0), number(1)};
  const DoubleDouble square = x * x;
  DoubleDouble sine = number(1);
  DoubleDouble cosine = number(1);
  for (int k = kLast; k >= 2; k -= 2) {
    sine = number(1) - square * sine / number(k * (k + 1));
    cosine = number(1) - square * cosine / number((k - 1) * k);
  }
  return {x * sine, cosine};
}

}  // namespace

SinCos sin_cos_of_turn(long k, long n) {
  assert(n >= 1);
  k %= n;
  if (k < 0) k += n;
  // The turn is (octant + rest / n) pi/4; odd octants are mirrored, so that the diagonals are met
  // from both sides alike.
  const long octant = 8 * k / n;
  const long rest = 8 * k - octant * n;
  const long along = octant % 2 == 0 ? rest : n - rest;
  const DoubleDouble part = number(static_cast<double>(along)) / number(static_cast<double>(n));
  auto [s, c] = first_octant(part * kQuarterPi);
  if (along == n) c = s;  // on the diagonal itself
  // Mirrored at the diagonal in octants 1, 2, 5, 6.
  if (octant % 4 == 1 || octant % 4 == 2) std::swap(s, c);
  if (octant >= 4) s = -s;
  if (octant >= 2 && octant < 6) c = -c;
  return {s, c};
}

}  // namespace touchstone
