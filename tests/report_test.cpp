// SPDX-License-Identifier: GPL-3.0-or-later
// The report: every number of its tables is one of the records, whatever is in them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/report_pages.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST_F(Report, TheMatrixHasTheCountsOfEveryCell) {
  const Table matrix = table_of(page_, "matrix");
  std::map<std::pair<std::string, std::string>, std::string> cells;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    for (std::size_t k = 1; k < matrix.columns.size(); ++k) {
      cells[{matrix.columns[k], attribute(matrix.row_tags[r], "data-family")}] = matrix.rows[r][k];
    }
  }
  const json verdicts = record("v.json");
  for (const json& row : verdicts.at("results")) {
    const std::string cell = cells.at({row.at("metric"), row.at("family")});
    EXPECT_EQ(attribute(cell, "data-cases"), row.at("cases").dump());
    EXPECT_EQ(attribute(cell, "data-right"), row.at("right").dump());
    const auto wrong = row.at("wrong").get<int>();
    EXPECT_EQ(attribute(cell, "data-wrong"), wrong == 0 ? "" : std::to_string(wrong)) << cell;
    EXPECT_EQ(cell.find("href=\"#failures?metric=") != std::string::npos, wrong > 0) << cell;
  }
}

TEST_F(Report, TheTablesOfMetricsAndErrorsHaveTheSumsOfTheRecord) {
  const Table counts = table_of(page_, "metrics");
  const Table errors = table_of(page_, "errors");
  ASSERT_EQ(counts.rows.size(), 4U);
  ASSERT_EQ(errors.rows.size(), 4U);
  const json verdicts = record("v.json");
  for (std::size_t r = 0; r < counts.rows.size(); ++r) {
    const std::string metric = counts.text(r, 0);
    EXPECT_EQ(errors.text(r, 0), metric);
    std::uint64_t cases = 0;
    std::uint64_t right = 0;
    std::uint64_t inaccurate = 0;
    std::uint64_t values = 0;
    double largest = 0;
    for (const json& row : verdicts.at("results")) {
      if (row.at("metric") != metric) continue;
      cases += row.at("cases").get<std::uint64_t>();
      right += row.at("right").get<std::uint64_t>();
      inaccurate += row.at("value").at("inaccurate").get<std::uint64_t>();
      values += row.at("answered").get<std::uint64_t>();
      if (!row.at("error_rel_size").at("max").is_null()) {
        largest = std::max(largest, row.at("error_rel_size").at("max").get<double>());
      }
    }
    EXPECT_EQ(counts.value(r, "cases"), cases);
    EXPECT_EQ(counts.value(r, "right"), right);
    EXPECT_EQ(counts.value(r, "inaccurate"), inaccurate);
    EXPECT_EQ(errors.value(r, "values"), values);
    EXPECT_EQ(errors.value(r, "largest error").get<double>(), largest);
  }
}

TEST_F(Report, TheAnswerComesFirstWithTheGravestMetricAtItsTop) {
  const Table answer = table_of(page_, "answer");
  ASSERT_EQ(answer.rows.size(), 4U);
  const json verdicts = record("v.json");
  double last = 0;
  for (std::size_t r = 0; r < answer.rows.size(); ++r) {
    const std::string metric = attribute(answer.row_tags[r], "data-metric");
    std::uint64_t cases = 0;
    std::uint64_t right = 0;
    for (const json& row : verdicts.at("results")) {
      if (row.at("metric") != metric) continue;
      cases += row.at("cases").get<std::uint64_t>() - row.at("not_applicable").get<std::uint64_t>();
      // What libccd's metrics claim is looser than what was asked, and counts.
      right += std::max(row.at("right").get<std::uint64_t>(),
                        row.at("right_at_own_tolerance").get<std::uint64_t>());
    }
    EXPECT_EQ(answer.value(r, "of"), cases) << metric;
    EXPECT_EQ(answer.value(r, "wrong"), cases - right) << metric;
    const auto share = answer.value(r, "right, %").get<double>();
    EXPECT_NEAR(share, 100.0 * static_cast<double>(right) / static_cast<double>(cases), 1e-12);
    EXPECT_GE(share, last) << metric;
    last = share;
  }
  EXPECT_EQ(last, 100);
  EXPECT_LT(answer.value(0, "right, %").get<double>(), 100);
  const Table scenes = table_of(page_, "answer-scenes");
  ASSERT_EQ(scenes.rows.size(), 2U);
  EXPECT_EQ(scenes.value(0, "wrong"), 0);
  // Before versions, commands and what was left out.
  const std::size_t at = page_.find("<table id=\"answer\"");
  for (const char* later :
       {"Again with", "Page made", "class=\"skipped\"", "<table id=\"matrix\""}) {
    EXPECT_LT(at, page_.find(later)) << later;
  }
  EXPECT_THAT(page_, HasSubstr("metrics wrong in some case."));
}

