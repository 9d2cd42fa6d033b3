// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/asking/runner.hpp"

#include "geometry/aligned_box.hpp"
#include "reference/claims.hpp"

namespace touchstone {

std::string why_not_applicable(const MetricTraits& traits, const Pair& pair) {
  const bool ratio = traits.quantity == Quantity::ratio;
  if (!traits.flat || ratio) {
    if (pair.A->dimension() < 3) return "body A is flat";
    if (pair.B->dimension() < 3) return "body B is flat";
  }
  if (traits.boxes_only) {
    if (!as_aligned_box(*pair.A)) return "body A is not a box along its axes";
    if (!as_aligned_box(*pair.B)) return "body B is not a box along its axes";
  }
  if (const char* why = traits.sizes.refusal(pair.A->bounding_radius(), pair.B->bounding_radius());
      why != nullptr) {
    return why;
  }
  if (ratio) {
    if (is_rounded(pair)) return "a body has a radius";
    if (!pair.A->interior_point_strictly_inside())
      return "the interior point of A is not strictly inside";
    if (!pair.B->interior_point_strictly_inside())
      return "the interior point of B is not strictly inside";
    const bool plain = traits.fixed == FixedBody::none && traits.form == RatioForm::rho;
    if (plain && interior_points_coincide(pair)) return "the interior points coincide";
  }
  return {};
}

}  // namespace touchstone
