// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/growth_forms.hpp"

#include <gtest/gtest.h>

#include "harness/check/tests/family_sources.hpp"

namespace touchstone {
namespace {

std::vector<CheckRow> judged(const Case& c) {
  Oracle oracle;
  const CheckReport none = check_forms({});
  std::vector<CheckRow> rows = {empty_row(none.check), empty_row(none.check)};
  judge_forms(oracle, c, rows);
  return rows;
}

// Cubes in a row: r = 1, 1 and 2, so f_1 = 0, 0 and 1/2; r = 3/2, 3/2 and 3, so f_2 = 1/2, 1/2, 2
// and f_1 = 1/3, 1/3, 2/3.
TEST(GrowthForms, OfThreeCubesBreakTheTriangle) {
  const std::vector<CheckRow> touching = judged(row_of_cubes(2));
  EXPECT_EQ(touching[0].claim("triangle").violated, 1U);
  EXPECT_EQ(touching[1].claim("triangle").violated, 1U);
  const std::vector<CheckRow> apart = judged(row_of_cubes(3));
  EXPECT_EQ(apart[0].claim("triangle").held, 1U) << "2/3 <= 1/3 + 1/3";
  EXPECT_EQ(apart[1].claim("triangle").violated, 1U);
  EXPECT_EQ(apart[1].claim("sign").held, 1U);
}

TEST(GrowthForms, HaveBoundsThatAFalseValueLeaves) {
  const Case c = row_of_cubes(3);
  const Truth truth = Oracle().solve(c.pair());
  const auto holds = [&](const Rational& f) {
    const FormBounds found = form_bounds(c.pair(), truth, f);
    return std::pair(found.lower.held, found.upper.held);
  };
  EXPECT_EQ(holds(Rational(49, 100)), std::pair(true, true)) << "1/3.47 to just below 1/2";
  EXPECT_EQ(holds(Rational(1, 4)), std::pair(false, true));
  EXPECT_EQ(holds(Rational(51, 100)), std::pair(true, false));
}

TEST(GrowthForms, OfTheSecondKindAreOfTheOrderOfTheDepthHoweverDeep) {
  ClaimOptions options;
  static_cast<CheckOptions&>(options) = check_options({"random-boxes", "kissing-face-face"}, 20);
  const CheckReport report = check_forms(options);
  EXPECT_TRUE(report.as_expected());
  for (const CheckRow& row : report.rows) {
    if (row.subject.name != "f_2") continue;
    EXPECT_EQ(row.violated(), row.claim("triangle").violated) << row.family;
    EXPECT_GT(row.claim("upper").held, 0U) << row.family;
  }
}

}  // namespace
}  // namespace touchstone
