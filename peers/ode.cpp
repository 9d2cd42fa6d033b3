// SPDX-License-Identifier: MIT
// ODE's dCollide() as three plug-ins: `ode` takes every body as a convex (dCreateConvex), `ode_box`
// (PEER_BOXES) boxes as boxes (dCreateBox), `ode_box_4` (PEER_FOUR) so, asked for 4 points. ODE has
// no test of a box against a convex.
//
// Conventions of ODE, and what becomes of them here:
// - dCreateBox takes full sides, ours half extents: doubled. dCreateConvex takes facet planes
//   n.x = d and facets as counts and corners, counter-clockwise seen from outside, and needs the
//   origin strictly inside: a body that does not contain its origin is moved to its interior point,
//   which rounds its vertices by an ulp.
// - A point with a radius is a dCreateSphere, a segment with one a dCreateCapsule along z, whose
//   length is the full one between the centres. ODE has no other body with a radius.
// - A cylinder is a dCreateCylinder along z, of the full length: ours is doubled. ODE has no cone
//   and no ellipsoid.
// - Contacts exist only where bodies penetrate. The normal points into the first body, as ours from
//   B to A. Depths are positive: the deepest contact's is negated. Without a contact: sign +1.
// - One point is given for each contact and none on each body: no witness points. ODE does not say
//   where it is: of a face it is on the other body, of two edges midway. Manifolds of boxes have it
//   moved to the middle. Two edges are taken for contact only if their gap, made 5 % larger, is
//   above that of the best face: a relative slack of 0.05 in the policy.
// - ODE has no margin in its geometry.
// - A geom knows its pose, so a body has two geoms, for the first and the second place of a pair.
// Parameters: none; up to 256 contacts are asked for, of a manifold 64 or 4.
#include <ode/ode.h>

#include "peers/peer.hpp"
#include "peers/posed_box.hpp"

namespace {

#ifdef dDOUBLE
constexpr bool kDouble = true;
#else
constexpr bool kDouble = false;
#endif

constexpr int kMaxContacts = 256;
#ifdef PEER_FOUR
constexpr int kMaxPoints = 4;
#else
constexpr int kMaxPoints = 64;
#endif

dReal real(double x) { return static_cast<dReal>(x); }

class Body {
 public:
  peer::Pose X_SG = peer::frame_at({});
  peer::Point half_extents{};  ///< a box's, taken as one [m]
  double sphere_radius = 0;    ///< 0 of any other body [m]

  static constexpr touchstone_descriptor_2 kMore = {
      .takes = TOUCHSTONE_TAKES_SPHERES | TOUCHSTONE_TAKES_CAPSULES | TOUCHSTONE_TAKES_CYLINDERS};

  explicit Body(const touchstone_body& body) {
    if (body.shape == nullptr) {
      if (body.core != TOUCHSTONE_CORE_CYLINDER) throw peer::CannotTake("ODE has no such geom");
      const double* l = body.lengths;
      for (dGeomID& geom : geoms_) geom = dCreateCylinder(nullptr, real(l[0]), real(2 * l[1]));
    } else {
      make_of_polytope(body);
    }
  }
  ~Body() {
    for (const dGeomID geom : geoms_) dGeomDestroy(geom);
  }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  dGeomID geom(int place) const { return geoms_[place]; }
  /// `place`: 0 of the first body of a pair, 1 of the second.
  dGeomID posed(int place, const peer::Pose& X_WS) const {
    const peer::Pose X = peer::composed(X_WS, X_SG);
    const dGeomID geom = geoms_[place];
    dMatrix3 R = {};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) R[4 * i + j] = real(X.R[3 * i + j]);
    }
    dGeomSetRotation(geom, R);
    dGeomSetPosition(geom, real(X.t[0]), real(X.t[1]), real(X.t[2]));
    return geom;
  }

 private:
  void make_of_polytope(const touchstone_body& body) {
    const touchstone_shape& shape = *body.shape;
    const dReal radius = real(body.radius);
    if (radius > 0 && body.dimension == 0) {
      X_SG.t = peer::vertex(shape, 0);
      sphere_radius = body.radius;
      for (dGeomID& geom : geoms_) geom = dCreateSphere(nullptr, radius);
    } else if (radius > 0 && body.dimension == 1) {
      const peer::Segment core = peer::segment(shape, 2);
      X_SG = core.X_SG;
      for (dGeomID& geom : geoms_) {
        geom = dCreateCapsule(nullptr, radius, real(2 * core.half_length));
      }
    } else if (peer::kBoxes) {
      if (shape.is_box == 0) throw peer::CannotTake("not a box");
      X_SG.t = peer::box_center(shape);
      const double* h = shape.box_half_extents;
      half_extents = {h[0], h[1], h[2]};
      for (dGeomID& geom : geoms_) {
        geom = dCreateBox(nullptr, real(2 * h[0]), real(2 * h[1]), real(2 * h[2]));
      }
    } else {
      make_convex(shape);
    }
  }

  void make_convex(const touchstone_shape& shape) {
    if (shape.facet_count == 0) throw peer::CannotTake("no facets");
    peer::Point& origin = X_SG.t;
    for (std::uint32_t f = 0; f < shape.facet_count; ++f) {
      if (shape.facet_planes[4 * f + 3] > 0) continue;
      origin = {shape.interior_point[0], shape.interior_point[1], shape.interior_point[2]};
      break;
    }
    for (std::uint32_t f = 0; f < shape.facet_count; ++f) {
      const double* plane = shape.facet_planes + 4 * static_cast<std::size_t>(f);
      double offset = plane[3];
      for (int i = 0; i < 3; ++i) {
        planes_.push_back(real(plane[i]));
        offset -= plane[i] * origin[i];
      }
      planes_.push_back(real(offset));
    }
    for (std::uint32_t k = 0; k < shape.vertex_count; ++k) {
      const peer::Point v = peer::vertex(shape, k);
      for (int i = 0; i < 3; ++i) points_.push_back(real(v[i] - origin[i]));
    }
    polygons_ = peer::counted_facets<unsigned>(shape);
    for (dGeomID& geom : geoms_) {
      geom = dCreateConvex(nullptr, planes_.data(), shape.facet_count, points_.data(),
                           shape.vertex_count, polygons_.data());
    }
  }

  // A convex keeps pointers to these.
  std::vector<dReal> planes_;
  std::vector<dReal> points_;
  std::vector<unsigned> polygons_;
  std::array<dGeomID, 2> geoms_{};
};

