// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/events/component_functions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/events/nearly_active.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

PolytopePtr hull(Random& random, int points) {
  PolytopeInput input;
  for (int k = 0; k < points; ++k) input.vertices.push_back(random.in_unit_ball());
  return std::move(make_polytope(input)).value();
}

double error_of(const Pair& pair) {
  const RatioTruth truth = *Oracle().solve(pair).ratio;
  const LargestComponent largest = largest_component(pair).largest();
  const Rational error = Rational(largest.value) + Rational(largest.tail) - truth.rho;
  return std::abs(round_to_double(error)) / std::max(1.0, std::abs(truth.rho_rounded));
}

TEST(ComponentFunctions, TheirMaximumIsRho) {
  Random random(11);
  int corners = 0;
  int edges = 0;
  for (int k = 0; k < 60; ++k) {
    const Pair pair = {hull(random, 10), Pose{random.rotation(), 3 * random.in_unit_ball()},
                       hull(random, 12), Pose{random.rotation(), random.in_unit_ball()}};
    if (!pair.A->interior_point_strictly_inside()) continue;
    EXPECT_LE(error_of(pair), 1e-28) << k;
    const ComponentMaximum found = largest_component(pair);
    ++(found.corners.value > found.edges.value ? corners : edges);
  }
  EXPECT_GT(corners, 5);
  EXPECT_GT(edges, 5);
}

// Over all events, dual feasible or not, the statement is false: some formula value is larger.
TEST(ComponentFunctions, WithoutFeasibilityTheMaximumIsNotRho) {
  const Pair pair = {make_box(Vec3(0.5, 0.5, 0.5)), Pose{Mat3::Identity(), Vec3(0, 0, 1.1)},
                     make_box(Vec3(0.5, 0.5, 0.5)), Pose{}};
  EXPECT_LE(error_of(pair), 1e-30);
  EXPECT_NEAR(largest_component(pair).largest().value, 1 - 1 / 1.1, 1e-15);
  const EventBody A(*pair.A);
  EventTolerances all;
  all.eps_below = all.eps_t = all.eps_x = all.eps_plane = std::numeric_limits<double>::infinity();
  double largest = 0;
  NearlyActive events;
  for (const Event& event :
       events.find_all(PlacedEventBody(A, pair.X_WA), PlacedEventBody(A, pair.X_WB), 1.1, all)) {
    largest = std::max(largest, event.value());
  }
  EXPECT_EQ(A.corners().size(), 8U);
  EXPECT_GE(largest, 1 - 1 / 1.1);
}

// Crossed edges at an angle of 1e-8: they alone decide, and are counted apart.
TEST(ComponentFunctions, NearlyParallelEdgesAreCountedApart) {
  const Mat3 on_edge = Eigen::AngleAxisd(M_PI / 4, Vec3::UnitX()).toRotationMatrix();
  const Mat3 turned = Eigen::AngleAxisd(1e-8, Vec3::UnitZ()).toRotationMatrix() * on_edge;
  const Pair pair = {make_box(Vec3(0.5, 0.5, 0.5)), Pose{turned, Vec3(0, 0, 1.5)},
                     make_box(Vec3(0.5, 0.5, 0.5)), Pose{on_edge, Vec3::Zero()}};
  const ComponentMaximum found = largest_component(pair);
  EXPECT_GT(found.parallel_edges.events, 0U);
  EXPECT_EQ(&found.largest(), &found.parallel_edges);
  EXPECT_LE(error_of(pair), 1e-20);
}

// Products of four lengths of 1e-60 m are no doubles.
TEST(ComponentFunctions, HoldForTinyBodies) {
  const double tiny = 1e-60;
  const Pair pair = {make_box(Vec3(tiny, tiny, tiny)), Pose{Mat3::Identity(), Vec3(0, 0, 3 * tiny)},
                     make_box(Vec3(tiny, tiny, tiny)), Pose{}};
  EXPECT_LE(error_of(pair), 1e-28);
}

// Products of lengths of both bodies are no doubles.
TEST(ComponentFunctions, HoldForSizesApartByAnyFactor) {
  Random random(23);
  for (const double factor : {1e20, 1e60, 1e83, 1e101, 1e118}) {
    for (int k = 0; k < 10; ++k) {
      PolytopeInput large;
      PolytopeInput small;
      for (int i = 0; i < 8; ++i) {
        large.vertices.emplace_back(std::sqrt(factor) * random.in_unit_ball());
        small.vertices.emplace_back(random.in_unit_ball() / std::sqrt(factor));
      }
      const Pair pair = {std::move(make_polytope(large)).value(),
                         Pose{random.rotation(), Vec3(1, -2, 0.5) / std::sqrt(factor)},
                         std::move(make_polytope(small)).value(), Pose{random.rotation()}};
      if (!pair.A->interior_point_strictly_inside()) continue;
      const Truth truth = Oracle().solve(pair);
      if (!std::isfinite(truth.ratio->rho_rounded)) continue;
      EXPECT_LE(error_of(pair), 1e-12) << factor << ' ' << k;
    }
  }
}

// Vertices a subnormal apart make facets of which double-doubles see nothing, and n.d that is so
// small that f is no double.
TEST(ComponentFunctions, HoldWhereFacetsAreSubnormal) {
  PolytopeInput input;
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      for (const double z : {-0.5, 0.5}) input.vertices.emplace_back(x, y, z);
    }
  }
  input.vertices.emplace_back(0.0, 5e-324, 0.6);
  input.vertices.emplace_back(5e-324, 0.0, 0.6);
  const PolytopePtr roof = std::move(make_polytope(input)).value();
  const Pair pair = {roof, Pose{Mat3::Identity(), Vec3(1.5, 0.25, 5e-324)}, roof, Pose{}};
  EXPECT_LE(error_of(pair), 1e-12);
}

/// A box with corners (+-x, +-y) at two heights [m].
PolytopePtr slab(double x, double y, double low, double high) {
  PolytopeInput input;
  for (const double z : {low, high}) {
    for (const double sign : {-1.0, 1.0}) {
      input.vertices.emplace_back(sign * x, -y, z);
      input.vertices.emplace_back(sign * x, y, z);
    }
  }
  return std::move(make_polytope(input)).value();
}

// denormal:42:602. Interior points 1e-310 apart: of n.d along a side face, which is exactly 0,
// rounding leaves a little, and the quotient was 5e277.
TEST(ComponentFunctions, HoldWhereInteriorPointsAreASubnormalApart) {
  Mat3 R;
  R << 0.010949231899001037, 0.9997831184222732, 0.017715260050498928,  //
      -0.8850626968325447, 0.017934477869524304, -0.4651261948966652,   //
      -0.46534303153300244, -0.010586341265160885, 0.8850671117956495;
  const Pair pair = {slab(0.625, 0.875, 0, 1e-310), Pose{R, Vec3::Zero()},
                     slab(0.375, 0.875, -1e-310, 0), Pose{R, Vec3::Zero()}};
  EXPECT_LE(error_of(pair), 1e-12);
}

// Two thin slabs far from the origin: what their own sizes round would be a large part of n.d and
// of the gap.
TEST(ComponentFunctions, HoldForThinSlabsFarAway) {
  Random random(5);
  for (const double thin : {1e-12, 1e-20, 1e-40}) {
    const Pose X{random.rotation(), Vec3(1e3, 2e3, -1e3)};
    const Pair pair = {slab(0.6, 0.9, 0.1 * thin, thin), X, slab(0.4, 0.9, -thin, 0), X};
    EXPECT_LE(error_of(pair), 1e-12) << thin;
  }
}

}  // namespace
}  // namespace touchstone
