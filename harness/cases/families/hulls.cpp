// SPDX-License-Identifier: GPL-3.0-or-later
// Families of pairs of random hulls, all of whose points are extreme, in three regimes
// (placement.hpp).
#include <array>

#include "geometry/shapes.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

constexpr double kShortestSemiAxis = 0.25;  ///< the longest possible is 1 [m]

PolytopePtr make_hull(Random& random, int points, bool on_sphere) {
  if (on_sphere) return make_random_sphere_hull(random, points);
  Vec3 semi_axes;
  for (int k = 0; k < 3; ++k) semi_axes[k] = random.uniform(kShortestSemiAxis, 1);
  return make_random_ellipsoid_hull(random, points, semi_axes);
}

template <Regime regime>
Pair random_hulls(const Family& family, std::uint64_t seed, std::uint64_t index) {
  Random random = case_random(family, seed, index);
  const bool on_sphere = index % 2 == 0;
  Pair pair;
  pair.A = make_hull(random, family.largest_vertices, on_sphere);
  pair.B = make_hull(random, family.largest_vertices, on_sphere);
  pair.X_WB.R = random.rotation();
  const PlacedDifference K(pair);
  const Vec3 w = random.unit_vector();
  switch (regime) {
    case Regime::separated:
      set_offset(&pair, separated_offset(random, K, w, pair_size(pair)));
      break;
    case Regime::shallow:
      set_offset(&pair, shallow_offset(random, K, w, pair_size(pair)));
      break;
    default:
      set_offset(&pair, deep_offset(random, K, w));
  }
  return pair;
}

struct RegimeRow {
  const char* name;
  const char* summary;
  Pair (*generate)(const Family& family, std::uint64_t seed, std::uint64_t index);
};

constexpr std::array<RegimeRow, 3> kRegimes{{
    {"shallow", "penetration up to 0.01 of size", random_hulls<Regime::shallow>},
    {"deep", "centres at 0.1 to 0.5 of the way to contact", random_hulls<Regime::deep>},
    {"separated", "gaps of 0.01 to 1 size", random_hulls<Regime::separated>},
}};

std::uint64_t default_hull_cases(int points) {
  if (points <= 32) return 300;
  return points <= 128 ? 60 : 12;
}

}  // namespace

std::vector<Family> hull_families() {
  std::vector<Family> families;
  for (int points = 8; points <= 1024; points *= 2) {
    for (const RegimeRow& regime : kRegimes) {
      families.push_back({.name = "random-hulls-" + std::to_string(points) + "-" + regime.name,
                          .group = "hulls",
                          .summary = std::to_string(points) +
                                     " points on a sphere or an ellipsoid, " + regime.summary,
                          .largest_vertices = points,
                          .default_cases = default_hull_cases(points),
                          .generate = regime.generate});
    }
  }
  return families;
}

}  // namespace touchstone
