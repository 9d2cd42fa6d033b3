// SPDX-License-Identifier: GPL-3.0-or-later
// What a solver's library does wrong has its word, and the host goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/steps/tests/sticking_contact.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

constexpr const char* kHostileSolver = TOUCHSTONE_PLUGINS "/touchstone_hostile_solver.so";
constexpr double kTimeLimitS = 0.3;

class Deed {
 public:
  explicit Deed(const std::string& name) { setenv("HOSTILE_SOLVER", name.c_str(), 1); }
  ~Deed() { unsetenv("HOSTILE_SOLVER"); }
  Deed(const Deed&) = delete;
  Deed& operator=(const Deed&) = delete;
};

class HostileSolver : public testing::TestWithParam<SolverDeed> {};

TEST_P(HostileSolver, GetsItsWord) {
  const Deed set(GetParam().deed);
  expect_word(kHostileSolver, GetParam(), kTimeLimitS, 2);
}

INSTANTIATE_TEST_SUITE_P(
    Deeds, HostileSolver,
    testing::Values(
        SolverDeed{"none", StepWord::solved}, SolverDeed{"segfault", StepWord::crashed, "SIGSEGV"},
        SolverDeed{"abort", StepWord::crashed, "SIGABRT"},
        SolverDeed{"exit", StepWord::crashed, "exited with code 0"},
        SolverDeed{"kill_parent", StepWord::crashed}, SolverDeed{"loop", StepWord::timed_out},
        SolverDeed{"fork", StepWord::solved}, SolverDeed{"fork_and_return", StepWord::solved},
        SolverDeed{"print", StepWord::solved},
        SolverDeed{"close", StepWord::crashed, "closed descriptors"},
        SolverDeed{"rounding", StepWord::solved},
        SolverDeed{"past_impulses", StepWord::crashed, "wrote outside the buffer"},
        SolverDeed{"before_impulses", StepWord::crashed, "wrote outside the buffer"},
        SolverDeed{"past_velocities", StepWord::crashed, "wrote outside the buffer"},
        SolverDeed{"past_joints", StepWord::crashed, "wrote outside the buffer"},
        SolverDeed{"claim_bodies", StepWord::skipped, "it takes bodies"},
        SolverDeed{"into_the_problem", StepWord::crashed, "SIGSEGV"},
        SolverDeed{"other_pointers", StepWord::solved},
        SolverDeed{"lie", StepWord::approximate, "", true},
        SolverDeed{"claim_tolerance_and_lie", StepWord::approximate},
        SolverDeed{"approximate", StepWord::approximate},
        SolverDeed{"nan", StepWord::unusable, "", true},
        SolverDeed{"infinite", StepWord::unusable, "", true},
        SolverDeed{"gave_up", StepWord::gave_up},
        SolverDeed{"infeasible", StepWord::infeasible_wrong}, SolverDeed{"skip", StepWord::skipped},
        SolverDeed{"claim_box", StepWord::skipped, "cone"},
        SolverDeed{"status", StepWord::crashed, "its status is 17"},
        SolverDeed{"note", StepWord::solved, "\\x1b[2J \xc2\xb5m \\x9b"},
        SolverDeed{"long_note", StepWord::solved, std::string(104, 'x')},
        SolverDeed{"velocities", StepWord::unusable, "", true},
        SolverDeed{"residual", StepWord::solved}),
    [](const auto& row) { return row.param.deed; });

/// Puts a problem twice to the solver, which crashes the first time that it is asked.
SolveRun crashed_first(const std::string& deed) {
  const std::string mark =
      (std::filesystem::temp_directory_path() / ("crash_once_" + std::to_string(getpid())))
          .string();
  setenv("HOSTILE_MARK", mark.c_str(), 1);
  const Deed set(deed);
  SolveRun run = ask_often(kHostileSolver, kTimeLimitS, 2);
  unsetenv("HOSTILE_MARK");
  std::filesystem::remove(mark);
  return run;
}

