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
  asked.insert(asked.end(), {"--json", "-"});
  const json results = json::parse(run_touchstone(asked).out).at("results");
  ASSERT_EQ(results.size(), 2U);
  int cases = 0;
  for (const json& bin : results[0].at("degeneracy")) cases += bin.at("cases").get<int>();
  EXPECT_GT(cases, 50);
  EXPECT_LT(cases, 200);
  EXPECT_EQ(results[1].at("degeneracy"), json::array());
}

TEST(VerifyDegeneracy, IsKeptInAStoreAndMerged) {
  const ScratchFolder folder;
  const std::vector<std::string> campaign = {
      "verify", "--metric", "minkowski_float", "--family", "symmetric", "--cases", "1100"};
  const auto run = [&](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return run_touchstone(words);
  };
  const std::string wanted = run(campaign, {"--degeneracy", "--json", "-"}).out;
  const std::string whole = folder.path("whole.db");
  EXPECT_EQ(run(campaign, {"--degeneracy", "--json", "-", "--db", whole}).out, wanted);
  EXPECT_EQ(run_touchstone({"verify", "--json", "-", "--db", whole}).out, wanted);
  EXPECT_THAT(run_touchstone({"verify", "--db", whole}).out,
              HasSubstr("Errors against the distance to degeneracy"));
  std::vector<std::string> merge = {"merge", folder.path("merged.db")};
  for (const char* shard : {"1/2", "2/2"}) {
    merge.push_back(folder.path(std::string(shard, 1) + ".db"));
    run(campaign, {"--degeneracy", "--shard", shard, "--db", merge.back()});
  }
  merge.insert(merge.end(), {"--json", "-"});
  EXPECT_EQ(run_touchstone(merge).out, wanted);
  EXPECT_THAT(run(campaign, {"--db", whole}).err,
              HasSubstr("made with --degeneracy, this asks for a campaign without it"));
  const std::string plain = folder.path("plain.db");
  run(campaign, {"--db", plain});
  EXPECT_THAT(run_touchstone({"verify", "--degeneracy", "--db", plain}).err,
              HasSubstr("made without --degeneracy, this asks for it"));
}

}  // namespace
}  // namespace touchstone
