// SPDX-License-Identifier: MIT
// FCL's signed distance, fcl::distance() with enable_signed_distance, as three plug-ins: `fcl` uses
// its solver GST_LIBCCD, `fcl_indep` (compiled with PEER_INDEPENDENT) its solver GST_INDEP,
// `fcl_box` (PEER_BOXES) takes boxes alone, for manifolds of 4 points.
//
// Conventions of FCL, and what becomes of them here:
// - A Box has full sides, ours half extents: doubled. A hull is a Convex with FCL's facet lists.
//   fcl::Box and fcl::Convex are used in double precision.
// - A point with a radius is a Sphere, a segment with one a Capsule along z, whose length is the
//   full one between the centres. FCL has no other body with a radius.
// - A Cylinder and a Cone are along z, as ours, the cone with its apex up and the origin halfway.
//   FCL takes their full length, ours is the half: doubled. An Ellipsoid has its semi-axes, as ours.
// - min_distance is the signed distance, negative where bodies penetrate, as ours.
// - There is no normal beside a distance. It is derived from the nearest points, which FCL
//   documents to lie on the surfaces for GST_LIBCCD and primitive shapes; not where they are nearer
//   than distance_tolerance, which would be noise that FCL never gave. With GST_INDEP they lie
//   there for separated bodies only; for penetrating ones a second call, fcl::collide() with the
//   same solver, gives the normal, which points from the first body to the second: negated.
// - Manifolds are the contacts of fcl::collide(): depths are positive where bodies penetrate. FCL
//   does not say where a contact's point is. Of boxes it is on the other body than the face, or
//   midway between two edges: moved to the middle. Two edges are taken only if their gap, made 5 %
//   larger, is above that of the best face: a relative slack of 0.05.
// - FCL has no margins.
// Parameters: the defaults of DistanceRequest, so distance_tolerance 1e-6.
#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "peers/peer.hpp"
#include "peers/posed_box.hpp"

namespace {

#ifdef PEER_INDEPENDENT
constexpr bool kIndependent = true;
#else
constexpr bool kIndependent = false;
#endif

constexpr auto kSolver =
    kIndependent ? fcl::GJKSolverType::GST_INDEP : fcl::GJKSolverType::GST_LIBCCD;
constexpr unsigned kMaxPoints = peer::kBoxes ? 4 : 1;

struct Body {
  std::unique_ptr<fcl::CollisionGeometryd> geometry;
  peer::Pose X_SG = peer::frame_at({});
  peer::Point half_extents{};  ///< a box's [m]

  static constexpr touchstone_descriptor_2 kMore = {
      .takes = TOUCHSTONE_TAKES_SPHERES | TOUCHSTONE_TAKES_CAPSULES | TOUCHSTONE_TAKES_CYLINDERS |
               TOUCHSTONE_TAKES_CONES | TOUCHSTONE_TAKES_ELLIPSOIDS};

  explicit Body(const touchstone_body& body) {
    if (body.shape == nullptr) {
      geometry = curved(body);
    } else {
      make_of_polytope(body);
    }
    geometry->computeLocalAABB();
  }

 private:
  static std::unique_ptr<fcl::CollisionGeometryd> curved(const touchstone_body& body) {
    const double* l = body.lengths;
    switch (body.core) {
      case TOUCHSTONE_CORE_CYLINDER:
        return std::make_unique<fcl::Cylinderd>(l[0], 2 * l[1]);
      case TOUCHSTONE_CORE_CONE:
        return std::make_unique<fcl::Coned>(l[0], 2 * l[1]);
      case TOUCHSTONE_CORE_ELLIPSOID:
        return std::make_unique<fcl::Ellipsoidd>(l[0], l[1], l[2]);
      default:
        throw peer::CannotTake("an unknown core");
    }
  }

  void make_of_polytope(const touchstone_body& body) {
    const touchstone_shape& shape = *body.shape;
    if (body.radius > 0 && body.dimension == 0) {
      geometry = std::make_unique<fcl::Sphered>(body.radius);
      X_SG.t = peer::vertex(shape, 0);
    } else if (body.radius > 0 && body.dimension == 1) {
      const peer::Segment core = peer::segment(shape, 2);
      geometry = std::make_unique<fcl::Capsuled>(body.radius, 2 * core.half_length);
      X_SG = core.X_SG;
    } else if (shape.is_box != 0) {
      const double* h = shape.box_half_extents;
      half_extents = {h[0], h[1], h[2]};
      geometry = std::make_unique<fcl::Boxd>(2 * h[0], 2 * h[1], 2 * h[2]);
      X_SG.t = peer::box_center(shape);
    } else if (peer::kBoxes) {
      throw peer::CannotTake("not a box");
    } else {
      auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
      for (std::uint32_t k = 0; k < shape.vertex_count; ++k) {
        const peer::Point v = peer::vertex(shape, k);
        vertices->emplace_back(v[0], v[1], v[2]);
      }
      auto facets = std::make_shared<std::vector<int>>(peer::counted_facets<int>(shape));
      geometry =
          std::make_unique<fcl::Convexd>(vertices, static_cast<int>(shape.facet_count), facets);
    }
  }
};

fcl::Transform3d transform(const peer::Pose& X) {
  fcl::Transform3d T = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) T.linear()(i, j) = X.R[3 * i + j];
    T.translation()(i) = X.t[i];
  }
  return T;
}

