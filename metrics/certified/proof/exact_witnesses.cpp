// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/exact_witnesses.hpp"

#include <array>
#include <cstddef>

#include "metrics/arithmetic/exact_rounding.hpp"
#include "metrics/common/exact_set.hpp"

namespace touchstone {

Witnesses exact_witnesses(const DifferenceSet& set, std::span<const DifferencePoint> feature) {
  Witnesses found;
  const ExactSet exact_set(set.A().exactly(), set.X_WA(), set.B().exactly(), set.X_WB());
  const int count = static_cast<int>(feature.size());
  std::array<ExactPoint, 3> points;
  std::array<const ExactPoint*, 3> p{};
  for (std::size_t i = 0; i < feature.size(); ++i) {
    points[i] = exact_set.point(feature[i].a, feature[i].b);
    p[i] = &points[i];
  }
  const Foot foot = foot_of(p, count);
  if (!foot.exists || !foot.inside(count)) return found;
  if (!foot.at_zero()) found.n = exact::rounded_unit(foot.V);
  found.p_WA = exact_set.rounded_point(true, p, foot.weight, count);
  found.p_WB = exact_set.rounded_point(false, p, foot.weight, count);
  found.sound = true;
  return found;
}

}  // namespace touchstone
