// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(ReproduceTable1, JsonHasTheSchema) {
  const Ran ran = run_touchstone({"reproduce", "table1", "--cases", "300", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  const json table = json::parse(ran.out);
  EXPECT_EQ(table.at("schema"), "touchstone.table1/1");
  EXPECT_EQ(table.at("pairs"), 300);
  for (const char* key : {"touchstone", "commit", "compiler", "build_type", "libraries"}) {
    EXPECT_FALSE(table.at("versions").at(key).get<std::string>().empty()) << key;
  }
  bool epa = false;
  bool sat = false;
  for (const json& row : table.at("rows")) {
    for (const char* key : {"algorithm", "over", "min", "max", "mean", "std", "paper"}) {
      EXPECT_TRUE(row.contains(key)) << key;
    }
    EXPECT_EQ(row.at("answered").get<int>() + row.at("missing").get<int>(), 300);
    const bool all = row.at("over") == "all";
    EXPECT_TRUE(all || row.at("over") == "errors>1e-6");
    if (row.at("algorithm") == "gjk_epa" && all) {
      epa = true;
      EXPECT_EQ(row.at("paper").at("max"), 0.608937);
    }
    if (row.at("algorithm") == "sat" && all) {
      sat = true;
      EXPECT_LE(row.at("max").get<double>(), 5e-15);
      EXPECT_EQ(row.at("paper").at("max"), 2.66454e-15);
    }
    if (row.at("algorithm") == "sat" && !all) {
      EXPECT_EQ(row.at("count"), 0);
      EXPECT_TRUE(row.at("max").is_null());
      EXPECT_TRUE(row.contains("note"));
    }
  }
  EXPECT_TRUE(epa);
  EXPECT_TRUE(sat);
}

// The paper's figures for GJK + EPA are a maximum of 0.61, a mean of 0.052 and, as its least error
// tells, over errors above some 1e-6. Ours on as many overlapping pairs of the same boxes: the same
// picture, held here within ranges.
TEST(ReproduceTable1, FiguresAreThoseOfThePaper) {
  const Ran ran =
      run_touchstone({"reproduce", "table1", "--cases", "2000", "--seed", "42", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto row = [table = json::parse(ran.out)](const char* algorithm, const char* over) {
    for (const json& candidate : table.at("rows")) {
      if (candidate.at("algorithm") == algorithm && candidate.at("over") == over) return candidate;
    }
    return json();
  };
  const json epa = row("gjk_epa", "all");
  EXPECT_EQ(epa.at("answered"), 2000);
  EXPECT_GE(epa.at("max").get<double>(), 0.3);
  EXPECT_GE(epa.at("mean").get<double>(), 2e-3);
  EXPECT_LE(epa.at("mean").get<double>(), 1e-2);
  const json large = row("gjk_epa", "errors>1e-6");
  EXPECT_GE(large.at("mean").get<double>(), 0.07);
  EXPECT_LE(large.at("mean").get<double>(), 0.16);
  const json sat = row("sat", "all");
  EXPECT_EQ(sat.at("answered"), 2000);
  EXPECT_GT(sat.at("max").get<double>(), 0);
  EXPECT_LE(sat.at("max").get<double>(), 5e-15);
}

TEST(ReproduceTable1, PaperStandsBesideOurs) {
  const Ran ran = run_touchstone({"reproduce", "table1", "--cases", "50"});
  EXPECT_EQ(ran.exit_code, 0);
  for (const char* word :
       {"GJK+EPA (libccd)", "SAT (Moby)", "0.608937", "gjk_epa_1e-8", "minkowski_float"}) {
    EXPECT_THAT(ran.out, HasSubstr(word));
  }
}

TEST(Reproduce, EachNameHasItsOwnOptionsAlone) {
  const auto help = [](const std::string& name) {
    return run_touchstone({"reproduce", name, "--help"}).out;
  };
  EXPECT_THAT(help("table1"), HasSubstr("--cases"));
  EXPECT_THAT(help("table1"), Not(HasSubstr("--svg")));
  EXPECT_THAT(help("thesis-figure24"), HasSubstr("--jobs"));
  EXPECT_THAT(help("thesis-figure23"), Not(HasSubstr("--jobs")));
  EXPECT_THAT(help("peg-figure21"), HasSubstr("--bodies"));
  EXPECT_THAT(help("events"), HasSubstr("--file"));
  EXPECT_THAT(help("converge"), Not(HasSubstr("--family")));
  for (const auto& [name, option] : {std::pair{"table1", "--steps"},
                                     {"table2", "--jobs"},
                                     {"figure5", "--seed"},
                                     {"thesis-figure3", "--jobs"},
                                     {"thesis-figure18", "--jobs"},
                                     {"thesis-figure24", "--dt"},
                                     {"peg-figure21", "--cases"},
                                     {"brazil-nut", "--cases"},
                                     {"converge", "--cases"},
                                     {"conjecture", "--dt"},
                                     {"contraction", "--gamma"},
                                     {"events", "--quick"},
                                     {"list", "--cases"}}) {
    expect_one_line_refusal(run_touchstone({"reproduce", name, option, "3"}),
                            "reproduce " + std::string(name) + ": unknown option '" + option + "'");
  }
}

TEST(Reproduce, TakesOneName) {
  expect_one_line_refusal(run_touchstone({"reproduce"}), "reproduce: missing argument");
  expect_one_line_refusal(run_touchstone({"reproduce", "--steps", "3", "table2"}),
                          "options stand behind a name: 'reproduce table2 --steps'");
  expect_one_line_refusal(run_touchstone({"reproduce", "table3"}),
                          "reproduce: unknown argument 'table3'; did you mean table");
  expect_one_line_refusal(run_touchstone({"reproduce", "table1", "table2"}), "table2");
  for (const std::string name : {"converge", "contraction", "methods"}) {
    expect_one_line_refusal(
        run_touchstone({"reproduce", name, "list"}),
        "unknown problem 'list' (touchstone reproduce " + name + " --help shows all)");
  }
}

TEST(Reproduce, AllAndListMayStandBehindOptions) {
  expect_one_line_refusal(run_touchstone({"reproduce", "--quickk", "--all"}),
                          "reproduce all: unknown option '--quickk'; did you mean --quick?");
  expect_one_line_refusal(run_touchstone({"reproduce", "--cases", "5", "--list"}),
                          "reproduce list: unknown option '--cases'");
  const Ran listed = run_touchstone({"reproduce", "--json", "-", "--list"});
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_EQ(listed.out, run_touchstone({"reproduce", "list", "--json", "-"}).out);
}

TEST(Reproduce, EarlierSpellingsSayWhatTheyAreNow) {
  for (const auto& [words, now] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"converge"}, "converge is now 'reproduce converge'"},
           {{"converge", "dice3", "--dt", ".1"}, "converge is now 'reproduce converge'"},
           {{"converge", "--conjecture"}, "converge --conjecture is now 'reproduce conjecture'"},
           {{"converge", "--contraction"}, "converge --contraction is now 'reproduce contraction'"},
           {{"verify", "--events"}, "verify --events is now 'reproduce events'"},
           {{"verify", "--cases", "5", "--events"}, "verify --events is now 'reproduce events'"},
           {{"validate", "--events"}, "validate --events is now 'reproduce events'"}}) {
    expect_one_line_refusal(run_touchstone(words), "touchstone: " + now + "\n");
  }
}

