// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/performance_profile.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace touchstone {
namespace {

constexpr double kInfiniteTime = std::numeric_limits<double>::infinity();
constexpr double kClockStepS = 1e-9;  ///< no time is below it: a ratio of zeros is none

double time_of(const JudgedStep& answer) {
  return answer.word == StepWord::solved ? std::max(answer.time_s, kClockStepS) : kInfiniteTime;
}

}  // namespace

double PerformanceProfile::share(const ProfileCurve& curve, double tau) const {
  if (problems == 0) return 0;
  const auto end = std::upper_bound(curve.ratios.begin(), curve.ratios.end(), tau);
  return static_cast<double>(end - curve.ratios.begin()) / static_cast<double>(problems);
}

PerformanceProfile performance_profile(const SolveRun& run) {
  PerformanceProfile profile;
  std::size_t solvers = 0;
  for (const SolverTraits& solver : run.solvers) {
    if (solver.name == kStoredSolutions) continue;
    profile.curves.push_back({solver.name, {}});
    ++solvers;  // what came with problems stands last
  }
  for (std::size_t p = 0; p < run.problems.size(); ++p) {
    const std::string& known = run.problems[p].known;
    if (known == "ill-scaled" || known == "infeasible") continue;
    ++profile.problems;
    const std::span answers(run.answers.data() + p * run.solvers.size(), solvers);
    double fastest = kInfiniteTime;
    for (const JudgedStep& answer : answers) fastest = std::min(fastest, time_of(answer));
    for (std::size_t s = 0; s < solvers; ++s) {
      const double time = time_of(answers[s]);
      if (time < kInfiniteTime) profile.curves[s].ratios.push_back(time / fastest);
    }
  }
  for (ProfileCurve& curve : profile.curves) std::sort(curve.ratios.begin(), curve.ratios.end());
  return profile;
}

const std::vector<double>& profile_multiples() {
  static const std::vector<double> kMultiples = {1, 2, 5, 10, 100, kInfiniteTime};
  return kMultiples;
}

}  // namespace touchstone
