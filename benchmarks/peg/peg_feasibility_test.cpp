// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_feasibility.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/contact_conditions/contact_check.hpp"

namespace touchstone {
namespace {

TEST(PegFeasibility, AsPrintedItFallsAwayByItsAngle) {
  const PrintedRule rule{1e-6, 45};
  EXPECT_TRUE(is_feasible({-1e-7, -0.1}, rule)) << "over the facet, at most delta below it";
  EXPECT_FALSE(is_feasible({-0.1, -0.1}, rule));
  EXPECT_TRUE(is_feasible({-0.1, 0.11}, rule));
  EXPECT_FALSE(is_feasible({-0.1, 0.09}, rule));
  EXPECT_FALSE(is_feasible({-0.1, 10}, {1e-6, 0})) << "no angle: nothing below the plane";
}

// The lowest corner of a unit cube, 0.1 above the top of another one and 0.2 beside it.
TEST(PegFeasibility, AVertexIsBeyondASide) {
  const auto polytope = make_box(Vec3(0.5, 0.5, 0.5));
  const PegBody cube = make_peg_body(*polytope, std::nullopt);
  PlacedPegBody above, below;
  above.place(cube, Pose{Mat3::Identity(), Vec3(1.2, 0, 1.1)});
  below.place(cube, Pose{});
  bool seen = false;
  for (int f = 0; f < 6; ++f) {
    if (below.normals[static_cast<std::size_t>(f)].z() < 0.9) continue;
    for (int v = 0; v < 8; ++v) {
      const Vec3& p = above.vertices[static_cast<std::size_t>(v)];
      if (p.x() > 1 || p.z() > 1) continue;
      const VertexPlace place = place_of(above, v, below, f);
      EXPECT_NEAR(place.gap, 0.1, 1e-15);
      EXPECT_NEAR(place.beyond, 0.2, 1e-15);
      seen = true;
    }
  }
  EXPECT_TRUE(seen);
}

TEST(PegFeasibility, OursHasWhatTouches) {
  ClaimOptions options;
  options.metric_source = registered_metric;
  const CheckReport report = check_peg_feasibility(options);
  EXPECT_TRUE(report.as_expected());
  for (const CheckRow& row : report.rows) {
    EXPECT_GT(row.count("offered").value, 0) << row.subject.name;
    EXPECT_GT(row.claim("touches").checked(), 1000U) << row.subject.name;
    EXPECT_GT(row.claim("touches").count("outside").value, 0) << row.subject.name;
  }
  // What overlaps by more than delta at the start is lost.
  EXPECT_GT(report.rows.front().claim("touches").violated, 0U);
}

}  // namespace
}  // namespace touchstone