struct Engine {
  Engine() { dAllocateODEDataForThread(dAllocateMaskAll); }
  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    const int count = collide(A, X_WA, B, X_WB, kMaxContacts);
    const dContactGeom* deepest = nullptr;
    for (int k = 0; k < count; ++k) {
      if (deepest == nullptr || contacts_[k].depth > deepest->depth) deepest = &contacts_[k];
    }
    if (deepest == nullptr) {
      peer::give_sign(out, 1);
      return;
    }
    peer::give_value(out, -deepest->depth);
    const peer::Point n = normal_of(*deepest, B);
    peer::give_normal(out, n[0], n[1], n[2]);
  }

  static constexpr touchstone_manifold_policy kPolicy = {.max_points = kMaxPoints == 4 ? 4U
                                                                       : peer::kBoxes
                                                                           ? TOUCHSTONE_ANY_COUNT
                                                                           : 1U,
                                                         .relative_slack = peer::kBoxes ? 0.05 : 0};

  void contacts(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
                touchstone_answer& out, peer::Points& points) {
    const int count = collide(A, X_WA, B, X_WB, kMaxPoints);
    peer::give_sign(out, count > 0 ? -1 : 1);
    const peer::PosedBox box_A{peer::composed(X_WA, A.X_SG), A.half_extents};
    const peer::PosedBox box_B{peer::composed(X_WB, B.X_SG), B.half_extents};
    for (int k = 0; k < count; ++k) {
      const dContactGeom& contact = contacts_[k];
      const peer::Point n = normal_of(contact, B);
      peer::Point p = {contact.pos[0], contact.pos[1], contact.pos[2]};
      const bool is_box_A = A.half_extents[0] > 0;
      const bool is_box_B = B.half_extents[0] > 0;
      if (is_box_A && is_box_B) p = peer::middle_of(box_A, box_B, p, n, -contact.depth);
      if (A.sphere_radius > 0 && is_box_B) move(p, n, middle_on_box(A, contact));
      if (B.sphere_radius > 0 && is_box_A) move(p, n, -middle_on_box(B, contact));
      points.add(p, contact.depth, n);
    }
  }

 private:
  static void move(peer::Point& p, const peer::Point& n, double by) {
    for (int i = 0; i < 3; ++i) p[i] += by * n[i];
  }

  /// From ODE's point of a sphere and a box to their middle, along the normal to the sphere [m].
  /// The point is on the box, but the sphere's centre where that is in the box (dCollideSphereBox).
  static double middle_on_box(const Body& sphere, const dContactGeom& contact) {
    const double half = static_cast<double>(contact.depth) / 2;
    return contact.depth > sphere.sphere_radius ? half - sphere.sphere_radius : -half;
  }

  int collide(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              int max_contacts) {
    return dCollide(A.posed(0, X_WA), B.posed(1, X_WB), max_contacts, contacts_.data(),
                    sizeof contacts_[0]);
  }

  /// From B to A.
  static peer::Point normal_of(const dContactGeom& contact, const Body& B) {
    const double sign = contact.g1 == B.geom(1) ? -1 : 1;
    return {sign * contact.normal[0], sign * contact.normal[1], sign * contact.normal[2]};
  }

  std::array<dContactGeom, kMaxContacts> contacts_{};
};

int begin(const char* /*library*/) { return dInitODE2(0) == 0 ? 1 : 0; }
void end() { dCloseODE(); }

const touchstone_descriptor kDescriptor = {
    .name = kMaxPoints == 4 ? "ode_box_4"
            : peer::kBoxes  ? "ode_box"
                            : "ode",
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = kMaxPoints == 4 ? "ODE's dCollide of two boxes, asked for 4 points"
               : peer::kBoxes  ? "ODE's dCollide of two boxes"
                               : "ODE's dCollide of two convexes",
    .policy = peer::kContactsOnly,
    .scalar = kDouble ? TOUCHSTONE_FLOAT64 : TOUCHSTONE_FLOAT32,
    .boxes_only = peer::kBoxes ? 1U : 0U,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = kDouble ? 0 : 1e-5,
    .when_separated = 0,
    .when_touching = 0,
    .when_penetrating = peer::kValueAndNormal,
};

}  // namespace

TOUCHSTONE_PEER_WITH_INIT(Engine, Body, kDescriptor, begin, end)
