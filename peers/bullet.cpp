// SPDX-License-Identifier: MIT
// Bullet's two ways from a convex pair to a distance, each in both precisions, and the first with
// its usual margins: five plug-ins.
// - `bullet`, `bullet_float64`: btGjkPairDetector with btVoronoiSimplexSolver and
//   btGjkEpaPenetrationDepthSolver, as btDefaultCollisionConfiguration puts them together.
// - `bullet_margin` (PEER_MARGIN, double precision): the same of hulls with the default margin.
// - `bullet_epa`, `bullet_epa_float64` (PEER_GJK_EPA): btGjkEpaSolver2::SignedDistance().
//
// Conventions of Bullet, and what becomes of them here:
// - btBoxShape takes half extents, as ours; a hull is a btConvexHullShape of all vertices.
// - Margins are off: setMargin(0) on each shape, after which the box keeps its full extents. Bullet
//   recommends a margin (0.04 m by default) for its simulations. `bullet_margin` has it around each
//   hull, boxes too: its distances are 0.08 m less on purpose, and its points, which are on the
//   margins, are not given.
// - A margin is Bullet's radius: a point is a btSphereShape, a segment a btCapsuleShape along y
//   (its height is the full length between the centres), a hull has it outside. A box has it
//   inside: the half extents of the core, plus the radius, are given.
// - A cylinder is a btCylinderShapeZ of half extents (r, r, h), with its margin inside as a box has
//   it. A cone is a btConeShapeZ of the full height, ours is the half: doubled; its apex is up and
//   its origin halfway, as ours, and its margin is outside. Bullet has no ellipsoid.
// - SignedDistance() leaves margins out, those of spheres too: it is asked about no radius.
// - Pair detector: the normal points from B to A and the distance is negative where bodies
//   penetrate, as ours. It gives the point on B; that on A is p_B + distance * normal, as
//   btDiscreteCollisionDetectorInterface.h says.
// - SignedDistance(): the same direction and sign, and both points in the world. The normal is in
//   the first shape's frame, which Bullet documents nowhere: turned into the world here.
// - The build in single precision (btScalar is float) gets the pair rounded to float.
// - A manifold is the one point on B with its distance; not with margins.
// Parameters: none; Bullet's thresholds are constants of its source.
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "peers/peer.hpp"

namespace {

#ifdef BT_USE_DOUBLE_PRECISION
constexpr bool kDouble = true;
#else
constexpr bool kDouble = false;
#endif
#ifdef PEER_GJK_EPA
constexpr bool kGjkEpa = true;
#else
constexpr bool kGjkEpa = false;
#endif

#ifdef PEER_MARGIN
constexpr bool kMargin = true;
#else
constexpr bool kMargin = false;
#endif
constexpr double kDefaultMargin = CONVEX_DISTANCE_MARGIN;

btScalar scalar(double x) { return static_cast<btScalar>(x); }

struct Body {
  std::unique_ptr<btConvexShape> shape;
  peer::Pose X_SG = peer::frame_at({});

  static constexpr std::uint32_t kCurved = TOUCHSTONE_TAKES_CYLINDERS | TOUCHSTONE_TAKES_CONES;
  static constexpr std::uint32_t kRounded =
      TOUCHSTONE_TAKES_RADIUS & ~TOUCHSTONE_TAKES_ROUND_POLYGONS;
  static constexpr touchstone_descriptor_2 kMore = {.takes = kMargin   ? 0U
                                                             : kGjkEpa ? kCurved
                                                                       : kCurved | kRounded,
                                                    .offset = kMargin ? 2 * kDefaultMargin : 0};

  explicit Body(const touchstone_body& body) {
    if (body.shape == nullptr) {
      make_curved(body);
    } else {
      make_of_polytope(body);
    }
  }

 private:
  void make_curved(const touchstone_body& body) {
    const btScalar r = scalar(body.lengths[0]);
    const btScalar h = scalar(body.lengths[1]);
    const btScalar radius = scalar(body.radius);
    if (body.core == TOUCHSTONE_CORE_CYLINDER) {
      shape = std::make_unique<btCylinderShapeZ>(btVector3(r + radius, r + radius, h + radius));
    } else if (body.core == TOUCHSTONE_CORE_CONE) {
      shape = std::make_unique<btConeShapeZ>(r, 2 * h);
    } else {
      throw peer::CannotTake("Bullet has no such shape");
    }
    shape->setMargin(radius);
  }

