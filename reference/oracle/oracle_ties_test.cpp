// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies turned by less than, or about as much as, doubles resolve: faces and pairs of edges have
// nearly one normal, arcs cross hardly, and what is best shows in the last bits alone.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261203;
constexpr int kPairs = 400;

/// I + a skew matrix of entries up to 2^-bits.
Mat3 hardly_turned(Random& random, int bits) {
  const auto part = [&] { return std::ldexp(random.uniform(-1, 1), -bits); };
  const double x = part();
  const double y = part();
  const double z = part();
  Mat3 R;
  R << 1, -z, y, z, 1, -x, -y, x, 1;
  return R;
}

/// A box, or a prism of three to eight sides.
PolytopePtr some_body(Random& random, int i) {
  const double height = random.uniform(0.5, 2);
  if (i % 2 == 0) return make_box({random.uniform(0.5, 2), random.uniform(0.5, 2), height});
  return make_prism(3 + static_cast<int>(random.below(6)), random.uniform(0.5, 2), height);
}

/// Mostly overlapping along z, or apart, or about touching.
Pair hardly_turned_pair(Random& random, int i) {
  const Vec3 aside = 0.3 * random.in_unit_ball();
  Pair pair{some_body(random, i), {}, some_body(random, i / 2), {}};
  const double reach = pair.A->bounding_radius() + pair.B->bounding_radius();
  pair.X_WB.R = hardly_turned(random, 30 + i % 27);
  if (i % 3 == 0) {
    const Mat3 R = random.rotation();
    pair.X_WA.R = R;
    pair.X_WB.R = R * hardly_turned(random, 30 + i % 27);
  }
  pair.X_WB.t = pair.X_WA.R * Vec3(aside.x(), aside.y(), random.uniform(0.3, 1.3) * reach);
  return pair;
}

TEST(OracleTies, OfBodiesThatAreHardlyTurnedAreTheExplicitRoutes) {
  Oracle oracle;
  int overlapping = 0;
  int apart = 0;
  int edges = 0;
  for (int i = 0; i < kPairs; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    const Pair pair = hardly_turned_pair(random, i);
    const Truth truth = oracle.solve(pair);
    const Truth expected = solve_explicit(pair);
    ASSERT_EQ(truth.sign, expected.sign);
    ASSERT_EQ(truth.phi_squared, expected.phi_squared);
    ASSERT_EQ(truth.directions.size(), expected.directions.size());
    overlapping += truth.sign < 0 ? 1 : 0;
    apart += truth.sign > 0 ? 1 : 0;
    edges +=
        truth.sign < 0 && truth.features[0].dimension_A == 1 && truth.features[0].dimension_B == 1
            ? 1
            : 0;
    if (i % 8 == 0) {
      ASSERT_EQ(truth.ratio ? std::optional(truth.ratio->rho) : std::nullopt,
                solve_ratio_program(pair));
    }
  }
  EXPECT_GT(overlapping, kPairs / 4);
  EXPECT_GT(apart, kPairs / 4);
  EXPECT_GT(edges, kPairs / 20);
}

/// From centre to centre the ray leaves equal cubes where two faces meet, which is a sliver that
/// two hardly crossing edges make, about as wide as the offsets are small.
TEST(OracleTies, OfRaysThroughTheSliversOfHardlyTurnedEdgesAreTheLinearPrograms) {
  Oracle oracle;
  int slivers = 0;
  for (int i = 0; i < kPairs; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const int bits = 20 + i % 33;
    Pair pair{make_box({1, 1, 1}), {}, make_box({1, 1, 1}), {}};
    pair.X_WB.R = hardly_turned(random, bits);
    const double part = i % 2 == 0 ? 1.5 : 2.5;
    Vec3 t = part * Vec3(i % 5 == 0 ? 1 : 0, 1, 1);
    for (double& x : t) x += std::ldexp(random.uniform(-1, 1), -bits);
    pair.X_WB.t = {t[i % 3], t[(i + 1) % 3], (i % 4 < 2 ? 1 : -1) * t[(i + 2) % 3]};
    const Truth truth = oracle.solve(pair);
    ASSERT_TRUE(truth.ratio);
    ASSERT_EQ(truth.ratio->rho, solve_ratio_program(pair).value());
    ASSERT_EQ(truth.phi_squared, solve_explicit(pair).phi_squared);
    const ExactVec3& u = truth.ratio->directions[0];
    int large = 0;
    for (const Rational& x : u) large += 4 * abs(x) > abs(u[0]) + abs(u[1]) + abs(u[2]) ? 1 : 0;
    slivers += large > 1 ? 1 : 0;
  }
  EXPECT_GT(slivers, kPairs / 20);
}

}  // namespace
}  // namespace touchstone
