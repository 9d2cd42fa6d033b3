// SPDX-License-Identifier: GPL-3.0-or-later
// A problem of one contact that solvers of tests know, put to them twice.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "harness/steps/solve_run.hpp"

namespace touchstone {

/// One contact that comes in with 1 m/s and sticks: P = (1, 0, 0).
inline AskedStep sticking_contact() {
  StepFile file{"sticking", {}, {}};
  file.step.mu = {0.5};
  file.step.W = {1, 1, {0, 1}, {0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  file.step.q = {-1, 0, 0};
  return {file, "tests"};
}

inline RunnerOptions solver_test_workers(double time_limit_s) {
  RunnerOptions options;
  options.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.query_limit_s = time_limit_s;
  return options;
}

/// Puts the problem so often: the second question comes to a worker that has the first behind it.
inline SolveRun ask_often(const std::string& solver_word, double time_limit_s, std::size_t times) {
  const auto solvers = make_step_runners(solver_word, solver_test_workers(time_limit_s));
  EXPECT_TRUE(solvers.ok()) << solvers.reason();
  if (!solvers.ok()) return {};
  return run_solvers(std::vector<AskedStep>(times, sticking_contact()), solvers.value(), {});
}

struct SolverDeed {
  std::string deed;
  StepWord word;
  std::string detail = {};  ///< what is said of it
  bool false_claim = false;

  friend void PrintTo(const SolverDeed& of, std::ostream* out) { *out << of.deed; }
};

inline void expect_word(const std::string& solver_word, const SolverDeed& deed, double time_limit_s,
                        std::size_t times) {
  const SolveRun run = ask_often(solver_word, time_limit_s, times);
  ASSERT_EQ(run.answers.size(), times);
  for (const JudgedStep& answer : run.answers) {
    EXPECT_EQ(step_word(answer.word), step_word(deed.word)) << answer.detail;
    EXPECT_THAT(answer.detail, testing::HasSubstr(deed.detail));
    EXPECT_EQ(answer.false_claim, deed.false_claim);
    EXPECT_FALSE(answer.flaky);
  }
  const bool judged = deed.word != StepWord::skipped;
  EXPECT_EQ(run.judges_something(), judged);
  EXPECT_EQ(run.as_expected(), judged && !deed.false_claim && !is_step_fault(deed.word));
}

}  // namespace touchstone