TEST_F(Report, EveryMedianTimeIsThatOfTheRecord) {
  const Table times = table_of(page_, "times-boxes");
  const json record_of_times = record("t.json");
  std::size_t found = 0;
  for (const json& result : record_of_times.at("results")) {
    for (std::size_t r = 0; r < times.rows.size(); ++r) {
      if (times.text(r, 0) != result.at("metric") || times.text(r, 1) != result.at("regime") ||
          times.text(r, 2) != result.at("start")) {
        continue;
      }
      ++found;
      EXPECT_EQ(times.value(r, result.at("vertices")[0].dump()), result.at("median_ns"));
    }
  }
  EXPECT_EQ(found, record_of_times.at("results").size());
}

TEST_F(Report, EveryRunHasTheNumbersOfTheRecord) {
  const Table runs = table_of(page_, "runs");
  const json results = record("e.json").at("results");
  ASSERT_EQ(runs.rows.size(), results.size());
  for (std::size_t r = 0; r < runs.rows.size(); ++r) {
    const std::map<std::string, std::string> keys = {{"dt [s]", "dt"},
                                                     {"measured", "measured"},
                                                     {"truth", "truth"},
                                                     {"within", "tolerance"},
                                                     {"drift [J]", "energy_drift"},
                                                     {"gain [J]", "max_gain"},
                                                     {"gains", "gaining_steps"},
                                                     {"sum [J]", "gain_sum"},
                                                     {"penetr. [m]", "max_penetration"},
                                                     {"unsolved", "unsolved_steps"}};
    for (const auto& [column, key] : keys) {
      EXPECT_EQ(runs.value(r, column), results[r].at(key)) << column;
    }
    EXPECT_EQ(runs.value(r, "step [ms]"), results[r].at("ms_per_step").at("total"));
    EXPECT_EQ(runs.text(r, 0), results[r].at("scene"));
  }
}

TEST_F(Report, AnEnergyRecordOfAnotherVersionGetsOneLine) {
  json energy = record("e.json");
  for (const char* schema : {"touchstone.energy/2", "touchstone.energy/99"}) {
    energy["schema"] = schema;
    const std::string path = folder_->write("other.json", energy.dump());
    expect_refused({"report", path, "-o", file("x.html")},
                   path + ": schema: must be touchstone.energy/3\n");
  }
}

TEST_F(Report, ARecordWithAKeyThatItsSchemaDoesNotHaveGetsOneLine) {
  const auto refused = [](json record, const char* place, const std::string& why) {
    record[json::json_pointer(place)] = 1;
    const std::string path = folder_->write("other.json", record.dump());
    expect_refused({"report", path, "-o", file("x.html")}, path + ": " + why + "\n");
  };
  refused(record("e.json"), "/results/0/steps_taken", "results[0]: unknown key 'steps_taken'");
  refused(record("e.json"), "/results/0/curve/times",
          "results[0].curve: unknown key 'times'; did you mean time_s?");
  refused(record("t1.json"), "/pair", "unknown key 'pair'; did you mean pairs?");
}

TEST_F(Report, SaysWhichCommitMadeEachRecord) {
  const std::string commit =
      ", commit " + record("v.json").at("versions").at("commit").get<std::string>() + ", ";
  for (const char* made : {"Judged by", "Timed by", "Simulated by"}) {
    EXPECT_THAT(page_, testing::ContainsRegex("<dt>" + std::string(made) +
                                              "</dt><dd>touchstone [0-9.]+" + commit));
  }
}

