// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs that all but touch, for tests of the metrics.
#pragma once

#include "reference/tests/agreement_cases.hpp"

namespace touchstone {

/// Put together exactly, then turned: what is left is rounding, 1e-16 and less. Every other time
/// the bodies are three orders of magnitude apart in size.
inline Pair all_but_touching(Random& random, int index) {
  const PolytopePtr A = make_lattice_hull(random, 6 + static_cast<int>(random.below(10)), 2);
  const double size = index % 2 == 0 ? 1 : 0x1p-10;
  const PolytopePtr B = make_double_pyramid(4, size, size);
  const auto extreme = [](const Polytope& body, const Vec3& u) {
    Vec3 best = body.vertices()[0];
    for (const Vec3& v : body.vertices()) {
      if (u.dot(v) > u.dot(best)) best = v;
    }
    return best;
  };
  Vec3 n = lattice_vector(random, 1);
  while (n.isZero()) n = lattice_vector(random, 1);
  const Pair pair{A, {}, B, {Mat3::Identity(), extreme(*A, n) - extreme(*B, -n)}};
  const Mat3 R = random.rotation();
  return moved(pair, R, 0x1p-6 * random.unit_vector());
}

}  // namespace touchstone