  void make_of_polytope(const touchstone_body& body) {
    const touchstone_shape& given = *body.shape;
    const btScalar radius = scalar(kMargin ? kDefaultMargin : body.radius);
    if (body.dimension == 0 && body.radius > 0) {
      shape = std::make_unique<btSphereShape>(radius);
      X_SG.t = peer::vertex(given, 0);
    } else if (body.dimension == 1 && body.radius > 0) {
      const peer::Segment core = peer::segment(given, 1);
      shape = std::make_unique<btCapsuleShape>(radius, scalar(2 * core.half_length));
      X_SG = core.X_SG;
    } else if (given.is_box != 0 && !kMargin) {
      const double* h = given.box_half_extents;
      const btVector3 core(scalar(h[0]), scalar(h[1]), scalar(h[2]));
      shape = std::make_unique<btBoxShape>(core + btVector3(radius, radius, radius));
      X_SG.t = peer::box_center(given);
      shape->setMargin(radius);
    } else {
      auto hull = std::make_unique<btConvexHullShape>();
      for (std::uint32_t k = 0; k < given.vertex_count; ++k) {
        const peer::Point v = peer::vertex(given, k);
        hull->addPoint(btVector3(scalar(v[0]), scalar(v[1]), scalar(v[2])), false);
      }
      hull->setMargin(radius);
      hull->recalcLocalAabb();
      shape = std::move(hull);
    }
  }
};

btTransform transform(const peer::Pose& X) {
  const auto& R = X.R;
  return btTransform(
      btMatrix3x3(scalar(R[0]), scalar(R[1]), scalar(R[2]), scalar(R[3]), scalar(R[4]),
                  scalar(R[5]), scalar(R[6]), scalar(R[7]), scalar(R[8])),
      btVector3(scalar(X.t[0]), scalar(X.t[1]), scalar(X.t[2])));
}

struct Engine {
  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    const btTransform T_A = transform(peer::composed(X_WA, A.X_SG));
    const btTransform T_B = transform(peer::composed(X_WB, B.X_SG));
    if (kGjkEpa) {
      by_gjk_epa(*A.shape, T_A, *B.shape, T_B, out);
    } else {
      by_pair_detector(*A.shape, T_A, *B.shape, T_B, out);
    }
  }

#ifndef PEER_MARGIN
  static constexpr touchstone_manifold_policy kPolicy = {
      .max_points = 1, .place = TOUCHSTONE_POINT_ON_B, .depth_is_gap = 1, .reach = HUGE_VAL};

  void contacts(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
                touchstone_answer& out, peer::Points& points) {
    answer(A, X_WA, B, X_WB, out);
    if (out.status != TOUCHSTONE_ANSWERED) return;
    points.add(out.witness_B, out.value, {out.normal[0], out.normal[1], out.normal[2]});
  }
#endif

 private:
  static void by_pair_detector(const btConvexShape& A, const btTransform& T_A,
                               const btConvexShape& B, const btTransform& T_B,
                               touchstone_answer& out) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector(&A, &B, &simplex, &depth);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = T_A;
    input.m_transformB = T_B;
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    if (!found.m_hasResult) {
      peer::note(out, "the pair detector reports no point");
      return;
    }
    const btVector3& n = found.m_normalOnBInWorld;
    const btVector3& p_B = found.m_pointInWorld;
    peer::give_value(out, found.m_distance);
    peer::give_normal(out, n.x(), n.y(), n.z());
    if (kMargin) return;
    const btVector3 p_A = p_B + found.m_distance * n;
    peer::give_witnesses(out, p_A, p_B);
  }

  static void by_gjk_epa(const btConvexShape& A, const btTransform& T_A, const btConvexShape& B,
                         const btTransform& T_B, touchstone_answer& out) {
    btGjkEpaSolver2::sResults found;
    const btVector3 guess = T_B.getOrigin() - T_A.getOrigin();
    if (!btGjkEpaSolver2::SignedDistance(&A, T_A, &B, T_B, guess, found)) {
      const bool epa = found.status == btGjkEpaSolver2::sResults::EPA_Failed;
      peer::note(out, epa ? "status EPA_Failed" : "status GJK_Failed");
      return;
    }
    peer::give_value(out, found.distance);
    const btVector3 n = T_A.getBasis() * found.normal;
    peer::give_normal(out, n.x(), n.y(), n.z());
    peer::give_witnesses(out, found.witnesses[0], found.witnesses[1]);
  }
};

constexpr const char* kName = kGjkEpa   ? (kDouble ? "bullet_epa_float64" : "bullet_epa")
                              : kMargin ? "bullet_margin"
                                        : (kDouble ? "bullet_float64" : "bullet");
const touchstone_descriptor kDescriptor = {
    .name = kName,
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = kGjkEpa   ? "Bullet's btGjkEpaSolver2::SignedDistance, margins 0"
               : kMargin ? "Bullet's btGjkPairDetector with EPA for depths, margins 0.04 m"
                         : "Bullet's btGjkPairDetector with EPA for depths, margins 0",
    .policy = nullptr,
    .scalar = kDouble ? TOUCHSTONE_FLOAT64 : TOUCHSTONE_FLOAT32,
    .max_vertices = peer::kMaxVertices,
    // Bullet claims none; these are the accuracies of GJK and EPA that its source names.
    .own_tolerance = kDouble ? 1e-8 : 1e-4,
    .when_separated = kMargin ? peer::kValueAndNormal : peer::kAll,
    .when_touching = peer::kValue,
    .when_penetrating = kMargin ? peer::kValueAndNormal : peer::kAll,
};

}  // namespace

TOUCHSTONE_PEER(Engine, Body, kDescriptor)
