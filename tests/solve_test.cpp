// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone solve` as a person uses it: a solver from the skeleton, and solvers that fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const std::string kThreeBoxes = TOUCHSTONE_SOURCE_DIR "/examples/steps/three-boxes.json";

class Solve : public testing::Test {
 protected:
  /// The hostile solver of the harness's tests, which does what HOSTILE_SOLVER says.
  std::string hostile() const {
    const std::string library = scratch_.path("hostile.so");
    const Ran built =
        run_program({"/bin/sh", "-c",
                     "cc -shared -fPIC -I " TOUCHSTONE_SOURCE_DIR " " TOUCHSTONE_SOURCE_DIR
                     "/harness/plugins/tests/hostile_solver.c -o '" +
                         library + "' -lm"});
    EXPECT_EQ(built.exit_code, 0) << built.err;
    return library;
  }
  /// A contact that comes in with 1 m/s and sticks.
  std::string sticking() const {
    return scratch_.write("sticking.json",
                          R"({"schema": "touchstone.step/1", "cone": "round", "mu": [0.5],)"
                          R"( "local": {"W": [[0, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1]]],)"
                          R"( "q": [-1, 0, 0]}})");
  }
  static Ran solve_as(const std::string& deed, const std::string& library,
                      const std::string& problem, const std::string& solvers = "") {
    const Variable hostile_deed("HOSTILE_SOLVER", deed);
    return run_touchstone({"solve", problem, "--solver", solvers + library, "--time-limit", "0.3"});
  }

  ScratchFolder scratch_;
};

TEST_F(Solve, JudgesTheSkeletonsByTheCommandsThatTheyPrint) {
  for (const std::string language : {"c", "c++", "python"}) {
    const std::string folder =
        scratch_.path("mine_" + language.substr(0, 1) + std::to_string(language.size()));
    const Ran made =
        run_touchstone({"new-plugin", folder, "--kind", "solver", "--language", language});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    std::istringstream lines(made.out);
    Ran last;
    int commands = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("  ", 0) != 0) continue;
      ++commands;
      const auto solve = line.find("touchstone solve ");
      if (solve != std::string::npos) line = TOUCHSTONE_PROGRAM + line.substr(solve + 10);
      last = run_program({"/bin/sh", "-c", line});
      ASSERT_EQ(last.exit_code, 0) << line << "\n" << last.out << last.err;
    }
    EXPECT_EQ(commands, language == "python" ? 1 : 2) << made.out;
    if (language == "c++") {
      EXPECT_THAT(read_text(folder + "/mine_c3.cpp"),
                  HasSubstr(" c++ -std=c++17 -O2 -fPIC -shared -I. mine_c3.cpp -o mine_c3.so"));
    }
    EXPECT_THAT(last.out, ContainsRegex("mine_[cp][136] +files +1 +1 ")) << last.out;
    EXPECT_THAT(last.out, ContainsRegex("stored +files +1 +1 ")) << last.out;
  }
}

