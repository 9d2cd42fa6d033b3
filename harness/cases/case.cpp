// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/case.hpp"

#include <utility>
#include <variant>

#include "geometry/body.hpp"
#include "geometry/body_union.hpp"
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

void put_curved(const ConvexPair& pair, Case& c) {
  c.curved = std::make_shared<const ConvexPair>(pair);
  c.pair = {box_about(pair.A), pair.X_WA, box_about(pair.B), pair.X_WB};
}

void put_union(UnionPair pair, Case& c) {
  c.pair = {box_about(pair.A.pieces.front().body), pair.X_WA, box_about(pair.B.pieces.front().body),
            pair.X_WB};
  c.unions = std::make_shared<const UnionPair>(std::move(pair));
}

}  // namespace touchstone
