// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the metrics share: one question put to a metric, and the pairs that many ask.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// The answer to one pair, by fresh shapes and a fresh workspace.
inline Answer ask(const Metric& metric, const Pair& pair) {
  const auto A = metric.prepare(*pair.A);
  const auto B = metric.prepare(*pair.B);
  const auto workspace = metric.make_workspace();
  return metric.evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
}

/// Two cubes of half-width 1, axes aligned, B's centre at p_AB from A's [m].
inline Pair boxes_apart(const Vec3& p_AB) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  Pair pair{box, Pose{}, box, Pose{}};
  pair.X_WB.t = p_AB;
  return pair;
}

/// Entries uniform in [-limit, limit].
inline Vec3 random_vector(Random& random, const Vec3& limit) {
  Vec3 v;
  for (int i = 0; i < 3; ++i) v[i] = random.uniform(-limit[i], limit[i]);
  return v;
}

inline Vec3 random_vector(Random& random, double limit) {
  return random_vector(random, Vec3::Constant(limit));
}

/// The cubes of boxes_apart with B anywhere near A in any orientation: about half overlap.
inline Pair random_boxes(std::uint64_t seed, int index) {
  Random random(seed, 1, static_cast<std::uint64_t>(index));
  Pair pair = boxes_apart(random_vector(random, 2.8));
  pair.X_WB.R = random.rotation();
  return pair;
}

/// A and B turned at random, B's origin between `least` and `most` from A's [m].
inline Pair placed_apart(Random& random, PolytopePtr A, PolytopePtr B, double least, double most) {
  Pair pair{std::move(A), Pose{random.rotation(), random.unit_vector()}, std::move(B), Pose{}};
  const double distance = random.uniform(least, most);
  pair.X_WB = Pose{random.rotation(), pair.X_WA.t + distance * random.unit_vector()};
  return pair;
}

/// A and B turned at random, A's origin at 0 and B's between `least` and `most` from it [m].
inline Pair placed_about_origin(std::uint64_t seed, int index, PolytopePtr A, PolytopePtr B,
                                double least, double most) {
  Random random(seed, 1, static_cast<std::uint64_t>(index));
  Pair pair{std::move(A), Pose{random.rotation(), Vec3::Zero()}, std::move(B), Pose{}};
  const double distance = random.uniform(least, most);
  pair.X_WB = Pose{random.rotation(), distance * random.unit_vector()};
  return pair;
}

inline PolytopePtr hull_of(std::vector<Vec3> points) {
  PolytopeInput input;
  input.vertices = std::move(points);
  return make_polytope(input).value();
}

}  // namespace touchstone
