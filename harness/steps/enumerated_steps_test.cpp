// SPDX-License-Identifier: GPL-3.0-or-later
// Our solvers held to all solutions of problems in the plane.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "geometry/index.hpp"
#include "harness/steps/step_families.hpp"
#include "harness/steps/step_solver.hpp"
#include "reference/steps.hpp"

namespace touchstone {
namespace {

/// Problems: TOUCHSTONE_PLANAR_STEPS, or some.
std::uint64_t planar_steps() {
  const char* asked = std::getenv("TOUCHSTONE_PLANAR_STEPS");
  return asked == nullptr ? 60 : std::strtoull(asked, nullptr, 10);
}

std::vector<double> planar_velocities(const LocalStep& step, const std::vector<double>& P) {
  std::vector<double> w = step.q;
  for (std::size_t i = 0; i < step.mu.size(); ++i) {
    for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
      for (std::size_t e = 0; e < 4; ++e) {
        w[2 * i + e / 2] += step.W.value[4 * at(k) + e] * P[2 * at(step.W.column[at(k)]) + e % 2];
      }
    }
  }
  return w;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

TEST(EnumeratedSteps, OursHasTheVelocitiesOfASolution) {
  const StepFamily& family = *select_step_families({"step-planar"}).value().front();
  const auto solver = std::move(make_step_runners("multipliers", {}).value().front());
  std::uint64_t decided = 0;
  for (std::uint64_t k = 0; k < planar_steps(); ++k) {
    const LocalStep step = family.make(family, 42, k);
    const StepQuestion question = {StepQuestion::Cone::round,
                                   2,
                                   {},
                                   step.mu,
                                   step.W.begin,
                                   step.W.column,
                                   step.W.value,
                                   step.q};
    const auto all = solutions_in_plane(question);
    if (!all) continue;
    ++decided;
    const StepReply reply = solver->solve(step);
    ASSERT_EQ(reply.end, StepEnd::solved) << k;
    const std::vector<double> w = planar_velocities(step, reply.impulses);
    double nearest = HUGE_VAL;
    for (const std::vector<double>& P : *all) {
      nearest = std::min(nearest, largest_difference(w, planar_velocities(step, P)));
    }
    EXPECT_LE(nearest, 1e-7) << "step-planar:42:" << k << " with " << step.mu.size() << " contacts";
  }
  EXPECT_GE(10 * decided, 9 * planar_steps());
}

}  // namespace
}  // namespace touchstone
