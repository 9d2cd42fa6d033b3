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

TEST(VerifyDegeneracy, IsShownOnlyWhereItIsAskedFor) {
  const std::vector<std::string> plain = {"verify",   "--metric",  "minkowski_float,ratio_seidel",
                                          "--family", "symmetric", "--cases",
                                          "200"};
  EXPECT_THAT(run_touchstone(plain).out, Not(HasSubstr("degeneracy")));
  std::vector<std::string> asked = plain;
  asked.emplace_back("--degeneracy");
  const Ran told = run_touchstone(asked);
  EXPECT_EQ(told.exit_code, 1) << told.err;
  EXPECT_THAT(told.out, HasSubstr("Errors against the distance to degeneracy"));
  EXPECT_THAT(told.out, HasSubstr("0: a tie"));
  EXPECT_THAT(told.out, HasSubstr("symmetric:42:"));
  EXPECT_THAT(told.out, Not(HasSubstr("ratio_seidel     0: a tie")));
  asked.emplace_back("--json");
  const json results = json::parse(run_touchstone(asked).out).at("results");
  ASSERT_EQ(results.size(), 2U);
  int cases = 0;
  for (const json& bin : results[0].at("degeneracy")) cases += bin.at("cases").get<int>();
  EXPECT_GT(cases, 50);
  EXPECT_LT(cases, 200);
  EXPECT_EQ(results[1].at("degeneracy"), json::array());
}

TEST(VerifyDegeneracy, IsRefusedWithAStore) {
  for (const char* more : {"1/2", ""}) {
    std::vector<std::string> words = {"verify", "--degeneracy", "--db", "none.db"};
    if (*more != 0) words.insert(words.end(), {"--shard", more});
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err,
              "touchstone: --degeneracy: not with --db, which keeps verdicts and nothing else\n");
  }
}

}  // namespace
}  // namespace touchstone
