// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/asking/runner.hpp"

#include <utility>

#include "geometry/aligned_box.hpp"
#include "metrics/curved_bodies.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

RoundedCore rounded_core(const Polytope& body) {
  switch (body.dimension()) {
    case 0:
      return kRoundedPoint;
    case 1:
      return kRoundedSegment;
    case 2:
      return kRoundedPolygon;
    default:
      return as_aligned_box(body) ? kRoundedBox : kRoundedSolid;
  }
}

/// Whether the body has a radius that is put to the metric with it.
bool is_taken_rounded(const MetricTraits& traits, const Polytope& body) {
  return takes_radius(traits) && body.radius() > 0;
}

}  // namespace

std::string why_not_applicable(const MetricTraits& traits, const Pair& pair) {
  const bool ratio = traits.quantity == Quantity::ratio;
  for (const auto& [body, name] : {std::pair(pair.A.get(), "body A "), {pair.B.get(), "body B "}}) {
    if (is_taken_rounded(traits, *body)) {
      if ((traits.rounded_cores & rounded_core(*body)) != 0) continue;
      return std::string(name) + "has a radius around a core that is not taken with one";
    }
    if ((!traits.flat || ratio) && body->dimension() < 3) return std::string(name) + "is flat";
    if (traits.boxes_only && !as_aligned_box(*body)) {
      return std::string(name) + "is not a box along its axes";
    }
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
