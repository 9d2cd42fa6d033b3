// SPDX-License-Identifier: MIT
// Jolt Physics' CollideShape as the plug-in `jolt`: depth and normal where bodies penetrate.
//
// Conventions of Jolt, and what becomes of them here:
// - A BoxShape takes half extents, as ours; a hull is a ConvexHullShape. Their convex radii are 0
//   without a radius.
// - A point with a radius is a SphereShape, a segment with one a CapsuleShape along y, whose half
//   height is half the length between the centres.
// - A convex radius lies inside: Jolt takes it off the half extents of a box, and moves the facets
//   of a hull inwards. So a box with a radius r is a BoxShape of half extents h + r with the convex
//   radius r. Which hull would give a wanted core is not known: none is asked with a radius.
// - Jolt cuts the convex radius to cDefaultConvexRadius (0.05 m) when it collides: boxes with a
//   larger one are skipped.
// - The convex radius counts only while cores are apart. Where they overlap Jolt answers for the
//   box of half extents h + r with sharp edges.
// - A CylinderShape is along y with the half height, ours along z: turned. A cone is a
//   TaperedCylinderShape with the top radius 0. Jolt has no ellipsoid.
// - Poses are of the centre of mass, about which Jolt moves a hull: shifted by GetCenterOfMass().
// - mPenetrationDepth is positive where bodies penetrate: negated. mPenetrationAxis moves the
//   second body out and has any length: made a unit vector and negated. Points are relative to the
//   base offset, here the world's origin.
// - Contacts of bodies that are apart are asked for with mMaxSeparationDistance, 0 by default:
//   without a contact sign +1.
// - Manifolds are made as PhysicsSystem makes them, with the defaults of PhysicsSettings:
//   ManifoldBetweenTwoFaces() of the faces that CollideShape found within
//   mSpeculativeContactDistance (0.02 m: the reach), and PruneContactPoints() where it gives more
//   than 4, about A's centre of mass. Both bodies' points are known: the middle is given.
// - Bodies of which Jolt makes no shape are skipped with its reason.
// Parameters: the defaults of CollideShapeSettings (mCollisionTolerance and mPenetrationTolerance
// 1e-4).
#include <Jolt/Jolt.h>
//
#include <Jolt/Core/Factory.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/TaperedCylinderShape.h>
#include <Jolt/RegisterTypes.h>

#include "peers/peer.hpp"

