// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of ordinary bodies whose interior points are almost or exactly in one place.
#include <array>
#include <utility>

#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"

namespace touchstone {
namespace {

/// Not 0: a few least denormals, or a number from 1e-320 to 1e-300, of either sign.
double tiny_number(Random& random) {
  constexpr std::array<double, 6> kSizes{1e-320, 1e-312, 1e-308, 1e-307, 1e-303, 1e-300};
  constexpr double kLeast = 0x1p-1074;
  const std::size_t place = random.below(kSizes.size() + 2);
  const double size = place < kSizes.size() ? kSizes.at(place) * random.uniform(1, 9)
                                            : kLeast * from_to(random, 1, 3);
  return random.below(2) == 0 ? size : -size;
}

/// One to three entries are not 0.
Vec3 tiny_offset(Random& random) {
  Vec3 d = Vec3::Zero();
  const int first = from_to(random, 0, 2);
  d[first] = tiny_number(random);
  for (const int k : {(first + 1) % 3, (first + 2) % 3}) {
    if (random.below(2) == 0) d[k] = tiny_number(random);
  }
  return d;
}

/// The points from their mean, so that the origin is inside their hull.
std::vector<Vec3> about_mean(std::vector<Vec3> points) {
  Vec3 mean = Vec3::Zero();
  for (const Vec3& p : points) mean += p;
  mean /= static_cast<double>(points.size());
  for (Vec3& p : points) p -= mean;
  return points;
}

PolytopePtr with_interior_point(std::vector<Vec3> points, const Vec3& x) {
  PolytopeInput input{std::move(points), {}, {}};
  input.interior_point = x;
  return make_polytope(input).value();
}

/// x_A - x_B comes from the places, in half of the cases, or from the given interior points: all
/// of these are tiny, and not the same.
Pair centres_denormal(Random& random, std::uint64_t index) {
  PairPoints points = mixed_points(random, kinds_of(index));
  Pair pair;
  pair.X_WA.R = aligned_or_random(random, 3);
  pair.X_WB.R = parallel_or_random(random, pair.X_WA.R);
  Vec3 x_A = Vec3::Zero();
  Vec3 x_B = Vec3::Zero();
  const bool by_place = random.below(2) == 0;
  (by_place ? pair.X_WA.t : x_A) = tiny_offset(random);
  if (random.below(3) == 0) (by_place ? pair.X_WB.t : x_B) = tiny_offset(random);
  pair.A = with_interior_point(about_mean(std::move(points.A)), x_A);
  pair.B = with_interior_point(about_mean(std::move(points.B)), x_B);
  swap_in_half(random, &pair);
  return pair;
}

}  // namespace

std::vector<Family> centre_families() {
  constexpr std::uint64_t kDefaultCases = 60;
  return {hard_family("centres-denormal",
                      "ordinary bodies, interior points 5e-324 to 2e-299 m apart",
                      kMaxMixedVertices, kDefaultCases, drawn(centres_denormal))};
}

}  // namespace touchstone
