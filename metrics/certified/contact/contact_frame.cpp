// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/contact/contact_frame.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone {

ContactUnit contact_unit(const DifferenceSet& set, const OddPose& X_WA, const OddPose& X_WB) {
  const DifferenceBody& A = set.A();
  const DifferenceBody& B = set.B();
  ContactUnit unit;
  const int R_exponent = std::min({X_WA.R.range.least, X_WB.R.range.least, 0});
  ExponentRange of_t;
  of_t.add(X_WA.t);
  of_t.add(X_WB.t);
  unit.exponent = std::min(of_t.least, R_exponent + std::min(A.least_exponent, B.least_exponent));
  // |R v| <= 1.01 |v|. b - a has three such terms, a difference of two points twice as many. Four
  // more bits are room for sums of six products of them.
  const double most =
      1.01 * (A.map.longest() + A.center.norm() + B.map.longest() + B.center.norm()) +
      (set.X_WB().t - set.X_WA().t).norm();
  unit.bits = std::ilogb(most) + 1 - unit.exponent + 1 + 1 + 4;
  return unit;
}

}  // namespace touchstone
