// SPDX-License-Identifier: MIT
// A scene in Bullet's rigid body world, in both of Debian's builds: `motion_bullet` (single
// precision, the one that most users have) and `motion_bullet_float64`.
//
// What is posed, and how:
// - btDiscreteDynamicsWorld with btDbvtBroadphase, btDefaultCollisionConfiguration and
//   btSequentialImpulseConstraintSolver, all with their defaults: 10 iterations, split impulse.
// - A step is stepSimulation(dt, 0): one step of the scene's dt, no steps in between.
// - Boxes are btBoxShapes with their default margin, which lies inside and keeps the extents. Hulls
//   are btConvexHullShapes of all vertices with setMargin(0), so that the body is the scene's;
//   --margin keeps Bullet's default of 0.04 m, by which hulls are larger than they look.
// - Spheres and capsules are btSphereShapes and btCapsuleShapeZs, which take the whole length of the
//   axis, along z as the scene's. Their margin is their radius.
// - Friction is a pair's mu, by Bullet's callback for it; its cone is a box of two directions.
//   Restitution, damping and rolling friction are 0, as by default.
// - Bodies do not fall asleep, which is not Bullet's default: --sleep lets them.
// - Bullet limits a body's turn to a quarter in a step.
#include <btBulletDynamicsCommon.h>

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

#include <memory>

#include "peers/motion/motion.hpp"

namespace {

#ifdef BT_USE_DOUBLE_PRECISION
constexpr const char* kName = "bullet_float64";
#else
constexpr const char* kName = "bullet";
#endif

btScalar scalar(double x) { return static_cast<btScalar>(x); }
btVector3 vector(const motion::Vector& v) { return {scalar(v[0]), scalar(v[1]), scalar(v[2])}; }
motion::Vector vector(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

/// Bullet's callback has no other way to know it.
const motion::Scene* posed_scene = nullptr;

btScalar friction_of(const btCollisionObject* A, const btCollisionObject* B) {
  return scalar(posed_scene->mu_of(std::size_t(A->getUserIndex()), std::size_t(B->getUserIndex())));
}

class Engine {
 public:
  Engine(const motion::Scene& scene, const motion::Options& options)
      : dt_(scalar(scene.dt)),
        margin_(options.count("--margin") != 0),
        sleep_(options.count("--sleep") != 0) {
    posed_scene = &scene;
    gCalculateCombinedFrictionCallback = friction_of;
    world_.setGravity(vector(scene.gravity));
    for (const motion::Body& body : scene.bodies) add(body);
  }
  ~Engine() {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void step() { world_.stepSimulation(dt_, 0); }

  motion::State state(std::size_t i) const {
    const btRigidBody& body = *bodies_[i];
    const btTransform& X = body.getWorldTransform();
    const btQuaternion q = X.getRotation();
    return {vector(X.getOrigin()),
            {q.w(), q.x(), q.y(), q.z()},
            vector(body.getLinearVelocity()),
            vector(body.getAngularVelocity())};
  }

  std::string settings() const {
    return std::string("10 iterations, split impulse, hulls with a margin of ") +
           (margin_ ? "0.04 m" : "0") + (sleep_ ? ", bodies sleep" : ", no sleeping");
  }

 private:
  void add(const motion::Body& given) {
    std::unique_ptr<btCollisionShape> shape;
    if (given.half_length > 0) {
      shape =
          std::make_unique<btCapsuleShapeZ>(scalar(given.radius), scalar(2 * given.half_length));
    } else if (given.radius > 0) {
      shape = std::make_unique<btSphereShape>(scalar(given.radius));
    } else if (given.is_box) {
      shape = std::make_unique<btBoxShape>(vector(given.half_extents));
    } else {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const motion::Vector& v : given.vertices) hull->addPoint(vector(v), false);
      hull->recalcLocalAabb();
      if (!margin_) hull->setMargin(0);
      shape = std::move(hull);
    }
    // Mass 0 is how Bullet knows a fixed body.
    btRigidBody::btRigidBodyConstructionInfo info(
        scalar(given.fixed ? 0 : given.mass), nullptr, shape.get(),
        given.fixed ? btVector3(0, 0, 0) : vector(given.inertia));
    const auto& q = given.start.q;
    info.m_startWorldTransform =
        btTransform(btQuaternion(scalar(q[1]), scalar(q[2]), scalar(q[3]), scalar(q[0])),
                    vector(given.start.p));
    auto body = std::make_unique<btRigidBody>(info);
    body->setUserIndex(static_cast<int>(bodies_.size()));
    if (!given.fixed) {
      body->setLinearVelocity(vector(given.start.v));
      body->setAngularVelocity(vector(given.start.w));
      if (!sleep_) body->setActivationState(DISABLE_DEACTIVATION);
    }
    world_.addRigidBody(body.get());
    shapes_.push_back(std::move(shape));
    bodies_.push_back(std::move(body));
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  btScalar dt_;
  bool margin_;
  bool sleep_;
};

}  // namespace

int main(int argc, char** argv) {
  return motion::run<Engine>(argc, argv, kName, PEER_VERSION, {"--margin", "--sleep"});
}
