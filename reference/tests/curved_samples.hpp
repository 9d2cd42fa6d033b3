// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: pairs with a curved core, apart, nearly touching and overlapping.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {

enum class BodyKind { cylinder, cone, ellipsoid, box, hull, sphere, capsule };
inline constexpr std::array<BodyKind, 7> kBodyKinds = {
    BodyKind::cylinder, BodyKind::cone,   BodyKind::ellipsoid, BodyKind::box,
    BodyKind::hull,     BodyKind::sphere, BodyKind::capsule};
inline constexpr std::array<const char*, 7> kBodyKindNames = {
    "cylinder", "cone", "ellipsoid", "box", "hull", "sphere", "capsule"};

inline double length_sample(Random& random) { return std::exp2(random.uniform(-2, 2)); }

inline ConvexBody body_sample(Random& random, BodyKind kind) {
  const double a = length_sample(random);
  const double b = length_sample(random);
  const double c = length_sample(random);
  const auto polytope = [](const std::vector<Vec3>& points) {
    return make_polytope({points, {}, {}}).value();
  };
  switch (kind) {
    case BodyKind::cylinder:
      return make_body(Cylinder{a, b}).value();
    case BodyKind::cone:
      return make_body(Cone{a, b}).value();
    case BodyKind::ellipsoid:
      return make_body(Ellipsoid{{a, b, c}}).value();
    case BodyKind::box:
      return make_body(make_box({a, b, c})).value();
    case BodyKind::hull:
      return make_body(make_random_sphere_hull(random, 30)).value();
    case BodyKind::sphere:
      return make_body(make_rounded(polytope({{0, 0, 0}}), a).value()).value();
    case BodyKind::capsule:
      break;
  }
  return make_body(make_rounded(polytope({{0, 0, -b}, {0, 0, b}}), a).value()).value();
}

/// Largest u.(R k), rounded.
inline double reach(const ConvexBody& body, const Mat3& R, const Vec3& u) {
  const Vec3 w = R.transpose() * u;
  const double across = std::hypot(w[0], w[1]);
  double most = -HUGE_VAL;
  if (const auto* polytope = std::get_if<PolytopePtr>(&body.core())) {
    for (const Vec3& v : (*polytope)->vertices()) most = std::max(most, w.dot(v));
  } else if (const auto* cylinder = std::get_if<Cylinder>(&body.core())) {
    most = cylinder->radius * across + cylinder->half_length * std::abs(w[2]);
  } else if (const auto* cone = std::get_if<Cone>(&body.core())) {
    most = std::max(cone->half_length * w[2], cone->radius * across - cone->half_length * w[2]);
  } else {
    most = std::get<Ellipsoid>(body.core()).semi_axes.cwiseProduct(w).norm();
  }
  return most + body.radius() * u.norm();
}

/// B is put where gap(u) is about so large.
inline ConvexPair at_gap(ConvexBody A, const Mat3& R_A, ConvexBody B, const Mat3& R_B,
                         const Vec3& u, double gap) {
  const Vec3 t = -(reach(A, R_A, -u) + reach(B, R_B, u) + gap) * u;
  return {std::move(A), {R_A, Vec3::Zero()}, std::move(B), {R_B, t}};
}

/// A third is apart, a third nearly touches, the others overlap.
inline ConvexPair pair_sample(Random& random, BodyKind kind_A, BodyKind kind_B) {
  const ConvexBody A = body_sample(random, kind_A);
  const ConvexBody B = body_sample(random, kind_B);
  const Mat3 R_A = random.rotation();
  const Mat3 R_B = random.rotation();
  const Vec3 u = random.unit_vector();
  const std::uint64_t regime = random.below(3);
  const double depth = reach(A, R_A, u) + reach(A, R_A, -u);
  double gap = random.uniform(0, 1);
  if (regime == 0) gap = 4 * gap;
  if (regime == 1) gap = (random.below(2) == 0 ? 1 : -1) * std::pow(10, -3 - 9 * gap);
  if (regime == 2) gap = -gap * depth;
  return at_gap(A, R_A, B, R_B, u, gap);
}

/// A rotation that takes axes to axes, in order: exact. There are six.
inline Mat3 turned_axes(std::uint64_t k) {
  Mat3 R = Mat3::Zero();
  for (std::uint64_t i = 0; i < 3; ++i) {
    R(static_cast<int>((i + k) % 3), static_cast<int>(i)) = k % 2 == 0 || i == 2 ? 1 : -1;
  }
  return R;
}

/// Concentric, coaxial, parallel or a quarter turned; touching exactly, apart or overlapping. All
/// numbers are eighths.
inline ConvexPair aligned_sample(Random& random, BodyKind kind_A, BodyKind kind_B) {
  const auto eighths = [&random] { return static_cast<double>(1 + random.below(16)) / 8; };
  const auto scaled = [&](BodyKind kind) {
    const double a = eighths();
    const double b = eighths();
    if (kind == BodyKind::cylinder) return make_body(Cylinder{a, b}).value();
    if (kind == BodyKind::cone) return make_body(Cone{a, b}).value();
    if (kind == BodyKind::ellipsoid) return make_body(Ellipsoid{{a, a, b}}).value();
    if (kind == BodyKind::box) return make_body(make_box({a, b, eighths()})).value();
    return body_sample(random, kind);
  };
  const ConvexBody A = scaled(kind_A);
  const ConvexBody B = scaled(kind_B);
  const Mat3 R_A = turned_axes(random.below(6));
  const Mat3 R_B = random.below(2) == 0 ? R_A : turned_axes(random.below(6));
  Vec3 t = Vec3::Zero();
  const std::uint64_t regime = random.below(5);
  const Vec3 u = turned_axes(random.below(6)).col(0);
  if (regime == 1) t = eighths() * u;
  if (regime == 2) t = Vec3(eighths(), eighths(), 0);
  if (regime == 3) return at_gap(A, R_A, B, R_B, u, 0);
  if (regime == 4) return at_gap(A, R_A, B, R_B, u, (random.below(2) == 0 ? 0.125 : -0.125));
  return {A, {R_A, Vec3::Zero()}, B, {R_B, t}};
}

}  // namespace touchstone
