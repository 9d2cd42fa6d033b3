// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs for the tests of exact metrics in which rounding has much to spoil: slivers, long and thin
// bodies, sizes far apart, far from the origin, vertices an ulp from where they would be symmetric.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace touchstone {

inline constexpr std::array<std::string_view, 10> kExtremes = {
    "slivers", "aspect-1e4", "aspect-1e8", "scale-1e9", "scale-1e12",
    "far-1e8", "denormal",   "jiggled",    "nested",    "stacked"};

inline PolytopePtr small_solid(Random& random) {
  switch (random.below(5)) {
    case 0:
      return make_box(Vec3(random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)));
    case 1:
      return make_prism(3 + static_cast<int>(random.below(5)), 1, random.uniform(0.3, 1));
    case 2:
      return make_lattice_hull(random, 8, 3);
    case 3:
      return make_random_ball_hull(random, 10);
    default:
      return make_random_sphere_hull(random, 4 + static_cast<int>(random.below(9)));
  }
}

/// The body with each vertex moved by `move`, or nullptr if that leaves no solid.
template <class Move>
PolytopePtr moved_vertices(const PolytopePtr& body, Move move) {
  PolytopeInput input;
  for (const Vec3& v : body->vertices()) input.vertices.push_back(move(v));
  auto made = make_polytope(input);
  if (!made.ok() || made.value()->dimension() != 3) return nullptr;
  return made.value();
}

/// 10^x with x uniform.
inline double power_of_ten(Random& random, double low, double high) {
  return std::pow(10.0, random.uniform(low, high));
}

inline double some_ulps_off(Random& random, double x) {
  const double away = random.below(2) == 0 ? -1e9 : 1e9;
  for (std::uint64_t k = random.below(3); k > 0; --k) x = std::nextafter(x, away);
  return x;
}

/// A body of one of the kinds above; nullptr where the draw is not solid.
inline PolytopePtr extreme_body(Random& random, std::string_view kind) {
  const PolytopePtr plain = small_solid(random);
  const auto stretched = [&](double range) {
    const Vec3 along(power_of_ten(random, -range, 0), power_of_ten(random, -range, 0), 1);
    return moved_vertices(plain, [&](const Vec3& v) { return Vec3(v.cwiseProduct(along)); });
  };
  if (kind == "slivers") {
    const double thin = power_of_ten(random, -14, -6);
    return moved_vertices(plain, [&](const Vec3& v) { return Vec3(v.x(), v.y(), thin * v.z()); });
  }
  if (kind == "aspect-1e4") return stretched(4);
  if (kind == "aspect-1e8") return stretched(8);
  if (kind == "denormal") {
    const double small = random.below(2) == 0 ? 1e-310 : 1e-150;
    if (random.below(3) == 0) {
      return moved_vertices(
          plain, [&](const Vec3& v) { return Vec3(v.x(), v.y(), small * std::round(4 * v.z())); });
    }
    return moved_vertices(plain, [&](const Vec3& v) {
      Vec3 moved = v;
      for (double& x : moved) {
        if (x == 0 || random.below(4) == 0) x = small * static_cast<double>(random.below(5));
      }
      return moved;
    });
  }
  if (kind == "jiggled") {
    return moved_vertices(plain, [&](const Vec3& v) {
      return Vec3(some_ulps_off(random, v.x()), some_ulps_off(random, v.y()),
                  some_ulps_off(random, v.z()));
    });
  }
  if (kind == "stacked") return make_prism(3 + static_cast<int>(random.below(6)), 1, 0.5);
  return plain;
}

inline Pose extreme_pose(Random& random, std::string_view kind, double distance) {
  Pose pose{random.rotation(), distance * random.unit_vector()};
  if (kind == "jiggled" && random.below(2) == 0) pose.R = Mat3::Identity();
  if (kind == "stacked") {
    // On top of each other, turned about the axis, tilted by rounding or a little more.
    const double tilt = random.below(3) == 0 ? 0 : power_of_ten(random, -17, -8);
    const Vec3 axis = random.below(2) == 0 ? Vec3(1, 0, 0) : Vec3(0.6, 0.8, 0);
    const double turn = static_cast<double>(random.below(12)) * 0.26179938779914943;
    pose.R =
        (Eigen::AngleAxisd(turn, Vec3::UnitZ()) * Eigen::AngleAxisd(tilt, axis)).toRotationMatrix();
    pose.t = Vec3(random.uniform(-1, 1), random.uniform(-1, 1),
                  random.below(2) == 0 ? 1 : random.uniform(0.5, 1.5));
  }
  return pose;
}

