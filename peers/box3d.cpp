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
// - A manifold has points of bodies that are up to B3_SPECULATIVE_DISTANCE (0.02 m) apart: its reach.
//   For a value it is asked only of bodies that overlap.
// - Points of a manifold lie midway between the bodies, at most 4 of them. Where there are more, such
//   as are nearer to kept ones than B3_SPECULATIVE_DISTANCE are left out: the merging distance. The
//   feature pair of a point is its id.
// - Edges are taken instead of a face if their separation is larger by B3_LINEAR_SLOP (0.005 m): the
//   slack.
// - Manifolds of the same two bodies are found with Box3D's cache of the last one, as in a
//   simulation. Values are found without.
// Parameters: none.
#include <box3d/collision.h>
#include <box3d/constants.h>

#include <atomic>

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
  std::uint64_t number = 0;  ///< never the same again
  float radius = 0;
  peer::Point origin{};  ///< origin of Box3D's shape in ours

  static constexpr touchstone_descriptor_2 kMore = {.takes = TOUCHSTONE_TAKES_SPHERES |
                                                             TOUCHSTONE_TAKES_CAPSULES};

  explicit Body(const touchstone_body& body) {
    static std::atomic<std::uint64_t> made{0};
    number = ++made;
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

/// What Box3D keeps of a pair from step to step.
struct Cache {
  b3SATCache axis = {};
  b3SimplexCache simplex = {};
};

/// B is of A's kind or of an earlier one.
void collide(const Body& A, const Body& B, const b3Transform& X_AB, b3LocalManifold& manifold,
             int room, Cache& cache) {
  const b3Sphere sphere_B = B.kind == Body::kSphere ? B.sphere() : b3Sphere{};
  const b3Capsule capsule_B = B.kind == Body::kCapsule ? B.capsule() : b3Capsule{};
  if (B.kind == Body::kHull) {
    b3CollideHulls(&manifold, room, A.hull(), B.hull(), X_AB, &cache.axis);
  } else if (A.kind == Body::kHull && B.kind == Body::kCapsule) {
    b3CollideHullAndCapsule(&manifold, room, A.hull(), &capsule_B, X_AB, &cache.simplex);
  } else if (A.kind == Body::kHull) {
    b3CollideHullAndSphere(&manifold, room, A.hull(), &sphere_B, X_AB, &cache.simplex);
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

/// A manifold of two bodies whose shapes' poses in the world are X_WA and X_WB.
class Manifold {
 public:
  Manifold(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
           Cache& cache)
      : in_order_(A.kind >= B.kind), X_W1_(in_order_ ? X_WA : X_WB) {
    found_.points = points_.data();
    const int room = static_cast<int>(points_.size());
    if (in_order_) {
      collide(A, B, relative(X_WA, X_WB), found_, room, cache);
    } else {
      collide(B, A, relative(X_WB, X_WA), found_, room, cache);
    }
  }
  Manifold(const Manifold&) = delete;
  Manifold& operator=(const Manifold&) = delete;

  /// From B to A.
  peer::Point normal() const {
    const double sign = in_order_ ? -1 : 1;
    const peer::Point n = turned(X_W1_, found_.normal);
    return {sign * n[0], sign * n[1], sign * n[2]};
  }
  /// The point with the least separation; nullptr if there is none.
  const b3LocalManifoldPoint* deepest() const {
    const b3LocalManifoldPoint* deepest = nullptr;
    for (int k = 0; k < found_.pointCount; ++k) {
      if (deepest == nullptr || points_[k].separation < deepest->separation) deepest = &points_[k];
    }
    return deepest;
  }
  void give(peer::Points& out) const {
    for (int k = 0; k < found_.pointCount; ++k) {
      const b3FeaturePair& pair = points_[k].pair;
      std::uint64_t id = 0;
      for (const unsigned part : {pair.owner1, pair.index1, pair.owner2, pair.index2}) {
        id = 256 * id + part;
      }
      out.add(placed(X_W1_, points_[k].point), points_[k].separation, normal(), id);
    }
  }

 private:
  bool in_order_;    ///< Box3D's first body is A
  peer::Pose X_W1_;  ///< pose of the shape of its first body
  std::array<b3LocalManifoldPoint, 64> points_{};
  b3LocalManifold found_ = {};
};

class Engine {
 public:
  static constexpr touchstone_manifold_policy kPolicy = {
      .max_points = 4, .depth_is_gap = 1, .reach = 0.02, .slack = 0.005, .merging_distance = 0.02};

  void reset() { cache_ = {}; }

  void answer(const Body& A, const peer::Pose& X_WSA, const Body& B, const peer::Pose& X_WSB,
              touchstone_answer& out) {
    const peer::Pose X_WA = peer::moved(X_WSA, A.origin);
    const peer::Pose X_WB = peer::moved(X_WSB, B.origin);
    const b3DistanceInput input = {A.proxy(), B.proxy(), relative(X_WA, X_WB), true};
    b3SimplexCache simplex = {};
    const b3DistanceOutput found = b3ShapeDistance(&input, &simplex, nullptr, 0);
    if (found.distance > 0) {
      const peer::Point n = turned(X_WA, found.normal);
      peer::give_value(out, found.distance);
      peer::give_normal(out, -n[0], -n[1], -n[2]);
      peer::give_witnesses(out, placed(X_WA, found.pointA), placed(X_WA, found.pointB));
      return;
    }
    Cache none;
    const Manifold manifold(A, X_WA, B, X_WB, none);
    const b3LocalManifoldPoint* deepest = manifold.deepest();
    if (deepest == nullptr) {
      peer::note(out, "b3ShapeDistance says 0, and the manifold has no point");
      return;
    }
    const peer::Point n = manifold.normal();
    peer::give_value(out, deepest->separation);
    peer::give_normal(out, n[0], n[1], n[2]);
  }

  void contacts(const Body& A, const peer::Pose& X_WSA, const Body& B, const peer::Pose& X_WSB,
                touchstone_answer& out, peer::Points& points) {
    if (A.number != number_A_ || B.number != number_B_) reset();
    number_A_ = A.number;
    number_B_ = B.number;
    const Manifold manifold(A, peer::moved(X_WSA, A.origin), B, peer::moved(X_WSB, B.origin),
                            cache_);
    const b3LocalManifoldPoint* deepest = manifold.deepest();
    peer::give_sign(out, deepest != nullptr && deepest->separation <= 0 ? -1 : 1);
    manifold.give(points);
  }

 private:
  Cache cache_;
  std::uint64_t number_A_ = 0;
  std::uint64_t number_B_ = 0;
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
