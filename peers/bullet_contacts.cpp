// SPDX-License-Identifier: MIT
// Bullet's contact manifolds, in double precision, as three plug-ins: `bullet_box` (PEER_BOXES),
// boxes by btBoxBoxCollisionAlgorithm; `bullet_hull`, hulls with initializePolyhedralFeatures() by
// btConvexConvexAlgorithm; `bullet_multi` (PEER_MULTI), hulls without them, and with
// setConvexConvexMultipointIterations(). All as btDefaultCollisionConfiguration makes them.
//
// Conventions of Bullet, and what becomes of them here:
// - btBoxShape takes half extents, as ours, and has its margin inside. A hull has margin 0.
// - A manifold keeps at most 4 points. Its points last from question to question while the same two
//   bodies are asked about, as in a simulation, and are refreshed at their poses.
// - The normal points from B to A. distance is negative where bodies penetrate: a gap, and the
//   point on B is given.
// - A point that is nearer to a kept one than the contact breaking threshold takes its place: 0.02 m
//   at most (gContactBreakingThreshold), less for small bodies. That is the merging distance, and of
//   hulls the reach.
// - Two edges of boxes are taken for contact only if their gap, made 5 % larger, is above that of
//   the best face: a relative slack of 0.05.
// Parameters: none.
#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <atomic>

#include "peers/peer.hpp"

namespace {

constexpr double kBreakingThreshold = 0.02;
#ifdef PEER_MULTI
constexpr bool kMulti = true;
#else
constexpr bool kMulti = false;
#endif

struct Body {
  std::unique_ptr<btConvexShape> shape;
  peer::Pose X_SG = peer::frame_at({});
  std::uint64_t number = 0;  ///< never the same again

  explicit Body(const touchstone_shape& given) {
    static std::atomic<std::uint64_t> made{0};
    number = ++made;
    if (peer::kBoxes) {
      if (given.is_box == 0) throw peer::CannotTake("not a box");
      const double* h = given.box_half_extents;
      shape = std::make_unique<btBoxShape>(btVector3(h[0], h[1], h[2]));
      X_SG.t = peer::box_center(given);
      return;
    }
    auto hull = std::make_unique<btConvexHullShape>();
    for (std::uint32_t k = 0; k < given.vertex_count; ++k) {
      const peer::Point v = peer::vertex(given, k);
      hull->addPoint(btVector3(v[0], v[1], v[2]), false);
    }
    hull->setMargin(0);
    hull->recalcLocalAabb();
    if (!kMulti) hull->initializePolyhedralFeatures();
    shape = std::move(hull);
  }
};

btTransform transform(const peer::Pose& X) {
  const auto& R = X.R;
  return btTransform(btMatrix3x3(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]),
                     btVector3(X.t[0], X.t[1], X.t[2]));
}

class Engine {
 public:
  static constexpr touchstone_manifold_policy kPolicy = {
      .max_points = 4,
      .place = TOUCHSTONE_POINT_ON_B,
      .depth_is_gap = 1,
      .many_normals = 1,
      .reach = peer::kBoxes ? 0 : kBreakingThreshold,
      .relative_slack = peer::kBoxes ? 0.05 : 0,
      .merging_distance = kBreakingThreshold};

  Engine() {
    if (kMulti) configuration_.setConvexConvexMultipointIterations();
  }
  ~Engine() { reset(); }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void reset() {
    if (algorithm_ == nullptr) return;
    algorithm_->~btCollisionAlgorithm();
    dispatcher_.freeCollisionAlgorithm(algorithm_);
    algorithm_ = nullptr;
  }

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    collide(A, X_WA, B, X_WB);
    const btManifoldPoint* deepest = nullptr;
    for_each_point([&](const btManifoldPoint& p) {
      if (deepest == nullptr || p.getDistance() < deepest->getDistance()) deepest = &p;
    });
    if (deepest == nullptr) {
      peer::give_sign(out, 1);
      return;
    }
    const btVector3& n = deepest->m_normalWorldOnB;
    peer::give_value(out, deepest->getDistance());
    peer::give_normal(out, n.x(), n.y(), n.z());
  }

  void contacts(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
                touchstone_answer& out, peer::Points& points) {
    collide(A, X_WA, B, X_WB);
    double least = HUGE_VAL;
    for_each_point([&](const btManifoldPoint& p) {
      const btVector3& n = p.m_normalWorldOnB;
      least = std::min(least, static_cast<double>(p.getDistance()));
      points.add(p.getPositionWorldOnB(), p.getDistance(), {n.x(), n.y(), n.z()});
    });
    peer::give_sign(out, least > 0 ? 1 : -1);
  }

 private:
  void collide(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB) {
    object_A_.setCollisionShape(A.shape.get());
    object_B_.setCollisionShape(B.shape.get());
    object_A_.setWorldTransform(transform(peer::composed(X_WA, A.X_SG)));
    object_B_.setWorldTransform(transform(peer::composed(X_WB, B.X_SG)));
    const btCollisionObjectWrapper wrapped_A(nullptr, A.shape.get(), &object_A_,
                                             object_A_.getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper wrapped_B(nullptr, B.shape.get(), &object_B_,
                                             object_B_.getWorldTransform(), -1, -1);
    if (A.number != number_A_ || B.number != number_B_) reset();
    number_A_ = A.number;
    number_B_ = B.number;
    if (algorithm_ == nullptr) {
      algorithm_ =
          dispatcher_.findAlgorithm(&wrapped_A, &wrapped_B, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    }
    btManifoldResult result(&wrapped_A, &wrapped_B);
    algorithm_->processCollision(&wrapped_A, &wrapped_B, info_, &result);
  }

  template <class Take>
  void for_each_point(const Take& take) const {
    btManifoldArray manifolds;
    algorithm_->getAllContactManifolds(manifolds);
    for (int m = 0; m < manifolds.size(); ++m) {
      for (int k = 0; k < manifolds[m]->getNumContacts(); ++k) {
        take(manifolds[m]->getContactPoint(k));
      }
    }
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDispatcherInfo info_;
  btCollisionObject object_A_;
  btCollisionObject object_B_;
  btCollisionAlgorithm* algorithm_ = nullptr;
  std::uint64_t number_A_ = 0;
  std::uint64_t number_B_ = 0;
};

const touchstone_descriptor kDescriptor = {
    .name = peer::kBoxes ? "bullet_box"
            : kMulti     ? "bullet_multi"
                         : "bullet_hull",
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = peer::kBoxes ? "Bullet's btBoxBoxCollisionAlgorithm"
               : kMulti     ? "Bullet's btConvexConvexAlgorithm of hulls, multipoint iterations"
                            : "Bullet's btConvexConvexAlgorithm of hulls with polyhedral features",
    .policy = peer::kContactsOnly,
    .scalar = TOUCHSTONE_FLOAT64,
    .boxes_only = peer::kBoxes ? 1U : 0U,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = 0,
    .when_separated = 0,
    .when_touching = 0,
    .when_penetrating = peer::kValueAndNormal,
};

}  // namespace

TOUCHSTONE_PEER(Engine, Body, kDescriptor)
