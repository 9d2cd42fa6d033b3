// SPDX-License-Identifier: GPL-3.0-or-later
// What every ratio metric of the registry is held to, whatever it computes with.
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>

#include "geometry/tests/test_name.hpp"
#include "metrics/registry.hpp"
#include "metrics/tests/ratio_checks.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261127;

class RatioMetricOf : public testing::TestWithParam<std::string> {
 protected:
  Answer ask_it(const Pair& pair) const { return ask(*metric_, pair); }

  std::unique_ptr<Metric> metric_ = find_metric(GetParam())->make();
};

/// They meet half way.
TEST_P(RatioMetricOf, BoxesTwiceTheirSizeApartGrowTwofold) {
  const Answer answer = ask_it(boxes_apart(Vec3(4, 0, 0)));
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, 0.5);
  EXPECT_EQ(answer.ratio->r, 2);
  EXPECT_EQ(*answer.normal, Vec3(-1, 0, 0));
  EXPECT_EQ(answer.ratio->x_W.x(), 2);
  EXPECT_EQ(answer.witnesses->p_WA.x(), 1);
  EXPECT_EQ(answer.witnesses->p_WB.x(), 3);
}

TEST_P(RatioMetricOf, NearContactRhoHasFullRelativeAccuracy) {
  for (const double gap : {0x1p-20, 0x1p-35, 0x1p-50, -0x1p-20, -0x1p-35, -0x1p-50}) {
    const Answer answer = ask_it(boxes_apart(Vec3(0.5, 2 + gap, 0)));
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    EXPECT_DOUBLE_EQ(answer.value, gap / (2 + gap));
  }
}

/// rho has no value where interior points coincide or are not strictly inside a solid.
TEST_P(RatioMetricOf, WhereTheRatioIsUndefinedThereIsNoAnswer) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ask_it(boxes_apart(Vec3(0, 0, 0))).note, "interior points coincide: r = 0");
  EXPECT_EQ(ask_it(boxes_apart(Vec3(infinity, 0, 0))).note, "a pose is not finite");
  Pair pair = boxes_apart(Vec3(4, 0, 0));
  pair.B = hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)});
  EXPECT_EQ(ask_it(pair).note, "flat body");
  PolytopeInput corner;
  corner.vertices = pair.A->vertices();
  corner.interior_point = Vec3(1, 1, 1);
  pair = boxes_apart(Vec3(4, 0, 0));
  pair.A = make_polytope(corner).value();
  EXPECT_EQ(ask_it(pair).note, "an interior point is not strictly inside its body");
}

/// Moving both bodies by whole numbers must not change a bit of the value.
TEST_P(RatioMetricOf, DistanceFromTheOriginCostsNoDigits) {
  const Pair near = boxes_apart(Vec3(2.5, 0.25, -0.125));
  Pair far = near;
  far.X_WA.t += Vec3(1e6, -3e6, 2e6);
  far.X_WB.t += Vec3(1e6, -3e6, 2e6);
  EXPECT_EQ(ask_it(far).value, ask_it(near).value);
}

TEST_P(RatioMetricOf, ThinAndUnequalBodiesAreNoHarder) {
  const PolytopePtr needle = make_needle(1e4);
  const PolytopePtr plate = make_plate(1e4);
  const PolytopePtr crumb = make_box(Vec3(1e-5, 1e-5, 1e-5));
  worst_rho_error(*metric_, kSeed, 120, [&](int i) {
    return placed_about_origin(kSeed, i, i % 3 == 0 ? needle : plate, i % 3 == 2 ? crumb : plate,
                               0.15, 1.5);
  });
}

TEST_P(RatioMetricOf, WitnessesDifferByRhoTimesDAndLieOnTheBodies) {
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 5, static_cast<std::uint64_t>(i));
    const Pair pair = placed_about_origin(kSeed, i, make_random_sphere_hull(random, 20),
                                          make_icosphere(1), 0.08, 4);
    const Answer answer = ask_it(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    expect_ratio_witnesses(pair, answer, 4e-15);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRow, RatioMetricOf, testing::ValuesIn(ratio_names()),
                         [](const auto& row) { return test_name(row.param); });

}  // namespace
}  // namespace touchstone
