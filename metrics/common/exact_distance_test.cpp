// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/exact_distance.hpp"

#include <gtest/gtest.h>

#include "metrics/tests/metric_samples.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261205;

/// The last resort alone, with nothing to begin with.
TEST(ExactDistance, IsTheOracles) {
  Oracle oracle;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 4, static_cast<std::uint64_t>(i));
    const PolytopePtr body =
        i % 2 == 0 ? make_box(Vec3(1, 0.5, 0.75)) : make_lattice_hull(random, 12, 3);
    const Pair pair = placed_about_origin(kSeed, i, body, make_random_ball_hull(random, 10), 0, 3);
    const Vec3& x_A = pair.A->interior_point();
    const Vec3& x_B = pair.B->interior_point();
    const SupportMap A(*pair.A, x_A);
    const SupportMap B(*pair.B, x_B);
    const ExactDistance exact =
        find_exact_distance({A, x_A, exact::least_exponent(A, x_A)}, pair.X_WA,
                            {B, x_B, exact::least_exponent(B, x_B)}, pair.X_WB);
    EXPECT_EQ(exact.phi, oracle.solve(pair, false).phi);
  }
}

}  // namespace
}  // namespace touchstone
