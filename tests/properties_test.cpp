// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(VerifyProperties, AreExaminedOnlyWhereTheyAreAskedFor) {
  const Ran plain = run_touchstone(
      {"verify", "--metric", "sat", "--family", "random-boxes", "--cases", "20", "--json", "-"});
  EXPECT_FALSE(json::parse(plain.out).contains("properties"));
  const Ran asked = run_touchstone({"verify", "--metric", "sat", "--family", "random-boxes",
                                    "--cases", "20", "--properties", "7", "--json", "-"});
  const json properties = json::parse(asked.out).at("properties");
  ASSERT_EQ(properties.size(), 1U);
  EXPECT_EQ(properties[0].at("metric"), "sat");
  EXPECT_EQ(properties[0].at("cases"), 7);
  EXPECT_EQ(properties[0].at("swap").at("checked"), 7);
  EXPECT_EQ(properties[0].at("swap").at("violated"), 0);
  EXPECT_FALSE(properties[0].contains("n2"));
}

TEST(VerifyProperties, HaveATableOfTheirOwnAndListTheJumpsOfMotions) {
  const Ran ran = run_touchstone({"verify", "--metric", "ratio_seidel", "--family", "motion-boxes",
                                  "--cases", "1000", "--properties", "50", "--full"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Properties without an oracle"));
  EXPECT_THAT(ran.out, HasSubstr("jumps of ratio_seidel's normal along motions (motion-boxes)"));
  EXPECT_THAT(ran.out, HasSubstr("feature_changed: motion-boxes:42:"));
  EXPECT_THAT(ran.out, Not(HasSubstr("violates")));
}

TEST(VerifyProperties, AreRefusedWithAStoreAndWithoutACount) {
  const Ran stored = run_touchstone({"verify", "--properties", "5", "--db", "none.db"});
  EXPECT_EQ(stored.exit_code, 2);
  EXPECT_THAT(stored.err, HasSubstr("--properties: has no effect"));
  const Ran many = run_touchstone({"verify", "--properties", "many"});
  EXPECT_EQ(many.exit_code, 2);
  EXPECT_THAT(many.err, HasSubstr("--properties"));
}

}  // namespace
}  // namespace touchstone
