// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/gjk/search.hpp"

namespace touchstone {

GjkScale gjk_scale(const GjkBody& A, const GjkBody& B, double distance) {
  const double a = A.map.longest();
  const double b = B.map.longest();
  GjkScale scale;
  scale.arms = a + b;
  scale.size = a == 0 || (b != 0 && b < a) ? b : a;
  scale.rounding = kGjkRounding * (scale.arms + distance);
  scale.closed = 4 * kGjkRounding * scale.arms;
  scale.lopsided = scale.closed > kGjkMaxNoise * scale.size;
  return scale;
}

}  // namespace touchstone
