// SPDX-License-Identifier: MIT
// What the adapters of libraries share: shapes and poses as they need them, and the functions of
// touchstone/plugin.h around two classes.
//
// An adapter writes a class `Body`, made from a touchstone_shape, and a class `Engine` with
//   void reset();                                       forgets warm starts
//   void answer(const Body& A, const Pose& X_WA,
//               const Body& B, const Pose& X_WB, touchstone_answer&);
// and ends with TOUCHSTONE_PEER(Engine, Body, descriptor). What a constructor or `answer` throws
// becomes `no_answer` with its text, a CannotTake becomes `skipped`. A Body that is made from a
// touchstone_body instead, with a member kMore (touchstone_descriptor_2), takes a radius or curved
// cores, which come without a shape. An Engine with a member kPolicy (touchstone_manifold_policy)
// and
//   void contacts(A, X_WA, B, X_WB, touchstone_answer&, peer::Points&);
// gives manifolds, too. One with a member kRatio answers for the ratio metric instead of the
// distance, and one with
//   bool gradient(A, X_WA, B, X_WB, touchstone_answer&, touchstone_gradient&);
// gives gradients, too, or false.
#pragma once

#include <touchstone/plugin.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace peer {

using Point = std::array<double, 3>;

/// Every family is run: the largest bodies have so many vertices.
inline constexpr std::uint32_t kMaxVertices = 4096;

/// The `policy` of a library that makes contacts.
inline constexpr const char* kContactsOnly =
    "contacts: a depth where bodies penetrate, a sign where they do not";

// What a row gives (touchstone_descriptor::when_...).
inline constexpr std::uint32_t kValue = TOUCHSTONE_GIVES_VALUE;
inline constexpr std::uint32_t kValueAndNormal = kValue | TOUCHSTONE_GIVES_NORMAL;
inline constexpr std::uint32_t kAll = kValueAndNormal | TOUCHSTONE_GIVES_WITNESSES;

/// Whether boxes are taken as boxes: such a source is compiled twice, for boxes and for hulls.
#ifdef PEER_BOXES
inline constexpr bool kBoxes = true;
#else
inline constexpr bool kBoxes = false;
#endif

/// Thrown where the library has no way to represent a body.
struct CannotTake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// p_W = R p + t, R row by row.
struct Pose {
  std::array<double, 9> R{};
  Point t{};
};

inline Pose pose_of(const touchstone_pose& X) {
  Pose pose;
  std::memcpy(pose.R.data(), X.R, sizeof X.R);
  std::memcpy(pose.t.data(), X.t, sizeof X.t);
  return pose;
}

/// The pose of a frame whose origin is at `c` of the posed frame. Unchanged where c is zero.
inline Pose moved(const Pose& X, const Point& c) {
  Pose pose = X;
  if (c[0] == 0 && c[1] == 0 && c[2] == 0) return pose;
  for (int i = 0; i < 3; ++i) {
    pose.t[i] += X.R[3 * i] * c[0] + X.R[3 * i + 1] * c[1] + X.R[3 * i + 2] * c[2];
  }
  return pose;
}

/// The frame G that a library wants a body's geometry in, in the body's frame S.
inline Pose frame_at(const Point& origin) { return {{1, 0, 0, 0, 1, 0, 0, 0, 1}, origin}; }

/// X_WG = X_WS X_SG.
inline Pose composed(const Pose& X_WS, const Pose& X_SG) {
  Pose X = moved(X_WS, X_SG.t);
  if (X_SG.R == frame_at({}).R) return X;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      X.R[3 * i + j] = 0;
      for (int k = 0; k < 3; ++k) X.R[3 * i + j] += X_WS.R[3 * i + k] * X_SG.R[3 * k + j];
    }
  }
  return X;
}

inline Point vertex(const touchstone_shape& shape, std::size_t k) {
  const double* v = shape.vertices + 3 * k;
  return {v[0], v[1], v[2]};
}

inline Point box_center(const touchstone_shape& shape) {
  return {shape.box_center[0], shape.box_center[1], shape.box_center[2]};
}

/// A segment as libraries take it.
struct Segment {
  Pose X_SG;               ///< G has its origin in the middle, and the segment along one axis
  double half_length = 0;  ///< [m]
};

/// `axis`: the one of G, 0 to 2. Axes that are parallel to those of S already are not rounded.
inline Segment segment(const touchstone_shape& shape, int axis) {
  const Point a = vertex(shape, 0);
  const Point b = vertex(shape, 1);
  Point u{};
  Segment made{frame_at({}), 0};
  for (int i = 0; i < 3; ++i) {
    u[i] = 0.5 * b[i] - 0.5 * a[i];
    made.X_SG.t[i] = 0.5 * a[i] + 0.5 * b[i];
  }
  made.half_length = std::hypot(u[0], u[1], u[2]);
  for (double& x : u) x /= made.half_length;
  if (std::abs(u[axis]) == 1) return made;
  int least = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::abs(u[i]) < std::abs(u[least])) least = i;
  }
  Point e{};
  e[least] = 1;
  const auto cross = [](const Point& x, const Point& y) {
    return Point{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
  };
  Point v = cross(u, e);
  const double length = std::hypot(v[0], v[1], v[2]);
  for (double& x : v) x /= length;
  const Point w = cross(u, v);
  for (int i = 0; i < 3; ++i) {
    made.X_SG.R[3 * i + axis] = u[i];
    made.X_SG.R[3 * i + (axis + 1) % 3] = v[i];
    made.X_SG.R[3 * i + (axis + 2) % 3] = w[i];
  }
  return made;
}

