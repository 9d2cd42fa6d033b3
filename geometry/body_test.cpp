// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/body.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ConvexBody, CurvedCoresHaveLengthsAboveZero) {
  EXPECT_TRUE(make_body(Cylinder{1, 2}).ok());
  EXPECT_EQ(make_body(Cylinder{0, 2}).reason(), "radius must be above 0");
  EXPECT_EQ(make_body(Cone{1, -2}).reason(), "half_length must be above 0");
  EXPECT_EQ(make_body(Cone{kInfinity, 2}).reason(), "radius is not finite");
  EXPECT_EQ(make_body(Ellipsoid{{1, 1e-61, 1}}).reason(), "semi_axes[1] is below 1e-60");
  EXPECT_EQ(make_body(Ellipsoid{{1, 1, 1e61}}).reason(), "semi_axes[2] is above 1e60");
}

TEST(ConvexBody, ARadiusIsZeroOrALength) {
  EXPECT_EQ(make_body(Cone{1, 2}).value().radius(), 0);
  EXPECT_EQ(make_body(Cone{1, 2}, 0.5).value().radius(), 0.5);
  EXPECT_EQ(make_body(Cone{1, 2}, -0.5).reason(), "the radius must be above 0");
}

TEST(ConvexBody, APolytopeBringsItsRadius) {
  const PolytopePtr rounded = make_rounded(make_box({1, 2, 3}), 0.25).value();
  EXPECT_EQ(make_body(rounded).value().radius(), 0.25);
  EXPECT_FALSE(make_body(rounded).value().is_curved());
  EXPECT_EQ(make_body(rounded, 1).reason(), "a polytope has a radius of its own");
}

TEST(ConvexBody, SizeIsThatOfTheSmallerBody) {
  const ConvexBody cylinder = make_body(Cylinder{3, 4}).value();
  const ConvexBody ellipsoid = make_body(Ellipsoid{{1, 7, 2}}, 0.5).value();
  EXPECT_TRUE(ellipsoid.is_curved());
  EXPECT_EQ(pair_size({cylinder, {}, ellipsoid, {}}), 5);
  EXPECT_EQ(pair_size({ellipsoid, {}, make_body(make_box({1, 2, 2})).value(), {}}), 3);
}

}  // namespace
}  // namespace touchstone
