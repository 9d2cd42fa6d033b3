// SPDX-License-Identifier: GPL-3.0-or-later
// Families of badly scaled pairs: unequal sizes, thin bodies, places far from the origin, poses
// that are not quite rotations. All regimes in turn.
#include <array>
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

constexpr double kThousand = 1e3;
constexpr double kTenThousand = 1e4;
constexpr double kMillion = 1e6;

/// The larger body is `ratio` times the smaller; one of the two has about unit size.
Pair scaled_small_pair(double ratio, Random& random, std::uint64_t index) {
  const bool small_is_unit = random.below(2) == 0;
  Pair pair;
  pair.A = small_solid(random, small_is_unit ? ratio : 1);
  pair.B = small_solid(random, small_is_unit ? 1 : 1 / ratio);
  if (index / kAllRegimes.size() % 2 == 1) std::swap(pair.A, pair.B);
  pair.X_WB.R = random.rotation();
  place(random, regime_of(index), &pair);
  return pair;
}

/// Prisms and boxes, broad or long, a thousand times thinner; axes at random or nearly parallel.
Pair plates_needles(Random& random, std::uint64_t index) {
  static const std::array<PolytopePtr, 4> bodies{make_plate(kThousand), make_needle(kThousand),
                                                 make_box({1, 1, 1 / kThousand}),
                                                 make_box({1, 1 / kThousand, 1 / kThousand})};
  Pair pair;
  pair.A = bodies.at(random.below(bodies.size()));
  pair.B = bodies.at(random.below(bodies.size()));
  pair.X_WB.R = parallel_or_random(random, Mat3::Identity());
  place(random, regime_of(index), &pair);
  return pair;
}

/// A pair of small bodies near each other, about `distance` from the origin [m].
Pair far_small_pair(double distance, Random& random, std::uint64_t index) {
  Pair pair;
  pair.A = small_solid(random);
  pair.B = small_solid(random);
  pair.X_WA.R = random.rotation();
  pair.X_WA.t = distance * random.unit_vector();
  // Axes that were parallel are so only to rounding.
  pair.X_WB.R = random.below(4) == 0 ? ordered_product(pair.X_WA.R, signed_permutation(random))
                                     : random.rotation();
  place(random, regime_of(index), &pair);
  return pair;
}

/// R'R then differs from I by up to 2e-7 [1].
constexpr double kShear = 1e-7;

/// A pair whose rotations are sheared by 1e-7, like field data that was rounded to single precision
/// or to seven digits.
Pair sheared(Random& random, std::uint64_t index) {
  Pair pair;
  pair.A = small_solid(random);
  pair.B = small_solid(random);
  const bool aligned = random.below(3) == 0;
  const Mat3 R_A = aligned ? Mat3(Mat3::Identity()) : random.rotation();
  const Mat3 R_B = aligned ? signed_permutation(random) : random.rotation();
  place_sheared(random, regime_of(index), R_A, R_B, kShear, &pair);
  return pair;
}

}  // namespace

std::vector<Family> scale_families() {
  constexpr std::uint64_t kDefaultCases = 100;
  const auto row = [](const char* name, const char* summary, CaseGenerator generate) {
    return hard_family(name, summary, kMaxSmallVertices, kDefaultCases, std::move(generate));
  };
  constexpr std::uint64_t kShearedCases = 200;  // field data has most of its trouble there
  return {
      row("scale-1e3", "one body 1e3 times the other, in either order, all regimes",
          with(kThousand, scaled_small_pair)),
      row("scale-1e6", "one body 1e6 times the other, in either order, all regimes",
          with(kMillion, scaled_small_pair)),
      row("plates-needles", "prisms and boxes of aspect 1e3, broad or long, all regimes",
          drawn(plates_needles)),
      row("far-1e4", "both bodies 1e4 m from the origin, A turned, all regimes",
          with(kTenThousand, far_small_pair)),
      row("far-1e6", "both bodies 1e6 m from the origin, A turned, all regimes",
          with(kMillion, far_small_pair)),
      hard_family("sheared", "both R orthonormal only to 1e-7, all regimes", kMaxSmallVertices,
                  kShearedCases, drawn(sheared)),
  };
}

}  // namespace touchstone
