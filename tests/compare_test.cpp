// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Compare : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path(name); }

  /// A record of forty cases of two metrics on one family, as a store or as JSON.
  std::string record(const std::string& name, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"verify",
                                      "--metric",
                                      "sat,gjk_epa",
                                      "--family",
                                      "kissing-vertex-face",
                                      "--cases",
                                      "40",
                                      name.ends_with(".db") ? "--db" : "--json",
                                      path(name)};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_LT(run_touchstone(words).exit_code, 2);
    return path(name);
  }

 private:
  ScratchFolder folder_;
};

TEST_F(Compare, ARecordWithItselfIsTheSameInAnyMix) {
  const std::string db = record("a.db");
  const std::string text = record("a.json");
  for (const auto& pair : {std::pair(db, db), {db, text}, {text, db}, {text, text}}) {
    const Ran ran = run_touchstone({"compare", pair.first, pair.second});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out,
              "2 cells in both: 0 worse, 0 mixed, 0 better, 2 same; 0 new; 0 gone\n"
              "Nothing got worse.\n");
  }
}

TEST_F(Compare, TwoMetricsOfOneRecordStandBesideEachOther) {
  const std::string both = record("both.db");
  const Ran same = run_touchstone({"compare", both, "--metric", "sat,sat"});
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("1 cell in both: 0 worse, 0 mixed, 0 better, 1 same"));
  const Ran worse = run_touchstone({"compare", both, "--metric", "sat,gjk_epa"});
  EXPECT_EQ(worse.exit_code, 1) << worse.out;
  EXPECT_THAT(worse.out, HasSubstr("now wrong:  ./touchstone ask kissing-vertex-face:42:"));
  EXPECT_THAT(worse.out, HasSubstr("--metric gjk_epa\n"));
  EXPECT_THAT(run_touchstone({"compare", both, both, "--metric", "gjk_epa,sat"}).out,
              HasSubstr("now right:  ./touchstone ask kissing-vertex-face:42:"));
  expect_one_line_refusal(run_touchstone({"compare", both, "--metric", "sat,mpr"}),
                          "has no cell of the metric mpr");
  expect_one_line_refusal(run_touchstone({"compare", both, "--metric", "sat"}), "two metrics");
}

TEST_F(Compare, SaysWhatChangedAndWhichCases) {
  const std::string before = record("old.db");
  // gjk_epa at tighter tolerances stands for the next version of gjk_epa.
  const std::string more = record("new.json", {"--metric", "gjk_epa_1e-8"});
  json after = json::parse(read_text(more));
  auto& rows = after["results"];
  ASSERT_EQ(rows.size(), 3U);
  rows[2]["metric"] = "gjk_epa";
  rows[1]["metric"] = "newcomer";
  const ScratchFolder folder;
  const std::string changed = folder.write("changed.json", after.dump());
  const Ran better = run_touchstone({"compare", before, changed});
  EXPECT_EQ(better.exit_code, 0) << better.err;
  EXPECT_THAT(better.out, HasSubstr("better  gjk_epa  kissing-vertex-face"));
  EXPECT_THAT(better.out, HasSubstr("new: newcomer on 1 family"));
  EXPECT_THAT(better.out, HasSubstr("Nothing got worse."));
  const Ran worse = run_touchstone({"compare", changed, before, "--json", "-"});
  EXPECT_EQ(worse.exit_code, 1) << worse.err;
  const json written = json::parse(worse.out);
  EXPECT_EQ(written.at("schema"), "touchstone.compare/3");
  EXPECT_EQ(written.at("summary").at("worse"), 1);
  EXPECT_EQ(written.at("summary").at("gone"), 1);
}

TEST_F(Compare, NamesCasesAsTheyCanBeTyped) {
  const ScratchFolder folder;
  const std::string pair = folder.write(
      "my pair.json",
      R"({"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
          "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [1.1, 0.3, 0.7], "q": [1, 2, 3, 4]}})");
  // Single precision stands for the next version of a metric.
  const auto record_of = [&](const std::string& metric) {
    const Ran ran = run_touchstone(
        {"verify", "--file", pair, "--metric", metric, "--tolerance", "1e-9", "--json", "-"});
    json record = json::parse(ran.out);
    record["results"][0]["metric"] = "m";
    return folder.write(metric + ".json", record.dump());
  };
  const Ran worse = run_touchstone({"compare", record_of("sat"), record_of("sat_float32")});
  EXPECT_EQ(worse.exit_code, 1) << worse.err;
  EXPECT_THAT(worse.out, HasSubstr("now wrong:  ./touchstone ask '" + pair +
                                   "' --case "
                                   "'file:my pair.json:1' --metric m --tolerance 1e-09\n"));
}

TEST_F(Compare, RefusesOtherCasesAndWhatIsNoRecord) {
  const std::string good = record("a.db");
  const auto refused = [&](const std::string& other, const std::string& says) {
    SCOPED_TRACE(other);
    expect_one_line_refusal(run_touchstone({"compare", good, other}), says);
    expect_one_line_refusal(run_touchstone({"compare", other, good}), "");
  };
  refused(record("seed.json", {"--seed", "43"}), "has seed 43");
  refused(record("tolerance.db", {"--tolerance", "1e-7"}), "has tolerance 1e-07");
  const ScratchFolder folder;
  refused(folder.path("none"), "no such file");
  refused(folder.write("empty.json", ""), "is empty");
  refused(folder.write("deep.json", std::string(200'000, '[')), "nested deeper");
  refused(folder.write("cut.json", R"({"schema": "touchstone.verify/5", "see)"), "parse error");
  refused(folder.write("old.json", R"({"schema": "touchstone.verify/4"})"),
          "old.json: schema: must be touchstone.verify/5");
  refused(folder.write("old-table.json", R"({"schema": "touchstone.accuracy/2"})"),
          "old-table.json: schema: must be touchstone.accuracy/3");
  refused(folder.write("list.json", "[]"), "must be an object");
  refused(folder.write("other.json", R"({"schema": "a"})"), "schema: must be ");
  refused(folder.path("."), "is a directory");
  refused(folder.write("case.json", R"({"a": {}, "b": {}})"), "compare wants stores of verify");
  const std::string whole = read_text(good);
  refused(folder.write("cut.db", whole.substr(0, 5000)), "cut.db: ");
  refused(folder.write("zero.db", whole.substr(0, 16) + std::string(20'000, '\0')), "zero.db: ");
  expect_one_line_refusal(run_touchstone({"compare", good}), "which two records?");
  expect_one_line_refusal(run_touchstone({"compare", "-", "-"}), "standard input");
  expect_one_line_refusal(run_touchstone({"compare", good, good, "--full", "--json", "-"}),
                          "--full: has no effect");
}

TEST_F(Compare, AShardIsNotTheCampaign) {
  const std::string good = record("a.db");
  const std::string shard = path("shard.db");
  run_touchstone({"verify", "--metric", "sat,gjk_epa", "--family", "kissing-vertex-face", "--cases",
                  "40", "--shard", "1/2", "--db", shard});
  expect_one_line_refusal(run_touchstone({"compare", good, shard}), "has shard 1/2");
}

}  // namespace
}  // namespace touchstone
