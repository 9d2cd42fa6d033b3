// SPDX-License-Identifier: MIT
// coal's (once hpp-fcl's) signed distance as the plug-in `coal`: coal::distance() with
// enable_signed_distance.
//
// Conventions of coal, and what becomes of them here:
// - A Box has full sides, ours half extents: doubled. A hull is a Convex<Triangle>: facets are cut
//   into fans of triangles.
// - min_distance is negative where bodies penetrate, as ours. The normal points from the first body
//   to the second: negated. nearest_points are in the world.
// - A Transform3s takes R and t as they are.
// - Security margins are 0, the default.
// - Large hulls get their table of first guesses, which coal makes of hulls that it computes.
// Parameters: the defaults of DistanceRequest (gjk_tolerance and epa_tolerance 1e-6).
#include <coal/data_types.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>
#include <coal/config.hh>

#include "peers/peer.hpp"

namespace {

struct Body {
  std::unique_ptr<coal::CollisionGeometry> geometry;
  peer::Point origin{};  ///< origin of the geometry's frame in the shape's

  explicit Body(const touchstone_shape& shape) {
    if (shape.is_box != 0) {
      const double* h = shape.box_half_extents;
      geometry = std::make_unique<coal::Box>(2 * h[0], 2 * h[1], 2 * h[2]);
      origin = peer::box_center(shape);
    } else {
      geometry = hull(shape);
    }
    geometry->computeLocalAABB();
  }

 private:
  static std::unique_ptr<coal::CollisionGeometry> hull(const touchstone_shape& shape) {
    auto points = std::make_shared<std::vector<coal::Vec3s>>();
    for (std::uint32_t k = 0; k < shape.vertex_count; ++k) {
      const peer::Point v = peer::vertex(shape, k);
      points->emplace_back(v[0], v[1], v[2]);
    }
    auto triangles = std::make_shared<std::vector<coal::Triangle>>();
    for (std::uint32_t f = 0; f < shape.facet_count; ++f) {
      const std::uint32_t* corner = shape.facet_corners + shape.facet_begin[f];
      const std::uint32_t count = shape.facet_begin[f + 1] - shape.facet_begin[f];
      for (std::uint32_t c = 2; c < count; ++c) {
        triangles->emplace_back(corner[0], corner[c - 1], corner[c]);
      }
    }
    const auto triangle_count = static_cast<unsigned>(triangles->size());
    auto made = std::make_unique<coal::Convex<coal::Triangle>>();
    made->set(points, shape.vertex_count, triangles, triangle_count);  // makes the table, too
    return made;
  }
};

coal::Transform3s transform(const peer::Pose& X) {
  coal::Matrix3s R;
  coal::Vec3s t;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) R(i, j) = X.R[3 * i + j];
    t(i) = X.t[i];
  }
  return coal::Transform3s(R, t);
}

struct Engine {
  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    const coal::DistanceRequest request;
    coal::DistanceResult result;
    coal::distance(A.geometry.get(), transform(peer::moved(X_WA, A.origin)), B.geometry.get(),
                   transform(peer::moved(X_WB, B.origin)), request, result);
    peer::give_value(out, result.min_distance);
    peer::give_normal(out, -result.normal[0], -result.normal[1], -result.normal[2]);
    peer::give_witnesses(out, result.nearest_points[0], result.nearest_points[1]);
  }
};

const touchstone_descriptor kDescriptor = {
    .name = "coal",
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = "coal's signed distance, default request",
    .scalar = TOUCHSTONE_FLOAT64,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = 1e-6,
    .when_separated = peer::kAll,
    .when_touching = peer::kAll,
    .when_penetrating = peer::kAll,
};

}  // namespace

TOUCHSTONE_PEER(Engine, Body, kDescriptor)
