// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/position_order.hpp"

#include <gtest/gtest.h>

#include "dynamics/scenes/scene_library.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

TEST(PositionOrder, ErrorsCountTheWayOfTheCentreAndTheTurn) {
  Body ball;
  ball.shape = make_capsule(2);
  BodyState state;
  BodyState reference;
  reference.p_W = Vec3(0.3, 0, 0);
  reference.q_WB = Eigen::AngleAxisd(0.1, Vec3::UnitY());
  EXPECT_NEAR(position_error(ball, state, reference), 0.5, 1e-12);
}

TEST(PositionOrder, FirstOrderIsToldFromLess) {
  EXPECT_TRUE(first_order({{0.02, 0.01}, {0.02, 0.01}}).held);
  EXPECT_NEAR(first_order({{0.02, 0.01}, {0.02, 0.01}}).error, 1, 1e-12);
  EXPECT_FALSE(first_order({{0.02, 0.01}, {0.02, 0.014}}).held);
  EXPECT_TRUE(first_order({{0.02, 0.01}, {0, 1e-15}}).held) << "rounding";
  EXPECT_FALSE(first_order({}).checked);
}

TEST(PositionOrder, ASphereThatSlidesHalvesItsErrorWithTheStep) {
  ClaimOptions options;
  options.metric_source = [](std::string_view name) {
    const MetricRow* row = find_metric(name);
    return row == nullptr ? nullptr : row->make();
  };
  std::vector<double> errors;
  for (const double dt : {0.02, 0.01}) {
    SceneChoice choice;
    choice.dt = dt;
    choice.t_end = 0.2;
    const Scene scene = make_scene(*find_scene("slide-to-roll"), choice).value();
    errors.push_back(largest_position_error(scene, options).value());
  }
  EXPECT_GT(errors[0], 1e-4);
  EXPECT_NEAR(errors[0] / errors[1], 2, 0.2);
}

}  // namespace
}  // namespace touchstone
