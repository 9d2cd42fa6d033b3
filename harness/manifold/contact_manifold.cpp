// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/contact_manifold.hpp"

#include <algorithm>

#include "contact/manifold.hpp"

namespace touchstone {

Manifold manifold_of(const ContactData& data) {
  Manifold manifold;
  manifold.answered = true;
  manifold.normal = data.normal;
  for (const ContactPoint& point : data.points) {
    manifold.points.push_back({(point.p_WA + point.p_WB) / 2, point.gap, data.normal, {}});
  }
  return manifold;
}

ManifoldPolicy contact_policy(const Pair& pair, double reach) {
  ManifoldPolicy policy;
  policy.reach = reach;
  policy.depth_is_gap = true;
  policy.merging_distance = std::min(kMergedContact, kMergedPart * pair_size(pair));
  return policy;
}

}  // namespace touchstone