TEST(ReproduceFigure5, SetsEachClaimBesideItsTruth) {
  const Ran ran = run_touchstone({"reproduce", "figure5", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json figure = json::parse(ran.out);
  EXPECT_EQ(figure.at("schema"), "touchstone.figure5/1");
  int judged = 0;
  for (const json& claim : figure.at("claims")) {
    for (const json& finding : claim.at("findings")) {
      EXPECT_NE(finding.at("verdict"), "wrong") << claim.dump();
      judged += finding.at("verdict") == "right" ? 1 : 0;
    }
  }
  EXPECT_GE(judged, 7);
}

TEST(ReproduceTable2, RemarksThatTheSharesOfThePaperAddUpToMoreThanAll) {
  const Ran ran = run_touchstone({"reproduce", "table2", "--steps", "1"});
  EXPECT_THAT(ran.out, HasSubstr("shares of the spinning sphere cannot be: 75.2 % and 26.8 % add "
                                 "up to 102 %.\n"));
}

TEST(ReproduceTable2, TimesEveryScenarioWithBothPipelines) {
  const Ran ran = run_touchstone({"reproduce", "table2", "--steps", "2", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json table = json::parse(ran.out);
  EXPECT_EQ(table.at("schema"), "touchstone.table2/1");
  ASSERT_EQ(table.at("rows").size(), 8U);
  EXPECT_EQ(table.at("rows").at(0).at("paper").at("mean_ms"), 1.3);
  for (const json& row : table.at("rows")) {
    const json& parts = row.at("ms_per_step");
    EXPECT_EQ(parts.at("vclip").is_null(), row.at("contacts") != "vclip_sat");
    EXPECT_EQ(row.at("vclip_percent").is_null(), parts.at("vclip").is_null());
    if (parts.at("vclip").is_null()) continue;
    EXPECT_GE(row.at("contact_percent"), 0);
    EXPECT_LE(row.at("contact_percent").get<double>() + row.at("vclip_percent").get<double>(), 100);
    EXPECT_GT(parts.at("vclip"), 0);
    EXPECT_LE(parts.at("vclip"), parts.at("contact"));
  }
  EXPECT_GT(table.at("support_pair_ns").get<double>(), 0);
}

}  // namespace
}  // namespace touchstone