/// Facets as FCL, coal and ODE take them: a count, then that many vertices, for each facet.
template <class Index>
std::vector<Index> counted_facets(const touchstone_shape& shape) {
  std::vector<Index> facets;
  facets.reserve(shape.facet_count + shape.corner_count);
  for (std::uint32_t f = 0; f < shape.facet_count; ++f) {
    const std::uint32_t begin = shape.facet_begin[f];
    const std::uint32_t end = shape.facet_begin[f + 1];
    facets.push_back(static_cast<Index>(end - begin));
    for (std::uint32_t c = begin; c < end; ++c) {
      facets.push_back(static_cast<Index>(shape.facet_corners[c]));
    }
  }
  return facets;
}

inline void note(touchstone_answer& answer, const char* text) {
  std::snprintf(answer.note, sizeof answer.note, "%s", text);
}

inline void give_value(touchstone_answer& answer, double value) {
  answer.status = TOUCHSTONE_ANSWERED;
  answer.value = value;
}

inline void give_sign(touchstone_answer& answer, int sign) {
  answer.status = TOUCHSTONE_SIGN_ONLY;
  answer.sign = sign;
}

/// None where it is 0, as a library leaves a normal that it did not find.
inline void give_normal(touchstone_answer& answer, double x, double y, double z) {
  if (x == 0 && y == 0 && z == 0) return;
  answer.given |= TOUCHSTONE_HAS_NORMAL;
  answer.normal[0] = x;
  answer.normal[1] = y;
  answer.normal[2] = z;
}

template <class Vector>
void give_witnesses(touchstone_answer& answer, const Vector& on_A, const Vector& on_B) {
  answer.given |= TOUCHSTONE_HAS_WITNESSES;
  for (int i = 0; i < 3; ++i) {
    answer.witness_A[i] = on_A[i];
    answer.witness_B[i] = on_B[i];
  }
}

/// The normal for a library that gives none: (p_A - p_B) / value, made a unit vector.
/// None where the points coincide or the value is zero.
inline void derive_normal(touchstone_answer& answer) {
  const double sign = answer.value < 0 ? -1 : 1;
  Point n{};
  double squares = 0;
  for (int i = 0; i < 3; ++i) {
    n[i] = sign * (answer.witness_A[i] - answer.witness_B[i]);
    squares += n[i] * n[i];
  }
  const double length = std::sqrt(squares);
  if (answer.value == 0 || !(length > 0)) return;
  give_normal(answer, n[0] / length, n[1] / length, n[2] / length);
}

/// Where the points of a manifold go.
class Points {
 public:
  Points(touchstone_manifold_point* points, std::size_t room) : points_(points), room_(room) {}

  /// More points than there is room for are counted only.
  template <class Vector>
  void add(const Vector& position, double depth, const Point& normal) {
    if (count_++ >= room_) return;
    touchstone_manifold_point& point = points_[count_ - 1];
    for (int i = 0; i < 3; ++i) {
      point.position[i] = position[i];
      point.normal[i] = normal[i];
    }
    point.depth = depth;
  }
  template <class Vector>
  void add(const Vector& position, double depth, const Point& normal, std::uint64_t id) {
    add(position, depth, normal);
    if (count_ > room_) return;
    points_[count_ - 1].id = id;
    points_[count_ - 1].has_id = 1;
  }
  std::size_t count() const { return count_; }

 private:
  touchstone_manifold_point* points_;
  std::size_t room_;
  std::size_t count_ = 0;
};

/// A body, or the reason why there is none.
template <class Body>
struct Prepared {
  std::unique_ptr<Body> body;
  bool skipped = false;
  std::string reason;
};

template <class Engine, class Body>
struct Functions {
  static void* create() {
    try {
      return new Engine();
    } catch (const std::exception&) {
      return nullptr;
    }
  }
  static void destroy(void* instance) { delete static_cast<Engine*>(instance); }
  static void reset(void* instance) { static_cast<Engine*>(instance)->reset(); }

  static constexpr bool kTakesBodies = std::is_constructible_v<Body, const touchstone_body&>;

  static void* prepare(void* instance, const touchstone_shape* shape) {
    if constexpr (kTakesBodies) {
      touchstone_body body{};
      body.dimension = shape->dimension;
      body.shape = shape;
      return prepare_body(instance, &body);
    } else {
      return make(*shape);
    }
  }
  static void* prepare_body(void* /*instance*/, const touchstone_body* body) { return make(*body); }

