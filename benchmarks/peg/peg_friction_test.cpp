// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_friction.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(PegFriction, StepsWithoutOverlapsAreSolvable) {
  ClaimOptions options;
  options.cases = 30;
  const CheckReport report = check_peg_friction(options);
  EXPECT_TRUE(report.as_expected());
  ASSERT_EQ(report.rows.size(), 3U);
  for (const CheckRow& row : report.rows) {
    EXPECT_EQ(row.claim("no_overlap").held, 30U) << row.family;
  }
  // Two planes that face each other, with an overlap at each.
  EXPECT_GT(report.rows[2].claim("overlap").count("no_velocity").value, 0);
}

}  // namespace
}  // namespace touchstone
