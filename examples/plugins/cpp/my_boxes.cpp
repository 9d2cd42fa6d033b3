// SPDX-License-Identifier: MIT
// A plug-in of Touchstone in C++17: the signed distance of two boxes.
//
//   c++ -std=c++17 -O2 -fPIC -shared -I. my_boxes.cpp -o my_boxes.so
//   touchstone validate ./my_boxes.so --family random-boxes
//
// To judge your own algorithm, replace the part between the two lines of equal signs: what a body
// is to it, and `distance`. Then say in `kDescriptor` what it claims: the judge holds it to that.
#include <touchstone/plugin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

namespace {

using Vec3 = std::array<double, 3>;

Vec3 operator+(const Vec3& a, const Vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vec3 operator-(const Vec3& a, const Vec3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vec3 operator*(double s, const Vec3& a) { return {s * a[0], s * a[1], s * a[2]}; }
double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 to_world(const touchstone_pose& X, const Vec3& p) {
  return {dot({X.R[0], X.R[1], X.R[2]}, p) + X.t[0], dot({X.R[3], X.R[4], X.R[5]}, p) + X.t[1],
          dot({X.R[6], X.R[7], X.R[8]}, p) + X.t[2]};
}

struct Contact {
  double phi = -std::numeric_limits<double>::infinity();  // signed distance [m]
  Vec3 n{};                                               // unit, from B to A, world
  Vec3 p_A{}, p_B{};                                      // world, p_A - p_B = phi n [m]
};

// ======================================================= the algorithm =========================
// phi is the largest gap(n) = min over A of n.a - max over B of n.b over all unit vectors n. If the
// boxes overlap, the best n is one of 15: the three face normals of each box, and the cross
// products of their edges. Otherwise it may also be the direction between their closest points,
// which are on a vertex and a box or on two edges.
//
// Every n that is tried gives a lower bound of phi, so a direction that suffers from rounding loses
// against a better one and needs no tolerance.

// What the algorithm makes of a body, once for many questions, in the body's frame.
struct Body {
  explicit Body(const touchstone_shape& shape) {
    if (shape.is_box == 0) throw std::invalid_argument("takes boxes only");
    std::copy_n(shape.box_center, 3, center.begin());
    std::copy_n(shape.box_half_extents, 3, half.begin());
  }
  Vec3 center{}, half{};
};

// The box in the world.
struct Box {
  Box(const Body& body, const touchstone_pose& X)
      : center(to_world(X, body.center)), half(body.half) {
    for (int k = 0; k < 3; ++k) axis[k] = {X.R[k], X.R[3 + k], X.R[6 + k]};
    for (int v = 0; v < 8; ++v) {
      vertices[v] = center;
      for (int i = 0; i < 3; ++i) {
        vertices[v] = vertices[v] + ((v >> i & 1) != 0 ? half[i] : -half[i]) * axis[i];
      }
    }
  }

  // How far the box reaches from its center along n.
  double reach(const Vec3& n) const {
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += half[i] * std::abs(dot(axis[i], n));
    return sum;
  }

  Vec3 nearest_point(const Vec3& p) const {
    Vec3 nearest = center;
    for (int i = 0; i < 3; ++i) {
      nearest = nearest + std::clamp(dot(p - center, axis[i]), -half[i], half[i]) * axis[i];
    }
    return nearest;
  }

  void move(const Vec3& by) {
    center = center + by;
    for (Vec3& vertex : vertices) vertex = vertex + by;
  }

  Vec3 center, half;
  std::array<Vec3, 3> axis{};
  std::array<Vec3, 8> vertices{};  // bit i of the index: on the positive side of axis i
};

// Keeps the direction m, of any length, if its gap is the largest so far.
void try_direction(const Box& A, const Box& B, const Vec3& m, Contact& best) {
  const double length = std::sqrt(dot(m, m));
  if (!(length > 0)) return;
  const Vec3 from_B_to_A = A.center - B.center;
  const Vec3 n = (dot(m, from_B_to_A) < 0 ? -1 / length : 1 / length) * m;
  const double gap = dot(n, from_B_to_A) - A.reach(n) - B.reach(n);
  if (gap > best.phi) {
    best.phi = gap;
    best.n = n;
  }
}

// The nearest points of the segments p + s u and q + t v, 0 <= s, t <= 1.
std::pair<Vec3, Vec3> nearest_points(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v) {
  const Vec3 r = p - q;
  const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
  const double determinant = uu * vv - uv * uv;
  double s = determinant > 0 ? std::clamp((uv * vr - ur * vv) / determinant, 0.0, 1.0) : 0;
  const double t = std::clamp((uv * s + vr) / vv, 0.0, 1.0);
  s = std::clamp((uv * t - ur) / uu, 0.0, 1.0);
  return {p + s * u, q + t * v};
}

// Puts the closest points of boxes that do not overlap into the contact.
void find_closest_points(const Box& A, const Box& B, Contact& contact) {
  double least = std::numeric_limits<double>::infinity();
  const auto keep = [&](const Vec3& p_A, const Vec3& p_B) {
    const double squared = dot(p_A - p_B, p_A - p_B);
    if (squared >= least) return;
    least = squared;
    contact.p_A = p_A;
    contact.p_B = p_B;
  };
  for (const Vec3& vertex : A.vertices) keep(vertex, B.nearest_point(vertex));
  for (const Vec3& vertex : B.vertices) keep(A.nearest_point(vertex), vertex);
  // An edge leads from a vertex whose bit i is clear along axis i.
  for (int a = 0; a < 24; ++a) {
    if ((a / 3 >> a % 3 & 1) != 0) continue;
    const Vec3 u = 2 * A.half[a % 3] * A.axis[a % 3];
    for (int b = 0; b < 24; ++b) {
      if ((b / 3 >> b % 3 & 1) != 0) continue;
      const Vec3 v = 2 * B.half[b % 3] * B.axis[b % 3];
      const auto [p_A, p_B] = nearest_points(A.vertices[a / 3], u, B.vertices[b / 3], v);
      keep(p_A, p_B);
    }
  }
}

Contact distance(const Body& body_A, const touchstone_pose& X_WA, const Body& body_B,
                 const touchstone_pose& X_WB) {
  const Box A(body_A, X_WA);
  Box B(body_B, X_WB);
  Contact contact;
  for (const Vec3& a : A.axis) try_direction(A, B, a, contact);
  for (const Vec3& b : B.axis) try_direction(A, B, b, contact);
  for (const Vec3& a : A.axis) {
    for (const Vec3& b : B.axis) try_direction(A, B, cross(a, b), contact);
  }
  if (contact.phi > 0) {
    find_closest_points(A, B, contact);
    try_direction(A, B, contact.p_A - contact.p_B, contact);
    return contact;
  }
  // Boxes that overlap touch once B is moved out by phi n; where they touch, the witnesses are.
  const Vec3 move_out = contact.phi * contact.n;
  B.move(move_out);
  find_closest_points(A, B, contact);
  contact.p_B = contact.p_B - move_out;
  return contact;
}
// ======================================================= the plug-in ===========================

// What must survive between questions, such as a warm start. Here: nothing.
struct Instance {};

void note(touchstone_answer* answer, const char* text) {
  std::snprintf(answer->note, sizeof answer->note, "%s", text);
}

// One question: fills in the answer, which comes cleared. No exception may leave a plug-in.
void evaluate(void* /*instance*/, const touchstone_query* query,
              touchstone_answer* answer) noexcept {
  try {
    const Contact contact = distance(*static_cast<const Body*>(query->A), query->X_WA,
                                     *static_cast<const Body*>(query->B), query->X_WB);
    answer->status = TOUCHSTONE_ANSWERED;
    answer->value = contact.phi;
    answer->given = TOUCHSTONE_HAS_NORMAL | TOUCHSTONE_HAS_WITNESSES;  // beside the value
    std::copy_n(contact.n.begin(), 3, answer->normal);
    std::copy_n(contact.p_A.begin(), 3, answer->witness_A);
    std::copy_n(contact.p_B.begin(), 3, answer->witness_B);
  } catch (const std::exception& error) {
    answer->status = TOUCHSTONE_NO_ANSWER;
    note(answer, error.what());
  }
}

// The gradient of phi: how fast it changes when the bodies move (docs/gradients.md). A velocity v of
// a body's frame and an angular velocity w about its origin move the contact point p by v + w x arm.
int differentiate(void* instance, const touchstone_query* query, touchstone_answer* answer,
                  touchstone_gradient* gradient) noexcept {
  evaluate(instance, query, answer);
  if (answer->status != TOUCHSTONE_ANSWERED) return 1;
  const auto vector = [](const double* x) { return Vec3{x[0], x[1], x[2]}; };
  const Vec3 n = vector(answer->normal);
  const Vec3 w_A = cross(vector(answer->witness_A) - vector(query->X_WA.t), n);
  const Vec3 w_B = cross(n, vector(answer->witness_B) - vector(query->X_WB.t));
  const Vec3 v_B = -1 * n;
  std::copy_n(n.begin(), 3, gradient->v_A);
  std::copy_n(w_A.begin(), 3, gradient->w_A);
  std::copy_n(v_B.begin(), 3, gradient->v_B);
  std::copy_n(w_B.begin(), 3, gradient->w_B);
  return 0;  // `differentiable` comes as TOUCHSTONE_NOT_SAID
}

// A manifold: 1 offers one, for `touchstone contacts --metric`, `energy` and `simulate` to take in
// place of the points that they make themselves. Here it is a single point, as kManifolds says.
#define GIVES_MANIFOLD 0
#if GIVES_MANIFOLD
std::size_t find_points(void* instance, const touchstone_query* query, double /*reach*/,
                        touchstone_answer* answer, touchstone_manifold_point* points,
                        std::size_t /*room, at least 256*/) noexcept {
  evaluate(instance, query, answer);
  // kManifolds has no reach.
  if (answer->status != TOUCHSTONE_ANSWERED || answer->value > 0) return 0;
  for (int i = 0; i < 3; ++i) {
    points[0].position[i] = (answer->witness_A[i] + answer->witness_B[i]) / 2;
    points[0].normal[i] = answer->normal[i];
  }
  points[0].depth = -answer->value;
  return 1;
}

// What is on purpose. A library that returns more than one point has them judged as corners of the
// true manifold (docs/contacts.md).
constexpr touchstone_manifold_1 make_manifolds() {
  touchstone_manifold_1 made{};
  made.policy.max_points = 1;
  made.policy.place = TOUCHSTONE_POINT_MIDDLE;
  made.find = find_points;
  return made;
}
constexpr touchstone_manifold_1 kManifolds = make_manifolds();
#endif

void* create() noexcept { return new (std::nothrow) Instance; }
void destroy(void* instance) noexcept { delete static_cast<Instance*>(instance); }
void reset(void* instance) noexcept { *static_cast<Instance*>(instance) = Instance(); }

void* prepare(void* /*instance*/, const touchstone_shape* shape) noexcept {
  try {
    return std::make_unique<Body>(*shape).release();
  } catch (const std::exception&) {
    return nullptr;
  }
}
void release(void* /*instance*/, void* prepared) noexcept { delete static_cast<Body*>(prepared); }

constexpr std::uint32_t kGivesAll =
    TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL | TOUCHSTONE_GIVES_WITNESSES;

// What the algorithm claims, in the order of the header.
// Who takes bodies with a radius or a curved core offers TOUCHSTONE_DESCRIPTOR_2, too.
constexpr touchstone_descriptor kDescriptor = {
    "my_boxes",                                                    // name
    "0.1",                                                         // version
    "",                                                            // build
    "separating axes and closest points, for boxes of like size",  // summary
    nullptr,                                                       // policy: plain signed distance
    TOUCHSTONE_FLOAT64,                                            // scalar
    0,                                                             // takes_flat
    1,                                                             // boxes_only
    0,                                                             // max_vertices: the default
    1e-8,                                                          // own_tolerance
    kGivesAll,                                                     // when_separated
    kGivesAll,                                                     // when_touching
    kGivesAll,                                                     // when_penetrating
    0                                                              // reserved
};
constexpr touchstone_instance_1 kInstances = {create, destroy, reset, prepare, release};
constexpr touchstone_evaluate_1 kDistance = {evaluate};
constexpr touchstone_gradient_1 kGradients = {differentiate};

const void* get_interface(const char* id) noexcept {
  if (std::strcmp(id, TOUCHSTONE_DESCRIPTOR_1) == 0) return &kDescriptor;
  if (std::strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) return &kInstances;
  if (std::strcmp(id, TOUCHSTONE_DISTANCE_1) == 0) return &kDistance;
  if (std::strcmp(id, TOUCHSTONE_GRADIENT_1) == 0) return &kGradients;
#if GIVES_MANIFOLD
  if (std::strcmp(id, TOUCHSTONE_MANIFOLD_1) == 0) return &kManifolds;
#endif
  return nullptr;
}

}  // namespace

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, nullptr, nullptr, get_interface};
