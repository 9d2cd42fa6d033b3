// SPDX-License-Identifier: MIT
// Jolt Physics' CollideShape as the plug-in `jolt`: depth and normal where bodies penetrate.
//
// Conventions of Jolt, and what becomes of them here:
// - A BoxShape takes half extents, as ours; a hull is a ConvexHullShape. Convex radii are 0.
// - Poses are of the centre of mass, about which Jolt moves a hull: shifted by GetCenterOfMass().
// - mPenetrationDepth is positive where bodies penetrate: negated. mPenetrationAxis moves the
//   second body out and has any length: made a unit vector and negated. Points are relative to the
//   base offset, here the world's origin.
// - Contacts of bodies that are apart are asked for with mMaxSeparationDistance, 0 by default:
//   without a contact sign +1.
// - Bodies of which Jolt makes no shape are skipped with its reason.
// Parameters: the defaults of CollideShapeSettings (mCollisionTolerance and mPenetrationTolerance
// 1e-4).
#include <Jolt/Jolt.h>
//
#include <Jolt/Core/Factory.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/RegisterTypes.h>

#include "peers/peer.hpp"

namespace {

JPH::Vec3 single(double x, double y, double z) {
  return JPH::Vec3(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
}

struct Body {
  JPH::ShapeRefC shape;
  peer::Point origin{};  ///< origin of Jolt's shape in ours

  explicit Body(const touchstone_shape& given) {
    if (given.is_box != 0) {
      const double* h = given.box_half_extents;
      shape = made(JPH::BoxShapeSettings(single(h[0], h[1], h[2]), 0.0f));
      origin = peer::box_center(given);
    } else {
      JPH::Array<JPH::Vec3> points;
      for (std::uint32_t k = 0; k < given.vertex_count; ++k) {
        const peer::Point v = peer::vertex(given, k);
        points.push_back(single(v[0], v[1], v[2]));
      }
      shape = made(JPH::ConvexHullShapeSettings(points, 0.0f));
    }
    const JPH::Vec3 center = shape->GetCenterOfMass();
    origin = {origin[0] + center.GetX(), origin[1] + center.GetY(), origin[2] + center.GetZ()};
  }

 private:
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

struct Engine {
  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    const JPH::CollideShapeSettings settings;
    JPH::ClosestHitCollisionCollector<JPH::CollideShapeCollector> found;
    JPH::CollisionDispatch::sCollideShapeVsShape(
        A.shape, B.shape, JPH::Vec3::sOne(), JPH::Vec3::sOne(),
        transform(peer::moved(X_WA, A.origin)), transform(peer::moved(X_WB, B.origin)),
        JPH::SubShapeIDCreator(), JPH::SubShapeIDCreator(), settings, found);
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
    .summary = "Jolt's CollideShape, convex radii 0, default settings",
    .policy = peer::kContactsOnly,
    .scalar = TOUCHSTONE_FLOAT32,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = 1e-4,
    .when_separated = 0,
    .when_touching = 0,
    .when_penetrating = peer::kAll,
};

}  // namespace

TOUCHSTONE_PEER_WITH_INIT(Engine, Body, kDescriptor, begin, end)