struct Engine {
  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    const fcl::Transform3d T_A = transform(peer::composed(X_WA, A.X_SG));
    const fcl::Transform3d T_B = transform(peer::composed(X_WB, B.X_SG));
    fcl::DistanceRequestd request;
    request.enable_nearest_points = true;
    request.enable_signed_distance = true;
    request.gjk_solver_type = kSolver;
    fcl::DistanceResultd result;
    fcl::distance(A.geometry.get(), T_A, B.geometry.get(), T_B, request, result);
    peer::give_value(out, result.min_distance);
    if (!kIndependent || result.min_distance > 0) {
      peer::give_witnesses(out, result.nearest_points[0], result.nearest_points[1]);
      if (std::abs(out.value) > request.distance_tolerance) peer::derive_normal(out);
    } else {
      deepest_normal(A, T_A, B, T_B, out);
    }
  }

  static constexpr touchstone_manifold_policy kPolicy = {.max_points = kMaxPoints,
                                                         .relative_slack = peer::kBoxes ? 0.05 : 0};

  void contacts(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
                touchstone_answer& out, peer::Points& points) {
    const peer::PosedBox box_A{peer::composed(X_WA, A.X_SG), A.half_extents};
    const peer::PosedBox box_B{peer::composed(X_WB, B.X_SG), B.half_extents};
    const auto result = collide(A, transform(box_A.X), B, transform(box_B.X));
    peer::give_sign(out, result.numContacts() > 0 ? -1 : 1);
    for (std::size_t k = 0; k < result.numContacts(); ++k) {
      const fcl::Contactd& contact = result.getContact(k);
      const peer::Point n = {-contact.normal[0], -contact.normal[1], -contact.normal[2]};
      peer::Point p = {contact.pos[0], contact.pos[1], contact.pos[2]};
      const bool boxes = A.half_extents[0] > 0 && B.half_extents[0] > 0;
      if (peer::kBoxes && boxes)
        p = peer::middle_of(box_A, box_B, p, n, -contact.penetration_depth);
      points.add(p, contact.penetration_depth, n);
    }
  }

 private:
  static void deepest_normal(const Body& A, const fcl::Transform3d& T_A, const Body& B,
                             const fcl::Transform3d& T_B, touchstone_answer& out) {
    const fcl::CollisionResultd result = collide(A, T_A, B, T_B);
    double depth = 0;
    for (std::size_t k = 0; k < result.numContacts(); ++k) {
      const fcl::Contactd& contact = result.getContact(k);
      if (contact.penetration_depth <= depth) continue;
      depth = contact.penetration_depth;
      const fcl::Vector3d n = -contact.normal;
      peer::give_normal(out, n[0], n[1], n[2]);
    }
  }

  static fcl::CollisionResultd collide(const Body& A, const fcl::Transform3d& T_A, const Body& B,
                                       const fcl::Transform3d& T_B) {
    fcl::CollisionRequestd request;
    request.enable_contact = true;
    request.num_max_contacts = kMaxPoints;
    request.gjk_solver_type = kSolver;
    fcl::CollisionResultd result;
    fcl::collide(A.geometry.get(), T_A, B.geometry.get(), T_B, request, result);
    return result;
  }
};

const touchstone_descriptor kDescriptor = {
    .name = kIndependent   ? "fcl_indep"
            : peer::kBoxes ? "fcl_box"
                           : "fcl",
    .version = FCL_VERSION,
    .build = PEER_BUILD,
    .summary = kIndependent ? "FCL's signed distance, solver GST_INDEP, distance_tolerance 1e-6"
                            : "FCL's signed distance, solver GST_LIBCCD, distance_tolerance 1e-6",
    .policy = kIndependent ? "the negative distance is the depth that collide() finds (its "
                             "documentation calls that a workaround)"
                           : nullptr,
    .scalar = TOUCHSTONE_FLOAT64,
    .boxes_only = peer::kBoxes ? 1U : 0U,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = 1e-6,
    .when_separated = peer::kAll,
    .when_touching = peer::kValue,
    .when_penetrating = kIndependent ? peer::kValueAndNormal : peer::kAll,
};

}  // namespace

TOUCHSTONE_PEER(Engine, Body, kDescriptor)
