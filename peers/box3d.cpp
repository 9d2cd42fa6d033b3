// SPDX-License-Identifier: MIT
// Box3D as the plug-in `box3d`: b3ShapeDistance() where bodies are apart, and where that says that
// they overlap, the deepest point of b3CollideHulls() or of its like for spheres and capsules.
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
// - A point with a radius is a b3Sphere, a segment with one a b3Capsule with both centres, as ours.
//   Other shapes of Box3D have no radius. Capsules shorter than B3_MIN_CAPSULE_LENGTH are skipped:
//   Box3D wants spheres then.
// - The functions b3Collide...() want the hull or else the capsule first: the bodies are swapped,
//   and the normal is turned around.
// - A manifold has points up to B3_SPECULATIVE_DISTANCE apart; here it is asked only of bodies that
//   overlap.
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
  /// In the order in which Box3D wants them second.
  enum Kind { kSphere, kCapsule, kHull };
  Kind kind = kHull;
  float radius = 0;
  peer::Point origin{};  ///< origin of Box3D's shape in ours

  static constexpr touchstone_descriptor_2 kMore = {.takes = TOUCHSTONE_TAKES_SPHERES |
                                                             TOUCHSTONE_TAKES_CAPSULES};

  explicit Body(const touchstone_body& body) {
    const touchstone_shape& shape = *body.shape;
    radius = static_cast<float>(body.radius);
    if (shape.is_box != 0) {
      const double* h = shape.box_half_extents;
      const b3Vec3 half = single(h[0], h[1], h[2]);
      box_ = std::make_unique<b3BoxHull>(b3MakeBoxHull(half.x, half.y, half.z));
      origin = peer::box_center(shape);
      return;
    }
    for (std::uint32_t k = 0; k < shape.vertex_count; ++k) {
      const peer::Point v = peer::vertex(shape, k);
      points_.push_back(single(v[0], v[1], v[2]));
    }
    if (body.dimension == 3) {
      make_hull();
    } else if (body.dimension == 1) {
      kind = kCapsule;
      if (b3Distance(points_[0], points_[1]) < B3_MIN_CAPSULE_LENGTH) {
        throw peer::CannotTake("shorter than B3_MIN_CAPSULE_LENGTH");
      }
    } else {
      kind = kSphere;
    }
  }
  ~Body() {
    if (hull_ != nullptr) b3DestroyHull(hull_);
  }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  const b3HullData* hull() const { return box_ ? &box_->base : hull_; }
  b3Sphere sphere() const { return {points_[0], radius}; }
  b3Capsule capsule() const { return {points_[0], points_[1], radius}; }
  b3ShapeProxy proxy() const {
    if (kind == kHull) return {b3GetHullPoints(hull()), hull()->vertexCount, 0};
    return {points_.data(), static_cast<int>(points_.size()), radius};
  }

 private:
  void make_hull() {
    if (points_.size() > B3_MAX_HULL_VERTICES) {
      throw peer::CannotTake("more vertices than B3_MAX_HULL_VERTICES");
    }
    const int count = static_cast<int>(points_.size());
    hull_ = b3CreateHull(points_.data(), count, count);
    if (hull_ == nullptr) throw peer::CannotTake("b3CreateHull makes no hull");
  }

  std::vector<b3Vec3> points_;
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

/// B is of A's kind or of an earlier one.
void collide(const Body& A, const Body& B, const b3Transform& X_AB, b3LocalManifold& manifold,
             int room) {
  b3SimplexCache simplex = {};
  const b3Sphere sphere_B = B.kind == Body::kSphere ? B.sphere() : b3Sphere{};
  const b3Capsule capsule_B = B.kind == Body::kCapsule ? B.capsule() : b3Capsule{};
  if (B.kind == Body::kHull) {
    b3SATCache cache = {};
    b3CollideHulls(&manifold, room, A.hull(), B.hull(), X_AB, &cache);
  } else if (A.kind == Body::kHull && B.kind == Body::kCapsule) {
    b3CollideHullAndCapsule(&manifold, room, A.hull(), &capsule_B, X_AB, &simplex);
  } else if (A.kind == Body::kHull) {
    b3CollideHullAndSphere(&manifold, room, A.hull(), &sphere_B, X_AB, &simplex);
  } else if (B.kind == Body::kCapsule) {
    const b3Capsule capsule_A = A.capsule();
    b3CollideCapsules(&manifold, room, &capsule_A, &capsule_B, X_AB);
  } else if (A.kind == Body::kCapsule) {
    const b3Capsule capsule_A = A.capsule();
    b3CollideCapsuleAndSphere(&manifold, room, &capsule_A, &sphere_B, X_AB);
  } else {
    const b3Sphere sphere_A = A.sphere();
    b3CollideSpheres(&manifold, room, &sphere_A, &sphere_B, X_AB);
  }
}

struct Engine {
  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WSA, const Body& B, const peer::Pose& X_WSB,
              touchstone_answer& out) {
    const peer::Pose X_WA = peer::moved(X_WSA, A.origin);
    const peer::Pose X_WB = peer::moved(X_WSB, B.origin);
    const b3Transform X_AB = relative(X_WA, X_WB);
    const b3DistanceInput input = {A.proxy(), B.proxy(), X_AB, true};
    b3SimplexCache simplex = {};
    const b3DistanceOutput found = b3ShapeDistance(&input, &simplex, nullptr, 0);
    if (found.distance > 0) {
      const peer::Point n = turned(X_WA, found.normal);
      peer::give_value(out, found.distance);
      peer::give_normal(out, -n[0], -n[1], -n[2]);
      peer::give_witnesses(out, placed(X_WA, found.pointA), placed(X_WA, found.pointB));
    } else if (A.kind >= B.kind) {
      find_depth(A, B, X_WA, X_AB, -1, out);
    } else {
      find_depth(B, A, X_WB, relative(X_WB, X_WA), 1, out);
    }
  }

 private:
  /// `sign`: of the manifold's normal in the answer.
  static void find_depth(const Body& A, const Body& B, const peer::Pose& X_WA,
                         const b3Transform& X_AB, int sign, touchstone_answer& out) {
    std::array<b3LocalManifoldPoint, 64> points{};
    b3LocalManifold manifold = {};
    manifold.points = points.data();
    collide(A, B, X_AB, manifold, static_cast<int>(points.size()));
    const b3LocalManifoldPoint* deepest = nullptr;
    for (int k = 0; k < manifold.pointCount; ++k) {
      if (deepest == nullptr || points[k].separation < deepest->separation) deepest = &points[k];
    }
    if (deepest == nullptr) {
      peer::note(out, "b3ShapeDistance says 0, and the manifold has no point");
      return;
    }
    const peer::Point n = turned(X_WA, manifold.normal);
    peer::give_value(out, deepest->separation);
    peer::give_normal(out, sign * n[0], sign * n[1], sign * n[2]);
  }
};

const touchstone_descriptor kDescriptor = {
    .name = "box3d",
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = "Box3D's b3ShapeDistance, and b3Collide... where bodies overlap",
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