TEST_F(Solve, WritesEveryAnswer) {
  const Ran ran = run_touchstone({"solve", kThreeBoxes, "--solver", "nsgs", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto record = nlohmann::json::parse(ran.out);
  EXPECT_EQ(record["schema"], "touchstone.solve/1");
  EXPECT_EQ(record["problems"][0]["known"], "solvable");
  EXPECT_EQ(record["problems"][0]["contacts"], 3);
  EXPECT_EQ(record["answers"][0]["solver"], "nsgs");
  EXPECT_EQ(record["answers"][0]["word"], "solved");
  EXPECT_LE(record["answers"][0]["r"].get<double>(), 1e-9);
  const auto stored = nlohmann::json::parse(read_text(kThreeBoxes))["solution"];
  EXPECT_EQ(record["answers"][1]["impulses"], stored);
  EXPECT_EQ(record["answers"][0]["impulses"].size(), stored.size());
  EXPECT_EQ(record["answers"][1]["solver"], "stored");
  EXPECT_LE(record["answers"][1]["r"].get<double>(), 1e-15);
}

TEST_F(Solve, EndsWithOneWhereASolverClaimsFalselyOrCrashes) {
  const std::string library = hostile();
  const std::string problem = sticking();
  const Ran right = solve_as("none", library, problem);
  EXPECT_EQ(right.exit_code, 0) << right.out << right.err;
  const Ran liar = solve_as("lie", library, problem);
  EXPECT_EQ(liar.exit_code, 1) << liar.out << liar.err;
  EXPECT_THAT(liar.out, HasSubstr("FALSE CLAIM: hostile_solver on sticking.json: says solved, and "
                                  "r = 0.0001 at contact 0"));
  const Ran crashed = solve_as("segfault", library, problem);
  EXPECT_EQ(crashed.exit_code, 1) << crashed.out << crashed.err;
  EXPECT_THAT(crashed.out, HasSubstr("FAILED: hostile_solver on sticking.json: crashed: SIGSEGV"));
  const Ran wrong = solve_as("infeasible", library, problem);
  EXPECT_EQ(wrong.exit_code, 1) << wrong.out << wrong.err;
  EXPECT_THAT(wrong.out, HasSubstr("says that there is no solution"));
}

TEST_F(Solve, EndsWithZeroWhereASolverIsHonestOrLate) {
  const std::string library = hostile();
  const std::string problem = sticking();
  for (const std::string deed : {"claim_tolerance_and_lie", "approximate", "gave_up", "loop"}) {
    const Ran ran = solve_as(deed, library, problem);
    EXPECT_EQ(ran.exit_code, 0) << deed << "\n" << ran.out << ran.err;
    const bool asks = ran.out.find("gives impulses in 1: does it set") != std::string::npos;
    EXPECT_EQ(asks, deed == "gave_up") << ran.out;
  }
}

TEST_F(Solve, EndsWithOneWhereNothingWasJudgedAndSaysWhy) {
  const std::string library = hostile();
  const std::string jointed = "step-joints:42:0";
  const Ran nothing = solve_as("none", library, jointed);
  EXPECT_EQ(nothing.exit_code, 1) << nothing.out << nothing.err;
  EXPECT_THAT(nothing.out, HasSubstr("hostile_solver skipped 1 problem: it takes no joints.\n"
                                     "Nothing was judged.\n"));
  // Another one that takes it is judged.
  const Ran beside = solve_as("none", library, jointed, "nsgs,");
  EXPECT_EQ(beside.exit_code, 0) << beside.out << beside.err;
  EXPECT_THAT(beside.out, HasSubstr("hostile_solver skipped 1 problem: it takes no joints.\n"));
  EXPECT_EQ(beside.out.find("Nothing was judged"), std::string::npos);
  // Impulses that came with a problem, and problems that rounding decides, are nothing judged.
  const Ran stored = solve_as("claim_box", library, kThreeBoxes);
  EXPECT_EQ(stored.exit_code, 1) << stored.out << stored.err;
  EXPECT_THAT(stored.out, HasSubstr("Nothing was judged.\n"));
  const std::string ill = scratch_.write(
      "ill.json",
      R"({"schema": "touchstone.step/1", "cone": "round", "mu": [0, 0], "local": {"W": [)"
      R"([0, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1]], [0, 1, [-1, 0, 0, 0, 0, 0, 0, 0, 0]],)"
      R"([1, 0, [-1, 0, 0, 0, 0, 0, 0, 0, 0]], [1, 1, [1.00000001, 0, 0, 0, 1, 0, 0, 0, 1]]],)"
      R"("q": [-1, 0, 0, -1, 0, 0]}})");
  const Ran scaled = run_touchstone({"solve", ill});
  EXPECT_EQ(scaled.exit_code, 1) << scaled.out << scaled.err;
  EXPECT_THAT(scaled.out, HasSubstr("Nothing was judged.\n"));
  // Its own word has no reason unless it gives a note.
  const Ran own_word = solve_as("skip", library, sticking());
  EXPECT_EQ(own_word.exit_code, 1) << own_word.out << own_word.err;
  EXPECT_THAT(own_word.out, HasSubstr("hostile_solver skipped 1 problem"));
}

TEST_F(Solve, CountsProblemsWhoseAcceptedVelocitiesDiffer) {
  // Gauss-Seidel leaves the contact open, and the impulses that come with it jam it.
  const std::string jams = scratch_.write(
      "jams.json", R"({"schema": "touchstone.step/1", "cone": "round", "mu": [2], "local": {)"
                   R"("dimension": 2, "W": [[0, 0, [1, 0.9, 0.9, 1]]], "q": [0.125, 1]},)"
                   R"( "solution": [4.078947368421053, -4.671052631578948]})");
  const std::string record = scratch_.path("jams_record.json");
  const Ran ran = run_touchstone({"solve", jams, "--solver", "nsgs", "--json", record});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1 problem whose accepted velocities differ"));
  const Ran page = run_touchstone({"report", record, "--format", "md", "-o", "-"});
  EXPECT_THAT(page.out, HasSubstr("1 problem whose accepted velocities differ."));
}

TEST_F(Solve, MakesTheProblemsOfFamilies) {
  const Ran some = run_touchstone({"solve", "--family", "step-one,step-redundant", "--cases", "3",
                                   "--solver", "nsgs", "--json", "-"});
  ASSERT_EQ(some.exit_code, 0) << some.err;
  const auto record = nlohmann::json::parse(some.out);
  EXPECT_EQ(record["problems"].size(), 6U);
  EXPECT_EQ(record["rows"].size(), 2U);
  const auto third = record["answers"][2];
  const Ran one = run_touchstone({"solve", "step-one:42:2", "--solver", "nsgs", "--json", "-"});
  ASSERT_EQ(one.exit_code, 0) << one.err;
  const auto again = nlohmann::json::parse(one.out)["answers"][0];
  EXPECT_EQ(again["problem"], "step-one:42:2");
  EXPECT_EQ(again["r"], third["r"]);
}

TEST_F(Solve, ReadsFclibsFilesAsHdf5WritesThem) {
  const std::string folder = scratch_.path("fclib");
  std::filesystem::create_directory(folder);
  const Ran written =
      run_program({TOUCHSTONE_PYTHON, TOUCHSTONE_SOURCE_DIR "/tests/fclib_files.py", folder});
  if (written.exit_code == 77) GTEST_SKIP() << "HDF5's library is not here: nothing is read";
  ASSERT_EQ(written.exit_code, 0) << written.err;
  for (const std::string name : {"triplets", "columns", "rows", "beside", "global", "joints"}) {
    const Ran ran = run_touchstone({"solve", folder + "/" + name + ".hdf5", "--json", "-"});
    ASSERT_EQ(ran.exit_code, 0) << name << ran.err;
    const auto record = nlohmann::json::parse(ran.out);
    EXPECT_EQ(record["problems"][0]["contacts"], 2);
    const auto& stored = record["answers"].back();
    EXPECT_EQ(stored["solver"], "stored");
    EXPECT_LE(stored["r"].get<double>(), 1e-15) << name;
  }
  int wrong = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().rfind("wrong_", 0) != 0) continue;
    ++wrong;
    expect_one_line_refusal(run_touchstone({"solve", entry.path().string()}),
                            entry.path().string());
  }
  EXPECT_EQ(wrong, 17);
  const std::string whole = read_text(folder + "/triplets.hdf5");
  for (std::size_t k = 1; k < 16; ++k) {
    const std::string cut = scratch_.write("cut.hdf5", whole.substr(0, whole.size() * k / 16));
    expect_one_line_refusal(run_touchstone({"solve", cut}), cut);
  }
}