TEST_F(Report, TableIOfThePaperStandsBesideOurs) {
  const Table table = table_of(page_, "table1");
  const json rows = record("t1.json").at("rows");
  ASSERT_EQ(table.rows.size(), rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    EXPECT_EQ(table.value(r, "mean [m]"), rows[r].at("mean"));
    if (rows[r].at("paper").is_null()) continue;
    EXPECT_EQ(table.value(r, "paper: mean [m]"), rows[r].at("paper").at("mean"));
  }
}

TEST_F(Report, FailuresAreListedWithTheirWordsAndCommands) {
  const Table table = table_of(page_, "failures-table");
  ASSERT_GT(table.rows.size(), 10U);
  ASSERT_LE(table.rows.size(), 200U);
  // The command of a row shows the failure again.
  const std::string command = table.text(0, 5);
  const std::string id = table.text(0, 2);
  EXPECT_THAT(command, HasSubstr("./touchstone ask " + id + " --metric " + table.text(0, 0)));
  const Ran ran = run_touchstone({"ask", id, "--metric", table.text(0, 0)});
  std::string word = table.text(0, 3);
  std::replace(word.begin(), word.end(), ' ', '_');
  EXPECT_THAT(ran.out, HasSubstr(table.text(0, 0) + ": " + word));
}

TEST_F(Report, TheSameRecordsGiveTheSameTablesAsMarkdownAndCsv) {
  const Ran csv = run_touchstone({"report", file("v.db"), "--format", "csv", "-o", "-"});
  EXPECT_EQ(csv.exit_code, 0) << csv.err;
  EXPECT_THAT(csv.out, HasSubstr("metric,cases,not applicable,right,"));
  EXPECT_THAT(csv.out, HasSubstr("\ncertified,600,0,600,600,0,"));
  const Ran markdown = run_touchstone({"report", file("v.db"), "--format", "md", "-o", "-"});
  EXPECT_EQ(markdown.exit_code, 0) << markdown.err;
  EXPECT_THAT(markdown.out, HasSubstr("## Verdicts"));
  EXPECT_THAT(markdown.out, Not(HasSubstr("<td")));
}

TEST_F(Report, FromTheJsonOfVerifyAloneItSaysWhatIsMissing) {
  const Ran ran = run_touchstone({"report", file("v.json"), "-o", file("j.html")});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("wrote " + file("j.html")));
  const std::string page = read_text(file("j.html"));
  EXPECT_THAT(page, HasSubstr("claimed normals need a store"));
  EXPECT_THAT(page, HasSubstr("No times."));
  EXPECT_THAT(page, HasSubstr("No runs."));
}

TEST_F(Report, TheShrunkPairsOfVerifyAreThoseOfThePage) {
  run({"verify", "--metric", "gjk_epa", "--family", "random-boxes", "--cases", "40", "--shrink",
       "--json", file("shrunk.json")});
  run({"report", file("shrunk.json"), "-o", file("sh.html")});
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  const Ran ran = run_program({TOUCHSTONE_PYTHON, root + "/tests/report_data.py", file("sh.html"),
                               root + "/docs/schema/report.json"});
  EXPECT_EQ(ran.out, "fits the schema\nshrunk: gjk_epa\n") << ran.err;
}

TEST_F(Report, TwoRecordsOfOneKindAreBothNamed) {
  const auto both = [](const std::string& first, const std::string& second,
                       const std::string& what) {
    expect_refused({"report", first, file("e.json"), second, "-o", file("x.html")},
                   "report: " + first + " and " + second + " are both records of " + what);
  };
  both(file("v.json"), file("v.db"), "verdicts");
  both(file("v.db"), file("v.json"), "verdicts");
  both(file("t.json"), file("t.json"), "times");
  both(file("t1.json"), file("t1.json"), "Table I");
  expect_refused({"report", file("e.json"), file("e.json"), "-o", file("x.html")},
                 "are both records of energies");
}

