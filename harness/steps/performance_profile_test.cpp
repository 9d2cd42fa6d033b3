// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/performance_profile.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace touchstone {
namespace {

struct Timed {
  StepWord word;
  double time_s;
};

SolveRun run_of(const std::vector<std::string>& solvers, const std::vector<std::string>& known,
                const std::vector<std::vector<Timed>>& answers) {
  SolveRun run;
  for (const std::string& solver : solvers) run.solvers.push_back({.name = solver});
  for (std::size_t p = 0; p < known.size(); ++p) {
    StepSummary problem;
    problem.known = known[p];
    run.problems.push_back(problem);
    for (const Timed& timed : answers[p]) {
      JudgedStep answer;
      answer.word = timed.word;
      answer.time_s = timed.time_s;
      run.answers.push_back(answer);
    }
  }
  return run;
}

/// Three solvers and impulses that came with the problems, which are no solver.
SolveRun four_problems() {
  constexpr StepWord kSolved = StepWord::solved;
  constexpr StepWord kNot = StepWord::approximate;
  return run_of({"a", "b", "c", kStoredSolutions},
                {"solvable", "solvable", "open", "solvable", "ill-scaled", "infeasible"},
                {{{kSolved, 1}, {kSolved, 2}, {kNot, 0.1}, {kSolved, 0}},
                 {{kSolved, 6}, {kSolved, 2}, {kSolved, 2}, {kSolved, 0}},
                 {{kNot, 1}, {kNot, 1}, {kNot, 1}, {kNot, 0}},
                 {{kNot, 1}, {kSolved, 3}, {StepWord::skipped, 0}, {kSolved, 0}},
                 {{kSolved, 1}, {kSolved, 1}, {kSolved, 1}, {kSolved, 0}},
                 {{kSolved, 1}, {kSolved, 1}, {kSolved, 1}, {kSolved, 0}}});
}

TEST(PerformanceProfile, IsTheOneByHand) {
  const PerformanceProfile profile = performance_profile(four_problems());
  EXPECT_EQ(profile.problems, 4U);
  ASSERT_EQ(profile.curves.size(), 3U);
  EXPECT_EQ(profile.curves[0].ratios, (std::vector<double>{1, 3}));
  EXPECT_EQ(profile.curves[1].ratios, (std::vector<double>{1, 1, 2}));
  EXPECT_EQ(profile.curves[2].ratios, (std::vector<double>{1}));
  EXPECT_EQ(profile.share(profile.curves[0], 1), 0.25);
  EXPECT_EQ(profile.share(profile.curves[0], 2.9), 0.25);
  EXPECT_EQ(profile.share(profile.curves[0], 3), 0.5);
  EXPECT_EQ(profile.share(profile.curves[1], 1), 0.5);
  EXPECT_EQ(profile.share(profile.curves[1], std::numeric_limits<double>::infinity()), 0.75);
}

TEST(PerformanceProfile, HasNoShareWithoutProblems) {
  const PerformanceProfile profile = performance_profile(run_of({"a"}, {}, {}));
  EXPECT_EQ(profile.share(profile.curves.front(), 2), 0);
}

}  // namespace
}  // namespace touchstone
