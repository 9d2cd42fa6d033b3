// SPDX-License-Identifier: MIT
// A scene in ODE's world: `motion_ode`.
//
// What is posed, and how:
// - A step is dSpaceCollide() in a hash space, dCollide() of each pair that it finds, a contact
//   joint for each point, and dWorldStep(dt), which solves the LCP by Dantzig's method; --quick
//   takes dWorldQuickStep(dt), 20 iterations. ERP 0.2 and CFM 1e-10 are the defaults.
// - Boxes are posed as boxes. ODE has no test of a box against a convex, so if there is another hull
//   all boxes are convexes, which touch at one point.
// - Spheres and capsules are of these types; a capsule has the whole length of its axis, along z as
//   the scene's. ODE has no test of a capsule against a convex: such a scene is not posed.
// - At most 8 contacts of a pair.
// - Friction is dContactApprox1 with the pair's mu: a pyramid of two directions. (Without it ODE
//   takes mu for a force.)
// - No body is disabled, as by default.
// - What ODE says of its solver ("LCP internal error") is counted in `settings`.
#include <ode/ode.h>

#include <memory>

#include "peers/motion/motion.hpp"

namespace {

constexpr int kMaxContacts = 8;
/// Facets are sought among all triples of vertices.
constexpr std::size_t kMaxVertices = 100;

dReal real(double x) { return static_cast<dReal>(x); }

/// A convex as ODE wants it, which keeps pointers to these.
struct Facets {
  std::vector<dReal> planes;
  std::vector<dReal> points;
  std::vector<unsigned> polygons;  ///< a count, then that many vertices, for each facet
};

using motion::Vector;

/// Messages of ODE since the program began.
int messages = 0;

Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// The vertices on the plane n.x = d, counter-clockwise seen from outside.
std::vector<unsigned> polygon(const std::vector<Vector>& vertices, const Vector& n, double d,
                              double within) {
  std::vector<unsigned> on;
  Vector middle{};
  for (unsigned k = 0; k < vertices.size(); ++k) {
    if (std::abs(dot(n, vertices[k]) - d) > within) continue;
    on.push_back(k);
    for (int i = 0; i < 3; ++i) middle[i] += vertices[k][i];
  }
  for (double& x : middle) x /= double(on.size());
  const Vector e = minus(vertices[on[0]], middle);
  const Vector f = cross(n, e);
  const auto angle = [&](unsigned k) {
    const Vector v = minus(vertices[k], middle);
    return std::atan2(dot(f, v), dot(e, v));
  };
  std::sort(on.begin(), on.end(), [&](unsigned a, unsigned b) { return angle(a) < angle(b); });
  return on;
}

/// Every plane through three vertices that has all others below it.
Facets facets_of(const motion::Body& body) {
  const std::vector<Vector>& v = body.vertices;
  if (v.size() > kMaxVertices) throw motion::CannotPose(body.name + " has more than 100 vertices");
  double size = 0;
  for (const Vector& p : v) size = std::max(size, std::sqrt(dot(p, p)));
  const double within = 1e-9 * size;
  Facets facets;
  std::set<std::vector<unsigned>> seen;
  const auto try_plane = [&](const Vector& a, const Vector& b, const Vector& c) {
    Vector n = cross(minus(b, a), minus(c, a));
    const double length = std::sqrt(dot(n, n));
    if (length < within * size) return;
    for (double& x : n) x /= length;
    const double d = dot(n, a);
    for (const Vector& p : v) {
      if (dot(n, p) > d + within) return;
    }
    const std::vector<unsigned> corners = polygon(v, n, d, within);
    std::vector<unsigned> sorted = corners;
    std::sort(sorted.begin(), sorted.end());
    if (!seen.insert(sorted).second) return;
    if (d <= within)
      throw motion::CannotPose(body.name + " does not contain its centre of mass, as ODE wants");
    for (const double x : {n[0], n[1], n[2], d}) facets.planes.push_back(real(x));
    facets.polygons.push_back(unsigned(corners.size()));
    facets.polygons.insert(facets.polygons.end(), corners.begin(), corners.end());
  };
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = i + 1; j < v.size(); ++j) {
      for (std::size_t k = j + 1; k < v.size(); ++k) {
        try_plane(v[i], v[j], v[k]);
        try_plane(v[i], v[k], v[j]);
      }
    }
  }
  if (seen.size() < 4) throw motion::CannotPose(body.name + " is flat");
  for (const Vector& p : v) {
    for (const double x : p) facets.points.push_back(real(x));
  }
  return facets;
}

