// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs for the tests of exact metrics in which rounding has much to spoil: slivers, long and thin
// bodies, sizes far apart, far from the origin, vertices an ulp from where they would be symmetric.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

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

/// Of one of the kinds above; nullptr where the draw is not solid.
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

}  // namespace touchstone