namespace {

JPH::Vec3 single(double x, double y, double z) {
  return JPH::Vec3(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}

float single(double x) { return static_cast<float>(x); }

struct Body {
  JPH::ShapeRefC shape;
  peer::Pose X_SG = peer::frame_at({});  ///< Jolt's frame, whose origin is the centre of mass

  static constexpr touchstone_descriptor_2 kMore = {
      .takes = TOUCHSTONE_TAKES_SPHERES | TOUCHSTONE_TAKES_CAPSULES | TOUCHSTONE_TAKES_ROUND_BOXES |
               TOUCHSTONE_TAKES_CYLINDERS | TOUCHSTONE_TAKES_CONES};

  explicit Body(const touchstone_body& body) {
    if (body.shape == nullptr) {
      make_curved(body);
    } else {
      make_of_polytope(body);
    }
    const JPH::Vec3 center = shape->GetCenterOfMass();
    X_SG = peer::moved(X_SG, {center.GetX(), center.GetY(), center.GetZ()});
  }

 private:
  void make_curved(const touchstone_body& body) {
    const float r = single(body.lengths[0]);
    const float h = single(body.lengths[1]);
    if (body.core == TOUCHSTONE_CORE_CYLINDER) {
      shape = made(JPH::CylinderShapeSettings(h, r, 0.0f));
    } else if (body.core == TOUCHSTONE_CORE_CONE) {
      shape = made(JPH::TaperedCylinderShapeSettings(h, 0.0f, r, 0.0f));
    } else {
      throw peer::CannotTake("Jolt has no such shape");
    }
    X_SG.R = {0, 0, 1, 1, 0, 0, 0, 1, 0};  // its y is our z
  }

  void make_of_polytope(const touchstone_body& body) {
    const touchstone_shape& given = *body.shape;
    const float radius = single(body.radius);
    if (body.radius > 0 && body.dimension == 0) {
      shape = made(JPH::SphereShapeSettings(radius));
      X_SG.t = peer::vertex(given, 0);
    } else if (body.radius > 0 && body.dimension == 1) {
      const peer::Segment core = peer::segment(given, 1);
      shape = made(JPH::CapsuleShapeSettings(single(core.half_length), radius));
      X_SG = core.X_SG;
    } else if (given.is_box != 0) {
      if (radius > JPH::cDefaultConvexRadius) {
        throw peer::CannotTake("a radius above cDefaultConvexRadius");
      }
      const double* h = given.box_half_extents;
      const JPH::Vec3 outside = single(h[0] + body.radius, h[1] + body.radius, h[2] + body.radius);
      shape = made(JPH::BoxShapeSettings(outside, radius));
      X_SG.t = peer::box_center(given);
    } else {
      JPH::Array<JPH::Vec3> points;
      for (std::uint32_t k = 0; k < given.vertex_count; ++k) {
        const peer::Point v = peer::vertex(given, k);
        points.push_back(single(v[0], v[1], v[2]));
      }
      shape = made(JPH::ConvexHullShapeSettings(points, 0.0f));
    }
  }

  template <class Settings>
  static JPH::ShapeRefC made(Settings settings) {
    settings.SetEmbedded();
    const JPH::ShapeSettings::ShapeResult result = settings.Create();
    if (result.HasError()) throw peer::CannotTake(result.GetError().c_str());
    return result.Get();
  }
};

JPH::Mat44 transform(const peer::Pose& X) {
  const auto& R = X.R;
  const auto column = [&](int j) { return JPH::Vec4(single(R[j], R[3 + j], R[6 + j]), 0.0f); };
  return JPH::Mat44(column(0), column(1), column(2), single(X.t[0], X.t[1], X.t[2]));
}

class Engine {
 public:
  static constexpr touchstone_manifold_policy kPolicy = {
      .max_points = 4, .depth_is_gap = 1, .reach = 0.02};

  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    const Found found = collide(A, peer::composed(X_WA, A.X_SG), B, peer::composed(X_WB, B.X_SG),
                                JPH::CollideShapeSettings());
    if (!found.HadHit()) {
      peer::give_sign(out, 1);
      return;
    }
    peer::give_value(out, -found.mHit.mPenetrationDepth);
    const JPH::Vec3 n = -found.mHit.mPenetrationAxis.Normalized();
    peer::give_normal(out, n.GetX(), n.GetY(), n.GetZ());
    const auto point = [](JPH::Vec3Arg p) { return peer::Point{p.GetX(), p.GetY(), p.GetZ()}; };
    peer::give_witnesses(out, point(found.mHit.mContactPointOn1),
                         point(found.mHit.mContactPointOn2));
  }

  void contacts(const Body& A, const peer::Pose& X_WSA, const Body& B, const peer::Pose& X_WSB,
                touchstone_answer& out, peer::Points& points) {
    peer::Pose X_WA = peer::composed(X_WSA, A.X_SG);
    peer::Pose X_WB = peer::composed(X_WSB, B.X_SG);
    const peer::Point origin = X_WA.t;
    for (int i = 0; i < 3; ++i) X_WB.t[i] -= origin[i];
    X_WA.t = {};
    const JPH::PhysicsSettings defaults;
    JPH::CollideShapeSettings settings;
    settings.mCollectFacesMode = JPH::ECollectFacesMode::CollectFaces;
    settings.mMaxSeparationDistance = defaults.mSpeculativeContactDistance;
    const Found found = collide(A, X_WA, B, X_WB, settings);
    peer::give_sign(out, found.HadHit() && found.mHit.mPenetrationDepth >= 0 ? -1 : 1);
    if (!found.HadHit()) return;
    const JPH::CollideShapeResult& hit = found.mHit;
    const JPH::Vec3 axis = hit.mPenetrationAxis.Normalized();
    JPH::ContactPoints on_A;
    JPH::ContactPoints on_B;
    JPH::ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis,
                                 defaults.mSpeculativeContactDistance + defaults.mManifoldTolerance,
                                 hit.mShape1Face, hit.mShape2Face, on_A,
                                 on_B JPH_IF_DEBUG_RENDERER(, JPH::RVec3::sZero()));
    if (on_A.size() > 4) {
      JPH::PruneContactPoints(axis, on_A, on_B JPH_IF_DEBUG_RENDERER(, JPH::RVec3::sZero()));
    }
    for (JPH::uint k = 0; k < on_A.size(); ++k) {
      const JPH::Vec3 middle = 0.5f * (on_A[k] + on_B[k]);
      points.add(peer::Point{origin[0] + middle.GetX(), origin[1] + middle.GetY(),
                             origin[2] + middle.GetZ()},
                 axis.Dot(on_B[k] - on_A[k]), {-axis.GetX(), -axis.GetY(), -axis.GetZ()});
    }
  }

 private:
  using Found = JPH::ClosestHitCollisionCollector<JPH::CollideShapeCollector>;

  static Found collide(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
                       const JPH::CollideShapeSettings& settings) {
    Found found;
    JPH::CollisionDispatch::sCollideShapeVsShape(
        A.shape, B.shape, JPH::Vec3::sOne(), JPH::Vec3::sOne(), transform(X_WA), transform(X_WB),
        JPH::SubShapeIDCreator(), JPH::SubShapeIDCreator(), settings, found);
    return found;
  }
};

int begin(const char* /*library*/) {
  JPH::RegisterDefaultAllocator();
  JPH::Factory::sInstance = new JPH::Factory();
  JPH::RegisterTypes();
  return 0;
}

void end() {
  JPH::UnregisterTypes();
  delete JPH::Factory::sInstance;
  JPH::Factory::sInstance = nullptr;
}

const touchstone_descriptor kDescriptor = {
    .name = "jolt",
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = "Jolt's CollideShape, convex radii as the bodies', default settings",
    .policy =
        "contacts: a depth where bodies penetrate, a sign where they do not; of rounded boxes "
        "whose cores overlap, the depth of sharp ones",
    .scalar = TOUCHSTONE_FLOAT32,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = 1e-4,
    .when_separated = 0,
    .when_touching = 0,
    .when_penetrating = peer::kAll,
};

}  // namespace

TOUCHSTONE_PEER_WITH_INIT(Engine, Body, kDescriptor, begin, end)
