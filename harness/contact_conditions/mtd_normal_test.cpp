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

/// A share of the path inside the piece of one facet: its normal is that of two samples. Negative
/// if no piece has two.
double inside_a_piece(const NormalPath& path, const NormalSource& normal, QuickOracle& oracle) {
  Vec3 before = Vec3::Zero();
  for (int k = 0; k <= 32; ++k) {
    const Pair pair = path.at(k / 32.0);
    const bool overlap = oracle.solve(pair, false).sign() < 0;
    const Vec3 n = overlap ? normal(pair).value() : Vec3::Zero();
    if (overlap && n == before) return (k - 0.5) / 32;
    before = n;
  }
  return -1;
}

// Places 1e8 m from the origin are rounded by up to 1.5e-8 m, and the claim allows for that. A
// normal that leaves its facet is wrong by far more.
TEST(MtdNormal, NoticesAJumpInsideAPieceFarFromTheOrigin) {
  const Family& far = *find_family("far-1e8");
  QuickOracle oracle;
  const NormalSource truth = [&oracle](const Pair& pair) -> std::optional<Vec3> {
    const TruthOnDemand found = oracle.solve(pair, false);
    return found.normal().isZero() ? found.exact().normals.front() : found.normal();
  };
  int looked_at = 0;
  for (std::uint64_t index = 0; index < 24; ++index) {
    const Case c = make_case(far, 42, index);
    if (c.pair().A->dimension() < 3 || c.pair().B->dimension() < 3) continue;
    const NormalPath path(c.pair(), false, index);
    const double place = inside_a_piece(path, truth, oracle);
    if (place < 0) continue;
    ++looked_at;
    const Vec3 way = path.way;
    const double from = way.dot(path.at(place).X_WA.t - path.start);
    const NormalSource leaves = [&, way, from](const Pair& pair) -> std::optional<Vec3> {
      const Vec3 n = *truth(pair);
      if (way.dot(pair.X_WA.t - path.start) <= from) return n;
      return (n + 0.1 * n.unitOrthogonal()).normalized();
    };
    EXPECT_EQ(judged(path, truth).claim("optimal").violated, 0U) << c.id;
    EXPECT_GT(judged(path, leaves).claim("optimal").violated, 0U) << c.id;
  }
  EXPECT_GE(looked_at, 5);
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