TEST_F(Solve, ReadsWhatFclibsLibraryMakesOfAFile) {
  const std::string script = TOUCHSTONE_SOURCE_DIR "/tests/fclib_files.py";
  const Ran written = run_program({TOUCHSTONE_PYTHON, script, scratch_.path("")});
  if (written.exit_code == 77) GTEST_SKIP() << "HDF5's library is not here: nothing is read";
  ASSERT_EQ(written.exit_code, 0) << written.err;
  const std::vector<std::pair<std::string, std::string>> kFiles = {
      {"local", scratch_.path("joints.hdf5")},
      {"local", scratch_.path("rows.hdf5")},
      {"global", TOUCHSTONE_SOURCE_DIR "/examples/steps/pushed-cube-399-0.hdf5"}};
  for (const auto& [form, file] : kFiles) {
    const std::string copy = scratch_.path("copy.hdf5");
    std::filesystem::remove(copy);
    const Ran copied = run_program({TOUCHSTONE_PYTHON, script, form, file, copy});
    if (copied.exit_code == 77) GTEST_SKIP() << "FCLIB's library is not here: libfclib0";
    ASSERT_EQ(copied.exit_code, 0) << copied.err;
    const Ran ran = run_touchstone({"solve", file, copy, "--solver", "multipliers", "--json", "-"});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    const auto answers = nlohmann::json::parse(ran.out)["answers"];
    const auto& second = answers[answers.size() / 2];
    EXPECT_EQ(answers[0]["impulses"], second["impulses"]) << file;
    EXPECT_EQ(answers[0]["r"], second["r"]) << file;
  }
}