/// Case `index` of a kind; its bodies are nullptr where the draw is not solid.
inline Pair extreme_pair(std::uint64_t seed, std::string_view kind, int index) {
  std::uint64_t number = 0;
  for (const char c : kind) number = 31 * number + static_cast<unsigned char>(c);
  Random random(seed, number, static_cast<std::uint64_t>(index));
  Pair pair{extreme_body(random, kind), Pose{}, extreme_body(random, kind), Pose{}};
  if (pair.A == nullptr || pair.B == nullptr) return pair;
  if (kind == "nested") {
    const double part = 1 - power_of_ten(random, -16, -1);
    pair.B = moved_vertices(pair.A, [&](const Vec3& v) { return Vec3(part * v); });
    pair.X_WB = Pose{Mat3::Identity(), power_of_ten(random, -16, 0) * random.unit_vector()};
    return pair;
  }
  double size = 1;
  if (kind == "scale-1e9" || kind == "scale-1e12") {
    size = kind == "scale-1e9" ? 1e9 : 1e12;
    pair.B = moved_vertices(pair.B, [&](const Vec3& v) { return Vec3(size * v); });
  }
  if (random.below(2) == 0) pair.X_WA.R = random.rotation();
  const double distance =
      random.below(4) == 0 ? power_of_ten(random, -12, 1) : random.uniform(0, 2);
  pair.X_WB = extreme_pose(random, kind, size * distance);
  if (random.below(2) == 0 && size > 1) std::swap(pair.A, pair.B);
  if (kind == "far-1e8") {
    const Vec3 away = 1e8 * random.unit_vector();
    pair.X_WA.t += away;
    pair.X_WB.t += away;
  }
  return pair;
}

/// One body 1 to 1e45 times the other, which lies about a vertex, an edge or a face of it: near the
/// world's origin, where its place keeps the digits that the large body's would lose.
inline Pair unequal_pair(std::uint64_t seed, int index) {
  Random random(seed, 100, static_cast<std::uint64_t>(index));
  const double large = std::ldexp(1.0, static_cast<int>(random.below(60)) - 30);
  const double small = large / power_of_ten(random, 0, 45);
  const auto scaled_by = [](const PolytopePtr& body, double size) {
    return moved_vertices(body, [&](const Vec3& v) { return Vec3(size * v); });
  };
  Pair pair;
  pair.A = scaled_by(make_lattice_hull(random, 10, 3), large);
  pair.B = scaled_by(small_solid(random), small);
  const std::vector<int>& corners =
      pair.A->facets()[random.below(pair.A->facets().size())].vertices;
  const auto corner = [&]() -> const Vec3& {
    return pair.A->vertices()[at(corners[random.below(corners.size())])];
  };
  pair.X_WA.t = -(0.5 * corner() + 0.25 * corner() + 0.25 * corner());  // exact
  if (random.below(3) == 0) {
    const double tilt = std::min(power_of_ten(random, -3, 1) * small / large, 4e-7);
    pair.X_WA.R(0, 1) = -tilt;
    pair.X_WA.R(1, 0) = tilt;
  }
  if (random.below(3) > 0) pair.X_WB.R = random.rotation();
  pair.X_WB.t = power_of_ten(random, -6, 1) * small * random.unit_vector();
  if (random.below(2) == 0) {
    std::swap(pair.A, pair.B);
    std::swap(pair.X_WA, pair.X_WB);
  }
  return pair;
}

/// Ridge above ridge, parallel to 0 to 1e-3 rad, long and flat, and a size or much less apart.
inline Pair roof_pair(std::uint64_t seed, int index) {
  Random random(seed, 101, static_cast<std::uint64_t>(index));
  const double length = power_of_ten(random, -1, 4);
  const auto roof = [&](double up) {
    const double width = length * power_of_ten(random, -7, 0);
    std::vector<Vec3> points{{-length, 0, 0}, {length, 0, 0}};
    for (const double x : {-length, length}) {
      for (const double side : {-width, width}) {
        points.emplace_back(x, random.uniform(0, 1) * side, -up * width * random.uniform(0.1, 1));
      }
    }
    return hull_of(points);
  };
  Pair pair{roof(1), Pose{}, roof(-1), Pose{}};
  const double angle = random.below(4) == 0 ? 0 : power_of_ten(random, -8, -3);
  const Mat3 R = random.rotation();
  pair.X_WA.R = R;
  pair.X_WB.R = R * Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
  const double gap = random.below(2) == 0 ? random.uniform(0.05, 3) : power_of_ten(random, -9, 0);
  pair.X_WB.t = R * Vec3(random.uniform(-1, 1) * length, 0, gap * length);
  return pair;
}

/// The body moved in its own frame, and its pose so that it is where it was, to rounding.
inline void move_own_origin(Random& random, PolytopePtr& body, Pose& X) {
  const Vec3 away = power_of_ten(random, 3, 12) * body->bounding_radius() * random.unit_vector();
  const PolytopePtr far = moved_vertices(body, [&](const Vec3& v) { return Vec3(v + away); });
  if (far == nullptr) return;
  body = far;
  X.t -= X.R * away;
}

/// Bodies side by side, one or both of them far from their own origin.
inline Pair far_from_own_origin_pair(std::uint64_t seed, int index) {
  Random random(seed, 102, static_cast<std::uint64_t>(index));
  const PolytopePtr A = small_solid(random);
  const PolytopePtr B = small_solid(random);
  Pair pair = placed_apart(random, A, B, 0.5, 4);
  if (random.below(3) == 0) pair.X_WB.R = Mat3::Identity();
  if (index % 3 != 0) move_own_origin(random, pair.A, pair.X_WA);
  if (index % 3 != 1) move_own_origin(random, pair.B, pair.X_WB);
  return pair;
}

}  // namespace touchstone
