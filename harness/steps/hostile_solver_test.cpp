// SPDX-License-Identifier: GPL-3.0-or-later
// What a solver's library does wrong has its word, and the host goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/steps/solve_run.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

constexpr const char* kHostileSolver = TOUCHSTONE_PLUGINS "/touchstone_hostile_solver.so";

/// One contact that comes in with 1 m/s and sticks: P = (1, 0, 0).
AskedStep sticking() {
  StepFile file{"sticking", {}, {}};
  file.step.mu = {0.5};
  file.step.W = {1, 1, {0, 1}, {0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  file.step.q = {-1, 0, 0};
  return {file, "tests"};
}

RunnerOptions test_workers() {
  RunnerOptions options;
  options.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.query_limit_s = 0.3;
  return options;
}

class Deed {
 public:
  explicit Deed(const std::string& name) { setenv("HOSTILE_SOLVER", name.c_str(), 1); }
  ~Deed() { unsetenv("HOSTILE_SOLVER"); }
  Deed(const Deed&) = delete;
  Deed& operator=(const Deed&) = delete;
};

/// Puts the problem twice: the second question comes to a worker that has the first behind it.
SolveRun run_twice(const std::string& deed) {
  const Deed set(deed);
  std::vector<std::unique_ptr<StepRunner>> solvers;
  auto solver = make_step_runner(kHostileSolver, test_workers());
  EXPECT_TRUE(solver.ok()) << solver.reason();
  if (!solver.ok()) return {};
  solvers.push_back(std::move(solver).value());
  return run_solvers({sticking(), sticking()}, solvers, {});
}

struct DeedRow {
  std::string deed;
  StepWord word;
  std::string detail = {};  ///< what is said of it
  bool false_claim = false;
};

class HostileSolver : public testing::TestWithParam<DeedRow> {};

TEST_P(HostileSolver, GetsItsWord) {
  const DeedRow& row = GetParam();
  const SolveRun run = run_twice(row.deed);
  ASSERT_EQ(run.answers.size(), 2U);
  for (const JudgedStep& answer : run.answers) {
    EXPECT_EQ(step_word(answer.word), step_word(row.word)) << answer.detail;
    EXPECT_THAT(answer.detail, HasSubstr(row.detail));
    EXPECT_EQ(answer.false_claim, row.false_claim);
    EXPECT_FALSE(answer.flaky);
  }
  EXPECT_EQ(run.as_expected(), !row.false_claim && row.word != StepWord::crashed);
}

INSTANTIATE_TEST_SUITE_P(
    Deeds, HostileSolver,
    testing::Values(
        DeedRow{"none", StepWord::solved}, DeedRow{"segfault", StepWord::crashed, "SIGSEGV"},
        DeedRow{"abort", StepWord::crashed, "SIGABRT"},
        DeedRow{"exit", StepWord::crashed, "exited with code 0"},
        DeedRow{"kill_parent", StepWord::crashed}, DeedRow{"loop", StepWord::timed_out},
        DeedRow{"fork", StepWord::solved}, DeedRow{"fork_and_return", StepWord::solved},
        DeedRow{"print", StepWord::solved},
        DeedRow{"close", StepWord::crashed, "closed descriptors"},
        DeedRow{"rounding", StepWord::solved},
        DeedRow{"past_impulses", StepWord::crashed, "wrote outside the buffer"},
        DeedRow{"before_impulses", StepWord::crashed, "wrote outside the buffer"},
        DeedRow{"past_velocities", StepWord::crashed, "wrote outside the buffer"},
        DeedRow{"into_the_problem", StepWord::crashed, "SIGSEGV"},
        DeedRow{"other_pointers", StepWord::solved},
        DeedRow{"lie", StepWord::approximate, "", true},
        DeedRow{"claim_tolerance_and_lie", StepWord::approximate},
        DeedRow{"approximate", StepWord::approximate}, DeedRow{"nan", StepWord::unusable, "", true},
        DeedRow{"infinite", StepWord::unusable, "", true}, DeedRow{"gave_up", StepWord::gave_up},
        DeedRow{"infeasible", StepWord::infeasible_open}, DeedRow{"skip", StepWord::skipped},
        DeedRow{"claim_box", StepWord::skipped, "cone"},
        DeedRow{"status", StepWord::crashed, "its status is 17"},
        DeedRow{"note", StepWord::solved, "\\x1b[2J \xc2\xb5m \\x9b"},
        DeedRow{"long_note", StepWord::solved, std::string(104, 'x')},
        DeedRow{"velocities", StepWord::unusable, "", true}, DeedRow{"residual", StepWord::solved}),
    [](const auto& row) { return row.param.deed; });

TEST(HostileSolvers, ThatCrashOnceAreFlaky) {
  const std::string mark =
      (std::filesystem::temp_directory_path() / ("crash_once_" + std::to_string(getpid())))
          .string();
  setenv("HOSTILE_MARK", mark.c_str(), 1);
  const SolveRun run = run_twice("crash_once");
  unsetenv("HOSTILE_MARK");
  std::filesystem::remove(mark);
  ASSERT_EQ(run.answers.size(), 2U);
  EXPECT_EQ(step_word(run.answers[0].word), "crashed");
  EXPECT_TRUE(run.answers[0].flaky);
  EXPECT_EQ(step_word(run.answers[1].word), "solved");
  EXPECT_EQ(run.rows.front().flaky, 1U);
}

TEST(HostileSolvers, ThatLieWhereAnotherSolvedAreWrong) {
  const Deed set("infeasible");
  std::vector<std::unique_ptr<StepRunner>> solvers;
  for (const char* word : {"nsgs", kHostileSolver}) {
    auto solver = make_step_runner(word, test_workers());
    ASSERT_TRUE(solver.ok()) << solver.reason();
    solvers.push_back(std::move(solver).value());
  }
  const SolveRun run = run_solvers({sticking()}, solvers, {});
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
      {"claim_no_instance", "create returned NULL"},
      {"init_fails", "init failed with 7"},
      {"init_segfault", "SIGSEGV"}};
  for (const auto& [deed, words] : kRefused) {
    const Deed set(deed);
    const auto solver = make_step_runner(kHostileSolver, test_workers());
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
    EXPECT_FALSE(make_step_runner(word, test_workers()).ok()) << word;
  }
}

}  // namespace
}  // namespace touchstone
