// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/triangle_normals.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "contact/segment.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// The vector to a point p from the nearest point of any facet, whichever side of it p is on.
struct Away {
  double distance = std::numeric_limits<double>::infinity();  // [m]
  Vec3 offset = Vec3::Zero();                                 // from that point to p, local [m]
};

/// The vector from the facets of `body` to p, which is in its axes [m].
Away away_from_facets(const Polytope& body, const Vec3& p) {
  Away best;
  const auto vertex = [&](int i) -> const Vec3& { return body.vertices()[at(i)]; };
  const auto offer = [&](const Vec3& offset) {
    if (offset.norm() < best.distance) best = {offset.norm(), offset};
  };
  for (const Facet& facet : body.facets()) {
    const double above = facet.normal.dot(p) - facet.offset;
    if (std::abs(above) >= best.distance) continue;
    bool over = true;
    for (std::size_t i = 0; i < facet.vertices.size(); ++i) {
      const Vec3& a = vertex(facet.vertices[i]);
      const Vec3& b = vertex(facet.vertices[(i + 1) % facet.vertices.size()]);
      if (facet.normal.cross(b - a).dot(p - a) >= 0) continue;
      over = false;
      offer(p - nearest_on_segment(a, b, p));
    }
    if (over) offer(above * facet.normal);
  }
  return best;
}

/// The vector from the facets of `other` to the vertex of `body` that is farthest towards the
/// interior point of `other`; world.
Away of_foremost_vertex(const Polytope& body, const Pose& X, const Polytope& other,
                        const Pose& X_other) {
  const Vec3 towards = X.R.transpose() * (X_other.R * other.interior_point() + X_other.t - X.t) -
                       body.interior_point();
  const Vec3& foremost = *std::max_element(
      body.vertices().begin(), body.vertices().end(),
      [&](const Vec3& v, const Vec3& w) { return towards.dot(v) < towards.dot(w); });
  Away away = away_from_facets(other, X_other.R.transpose() * (X.R * foremost + (X.t - X_other.t)));
  away.offset = X_other.R * away.offset;
  return away;
}

}  // namespace

std::optional<Vec3> triangle_normal(const Polytope& A, const Pose& X_WA, const Polytope& B,
                                    const Pose& X_WB) {
  const Away of_A = of_foremost_vertex(A, X_WA, B, X_WB);
  const Away of_B = of_foremost_vertex(B, X_WB, A, X_WA);
  const Vec3 d = of_A.distance <= of_B.distance ? of_A.offset : Vec3(-of_B.offset);
  const double length = d.stableNorm();
  // Either there are no facets, or a vertex lies on one.
  if (!(length > 0)) return std::nullopt;
  return Vec3(d / length);
}

}  // namespace touchstone
