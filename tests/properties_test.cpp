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
  const json results = json::parse(asked.out).at("properties").at("results");
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].at("subject"), "sat");
  EXPECT_EQ(results[0].at("cases"), 7);
  const json& swap = results[0].at("claims").front();
  EXPECT_EQ(swap.at("claim"), "swap");
  EXPECT_EQ(swap.at("held"), 7);
  EXPECT_EQ(swap.at("violated"), 0);
  const json& n2 = results[0].at("claims").back();
  EXPECT_EQ(n2.at("claim"), "n2");
  EXPECT_EQ(n2.at("held"), 0);
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
