// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string kPair =
    R"({"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
  "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [3, 0, 0], "q": [1, 0, 0, 0]}})";

TEST(Help, NamesTheCommandsButNotTheWorker) {
  const Ran ran = run_touchstone({"--help"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  for (const char* command : {"verify", "ask", "list", "reproduce", "audit", "test", "peers"}) {
    EXPECT_THAT(ran.out, HasSubstr(command));
  }
  EXPECT_THAT(ran.out, Not(HasSubstr("worker")));
}

TEST(Help, OfEachCommandNamesItsOptions) {
  const Ran verify = run_touchstone({"verify", "--help"});
  EXPECT_EQ(verify.exit_code, 0);
  for (const char* option : {"--metric", "--family", "--cases", "--seed", "--file", "--tolerance",
                             "--jobs", "--json", "--full"}) {
    EXPECT_THAT(verify.out, HasSubstr(option));
  }
  EXPECT_THAT(run_touchstone({"ask", "--help"}).out, HasSubstr("--json"));
  EXPECT_THAT(run_touchstone({"ask", "--help"}).out, HasSubstr("--dump"));
  const std::string list = run_touchstone({"list", "--help"}).out;
  for (const char* kind : {"metrics", "families", "contacts", "scenes", "steppers", "models"}) {
    EXPECT_THAT(list, HasSubstr(kind));
  }
  const std::string audit = run_touchstone({"audit", "--help"}).out;
  for (const char* name : {"routes", "fast-truth", "certificates", "half-spaces", "problems",
                           "constraints", "speed"}) {
    EXPECT_THAT(audit, HasSubstr(name));
  }
  const std::string routes = run_touchstone({"audit", "routes", "--help"}).out;
  for (const char* option : {"--family", "--cases", "--large-cases", "--seed", "--jobs"}) {
    EXPECT_THAT(routes, HasSubstr(option));
  }
  EXPECT_THAT(run_touchstone({"reproduce", "--help"}).out, HasSubstr("table1"));
}

TEST(Help, OfTheAccuracyTableIsOnlyWhereThereIsOne) {
  for (const char* command : {"list", "new-plugin", "ask", "simulate", "dump"}) {
    const std::string help = run_touchstone({command, "--help"}).out;
    EXPECT_THAT(help.substr(help.rfind("\n\n")), Not(HasSubstr("accuracy table"))) << command;
  }
  EXPECT_THAT(run_touchstone({"verify", "--help"}).out, HasSubstr("accuracy table"));
}

/// Every command and those below it, as the manual page names them.
std::vector<std::vector<std::string>> commands_of_the_manual() {
  std::vector<std::vector<std::string>> commands;
  std::istringstream page(run_touchstone({"man"}).out);
  for (std::string line; std::getline(page, line);) {
    if (line.rfind(".SS ", 0) != 0) continue;
    line.erase(std::remove(line.begin(), line.end(), '\\'), line.end());
    std::istringstream words(line.substr(4));
    std::vector<std::string>& command = commands.emplace_back();
    for (std::string word; words >> word;) command.push_back(word);
  }
  return commands;
}

TEST(Help, HasNoLineOverAHundredCharacters) {
  std::vector<std::vector<std::string>> commands = commands_of_the_manual();
  EXPECT_GT(commands.size(), 20U);
  commands.emplace_back();
  for (std::vector<std::string> words : commands) {
    words.emplace_back("--help");
    std::istringstream help(run_touchstone(words).out);
    for (std::string line; std::getline(help, line);) {
      EXPECT_LE(line.size(), 100U) << words.front() << ": " << line;
    }
  }
}

TEST(Help, OfVerifyFitsOnAPage) {
  const std::string help = run_touchstone({"verify", "--help"}).out;
  EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 62);
}

TEST(Help, SaysTheRuleOfTheExitCodes) {
  const std::string help = run_touchstone({"--help"}).out;
  EXPECT_THAT(help, HasSubstr("Exit codes: 0 as expected, 1 something was judged wrong"));
  EXPECT_THAT(help, HasSubstr("as wrong as the accuracy table has them"));
  // A command without metrics says nothing of them.
  const std::string listing = run_touchstone({"list", "--help"}).out;
  EXPECT_THAT(listing, HasSubstr("Exit codes: 0 as expected, 1 something was judged wrong"));
  EXPECT_THAT(listing, testing::Not(HasSubstr("accuracy table")));
}

TEST(Usage, AListHasNoEmptyEntry) {
  const auto refused = [](std::vector<std::string> words, const std::string& said) {
    expect_one_line_refusal(run_touchstone(words), said);
  };
  refused({"energy", "stack", "--dt", "1e-2,,1e-3"}, "--dt: '1e-2,,1e-3' has an empty entry");
  refused({"energy", "stack", "--dt=1e-2,"}, "--dt: '1e-2,' has an empty entry");
  refused({"simulate", "stack", "--bodies", ",3"}, "--bodies: ',3' has an empty entry");
  refused({"energy", "stack", "--metric", ""}, "--metric: must not be empty");
  refused({"energy", "stack", "--contacts", ""}, "--contacts");
  refused({"verify", "--family", "kissing,"}, "--family: 'kissing,' has an empty entry");
}

TEST(Usage, AFlagTakesNoValueAndAnOptionIsNone) {
  const auto refused = [](std::vector<std::string> words, const std::string& said) {
    expect_one_line_refusal(run_touchstone(words), said);
  };
  refused({"reproduce", "events", "--full=3"}, "--full takes no value, and was given '3'");
  refused({"simulate", "links", "--both-ends=3"}, "--both-ends takes no value");
  refused({"reproduce", "thesis-figure19", "--svg", "--csv"},
          "--svg needs a value, and --csv is an option");
  refused({"simulate", "stack", "--record", "--every", "2"},
          "--record needs a value, and --every is an option");
}

TEST(Usage, AMistypedOptionIsNamedWithTheOneThatWasMeant) {
  expect_one_line_refusal(
      run_touchstone({"verify", "--famliy", "x"}),
      "touchstone: verify: unknown option '--famliy'; did you mean --family? (touchstone verify "
      "--help shows all)\n");
  expect_one_line_refusal(run_touchstone({"verify", "--metrics=sat", "--cases", "5"}),
                          "unknown option '--metrics'; did you mean --metric?");
  expect_one_line_refusal(run_touchstone({"ask", "field:fcl-503", "--zyxwvuts"}),
                          "ask: unknown option '--zyxwvuts' (touchstone ask --help");
}

TEST(Usage, AnOptionOfImportSaysSo) {
  EXPECT_EQ(run_touchstone({"ask", "mj.py", "--a", "box", "--b", "sphere"}).err,
            "touchstone: ask: unknown option '--a': touchstone import FILE takes it, and writes a "
            "case\n");
}

TEST(Usage, NamesInCapitalsAreNear) {
  expect_one_line_refusal(run_touchstone({"verify", "--metric", "SAT"}), "did you mean sat?");
}

TEST(Usage, AnOptionGivenTwiceOrWithoutItsValueIsSaidInWords) {
  expect_one_line_refusal(run_touchstone({"verify", "--cases", "1", "--cases", "2"}),
                          "touchstone: --cases: was given more than once\n");
  expect_one_line_refusal(run_touchstone({"verify", "--cases"}),
                          "touchstone: --cases: needs a value\n");
}

TEST(Usage, FamiliesHelpNamesEveryGroup) {
  const std::string help = run_touchstone({"verify", "--help"}).out;
  for (const char* group : {"boxes", "hulls", "kissing", "hard", "motion", "field", "rounded"}) {
    EXPECT_THAT(help, HasSubstr(group));
  }
}

TEST(Help, MayBeAskedForInPlainWords) {
  EXPECT_EQ(run_touchstone({"help"}).out, run_touchstone({"--help"}).out);
  EXPECT_EQ(run_touchstone({"help", "time"}).out, run_touchstone({"time", "--help"}).out);
  EXPECT_EQ(run_touchstone({"help", "reproduce", "table1"}).out,
            run_touchstone({"reproduce", "table1", "--help"}).out);
  EXPECT_EQ(run_touchstone({"version"}).out, run_touchstone({"--version"}).out);
  EXPECT_EQ(run_touchstone({"help", "tmie"}).exit_code, 2);
}

TEST(Manual, SaysOfEachCommandWhatItsHelpSays) {
  const Ran ran = run_touchstone({"man"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr(".TH TOUCHSTONE 1"));
  for (const char* line : {".SS verify\n", ".SS energy\n", ".SS audit certificates\n",
                           "\\-\\-own\\-tolerance", "What counts as right, relative to size"}) {
    EXPECT_THAT(ran.out, HasSubstr(line));
  }
  EXPECT_THAT(ran.out, Not(HasSubstr("worker")));
}

TEST(Completion, OffersCommandsOptionsAndNames) {
  const std::string ask =
      "; words() { COMP_WORDS=(touchstone \"$@\"); COMP_CWORD=$#; _touchstone; "
      "echo \"${COMPREPLY[@]}\"; }; words ver; words verify --fam; words verify --metric ratio_l; "
      "words audit cert; words audit speed --s; words list mod; words time --family uv; "
      "words verify --metric gjk_epa,ratio_l; words ask x --as gte; words new-plugin x --language "
      "py; words reproduce thesis-figure3; words verify --file \"$0\"";
  const ScratchFolder folder;
  const std::string script = folder.write("script", run_touchstone({"completion", "bash"}).out);
  const std::string file = folder.write("one,two.json", "");
  FILE* shell = ::popen(("bash -c 'source " + script + ask + "' " + file).c_str(), "r");
  std::string said(1000, '\0');
  said.resize(std::fread(said.data(), 1, said.size(), shell));
  ::pclose(shell);
  EXPECT_EQ(said,
            "version verify\n--family\nratio_lp ratio_lp_rows\ncertificates\n--seed\nmodels\n"
            "uv-spheres\ngjk_epa,ratio_lp gjk_epa,ratio_lp_rows\ngtest\npython\nthesis-figure3\n" +
                file + "\n");
  EXPECT_THAT(run_touchstone({"completion", "zsh"}).out, HasSubstr("bashcompinit"));
  expect_one_line_refusal(run_touchstone({"completion"}), "completion: missing argument");
  expect_one_line_refusal(
      run_touchstone({"completion", "fish"}),
      "completion: unknown argument 'fish'; did you mean bash? (touchstone completion --help");
}

TEST(Version, NamesTheLibraries) {
  const Ran ran = run_touchstone({"--version"});
  EXPECT_EQ(ran.exit_code, 0);
  for (const char* word : {"touchstone ", "CGAL 5", "GLPK 5", "libccd 2"}) {
    EXPECT_THAT(ran.out, HasSubstr(word));
  }
}

TEST(List, MetricsHaveTraits) {
  const Ran ran = run_touchstone({"list", "metrics", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  const json listing = json::parse(ran.out);
  EXPECT_EQ(listing.at("schema"), "touchstone.metrics/1");
  std::vector<std::string> names;
  for (const json& metric : listing.at("metrics")) {
    names.push_back(metric.at("name"));
    EXPECT_FALSE(metric.at("summary").get<std::string>().empty());
    for (const char* trait :
         {"quantity", "when_separated", "when_penetrating", "gives_normal", "gives_witnesses",
          "gives", "gives_features", "claims_exact", "own_tolerance", "value_claim", "flat",
          "boxes_only", "scalar", "isolated", "largest_default_vertices"}) {
      EXPECT_TRUE(metric.at("traits").contains(trait)) << trait;
    }
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"ratio_lp", "sat", "gjk_epa", "gjk_epa_1e-8", "mpr",
                                            "mpr_1e-8", "minkowski", "minkowski_float"}));
  EXPECT_THAT(run_touchstone({"list", "metrics"}).out, HasSubstr("gjk_epa"));
}

TEST(List, ToleranceIsRelativeToWhatTheMetricIsJudgedBy) {
  std::istringstream lines(run_touchstone({"list", "metrics"}).out);
  int ratio = 0;
  int euclidean = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("; claims ") == std::string::npos ||
        line.find("claims to be exact") != std::string::npos) {
      continue;
    }
    const bool of_ratio = line.rfind("    ratio;", 0) == 0;
    (of_ratio ? ratio : euclidean) += 1;
    EXPECT_THAT(line, HasSubstr(of_ratio ? " of max(1, |rho|);" : " of size;"));
  }
  EXPECT_GT(ratio, 0);
  EXPECT_GT(euclidean, 0);
}