  template <class Given>
  static void* make(const Given& given) {
    auto prepared = std::make_unique<Prepared<Body>>();
    try {
      prepared->body = std::make_unique<Body>(given);
    } catch (const CannotTake& e) {
      prepared->skipped = true;
      prepared->reason = e.what();
    } catch (const std::exception& e) {
      prepared->reason = e.what();
    }
    return prepared.release();
  }
  static void release(void* /*instance*/, void* prepared) {
    delete static_cast<Prepared<Body>*>(prepared);
  }

  static void evaluate(void* instance, const touchstone_query* query, touchstone_answer* answer) {
    ask(*query, *answer, [&](const Body& A, const Body& B) {
      static_cast<Engine*>(instance)->answer(A, pose_of(query->X_WA), B, pose_of(query->X_WB),
                                             *answer);
    });
  }

  static std::size_t find(void* instance, const touchstone_query* query, double /*reach*/,
                          touchstone_answer* answer, touchstone_manifold_point* points,
                          std::size_t room) {
    Points found(points, room);
    ask(*query, *answer, [&](const Body& A, const Body& B) {
      static_cast<Engine*>(instance)->contacts(A, pose_of(query->X_WA), B, pose_of(query->X_WB),
                                               *answer, found);
    });
    return found.count();
  }

  static int differentiate(void* instance, const touchstone_query* query, touchstone_answer* answer,
                           touchstone_gradient* gradient) {
    bool given = false;
    ask(*query, *answer, [&](const Body& A, const Body& B) {
      given = static_cast<Engine*>(instance)->gradient(A, pose_of(query->X_WA), B,
                                                       pose_of(query->X_WB), *answer, *gradient);
    });
    return given ? 0 : 1;
  }

  /// Calls `put` with the bodies; where there is one less, or it throws, the answer says so.
  template <class Put>
  static void ask(const touchstone_query& query, touchstone_answer& answer, const Put& put) {
    const auto* A = static_cast<const Prepared<Body>*>(query.A);
    const auto* B = static_cast<const Prepared<Body>*>(query.B);
    for (const auto* prepared : {A, B}) {
      if (prepared->body) continue;
      if (prepared->skipped) answer.status = TOUCHSTONE_SKIPPED;
      note(answer, prepared->reason.c_str());
      return;
    }
    try {
      put(*A->body, *B->body);
    } catch (const CannotTake& e) {
      answer.status = TOUCHSTONE_SKIPPED;
      note(answer, e.what());
    } catch (const std::exception& e) {
      answer.status = TOUCHSTONE_NO_ANSWER;
      note(answer, e.what());
    }
  }

  static constexpr touchstone_instance_1 kInstances = {create, destroy, reset, prepare, release};
  static constexpr touchstone_evaluate_1 kEvaluate = {evaluate};

  static const void* interface(const char* id, const touchstone_descriptor& descriptor) {
    if constexpr (kTakesBodies) {
      static constexpr touchstone_instance_2 kBodies = {prepare_body};
      if (std::strcmp(id, TOUCHSTONE_INSTANCE_2) == 0) return &kBodies;
      if (std::strcmp(id, TOUCHSTONE_DESCRIPTOR_2) == 0) return &Body::kMore;
    }
    if constexpr (requires { Engine::kPolicy; }) {
      static constexpr touchstone_manifold_1 kManifolds = {Engine::kPolicy, find};
      if (std::strcmp(id, TOUCHSTONE_MANIFOLD_1) == 0) return &kManifolds;
    }
    if constexpr (requires { &Engine::gradient; }) {
      static constexpr touchstone_gradient_1 kGradients = {differentiate};
      if (std::strcmp(id, TOUCHSTONE_GRADIENT_1) == 0) return &kGradients;
    }
    if (std::strcmp(id, TOUCHSTONE_DESCRIPTOR_1) == 0) return &descriptor;
    if (std::strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) return &kInstances;
    constexpr bool kOfRatio = requires { Engine::kRatio; };
    const char* value = kOfRatio ? TOUCHSTONE_RATIO_1 : TOUCHSTONE_DISTANCE_1;
    if (std::strcmp(id, value) == 0) return &kEvaluate;
    return nullptr;
  }
};

}  // namespace peer

/// The entry of the plug-in. INIT: a function `int(const char*)`, or nullptr.
#define TOUCHSTONE_PEER_WITH_INIT(ENGINE, BODY, DESCRIPTOR, INIT, DEINIT) \
  static const void* peer_interface(const char* id) {                     \
    return peer::Functions<ENGINE, BODY>::interface(id, DESCRIPTOR);      \
  }                                                                       \
  TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {   \
      TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, INIT, DEINIT, peer_interface};
#define TOUCHSTONE_PEER(ENGINE, BODY, DESCRIPTOR) \
  TOUCHSTONE_PEER_WITH_INIT(ENGINE, BODY, DESCRIPTOR, nullptr, nullptr)
