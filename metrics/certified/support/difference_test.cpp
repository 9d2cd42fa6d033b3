// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/support/difference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/arithmetic/registers.hpp"
#include "metrics/arithmetic/compensated.hpp"
#include "metrics/certified/support/offset.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261206;

/// Bodies whose centres are anywhere from at their origins to far from them, placed so that the
/// bodies themselves are near each other.
Pair off_their_origins(Random& random, int index) {
  const double away = index % 5 == 0 ? 0 : std::exp(random.uniform(std::log(1e-3), std::log(1e6)));
  const auto moved = [&](const Vec3& by) {
    std::vector<Vec3> vertices = make_random_sphere_hull(random, 10)->vertices();
    for (Vec3& v : vertices) v += by;
    return hull_of(vertices);
  };
  const Vec3 by_A = away * random.unit_vector();
  const Vec3 by_B = away * random.unit_vector();
  Pair pair{moved(by_A), {}, moved(by_B), {}};
  pair.X_WA.R = random.rotation();
  pair.X_WB.R = random.rotation();
  pair.X_WA.t = -(pair.X_WA.R * by_A) + random.unit_vector();
  pair.X_WB.t = -(pair.X_WB.R * by_B) + 2 * random.unit_vector();
  return pair;
}

TEST(DifferenceSet, PointsAreWithinTheirRounding) {
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    const Pair pair = off_their_origins(random, i);
    const DifferenceBodyWith<> A(*pair.A);
    const DifferenceBodyWith<> B(*pair.B);
    const DifferenceSet set(A, pair.X_WA, B, pair.X_WB);
    EXPECT_LE((rounded(set.exact_offset()) - set.offset()).norm(), set.rounding());
    const double arms = A.map.longest() + B.map.longest();
    EXPECT_GE(set.reach(), arms + set.offset().norm());
    EXPECT_LE(set.reach(), 1.02 * (arms + 7. / 6 * set.offset().norm()));
    Dd3 moved;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto entry = static_cast<Eigen::Index>(k);
      moved[k] = two_sum(pair.X_WA.t[entry], -pair.X_WB.t[entry]);
    }
    for (int a = 0; a < A.map.count(); ++a) {
      const int b = a % B.map.count();
      // Not by way of the centres.
      const Dd3 exact = (rotate<false>(pair.X_WB.R, B.map.body_vertex(b)) -
                         rotate<false>(pair.X_WA.R, A.map.body_vertex(a))) -
                        moved;
      EXPECT_LE((rounded(exact) - set.place(a, b)).norm(), set.rounding());
      EXPECT_LE(rounded(exact).norm(), set.reach());
    }
  }
}

TEST(DifferenceSet, NarrowAndWideRegistersGiveTheSameOffset) {
  if (machine_registers() == Registers::narrow) GTEST_SKIP() << "no wide registers here";
  for (int i = 0; i < 200; ++i) {
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const Pair pair = off_their_origins(random, i);
    const DifferenceBodyWith<> A(*pair.A);
    const DifferenceBodyWith<> B(*pair.B);
    Vec3 one;
    Vec3 other;
    EXPECT_TRUE(narrow::rounded_offset(A, pair.X_WA, B, pair.X_WB, one));
    EXPECT_TRUE(wide::rounded_offset(A, pair.X_WA, B, pair.X_WB, other));
    EXPECT_EQ(one, other);
    const Dd3 exact = narrow::exact_offset(A, pair.X_WA, B, pair.X_WB);
    const Dd3 again = wide::exact_offset(A, pair.X_WA, B, pair.X_WB);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(exact[k].high, again[k].high);
      EXPECT_EQ(exact[k].low, again[k].low);
    }
  }
}

}  // namespace
}  // namespace touchstone
