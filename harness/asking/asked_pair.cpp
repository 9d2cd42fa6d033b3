// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/asking/asked_pair.hpp"

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

PolytopePtr box_about(const ConvexBody& body) {
  if (const auto* polytope = std::get_if<PolytopePtr>(&body.core())) return *polytope;
  Vec3 half_extents;
  if (const auto* cylinder = std::get_if<Cylinder>(&body.core())) {
    half_extents << cylinder->radius, cylinder->radius, cylinder->half_length;
  } else if (const auto* cone = std::get_if<Cone>(&body.core())) {
    half_extents << cone->radius, cone->radius, cone->half_length;
  } else {
    half_extents = std::get<Ellipsoid>(body.core()).semi_axes;
  }
  const PolytopePtr box = make_box(half_extents);
  return body.radius() > 0 ? make_rounded(box, body.radius()).value() : box;
}

}  // namespace

Pair counted_pair(const AskedPair& asked) {
  if (const auto* pair = std::get_if<const Pair*>(&asked)) return **pair;
  const ConvexPair& pair = *std::get<const ConvexPair*>(asked);
  return {box_about(pair.A), pair.X_WA, box_about(pair.B), pair.X_WB};
}

}  // namespace touchstone
