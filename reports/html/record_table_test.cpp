// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/record_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/energy_record.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

struct Trial {
  std::string verdict = "right";
  std::array<int, 2> vertices = {0, 8};
  std::optional<double> error = {};
  bool timed_out = false;
  std::string hidden = "?";
};

RecordFields<Trial> error_fields() {
  return RecordFields<Trial>().add(
      field("error", "how far it is off", "m").null_where("there is none").in_page("error"),
      &Trial::error);
}

TEST(RecordTable, HasAColumnForEachFieldWithAHeader) {
  const auto fields =
      RecordFields<Trial>()
          .add(field("verdict", "what was said").in_table("ver-\ndict"), &Trial::verdict)
          .add(field("vertices", "vertices of both bodies").in_table("vertices"), &Trial::vertices)
          .add_part(field("errors", "numbers"), error_fields())
          .add(field("timed_out", "whether it was too slow").in_page("too slow"), &Trial::timed_out)
          .add(field("hidden", "without a header"), &Trial::hidden);
  const std::vector<Trial> trials = {{.error = 0.123456}, {.verdict = "wrong", .timed_out = true}};
  const HtmlTable table = record_table("trials", "Trials", fields, trials);
  EXPECT_EQ(table.csv(),
            "# Trials\n"
            "verdict,vertices,error [m],too slow\n"
            "right,idealx8,0.123456,false\n"
            "wrong,idealx8,,true\n\n");
  EXPECT_THAT(table.html(), HasSubstr("title=\"how far it is off\""));
  EXPECT_THAT(table.html(), HasSubstr("class=\"verdict wrong\""));
  EXPECT_TRUE(record_table("trials", "Trials", fields, std::vector<Trial>()).empty());
}

TEST(RecordTable, OfRunsRepeatsWhichRunItIsAndTheTerminalDoesNot) {
  std::vector<EnergyResult> runs(1);
  EnergyResult& run = runs.front();
  run.scene = "pile";
  run.vertices = {0, 8};
  run.findings.resize(2);
  run.findings[0].observable = "drift_m";
  run.findings[1].observable = "stop_time_s";
  run.findings[1].measured = 2;
  const EnergyRecord record = energy_record_of(runs, {});
  const std::string page =
      record_table("runs", "Runs", energy_table_fields(), record.results).markdown();
  EXPECT_THAT(page, HasSubstr("| scene | metric | contacts |"));
  EXPECT_THAT(page, testing::ContainsRegex("pile .*\n.*pile "));
  const auto first = energy_table_fields().cells({&run, &run.findings[0]});
  const auto second = energy_table_fields().cells({nullptr, &run.findings[1]});
  ASSERT_EQ(first.size(), second.size());
  EXPECT_EQ(first[0], "pile");
  EXPECT_EQ(first[1], "-x8");
  EXPECT_EQ(second[0] + second[1] + second.back(), "");
  EXPECT_THAT(second, testing::IsSupersetOf({"stop_time_s", "2"}));
}

}  // namespace
}  // namespace touchstone
