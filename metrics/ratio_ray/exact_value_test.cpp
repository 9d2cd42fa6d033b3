// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/exact_value.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "metrics/ratio_ray/exact_portal.hpp"
#include "metrics/ratio_ray/exit_proof.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261123;

/// The pair's facet, from exact arithmetic, and rho from that.
struct Found {
  std::optional<ExactExit> exit;
  std::optional<double> rho;
};

Found find(const Pair& pair) {
  const RayBody A(*pair.A);
  const RayBody B(*pair.B);
  const CenterOffset ray = ray_direction(A, pair.X_WA, B, pair.X_WB);
  Found found;
  found.exit = find_exact_exit(A, pair.X_WA, B, pair.X_WB, rounded(ray.d), Portal{},
                               std::ilogb(A.inradius + B.inradius) - 1);
  if (found.exit) {
    found.rho = exact_rho(A, pair.X_WA, B, pair.X_WB, Portal{found.exit->points}, ray.d, 0x1p-80);
  }
  return found;
}

/// Moves B along d until rounding alone tells on which side of contact it is.
void bring_into_contact(Pair& pair) {
  for (int step = 0; step < 3; ++step) {
    const double rho = Oracle().solve(pair).ratio->rho_rounded;
    const Vec3 d = (pair.X_WA.R * pair.A->interior_point() + pair.X_WA.t) -
                   (pair.X_WB.R * pair.B->interior_point() + pair.X_WB.t);
    pair.X_WB.t += rho * d;
  }
}

Pair nearly_kissing(int index) {
  Random random(kSeed, 1, static_cast<std::uint64_t>(index));
  Pair pair = placed_about_origin(kSeed, index, make_random_sphere_hull(random, 8 + index % 20),
                                  make_random_sphere_hull(random, 12), 0.1, 3);
  bring_into_contact(pair);
  return pair;
}

TEST(ExactValue, IsTheTruthOfPairsThatAllButKiss) {
  int small = 0;
  for (int i = 0; i < 150; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = nearly_kissing(i);
    const Found found = find(pair);
    ASSERT_TRUE(found.exit.has_value());
    ASSERT_TRUE(found.rho.has_value());
    EXPECT_EQ(*found.rho, found.exit->rho);
    EXPECT_EQ(*found.rho, Oracle().solve(pair).ratio->rho_rounded);
    small += std::abs(*found.rho) < 1e-14 ? 1 : 0;
  }
  EXPECT_GE(small, 140);
}

TEST(ExactValue, IsZeroWhereBodiesTouchExactly) {
  for (const Vec3& p_AB : {Vec3(2, 0.3, 0.1), Vec3(2, 1.75, 0.5), Vec3(-2, 0.125, 0.5)}) {
    const Found found = find(boxes_apart(p_AB));
    ASSERT_TRUE(found.rho.has_value());
    EXPECT_EQ(*found.rho, 0);
  }
}

/// A nearly kissing pair, translated by ever smaller amounts: sums need ever more limbs.
TEST(ExactValue, TakesWidthsOfAllLimbs) {
  int answered = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Pair pair = nearly_kissing(i);
    // The nearer one entry is to 0, the more digits the sums have.
    const double tiny = std::ldexp(1.0, -10 * (i % 15));
    pair.X_WA.t[i % 3] += tiny * 0x1.921fb54442d18p-1;
    pair.X_WB.t[i % 3] += tiny * 0x1.921fb54442d18p-1;
    pair.X_WA.R(0, 1) += tiny * 0x1p-60;
    const Found found = find(pair);
    ASSERT_TRUE(found.exit.has_value());
    if (!found.rho) continue;
    ++answered;
    EXPECT_EQ(*found.rho, found.exit->rho);
  }
  EXPECT_GE(answered, 40);
}

TEST(ExactValue, LeavesWhatIsTooWideOpen) {
  Pair pair = boxes_apart(Vec3(2, 0.3, 0.1));
  pair.X_WB.t[1] += 0x1p-300;
  const Vec3 away(0, 0, 0x1p-400);
  pair.X_WB.t[2] = away[2];
  EXPECT_FALSE(find(pair).rho.has_value());
}

TEST(ExactValue, RoundsOnlyWhatIsKnownWellEnough) {
  const Pair pair = nearly_kissing(1);
  const RayBody A(*pair.A);
  const RayBody B(*pair.B);
  const CenterOffset ray = ray_direction(A, pair.X_WA, B, pair.X_WB);
  const auto exit = find_exact_exit(A, pair.X_WA, B, pair.X_WB, rounded(ray.d), Portal{},
                                    std::ilogb(A.inradius + B.inradius) - 1);
  ASSERT_TRUE(exit.has_value());
  EXPECT_FALSE(
      exact_rho(A, pair.X_WA, B, pair.X_WB, Portal{exit->points}, ray.d, 0x1p-50).has_value());
}

}  // namespace
}  // namespace touchstone
