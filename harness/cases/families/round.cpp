// SPDX-License-Identifier: GPL-3.0-or-later
// Families of round bodies and of many-cornered ones: icospheres beside and inside one another,
// apexes of high valence, few vertices against many. All bodies are made once.
#include <array>
#include <string>
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

constexpr std::array<int, 3> kIcosphereVertices{42, 162, 642};  ///< at levels 1, 2, 3

PolytopePtr icosphere_of(int vertices) {
  int levels = 1;
  while (kIcosphereVertices.at(static_cast<std::size_t>(levels) - 1) != vertices) ++levels;
  return unit_icosphere(levels);
}

Pair icospheres(const Family& family, std::uint64_t seed, std::uint64_t index) {
  Random random = case_random(family, seed, index);
  Pair pair;
  pair.A = icosphere_of(family.largest_vertices);
  pair.B = pair.A;
  pair.X_WB.R = aligned_or_random(random, 4);
  place(random, regime_of(index), &pair);
  return pair;
}

/// Every direction is nearly as good as the best: K is nearly a ball about nearly 0.
Pair concentric(const Family& family, std::uint64_t seed, std::uint64_t index) {
  constexpr std::array<double, 10> kOffsets{1e-1, 1e-2,  1e-3,  1e-4,  1e-6,
                                            1e-8, 1e-10, 1e-12, 1e-14, 1e-15};  // [m]
  Random random = case_random(family, seed, index);
  Pair pair;
  pair.A = icosphere_of(family.largest_vertices);
  pair.B = pair.A;
  switch (random.below(4)) {
    case 0:
      break;
    case 1: {
      const Vec3 axis = random.unit_vector();
      pair.X_WB.R = rotation_about(axis, random_power_of_ten(random, -12, -2));
      break;
    }
    default:
      pair.X_WB.R = random.rotation();
  }
  set_offset(&pair, kOffsets.at(index % kOffsets.size()) * random.unit_vector());
  return pair;
}

/// Double pyramids and cones with all vertices but the apexes on one circle.
std::vector<PolytopePtr> make_high_valence_bodies(int largest) {
  std::vector<PolytopePtr> bodies;
  for (const int vertices : {largest / 4, largest / 2, largest}) {
    for (const double half_height : {0.1, 1.0, 4.0}) {
      bodies.push_back(make_double_pyramid(vertices - 2, 1, half_height));
      bodies.push_back(make_cone(vertices - 1, 1, half_height));
    }
  }
  return bodies;
}

constexpr int kHighValence = 64;
constexpr int kHighestValence = 512;

const std::vector<PolytopePtr>& high_valence_bodies(int largest) {
  if (largest == kHighValence) {
    static const std::vector<PolytopePtr> bodies = make_high_valence_bodies(kHighValence);
    return bodies;
  }
  static const std::vector<PolytopePtr> bodies = make_high_valence_bodies(kHighestValence);
  return bodies;
}

Pair high_valence(const Family& family, std::uint64_t seed, std::uint64_t index) {
  Random random = case_random(family, seed, index);
  const std::vector<PolytopePtr>& bodies = high_valence_bodies(family.largest_vertices);
  Pair pair;
  pair.A = bodies[random.below(bodies.size())];
  pair.B = random.below(2) == 0 ? bodies[random.below(bodies.size())] : small_solid(random);
  if (random.below(2) == 0) std::swap(pair.A, pair.B);
  pair.X_WB.R = random.below(4) == 0 ? Mat3(Mat3::Identity()) : random.rotation();
  const Regime regime = regime_of(index);
  switch (random.below(3)) {
    case 0:  // along A's axis: an apex or the base first
      place(random, regime, Vec3(0, 0, random.below(2) == 0 ? 1 : -1), &pair);
      break;
    case 1: {  // along B's
      const Vec3 axis = pair.X_WB.R.col(2);
      place(random, regime, random.below(2) == 0 ? axis : Vec3(-axis), &pair);
      break;
    }
    default:
      place(random, regime, &pair);
  }
  return pair;
}

constexpr int kManyVertices = 4096;

/// A sphere and a flat ellipsoid; their points are fixed, whatever the seed.
const std::array<PolytopePtr, 2>& many_cornered() {
  static const std::array<PolytopePtr, 2> bodies = [] {
    Random random(kManyVertices);
    PolytopePtr sphere = make_random_sphere_hull(random, kManyVertices);
    const Vec3 semi_axes(1, 0.6, 0.3);
    return std::array{std::move(sphere),
                      make_random_ellipsoid_hull(random, kManyVertices, semi_axes)};
  }();
  return bodies;
}

Pair unequal(Random& random, std::uint64_t index) {
  constexpr int kFewVertices = 8;
  constexpr std::array<double, 3> kScales{1, 0.3, 0.05};
  std::vector<Vec3> points;
  const double scale = kScales.at(random.below(kScales.size()));
  points.reserve(kFewVertices);
  for (int k = 0; k < kFewVertices; ++k) points.emplace_back(scale * random.unit_vector());
  Pair pair;
  pair.A = hull_of(std::move(points));
  pair.B = many_cornered().at(random.below(2));
  if (index % 2 == 1) std::swap(pair.A, pair.B);
  pair.X_WB.R = random.rotation();
  place(random, regime_of(index), &pair);
  return pair;
}

}  // namespace

std::vector<Family> round_families() {
  std::vector<Family> families;
  const auto add = [&](auto... row) { families.push_back(hard_family(row...)); };
  constexpr std::array<std::uint64_t, 3> kCases{40, 10, 5};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::string count = std::to_string(kIcosphereVertices.at(k));
    add("icospheres-" + count, "two icospheres of " + count + " vertices, in all regimes",
        kIcosphereVertices.at(k), kCases.at(k), icospheres);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::string count = std::to_string(kIcosphereVertices.at(k));
    add("concentric-" + count,
        "two icospheres of " + count + " vertices, centres 1e-15 to 0.1 apart: near ties",
        kIcosphereVertices.at(k), kCases.at(k), concentric);
  }
  add("high-valence-64", "double pyramids and cones with apexes of valence 14 to 63", kHighValence,
      40, high_valence);
  add("high-valence-512", "double pyramids and cones with apexes of valence 126 to 511",
      kHighestValence, 5, high_valence);
  add("unequal", "8 vertices against 4096, in either order", kManyVertices, 5, drawn(unequal));
  return families;
}

}  // namespace touchstone
