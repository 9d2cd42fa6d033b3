// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/local_box.hpp"

#include "geometry/aligned_box.hpp"
#include "geometry/double_double.hpp"

namespace touchstone {

std::optional<LocalBox> as_box(const Polytope& polytope) {
  const auto corners = as_aligned_box(polytope);
  if (!corners) return std::nullopt;
  LocalBox box;
  for (int i = 0; i < 3; ++i) {
    const DoubleDouble sum = two_sum(corners->least[i], corners->most[i]);
    const DoubleDouble width = two_sum(corners->most[i], -corners->least[i]);
    if (sum.low != 0 || width.low != 0) return std::nullopt;
    box.centre[i] = 0.5 * sum.high;
    box.half[i] = 0.5 * width.high;
  }
  return box;
}

}  // namespace touchstone
