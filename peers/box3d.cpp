// SPDX-License-Identifier: MIT
// Box3D as the plug-in `box3d`: b3ShapeDistance() where bodies are apart, and where that says that
// they overlap, the deepest point of b3CollideHulls().
//
// Conventions of Box3D, and what becomes of them here:
// - b3MakeBoxHull() takes half extents, as ours; a hull is made by b3CreateHull(), which makes its
//   own facets and may merge points. Bodies with more vertices than B3_MAX_HULL_VERTICES are
//   skipped, and those of which it makes no hull.
// - The pose of B in A is asked for, with a quaternion: computed here in double precision, then
//   rounded to single.
// - Answers are in A's frame: turned into the world here. The normal points from A to B: negated.
// - A manifold's separation is negative where bodies overlap, as ours. Its points are one for both
//   bodies: no witness points in that case.
// - Radii are 0. A manifold has points up to B3_SPECULATIVE_DISTANCE apart; here it is asked only
//   of bodies that overlap.
// Parameters: none.
#include <box3d/collision.h>
#include <box3d/constants.h>

#include "peers/peer.hpp"

namespace {

b3Vec3 single(double x, double y, double z) {
  return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
}

class Body {
 public:
  peer::Point origin{};  ///< origin of Box3D's hull in the shape's frame

  explicit Body(const touchstone_shape& shape) {
    if (shape.is_box != 0) {
      const double* h = shape.box_half_extents;
      const b3Vec3 half = single(h[0], h[1], h[2]);
      box_ = std::make_unique<b3BoxHull>(b3MakeBoxHull(half.x, half.y, half.z));
      origin = peer::box_center(shape);
      return;
    }
    if (shape.vertex_count > B3_MAX_HULL_VERTICES) {
      throw peer::CannotTake("more vertices than B3_MAX_HULL_VERTICES");
    }
    std::vector<b3Vec3> points;
    for (std::uint32_t k = 0; k < shape.vertex_count; ++k) {
      const peer::Point v = peer::vertex(shape, k);
      points.push_back(single(v[0], v[1], v[2]));
    }
    const int count = static_cast<int>(points.size());
    hull_ = b3CreateHull(points.data(), count, count);
    if (hull_ == nullptr) throw peer::CannotTake("b3CreateHull makes no hull");
  }
  ~Body() {
    if (hull_ != nullptr) b3DestroyHull(hull_);
  }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  const b3HullData* hull() const { return box_ ? &box_->base : hull_; }
  b3ShapeProxy proxy() const { return {b3GetHullPoints(hull()), hull()->vertexCount, 0}; }

 private:
  std::unique_ptr<b3BoxHull> box_;
  b3HullData* hull_ = nullptr;
};

/// The pose of B in A: R_A' R_B, R_A' (t_B - t_A).
b3Transform relative(const peer::Pose& X_WA, const peer::Pose& X_WB) {
  std::array<double, 9> R{};
  peer::Point t{};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      t[i] += X_WA.R[3 * k + i] * (X_WB.t[k] - X_WA.t[k]);
      for (int j = 0; j < 3; ++j) R[3 * i + j] += X_WA.R[3 * k + i] * X_WB.R[3 * k + j];
    }
  }
  // b3Matrix3 has columns.
  const b3Matrix3 columns = {single(R[0], R[3], R[6]), single(R[1], R[4], R[7]),
                             single(R[2], R[5], R[8])};
  return {single(t[0], t[1], t[2]), b3MakeQuatFromMatrix(&columns)};
}

peer::Point turned(const peer::Pose& X, const b3Vec3& v) {
  peer::Pose only_rotation = X;
  only_rotation.t = {};
  return peer::moved(only_rotation, {v.x, v.y, v.z}).t;
}

peer::Point placed(const peer::Pose& X, const b3Vec3& v) {
  return peer::moved(X, {v.x, v.y, v.z}).t;
}

struct Engine {
  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WSA, const Body& B, const peer::Pose& X_WSB,
              touchstone_answer& out) {
    const peer::Pose X_WA = peer::moved(X_WSA, A.origin);
    const b3Transform X_AB = relative(X_WA, peer::moved(X_WSB, B.origin));
    const b3DistanceInput input = {A.proxy(), B.proxy(), X_AB, false};
    b3SimplexCache simplex = {};
    const b3DistanceOutput found = b3ShapeDistance(&input, &simplex, nullptr, 0);
    if (found.distance > 0) {
      const peer::Point n = turned(X_WA, found.normal);
      peer::give_value(out, found.distance);
      peer::give_normal(out, -n[0], -n[1], -n[2]);
      peer::give_witnesses(out, placed(X_WA, found.pointA), placed(X_WA, found.pointB));
      return;
    }
    collide(A, B, X_WA, X_AB, out);
  }

 private:
  static void collide(const Body& A, const Body& B, const peer::Pose& X_WA, const b3Transform& X_AB,
                      touchstone_answer& out) {
    std::array<b3LocalManifoldPoint, 64> points{};
    b3LocalManifold manifold = {};
    manifold.points = points.data();
    b3SATCache cache = {};
    b3CollideHulls(&manifold, static_cast<int>(points.size()), A.hull(), B.hull(), X_AB, &cache);
    const b3LocalManifoldPoint* deepest = nullptr;
    for (int k = 0; k < manifold.pointCount; ++k) {
      if (deepest == nullptr || points[k].separation < deepest->separation) deepest = &points[k];
    }
    if (deepest == nullptr) {
      peer::note(out, "b3ShapeDistance says 0, and b3CollideHulls finds no point");
      return;
    }
    const peer::Point n = turned(X_WA, manifold.normal);
    peer::give_value(out, deepest->separation);
    peer::give_normal(out, -n[0], -n[1], -n[2]);
  }
};

const touchstone_descriptor kDescriptor = {
    .name = "box3d",
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = "Box3D's b3ShapeDistance, and b3CollideHulls where bodies overlap",
    .policy = "where bodies overlap, the deepest point of a contact manifold",
    .scalar = TOUCHSTONE_FLOAT32,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = 1e-5,
    .when_separated = peer::kAll,
    .when_touching = peer::kValue,
    .when_penetrating = peer::kValueAndNormal,
};

}  // namespace

TOUCHSTONE_PEER(Engine, Body, kDescriptor)
