// SPDX-License-Identifier: GPL-3.0-or-later
// A report beside an earlier record.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/report_pages.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST_F(Report, TimesAreHeldAgainstEarlierOnes) {
  json slower = record("t.json");
  for (json& result : slower["results"]) {
    for (const char* key : {"median_ns", "p10_ns", "p90_ns", "times_floor"}) {
      result[key] = result[key].get<double>() * 3;
    }
    for (json& sample : result["samples_ns"]) sample = sample.get<double>() * 3;
  }
  const std::string after = folder_->write("slower.json", slower.dump());
  const Ran ran =
      run_touchstone({"report", after, "--baseline", file("t.json"), "-o", file("a.html")});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const std::string page = read_text(file("a.html"));
  EXPECT_THAT(page, HasSubstr("<p class=\"headline verdict wrong\">\xe2\x9c\x97 Against " +
                              file("t.json") + ": "));
  EXPECT_THAT(page, HasSubstr(" slower"));
  const Table table = table_of(page, "against");
  ASSERT_FALSE(table.rows.empty());
  EXPECT_EQ(table.text(0, 5), "slower");
  EXPECT_NEAR(table.value(0, "ratio").get<double>(), 3, 1e-9);
  for (json& result : slower["results"]) result["family"] = "another";
  const std::string other = folder_->write("other.json", slower.dump());
  // Before anything is run.
  expect_refused({"report", "--baseline", other, "-o", file("x.html")},
                 "other.json has no cell of time --quick; name the new record, too");
}

TEST_F(Report, VerdictsAreHeldAgainstEarlierOnes) {
  json better = record("v.json");
  for (json& row : better["results"]) {
    if (row["metric"] != "mpr" || row["family"] != "random-boxes") continue;
    // The earlier record has one inaccurate case less.
    ASSERT_GT(row["value"]["inaccurate"].get<int>(), 0);
    row["right"] = row["right"].get<int>() + 1;
    row["wrong"] = row["wrong"].get<int>() - 1;
    row["value"]["right"] = row["value"]["right"].get<int>() + 1;
    row["value"]["inaccurate"] = row["value"]["inaccurate"].get<int>() - 1;
  }
  const std::string before = folder_->write("before.json", better.dump());
  const Ran ran =
      run_touchstone({"report", file("v.json"), "--baseline", before, "-o", file("av.html")});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const Table table = table_of(read_text(file("av.html")), "against-verdicts");
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.text(0, 1), "mpr");
  EXPECT_EQ(table.text(0, 2), "random-boxes");
  EXPECT_EQ(table.value(0, "right before"), table.value(0, "right now").get<int>() + 1);
  EXPECT_THAT(table.text(0, 5), HasSubstr("inaccurate"));
  expect_refused({"report", file("v.json"), "--baseline", before, "--baseline", file("v.json"),
                  "-o", file("x.html")},
                 "are both records of verdicts");
  // Before anything is run.
  expect_refused({"report", "--baseline", before, "-o", file("x.html")},
                 "not comparable; name the new record, too: report NEW --baseline " + before);
  expect_refused({"report", file("t.json"), "--baseline", before, "-o", file("x.html")},
                 "holds verdicts: name the new ones, too");
}

}  // namespace
}  // namespace touchstone