TEST_F(Report, AnEarlierSpellingSaysWhatItIsNow) {
  for (const char* option :
       {"--db", "--verify", "--time", "--energy", "--converge", "--reproduce"}) {
    expect_refused({"report", option, file("v.db")},
                   std::string("report ") + option + " is now 'report RECORD...'\n");
  }
  expect_refused({"report", file("v.db"), "--against", file("v.json")},
                 "report --against is now 'report RECORD... --baseline OLD'\n");
}

TEST_F(Report, AsCsvTheMatrixIsPlainNumbersWithAVerdict) {
  const Ran csv = run_touchstone({"report", file("v.json"), "--format", "csv", "-o", "-"});
  EXPECT_THAT(csv.out, HasSubstr("family,group,metric,verdict,cases,not applicable,right,wrong\n"));
  EXPECT_THAT(csv.out, HasSubstr("random-boxes,boxes,certified,all right,150,0,150,0\n"));
  EXPECT_THAT(csv.out, Not(HasSubstr("\xe2\x9c\x93 ")));
}

TEST_F(Report, ItsDataFitTheCommittedSchema) {
  run({"ask", "random-boxes:42:7", "--metric", "gjk_epa,certified", "--shrink", "--html",
       file("s.html")});
  for (const std::string name : {"r.html", "s.html"}) {
    const std::string root = TOUCHSTONE_SOURCE_DIR;
    const Ran ran = run_program({TOUCHSTONE_PYTHON, root + "/tests/report_data.py", file(name),
                                 root + "/docs/schema/report.json"});
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    // The store holds no shrunk pairs: those of the gravest failures were made for the page.
    const std::string shrunk = name == "r.html" ? "gjk_epa, mpr" : "none";
    EXPECT_THAT(ran.out, testing::StartsWith("fits the schema\nshrunk: " + shrunk + "\n"));
  }
}

TEST_F(Report, WhatIsNotARecordIsRejectedInOneLine) {
  const std::string text = read_text(file("v.json"));
  const std::string cut = folder_->write("cut.json", text.substr(0, text.size() / 2));
  expect_refused({"report", cut, "-o", file("x.html")}, cut);
  expect_refused(
      {"report", folder_->write("x.json", R"({"schema": "x"})"), "-o", file("x.html")},
      "schema: must be that of a record of verdicts, times, energies, overlaps, differences, "
      "contacts, solvers, Table I or Table II");
  expect_refused({"report", "--baseline", file("e.json"), "-o", file("x.html")}, file("e.json"));
  expect_refused({"report", "/nonexistent.json", "-o", file("x.html")}, "/nonexistent.json");
  expect_refused({"report", file("v.json"), "--format", "pdf"}, "unknown format 'pdf'");
  expect_refused({"report", file("v.json"), "-o", file("v.json")}, "v.json");
  json energy = record("e.json");
  energy["results"][0].erase("measured");
  energy["results"][0]["unsolved_steps"] = -1;
  expect_refused({"report", folder_->write("bad.json", energy.dump()), "-o", file("x.html")},
                 "results[0].unsolved_steps");
  EXPECT_FALSE(std::filesystem::exists(file("x.html")));
}

TEST_F(Report, TheJsonOfVerifySaysWhatJudgedAndWhatWasNotRun) {
  json verdicts = record("v.json");
  verdicts["not_run"].push_back("sat on somewhere: too large");
  verdicts["results"][0]["error_rel_size"] = {{"min", nullptr},
                                              {"max", nullptr},
                                              {"mean", nullptr},
                                              {"std", nullptr},
                                              {"note", "overflow"}};
  verdicts["results"][0]["error_histogram"] = nullptr;
  for (json& row : verdicts["results"]) {
    if (row["metric"] == "mpr") row["metric"] = "x; touch y";
  }
  const std::string path = folder_->write("more.json", verdicts.dump());
  run({"report", path, "-o", file("more.html")});
  const std::string page = read_text(file("more.html"));
  EXPECT_THAT(page, HasSubstr("<li>sat on somewhere: too large</li>"));
  EXPECT_THAT(page, HasSubstr(verdicts["versions"]["compiler"].get<std::string>()));
  EXPECT_THAT(page, HasSubstr("x; touch y=./PLUGIN"));
  EXPECT_EQ(table_of(page, "errors").rows.size(), 4U);
  EXPECT_THAT(page, HasSubstr("data-value=\"Infinity\">infinite</td>"));
}