class Engine {
 public:
  Engine(const motion::Scene& scene, const motion::Options& options)
      : scene_(scene),
        quick_(options.count("--quick") != 0),
        world_(dWorldCreate()),
        space_(dHashSpaceCreate(nullptr)),
        contacts_(dJointGroupCreate(0)) {
    dWorldSetGravity(world_, real(scene.gravity[0]), real(scene.gravity[1]),
                     real(scene.gravity[2]));
    boxes_ = std::all_of(scene.bodies.begin(), scene.bodies.end(),
                         [](const auto& body) { return body.is_box || body.radius > 0; });
    for (const motion::Body& body : scene.bodies) add(body);
  }
  ~Engine() {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void step() {
    dSpaceCollide(space_, this, [](void* self, dGeomID A, dGeomID B) {
      static_cast<Engine*>(self)->collide(A, B);
    });
    const int done =
        quick_ ? dWorldQuickStep(world_, real(scene_.dt)) : dWorldStep(world_, real(scene_.dt));
    dJointGroupEmpty(contacts_);
    if (done == 0) throw motion::Fault("ODE ran out of memory");
  }

  motion::State state(std::size_t i) const {
    const dBodyID body = bodies_[i];
    if (body == nullptr) return scene_.bodies[i].start;
    const auto vector = [](const dReal* x) { return Vector{x[0], x[1], x[2]}; };
    const dReal* q = dBodyGetQuaternion(body);
    return {vector(dBodyGetPosition(body)),
            {q[0], q[1], q[2], q[3]},
            vector(dBodyGetLinearVel(body)),
            vector(dBodyGetAngularVel(body))};
  }

  std::string settings() const {
    return std::string(quick_ ? "dWorldQuickStep, 20 iterations" : "dWorldStep") +
           (boxes_ ? ", boxes" : ", all hulls convexes") + ", ERP 0.2, CFM 1e-10" +
           (messages > 0 ? "; " + std::to_string(messages) + " errors of its solver" : "");
  }

 private:
  void add(const motion::Body& given) {
    dGeomID geom = nullptr;
    if (given.half_length > 0) {
      if (!boxes_) throw motion::CannotPose(given.name + " is a capsule, and another body a hull");
      geom = dCreateCapsule(space_, real(given.radius), real(2 * given.half_length));
    } else if (given.radius > 0) {
      geom = dCreateSphere(space_, real(given.radius));
    } else if (boxes_) {
      const Vector& h = given.half_extents;
      geom = dCreateBox(space_, real(2 * h[0]), real(2 * h[1]), real(2 * h[2]));
    } else {
      facets_.push_back(std::make_unique<Facets>(facets_of(given)));
      Facets& f = *facets_.back();
      geom = dCreateConvex(space_, f.planes.data(), unsigned(f.planes.size() / 4), f.points.data(),
                           unsigned(f.points.size() / 3), f.polygons.data());
    }
    dGeomSetData(geom, reinterpret_cast<void*>(bodies_.size()));
    const motion::State& s = given.start;
    const dQuaternion q = {real(s.q[0]), real(s.q[1]), real(s.q[2]), real(s.q[3])};
    dBodyID body = nullptr;
    if (!given.fixed) {
      body = dBodyCreate(world_);
      dMass mass;
      const Vector& I = given.inertia;
      dMassSetParameters(&mass, real(given.mass), 0, 0, 0, real(I[0]), real(I[1]), real(I[2]), 0, 0,
                         0);
      dBodySetMass(body, &mass);
      dBodySetLinearVel(body, real(s.v[0]), real(s.v[1]), real(s.v[2]));
      dBodySetAngularVel(body, real(s.w[0]), real(s.w[1]), real(s.w[2]));
      dGeomSetBody(geom, body);
    }
    dGeomSetPosition(geom, real(s.p[0]), real(s.p[1]), real(s.p[2]));
    dGeomSetQuaternion(geom, q);
    bodies_.push_back(body);
  }

  void collide(dGeomID A, dGeomID B) {
    const dBodyID body_A = dGeomGetBody(A);
    const dBodyID body_B = dGeomGetBody(B);
    if (body_A == nullptr && body_B == nullptr) return;
    std::array<dContact, kMaxContacts> found{};
    const int count = dCollide(A, B, kMaxContacts, &found[0].geom, sizeof(dContact));
    const auto i = reinterpret_cast<std::size_t>(dGeomGetData(A));
    const auto j = reinterpret_cast<std::size_t>(dGeomGetData(B));
    for (int k = 0; k < count; ++k) {
      found[std::size_t(k)].surface.mode = dContactApprox1;
      found[std::size_t(k)].surface.mu = real(scene_.mu_of(i, j));
      dJointAttach(dJointCreateContact(world_, contacts_, &found[std::size_t(k)]), body_A, body_B);
    }
  }

  const motion::Scene& scene_;
  bool quick_;
  bool boxes_ = false;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID contacts_;
  std::vector<std::unique_ptr<Facets>> facets_;
  std::vector<dBodyID> bodies_;  ///< nullptr: fixed
};

}  // namespace

int main(int argc, char** argv) {
  dInitODE2(0);
  dSetMessageHandler([](int, const char*, va_list) { ++messages; });
  const int code = motion::run<Engine>(argc, argv, "ode", PEER_VERSION, {"--quick"});
  dCloseODE();
  return code;
}