TEST_F(Solve, TakesTheStepsOfARun) {
  const std::string folder = scratch_.path("steps");
  const std::vector<std::string> run = {"simulate", "pushed-cube", "--t-end",       "0.1",
                                        "--every",  "50",          "--write-steps", folder};
  ASSERT_EQ(run_touchstone(run).exit_code, 0);
  std::vector<std::string> as_fclib = run;
  as_fclib.insert(as_fclib.end(), {"--format", "fclib"});
  const Ran fclib = run_touchstone(as_fclib);
  const bool has_hdf5 = fclib.err.find("needs HDF5's library") == std::string::npos;
  EXPECT_EQ(fclib.exit_code, has_hdf5 ? 0 : 2) << fclib.err;
  const Ran ran = run_touchstone({"solve", folder, "--solver", "multipliers", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto record = nlohmann::json::parse(ran.out);
  const std::size_t problems = has_hdf5 ? 4 : 2;
  ASSERT_EQ(record["problems"].size(), problems);
  std::size_t solved = 0;
  for (const auto& answer : record["answers"]) solved += answer["word"] == "solved" ? 1 : 0;
  // The run's impulses solve what has its own cone.
  EXPECT_EQ(solved, problems + 2) << ran.out;
  const std::vector<std::pair<std::vector<std::string>, std::string>> kRefused = {
      {{"simulate", "rimless-wheel", "--t-end", "0.1", "--write-steps", folder}, "no-slip"},
      {{"simulate", "stack", "--write-steps", folder, "--format", "csv"}, "neither json nor fclib"},
      {{"simulate", "stack", "--write-steps", folder, "--dt", "0.1,0.2"},
       "--write-steps takes one"}};
  for (const auto& [words, says] : kRefused) expect_one_line_refusal(run_touchstone(words), says);
}

TEST_F(Solve, TakesTheStepsOfASceneOfTheLibrary) {
  const Ran ran = run_touchstone({"solve", "stack", "--solver", "multipliers", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto record = nlohmann::json::parse(ran.out);
  EXPECT_GE(record["problems"].size(), 10U);
  EXPECT_EQ(record["rows"][0]["group"], "scenes");
  EXPECT_EQ(record["rows"][0]["solved"], record["problems"].size());
  expect_one_line_refusal(run_touchstone({"solve", "links"}),
                          "links: the steps taken of this scene");
}

TEST_F(Solve, SolvesTheExamples) {
  const std::string folder = scratch_.path("examples");
  std::filesystem::create_directory(folder);
  std::size_t problems = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(TOUCHSTONE_SOURCE_DIR "/examples/steps")) {
    const bool json = entry.path().extension() == ".json";
    if (json) std::filesystem::copy(entry.path(), folder);
    problems += json ? 1 : 0;
  }
  const Ran ran = run_touchstone({"solve", folder, "--solver", "multipliers", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto record = nlohmann::json::parse(ran.out);
  ASSERT_EQ(record["problems"].size(), problems);
  EXPECT_GT(problems, 15U);
  for (const auto& answer : record["answers"]) {
    EXPECT_TRUE(answer["word"] == "solved" || answer["word"] == "skipped") << answer.dump();
  }
}

TEST_F(Solve, KeepsProblemsOfOneNameApart) {
  const std::string text = read_text(kThreeBoxes);
  for (const std::string name : {"a/steps/x.json", "b/steps/x.json", "b/steps/y.json"}) {
    std::filesystem::create_directories(scratch_.path(name.substr(0, 7)));
    scratch_.write(name, text);
  }
  const std::string second = scratch_.path("b/steps");
  const Ran ran = run_touchstone(
      {"solve", scratch_.path("a/steps"), second, "--solver", "nsgs", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto record = nlohmann::json::parse(ran.out);
  const auto& problems = record["problems"];
  ASSERT_EQ(problems.size(), 3U);
  EXPECT_EQ(problems[0]["group"], "steps");
  EXPECT_EQ(problems[1]["group"], second);
  // The files say one name.
  EXPECT_EQ(problems[2]["problem"], problems[1]["problem"].get<std::string>() + " (2)");
  EXPECT_EQ(record["rows"].size(), 4U);
}

TEST_F(Solve, PosesProblemsWithAnotherCone) {
  const auto posed = [](const std::string& problem, const std::string& cone) {
    const Ran ran = run_touchstone(
        {"solve", problem, "--cone", cone, "--solver", "multipliers", "--json", "-"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return nlohmann::json::parse(ran.out);
  };
  // Local, of bodies, of bodies with another cone of its own, from a file.
  for (const std::string problem :
       {"step-one:42:1", "step-mu-0.5:42:3", "step-box-0.5:42:0", "step-polygon-8:42:0"}) {
    for (const std::string cone : {"round", "box", "4"}) {
      const auto record = posed(problem, cone);
      EXPECT_EQ(record["problems"][0]["cone"], cone);
      EXPECT_EQ(record["answers"][0]["word"], "solved") << problem << " " << cone;
    }
  }
  EXPECT_THAT(run_touchstone({"solve", kThreeBoxes, "--cone", "box", "--solver", "nsgs"}).out,
              HasSubstr("All posed with the cone box"));
  // Impulses that came with a problem belong to its own cone.
  EXPECT_EQ(posed(kThreeBoxes, "round")["solvers"].size(), 2U);
  EXPECT_EQ(posed(kThreeBoxes, "box")["solvers"].size(), 1U);
  // In the plane all cones are one, and a polygon is round.
  EXPECT_EQ(posed("step-planar:42:0", "8")["problems"][0]["cone"], "round");
  EXPECT_EQ(posed("step-planar:42:0", "box")["problems"][0]["cone"], "box");
  const auto in_plane = posed(TOUCHSTONE_SOURCE_DIR "/examples/steps/balance2-39-0.json", "box");
  EXPECT_EQ(in_plane["problems"][0]["cone"], "box");
  EXPECT_EQ(in_plane["answers"].back()["solver"], "stored");
}

TEST_F(Solve, WritesProfileTablesAndJunit) {
  const std::string tables = scratch_.path("tables");
  const std::string svg = scratch_.path("profile.svg");
  const std::string junit = scratch_.path("junit.xml");
  const Ran ran = run_touchstone({"solve", "--family", "step-mu-0.5", "--cases", "4", "--csv",
                                  tables, "--svg", svg, "--junit", junit});
  ASSERT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, ContainsRegex("multipliers +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+ +100"));
  EXPECT_THAT(read_text(svg), HasSubstr("Performance profile, 4 problems"));
  EXPECT_THAT(read_text(junit), HasSubstr("<testsuite name=\"nsgs\" tests=\"1\" failures=\"0\""));
  EXPECT_THAT(read_text(tables + "/rows.csv"), HasSubstr("solver,group,problems,solved,"));
  EXPECT_THAT(read_text(tables + "/answers.csv"), HasSubstr("step-mu-0.5:42:3,step-mu-0.5,nsgs,"));
  EXPECT_THAT(read_text(tables + "/profile.csv"), HasSubstr("multipliers,,1\n"));
}

TEST_F(Solve, HasASectionOnTheReportsPage) {
  const std::string record = scratch_.path("solve.json");
  ASSERT_EQ(run_touchstone({"solve", "--family", "step-mu-0.5", "--cases", "4", "--json", record})
                .exit_code,
            0);
  const std::string page = scratch_.path("page.html");
  const Ran made = run_touchstone({"report", record, "-o", page});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string text = read_text(page);
  for (const char* part : {"href=\"#contact-solvers\"", "share solved [1]", "multipliers"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  const Ran csv = run_touchstone({"report", record, "--format", "csv", "-o", "-"});
  EXPECT_THAT(csv.out, HasSubstr("multipliers,step-mu-0.5,4,4,0,"));
}

TEST_F(Solve, AReportSaysWhoSaysThatThereIsNoSolution) {
  const std::string record = scratch_.path("solve.json");
  const Variable hostile_deed("HOSTILE_SOLVER", "infeasible");
  const Ran ran = run_touchstone(
      {"solve", "step-infeasible:42:0", "--solver", hostile() + ",nsgs", "--json", record});
  ASSERT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  const Ran page = run_touchstone({"report", record, "--format", "md", "-o", "-"});
  EXPECT_THAT(page.out, HasSubstr("1 problem proven to have no solution."));
  EXPECT_THAT(page.out, HasSubstr("| hostile\\_solver | 1 | 1 | 0 |"));
  EXPECT_THAT(page.out, Not(HasSubstr("share solved"))) << "there is nothing to be solved";
  const Ran csv = run_touchstone({"report", record, "--format", "csv", "-o", "-"});
  EXPECT_THAT(csv.out, HasSubstr("gave up,\"infeasible, right\",\"infeasible, open\","));
  EXPECT_THAT(csv.out, HasSubstr("hostile_solver,step-infeasible,1,0,0,0,0,1,0,0,"));
}

TEST_F(Solve, FailsInJunitWhereItFails) {
  const std::string junit = scratch_.path("junit.xml");
  const Variable hostile_deed("HOSTILE_SOLVER", "lie");
  const std::string library = hostile();
  run_touchstone({"solve", sticking(), "--solver", library, "--junit", junit});
  EXPECT_THAT(read_text(junit), HasSubstr("<failure message=\"1 false claims"));
  EXPECT_THAT(read_text(junit), HasSubstr("says solved, and r = 0.0001 at contact 0"));
  const Variable crash("HOSTILE_SOLVER", "abort");
  run_touchstone({"solve", sticking(), "--solver", library, "--junit", junit});
  EXPECT_THAT(read_text(junit), HasSubstr("<error message=\"0 false claims"));
}

TEST_F(Solve, ShrinksAFailureToAProblemThatCanBePastedBack) {
  // It solves single contacts that stick, and says so of all.
  const Variable deed("HOSTILE_SOLVER", "none");
  const Ran ran = run_touchstone({"solve", "step-mu-0.5:42:0", "--solver", hostile(), "--shrink"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("the failure stays with 1 contact: "));
  const auto begin = ran.out.find("  {");
  ASSERT_NE(begin, std::string::npos) << ran.out;
  const std::string file = ran.out.substr(begin, ran.out.find('\n', begin) - begin);
  const std::string path = scratch_.write("shrunk.json", file);
  const Ran again = run_touchstone({"solve", path, "--solver", hostile()});
  EXPECT_EQ(again.exit_code, 1) << again.out << again.err;
}

TEST_F(Solve, RefusesBadInputInOneLine) {
  const std::string text = read_text(kThreeBoxes);
  const std::string cut = scratch_.write("cut.json", text.substr(0, text.size() / 2));
  const std::vector<std::pair<std::vector<std::string>, std::string>> kRefused = {
      {{"solve", "--family", "step-nut"}, "unknown family of problems 'step-nut'"},
      {{"solve", "--family", "step-muu"}, "'step-muu'; did you mean step-mu? ("},
      {{"solve", "stepmu"},
       "stepmu: no such file, scene or family; did you mean --family step-mu?"},
      {{"solve", "stak"}, "stak: no such file, scene or family; did you mean stack?"},
      {{"solve", "step-mu:1:2"}, "unknown family of problems 'step-mu'; did you mean"},
      {{"solve", "step-one"}, "step-one: is a family: --family step-one"},
      {{"solve", kThreeBoxes, kThreeBoxes}, "three-boxes.json: is there twice"},
      {{"solve", "step-one:42"}, "is no FAMILY:SEED:INDEX"},
      {{"solve", "stack", "--cases", "3"}, "--cases: has no effect here, only with --family"},
      {{"solve", kThreeBoxes, "--cone", "5"}, "--cone: must be round, box or an even number"},
      // The answers of our own solvers decide which problems are ill-scaled.
      {{"solve", kThreeBoxes, "--solver",
        TOUCHSTONE_PYTHON " " TOUCHSTONE_SOURCE_DIR
                          "/harness/plugins/tests/hostile_solver.py own_name"},
       "has the name nsgs of a solver of this program"},
      {{"solve", scratch_.path("nowhere.json")}, "no such file"},
      {{"solve", cut}, "cut.json"},
      {{"solve", TOUCHSTONE_SOURCE_DIR "/docs/images"}, "has no file that ends with .json"},
      {{"solve", kThreeBoxes, "--solver", "nonesuch"}, "unknown solver 'nonesuch'"},
      {{"solve", kThreeBoxes, "--solver", "nsgs,nsgs"}, "nsgs"},
      {{"solve", kThreeBoxes, "--solver", kThreeBoxes},
       "is neither a shared library nor a program"},
      {{"solve", kThreeBoxes, "--solver", scratch_.write("mine.py", "")},
       "mine.py: is not a program by itself; did you mean 'python3 "},
      {{"solve", kThreeBoxes, "--solver", scratch_.write("mine.cpp", "")},
       "compile it first (docs/solvers.md)"},
      {{"solve", kThreeBoxes, "--time-limit", "0"}, "--time-limit"},
      {{"new-plugin", scratch_.path("mine"), "--kind", "peg"}, "must be metric or solver"},
      {{"new-plugin", scratch_.path("mine"), "--kind", "solver", "--language", "rust"}, "rust"},
      {{"new-plugin", scratch_.path("nsgs"), "--kind", "solver"}, "a solver of this program"}};
  for (const auto& [words, says] : kRefused) {
    SCOPED_TRACE(testing::PrintToString(words));
    expect_one_line_refusal(run_touchstone(words), says);
  }
}

TEST_F(Solve, IsWhereValidateSendsASolver) {
  const std::string library = hostile();
  for (const std::string deed : {"none", "collection", "mixed_collection"}) {
    const Variable hostile_deed("HOSTILE_SOLVER", deed);
    expect_one_line_refusal(run_touchstone({"validate", library}), "touchstone solve --solver");
  }
  const std::string program =
      TOUCHSTONE_PYTHON " " TOUCHSTONE_SOURCE_DIR "/harness/plugins/tests/hostile_solver.py none";
  expect_one_line_refusal(run_touchstone({"validate", program}), "touchstone solve --solver");
  // A file that can be run is a program without a word beside it.
  const std::string script = scratch_.write("run me", "#!/bin/sh\nexec " + program + "\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  EXPECT_EQ(run_touchstone({"solve", sticking(), "--solver", script}).exit_code, 0);
  // It takes the solvers of a collection that has others.
  const Ran mixed = solve_as("mixed_collection", library, sticking());
  EXPECT_EQ(mixed.exit_code, 0) << mixed.err;
  EXPECT_THAT(mixed.out, ContainsRegex("second_solver +files +1 +1 "));
  EXPECT_THAT(mixed.out, Not(HasSubstr("hostile_solver")));
}

}  // namespace
}  // namespace touchstone