TEST_F(Report, CasesThatHaveChangedSinceAreNotShown) {
  run({"ask", "random-boxes:42:680", "--dump", file("changing.json")});
  run({"verify", "--metric", "gjk_epa", "--file", file("changing.json"), "--db", file("c.db")});
  run({"report", file("c.db"), "-o", file("c1.html")});
  EXPECT_THAT(read_text(file("c1.html")), Not(HasSubstr("has changed since")));
  run({"ask", "random-boxes:42:681", "--dump", file("changing.json")});
  run({"report", file("c.db"), "-o", file("c2.html")});
  EXPECT_THAT(read_text(file("c2.html")), HasSubstr("has changed since"));
}

TEST_F(Report, NumbersAtTheEndsOfTheRangeOfDoublesAreShown) {
  json energy = record("e.json");
  energy["results"][0]["measured"] = 5e-324;
  energy["results"][0]["verdict"] = "wrong";
  for (json& row : energy["results"]) {
    row["max_gain"] = row["gain_sum"] = 1.7976931348623157e308;
    row["gaining_steps"] = 1;
  }
  const std::string path = folder_->write("extreme.json", energy.dump());
  const Ran ran = run_touchstone({"report", path, "-o", file("extreme.html")});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const Table runs = table_of(read_text(file("extreme.html")), "runs");
  EXPECT_EQ(runs.value(0, "measured").get<double>(), 5e-324);
  EXPECT_EQ(runs.value(0, "gain [J]").get<double>(), 1.7976931348623157e308);
}

TEST_F(Report, OfAPartialRecordOfEnergiesSaysSo) {
  EXPECT_THAT(page_, Not(HasSubstr(" is partial")));
  json energy = record("e.json");
  energy["partial"] = true;
  run({"report", folder_->write("part.json", energy.dump()), "-o", file("part.html")});
  EXPECT_THAT(read_text(file("part.html")), HasSubstr("part.json is partial: it was interrupted"));
}

TEST_F(Report, NamesThatAreMarkupAreText) {
  const Ran dumped =
      run_touchstone({"ask", "random-boxes:42:7", "--dump", file("<script>alert(1)<script>.json")});
  ASSERT_TRUE(std::filesystem::exists(file("<script>alert(1)<script>.json"))) << dumped.err;
  run({"verify", "--metric", "gjk_epa,mpr", "--file", file("<script>alert(1)<script>.json"), "--db",
       file("h.db")});
  run({"report", file("h.db"), "-o", file("h.html")});
  const std::string page = read_text(file("h.html"));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)"));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert(1)")));
}

TEST_F(Report, APairOfItsOwnHasATableOfWhatEachMetricSays) {
  const Ran ran = run_touchstone(
      {"ask", "random-boxes:42:7", "--metric", "gjk_epa,certified", "--html", file("p.html")});
  EXPECT_THAT(ran.out, HasSubstr("wrote " + file("p.html")));
  const std::string page = read_text(file("p.html"));
  EXPECT_THAT(page, HasSubstr("<p class=\"note\">Touchstone "));
  EXPECT_THAT(page, HasSubstr("<dt id=\"term-phi\">"));
  EXPECT_THAT(page, HasSubstr("<dt id=\"term-rho\">"));
  EXPECT_THAT(page, HasSubstr("<dt id=\"term-size\">"));
  const Table claims = table_of(page, "claims");
  ASSERT_EQ(claims.rows.size(), 2U);
  EXPECT_EQ(claims.text(0, 0), "gjk_epa");  // the gravest first
  EXPECT_EQ(claims.text(1, 0), "certified");
  EXPECT_EQ(claims.text(1, 1), "right");
  const Ran dumped = run_touchstone({"ask", "random-boxes:42:7", "--dump", file("c.json")});
  EXPECT_EQ(dumped.exit_code, 0);
  const Ran asked =
      run_touchstone({"ask", file("c.json"), "--metric", "certified", "--html", file("q.html")});
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
  EXPECT_EQ(table_of(read_text(file("q.html")), "claims").rows.size(), 1U);
}

}  // namespace
}  // namespace touchstone
