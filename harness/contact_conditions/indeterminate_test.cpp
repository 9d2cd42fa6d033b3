// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/indeterminate.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/check/tests/family_sources.hpp"

namespace touchstone {
namespace {

/// Two unit cubes, the centre of A at p from that of B.
Pair cubes(const Vec3& p) {
  const PolytopePtr cube = make_box(Vec3(0.5, 0.5, 0.5));
  return {cube, Pose{Mat3::Identity(), p}, cube, Pose{}};
}

TEST(Indeterminate, CubesThatOverlapAtACornerHaveThreeNormals) {
  EXPECT_EQ(least_overlap_axes(cubes(Vec3(0.9, 0.9, 0.9)), 1e-9).size(), 3U);
  EXPECT_EQ(least_overlap_axes(cubes(Vec3(0.9, 0.9, 0.2)), 1e-9).size(), 2U);
  const std::vector<Vec3> one = least_overlap_axes(cubes(Vec3(-0.9, 0.8, 0.2)), 1e-9);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one.front(), Vec3(-1, 0, 0));
}

TEST(Indeterminate, CubesWithOneCentreHaveSix) {
  EXPECT_EQ(least_overlap_axes(cubes(Vec3::Zero()), 1e-9).size(), 6U);
}

TEST(Indeterminate, IsFoundAndUsedWhereBodiesKissOrAreSymmetric) {
  ClaimOptions options;
  static_cast<CheckOptions&>(options) =
      check_options({"kissing-vertex-vertex", "kissing-vertex-edge", "symmetric"}, 6);
  const CheckReport report = check_indeterminate(options);
  EXPECT_TRUE(report.as_expected());
  std::uint64_t flagged = 0;
  for (const CheckRow& row : report.rows) {
    EXPECT_GT(row.claim(row.subject.name == "Algorithm 2" ? "found" : "used").held, 0U)
        << row.subject.name << " " << row.family;
    // Where V-Clip finds that bodies touch, nobody says it.
    if (row.subject.name != "vclip_sat") continue;
    flagged += row.claim("flagged").held;
    EXPECT_EQ(row.claim("flagged").violated, 0U) << row.family;
  }
  EXPECT_GT(flagged, 0U);
}

}  // namespace
}  // namespace touchstone
