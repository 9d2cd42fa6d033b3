// SPDX-License-Identifier: MIT
// coal's (once hpp-fcl's) signed distance as the plug-in `coal`: coal::distance() with
// enable_signed_distance.
//
// Conventions of coal, and what becomes of them here:
// - A Box has full sides, ours half extents: doubled. A hull is a Convex<Triangle>: facets are cut
//   into fans of triangles.
// - A point with a radius is a Sphere, a segment with one a Capsule along z, whose length is the
//   full one between the centres. Any other solid gets its radius by setSweptSphereRadius(), which
//   sweeps a ball around it, outside, as ours.
// - A Cylinder and a Cone are along z, as ours, the cone with its apex up and the origin halfway.
//   coal takes their full length, ours is the half: doubled. An Ellipsoid has its semi-axes, as
//   ours.
// - min_distance is negative where bodies penetrate, as ours. The normal points from the first body
//   to the second: negated. nearest_points are in the world.
// - A Transform3s takes R and t as they are.
// - Security margins are 0, the default.
// - A ContactPatch of what collide() found has the corners of one polygon, midway between the bodies,
//   and one depth for all: the signed distance. Points within the patch's tolerance (1e-3 m) of its
//   plane are taken for points of it.
// - Large hulls get their table of first guesses, which coal makes of hulls that it computes.
// Parameters: the defaults of DistanceRequest (gjk_tolerance and epa_tolerance 1e-6), of
// CollisionRequest and of ContactPatchRequest.
#include <coal/collision.h>
#include <coal/contact_patch.h>
#include <coal/data_types.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>
#include <coal/config.hh>

#include "peers/peer.hpp"

namespace {

struct Body {
  std::unique_ptr<coal::ShapeBase> geometry;
  peer::Pose X_SG = peer::frame_at({});

  static constexpr touchstone_descriptor_2 kMore = {
      .takes = (TOUCHSTONE_TAKES_RADIUS & ~TOUCHSTONE_TAKES_ROUND_POLYGONS) |
               TOUCHSTONE_TAKES_CYLINDERS | TOUCHSTONE_TAKES_CONES | TOUCHSTONE_TAKES_ELLIPSOIDS};

  explicit Body(const touchstone_body& body) {
    if (body.shape == nullptr) {
      geometry = curved(body);
      geometry->setSweptSphereRadius(body.radius);
    } else {
      make_of_polytope(body);
    }
    geometry->computeLocalAABB();
  }

 private:
  static std::unique_ptr<coal::ShapeBase> curved(const touchstone_body& body) {
    const double* l = body.lengths;
    switch (body.core) {
      case TOUCHSTONE_CORE_CYLINDER:
        return std::make_unique<coal::Cylinder>(l[0], 2 * l[1]);
      case TOUCHSTONE_CORE_CONE:
        return std::make_unique<coal::Cone>(l[0], 2 * l[1]);
      case TOUCHSTONE_CORE_ELLIPSOID:
        return std::make_unique<coal::Ellipsoid>(l[0], l[1], l[2]);
      default:
        throw peer::CannotTake("an unknown core");
    }
  }

  void make_of_polytope(const touchstone_body& body) {
    const touchstone_shape& shape = *body.shape;
    if (body.radius > 0 && body.dimension == 0) {
      geometry = std::make_unique<coal::Sphere>(body.radius);
      X_SG.t = peer::vertex(shape, 0);
    } else if (body.radius > 0 && body.dimension == 1) {
      const peer::Segment core = peer::segment(shape, 2);
      geometry = std::make_unique<coal::Capsule>(body.radius, 2 * core.half_length);
      X_SG = core.X_SG;
    } else if (shape.is_box != 0) {
      const double* h = shape.box_half_extents;
      geometry = std::make_unique<coal::Box>(2 * h[0], 2 * h[1], 2 * h[2]);
      geometry->setSweptSphereRadius(body.radius);
      X_SG.t = peer::box_center(shape);
    } else {
      geometry = hull(shape);
      geometry->setSweptSphereRadius(body.radius);
    }
  }

  static std::unique_ptr<coal::ShapeBase> hull(const touchstone_shape& shape) {
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
  static constexpr touchstone_manifold_policy kPolicy = {
      .max_points = TOUCHSTONE_ANY_COUNT, .depth_is_gap = 1, .depth_of_pair = 1};

  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    const coal::DistanceRequest request;
    coal::DistanceResult result;
    coal::distance(A.geometry.get(), transform(peer::composed(X_WA, A.X_SG)), B.geometry.get(),
                   transform(peer::composed(X_WB, B.X_SG)), request, result);
    peer::give_value(out, result.min_distance);
    peer::give_normal(out, -result.normal[0], -result.normal[1], -result.normal[2]);
    peer::give_witnesses(out, result.nearest_points[0], result.nearest_points[1]);
  }

  static void contacts(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
                       touchstone_answer& out, peer::Points& points) {
    const coal::Transform3s X_WGA = transform(peer::composed(X_WA, A.X_SG));
    const coal::Transform3s X_WGB = transform(peer::composed(X_WB, B.X_SG));
    const coal::CollisionRequest request;
    coal::CollisionResult result;
    coal::collide(A.geometry.get(), X_WGA, B.geometry.get(), X_WGB, request, result);
    peer::give_sign(out, result.isCollision() ? -1 : 1);
    if (!result.isCollision()) return;
    const coal::ContactPatchRequest patch_request(request);
    coal::ContactPatchResult patches(patch_request);
    coal::computeContactPatch(A.geometry.get(), X_WGA, B.geometry.get(), X_WGB, result,
                              patch_request, patches);
    for (std::size_t k = 0; k < patches.numContactPatches(); ++k) {
      const coal::ContactPatch& patch = patches.getContactPatch(k);
      const coal::Vec3s n = patch.getNormal();
      for (std::size_t i = 0; i < patch.size(); ++i) {
        points.add(patch.getPoint(i), patch.penetration_depth, {-n[0], -n[1], -n[2]});
      }
    }
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
