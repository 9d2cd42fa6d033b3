// SPDX-License-Identifier: GPL-3.0-or-later
// What a solver's program does wrong has its word, and the host goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/steps/tests/sticking_contact.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

std::string program_that(const std::string& deed) {
  return TOUCHSTONE_PYTHON " " TOUCHSTONE_SOURCE_DIR "/harness/plugins/tests/hostile_solver.py " +
         deed;
}

class HostileProgram : public testing::TestWithParam<SolverDeed> {};

TEST_P(HostileProgram, GetsItsWord) {
  // Python takes a while to start, and the limit is for what comes then.
  expect_word(program_that(GetParam().deed), GetParam(), 1, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Deeds, HostileProgram,
    testing::Values(
        SolverDeed{"none", StepWord::solved}, SolverDeed{"own_velocities", StepWord::solved},
        SolverDeed{"lie", StepWord::approximate, "", true},
        SolverDeed{"nan", StepWord::unusable, "", true},
        SolverDeed{"too_few", StepWord::unusable, "", true},
        SolverDeed{"velocities", StepWord::unusable, "", true},
        SolverDeed{"gave_up", StepWord::gave_up}, SolverDeed{"approximate", StepWord::approximate},
        SolverDeed{"too_many", StepWord::crashed},
        SolverDeed{"no_impulses", StepWord::crashed, "impulses"},
        SolverDeed{"text", StepWord::crashed, "impulses"},
        SolverDeed{"other_id", StepWord::crashed, "answers what was not asked"},
        SolverDeed{"status", StepWord::crashed, "must be gave_up, solved, approximate"},
        SolverDeed{"unknown_reply_key", StepWord::crashed, "force"},
        SolverDeed{"chatter", StepWord::crashed, "iteration 1"},
        SolverDeed{"exit", StepWord::crashed, "exited with code 3"},
        SolverDeed{"abort", StepWord::crashed, "Abort"},
        SolverDeed{"raise", StepWord::crashed, "of its own"},
        SolverDeed{"endless_line", StepWord::crashed}, SolverDeed{"loop", StepWord::timed_out}),
    [](const auto& row) { return row.param.deed; });

TEST(HostilePrograms, AreRefusedInOneLineWhereTheirHelloIsNone) {
  const std::vector<std::pair<std::string, std::string>> kRefused = {
      {"greets", "welcome"},
      {"other_version", "must be 1"},
      {"no_solver", "solver"},
      {"metric", "is that of a metric, which touchstone validate judges"},
      {"no_cone", "takes no problem"},
      {"unknown_cone", "round, box or polygon"},
      {"unknown_key", "bends"},
      {"bad_name", "letters, digits"},
      {"much_tolerance", "above 1e-3"}};
  for (const auto& [deed, words] : kRefused) {
    const auto solver = make_step_runners(program_that(deed), solver_test_workers(1));
    ASSERT_FALSE(solver.ok()) << deed;
    EXPECT_THAT(solver.reason(), HasSubstr(words)) << deed;
    EXPECT_EQ(solver.reason().find_first_of("\n\x1b"), std::string::npos) << deed;
  }
}

}  // namespace
}  // namespace touchstone