TEST(List, FamiliesHaveCounts) {
  const json listing = json::parse(run_touchstone({"list", "--json", "-", "families"}).out);
  EXPECT_EQ(listing.at("schema"), "touchstone.families/1");
  bool boxes = false;
  for (const json& family : listing.at("families")) {
    EXPECT_EQ(family.at("default_cases").get<int>() > 0, family.at("name") != "curved-aligned");
    EXPECT_GT(family.at("largest_vertices").get<int>(), 0) << family;
    if (family.at("name") == "random-boxes") {
      boxes = true;
      EXPECT_EQ(family.at("group"), "boxes");
      EXPECT_TRUE(family.at("finite_cases").is_null());
    }
    if (family.at("name") == "field") {
      EXPECT_EQ(family.at("finite_cases"), 108);
    }
  }
  EXPECT_TRUE(boxes);
  EXPECT_THAT(run_touchstone({"list", "families"}).out, HasSubstr("random-hulls-32-deep"));
}

TEST(StandardOutput, FullDeviceIsAFailureOfTheHarness) {
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"list", "metrics"},
                                             {"list", "metrics", "--json", "-"},
                                             {"--help"},
                                             {"ask", "-"},
                                             {"ask", "-", "--json", "-"}}) {
    SCOPED_TRACE(arguments.front());
    const Ran ran = run_touchstone(arguments, kPair, Stdout::full_device);
    EXPECT_EQ(ran.exit_code, 3);
    EXPECT_THAT(ran.err, HasSubstr("touchstone: standard output: cannot write"));
  }
}

TEST(StandardOutput, AReaderThatGoesAwayIsNoFailure) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"list", "families"},
        {"list", "metrics", "--json", "-"},
        {"verify", "--metric", "box15", "--family", "random-boxes", "--cases", "10"}}) {
    const Ran ran = run_touchstone(command, "", Stdout::closed_pipe);
    EXPECT_EQ(ran.exit_code, 0) << command.front();
    EXPECT_EQ(ran.err, "");
  }
}

TEST(Worker, OfAnUnknownMetricIsRefused) {
  EXPECT_EQ(run_touchstone({"worker", "nope"}).exit_code, 2);
}

TEST(JsonFile, FullDeviceIsAFailureOfTheHarness) {
  const Ran ran = run_touchstone({"ask", "-", "--json", "/dev/full"}, kPair);
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.err, HasSubstr("touchstone: /dev/full"));
}

}  // namespace
}  // namespace touchstone
