// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/mtd_normal.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/check/tests/family_sources.hpp"

namespace touchstone {
namespace {

/// A unit cube crosses another one along x, 0.6 above its middle. The depth is 1 - |x| along x and
/// 0.4 along z: the normal is -x, z, x in turn.
NormalPath crossing() {
  const Pair cubes{make_box(Vec3(0.5, 0.5, 0.5)), Pose{}, make_box(Vec3(0.5, 0.5, 0.5)), Pose{}};
  NormalPath path(cubes, false, 1);
  path.start = Vec3(-0.90625, 0, 0.6);
  path.way = Vec3(1.8125, 0, 0);
  return path;
}

Vec3 side(const Pair& pair) { return Vec3(pair.X_WA.t.x() < 0 ? -1 : 1, 0, 0); }

CheckRow judged(const NormalPath& path, const NormalSource& source, bool exact = false) {
  CheckRow row = empty_row(mtd_normal_check());
  QuickOracle oracle;
  judge_normal_path(path, source, exact, oracle, "crossing", row);
  return row;
}

TEST(MtdNormal, JumpsWhereTwoFacetsAreOptimal) {
  const auto right = [](const Pair& pair) -> std::optional<Vec3> {
    return std::abs(pair.X_WA.t.x()) > 0.6 ? side(pair) : Vec3::UnitZ();
  };
  const CheckRow row = judged(crossing(), right, true);
  EXPECT_EQ(row.count("jumps").value, 2);
  EXPECT_EQ(row.claim("pieces").held, 2U);
  EXPECT_EQ(row.claim("optimal").held, 2U);
  EXPECT_EQ(row.claim("once").held, 1U);
  EXPECT_EQ(row.violated(), 0U);
}

// The sides alone: where they change, at the middle, both are 1 deep and the upper face 0.4.
TEST(MtdNormal, NoticesAJumpBetweenOtherFacets) {
  const auto sides = [](const Pair& pair) -> std::optional<Vec3> { return side(pair); };
  const CheckRow row = judged(crossing(), sides);
  EXPECT_EQ(row.claim("pieces").held, 1U);
  EXPECT_EQ(row.claim("optimal").violated, 1U);
}

TEST(MtdNormal, NoticesANormalWithoutPieces) {
  const auto noise = [](const Pair& pair) -> std::optional<Vec3> {
    return Random(std::bit_cast<std::uint64_t>(pair.X_WA.t.x()), 1).unit_vector();
  };
  EXPECT_GT(judged(crossing(), noise).claim("pieces").violated, 20U);
}

// z turns fast beside the middle, and does not jump there.
TEST(MtdNormal, TakesAFastTurnForNone) {
  const auto turning = [](const Pair& pair) -> std::optional<Vec3> {
    return Vec3(std::tanh(pair.X_WA.t.x() / 1e-4), 0, 1).normalized();
  };
  const CheckRow row = judged(crossing(), turning);
  EXPECT_EQ(row.count("jumps").value, 0);
  EXPECT_GT(row.count("fast_turns").value, 0);
}

TEST(MtdNormal, OfRandomBoxesIsPiecewiseContinuous) {
  ClaimOptions options;
  static_cast<CheckOptions&>(options) = check_options({"random-boxes"}, 6);
  const CheckReport report = check_mtd_normals(options);
  EXPECT_TRUE(report.as_expected());
  for (const CheckRow& row : report.rows) EXPECT_GT(row.claim("optimal").held, 2U);
  EXPECT_EQ(report.rows[0].claim("once").held, 3U) << "every second path is straight";
}

}  // namespace
}  // namespace touchstone
