// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/polytope.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

TEST(MakeBox, EqualsTheHullOfItsCorners) {
  const PolytopePtr box = make_box({1.1, 0.3, 2.7});
  const Result<PolytopePtr> made = make_polytope({box->vertices(), {}, {}});
  ASSERT_TRUE(made.ok()) << made.reason();
  const PolytopePtr& hull = made.value();
  EXPECT_EQ(box->dimension(), hull->dimension());
  EXPECT_EQ(box->vertices(), hull->vertices());
  EXPECT_EQ(box->extreme(), hull->extreme());
  EXPECT_EQ(box->neighbours(), hull->neighbours());
  EXPECT_EQ(box->interior_point(), hull->interior_point());
  EXPECT_EQ(box->interior_point_strictly_inside(), hull->interior_point_strictly_inside());
  EXPECT_EQ(box->bounding_radius(), hull->bounding_radius());
  EXPECT_EQ(box->inradius(), hull->inradius());
  EXPECT_EQ(box->content_hash(), hull->content_hash());
  ASSERT_EQ(box->facets().size(), hull->facets().size());
  for (std::size_t f = 0; f < box->facets().size(); ++f) {
    EXPECT_EQ(box->facets()[f].normal, hull->facets()[f].normal) << f;
    EXPECT_EQ(box->facets()[f].offset, hull->facets()[f].offset) << f;
    EXPECT_EQ(box->facets()[f].vertices, hull->facets()[f].vertices) << f;
  }
  ASSERT_EQ(box->edges().size(), hull->edges().size());
  for (std::size_t e = 0; e < box->edges().size(); ++e) {
    EXPECT_EQ(box->edges()[e].v0, hull->edges()[e].v0) << e;
    EXPECT_EQ(box->edges()[e].v1, hull->edges()[e].v1) << e;
    EXPECT_EQ(box->edges()[e].left, hull->edges()[e].left) << e;
    EXPECT_EQ(box->edges()[e].right, hull->edges()[e].right) << e;
  }
}

}  // namespace
}  // namespace touchstone
