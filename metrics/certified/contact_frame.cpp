// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/contact_frame.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone {

ContactUnit contact_unit(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                         const Pose& X_WB) {
  const auto least = [](const auto& entries, int so_far) {
    for (int i = 0; i < entries.size(); ++i) {
      const double x = entries.data()[i];
      if (x != 0) so_far = std::min(so_far, to_dyadic(x).exponent);
    }
    return so_far;
  };
  ContactUnit unit;
  const int turn = least(X_WA.R, least(X_WB.R, 0));
  unit.exponent = least(X_WA.t, least(X_WB.t, turn + std::min(A.least_exponent, B.least_exponent)));
  // |R v| <= 1.01 |v|; of b - a three such terms, of a difference of two points twice that. Four
  // bits besides are room for sums of six products of them.
  const double most =
      1.01 * (A.map.longest() + A.center.norm() + B.map.longest() + B.center.norm()) +
      (X_WB.t - X_WA.t).norm();
  unit.bits = std::ilogb(most) + 1 - unit.exponent + 1 + 1 + 4;
  return unit;
}

}  // namespace touchstone
