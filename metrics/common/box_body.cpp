// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/box_body.hpp"

#include "geometry/aligned_box.hpp"
#include "geometry/index.hpp"

namespace touchstone {

BoxBody::BoxBody(const Polytope& polytope) : radius(polytope.bounding_radius()) {
  if (polytope.dimension() < 3) {
    refusal = "flat body";
    return;
  }
  const auto box = as_aligned_box(polytope);
  if (!box) {
    refusal = "not a box along its local axes";
    return;
  }
  for (int i = 0; i < 3; ++i) {
    const auto k = at(i);
    const DoubleDouble sum = two_sum(box->least[i], box->most[i]);
    const DoubleDouble width = two_sum(box->most[i], -box->least[i]);
    exact_center[k] = {0.5 * sum.high, 0.5 * sum.low};
    exact_half[k] = {0.5 * width.high, 0.5 * width.low};
  }
  center = rounded(exact_center);
  half = rounded(exact_half);
  centered = center.isZero(0);
}

}  // namespace touchstone