TEST(HostileSolvers, ThatCrashOnceAreFlaky) {
  const SolveRun run = crashed_first("crash_once");
  ASSERT_EQ(run.answers.size(), 2U);
  EXPECT_THAT(run.answers[0].detail, HasSubstr("; asked once more, it did not"));
  EXPECT_EQ(step_word(run.answers[0].word), "crashed");
  EXPECT_TRUE(run.answers[0].flaky);
  EXPECT_EQ(step_word(run.answers[1].word), "solved");
  EXPECT_EQ(run.rows.front().flaky, 1U);
}

TEST(HostileSolvers, ThatCrashAndThenLoopAreSaidToTimeOut) {
  const SolveRun run = crashed_first("crash_then_loop");
  ASSERT_EQ(run.answers.size(), 2U);
  EXPECT_TRUE(run.answers[0].flaky);
  EXPECT_THAT(run.answers[0].detail, HasSubstr("SIGABRT"));
  EXPECT_THAT(run.answers[0].detail, HasSubstr("; asked once more, it timed out"));
}

TEST(HostileSolvers, OfOneLibraryAreAllAsked) {
  const Deed set("collection");
  const SolveRun run = ask_often(kHostileSolver, kTimeLimitS, 1);
  ASSERT_EQ(run.solvers.size(), 2U);
  EXPECT_EQ(run.solvers[0].name, "hostile_solver");
  EXPECT_EQ(run.solvers[1].name, "second_solver");
  for (const JudgedStep& answer : run.answers) EXPECT_EQ(step_word(answer.word), "solved");
}

TEST(HostileSolvers, ThatLieWhereAnotherSolvedAreWrong) {
  const Deed set("infeasible");
  std::vector<std::unique_ptr<StepRunner>> solvers;
  for (const char* word : {"nsgs", kHostileSolver}) {
    auto made = make_step_runners(word, solver_test_workers(kTimeLimitS));
    ASSERT_TRUE(made.ok()) << made.reason();
    StepRunners one = std::move(made).value();
    solvers.push_back(std::move(one.front()));
  }
  const SolveRun run = run_solvers({sticking_contact()}, solvers, {});
  EXPECT_EQ(step_word(run.answers[0].word), "solved");
  EXPECT_EQ(step_word(run.answers[1].word), "infeasible_wrong");
  EXPECT_EQ(run.problems.front().known, "solvable");
  EXPECT_FALSE(run.as_expected());
}

TEST(HostileSolvers, AreRefusedInOneLineWhereTheirClaimsMakeNoSense) {
  const std::vector<std::pair<std::string, std::string>> kRefused = {
      {"claim_no_name", "name"},
      {"claim_bad_name", "letters, digits"},
      {"claim_no_cone", "takes no problem"},
      {"claim_unknown_cone", "mean nothing"},
      {"claim_no_function", "a function that is NULL"},
      {"claim_nan", "tolerance"},
      {"claim_much_tolerance", "above 1e-3"},
      {"claim_reserved", "reserved"},
      {"claim_nothing", "has no interface touchstone.solver/1"},
      {"empty_collection", "a collection of no solvers"},
      {"claim_no_instance", "create returned NULL"},
      {"init_fails", "init failed with 7"},
      {"init_segfault", "SIGSEGV"}};
  for (const auto& [deed, words] : kRefused) {
    const Deed set(deed);
    const auto solver = make_step_runners(kHostileSolver, solver_test_workers(kTimeLimitS));
    ASSERT_FALSE(solver.ok()) << deed;
    EXPECT_THAT(solver.reason(), HasSubstr(words)) << deed;
    EXPECT_THAT(solver.reason(), HasSubstr(kHostileSolver)) << deed;
    EXPECT_EQ(solver.reason().find_first_of("\n\x1b"), std::string::npos) << deed;
  }
}

TEST(HostileSolvers, ThatAreNoneAreRefused) {
  for (const std::string word :
       {TOUCHSTONE_PLUGINS "/touchstone_other_abi_plugin.so",
        TOUCHSTONE_PLUGINS "/touchstone_no_entry_plugin.so",
        TOUCHSTONE_PLUGINS "/touchstone_spheres_plugin.so", "./nowhere.so", "ngs"}) {
    EXPECT_FALSE(make_step_runners(word, solver_test_workers(kTimeLimitS)).ok()) << word;
  }
}

}  // namespace
}  // namespace touchstone
