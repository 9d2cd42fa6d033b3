// SPDX-License-Identifier: GPL-3.0-or-later
// Our solvers held to all solutions of problems with few contacts.
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

/// A family, how all solutions of its problems are found, and how many problems.
struct EnumeratedFamily {
  const char* name;
  std::optional<std::vector<std::vector<double>>> (*solutions)(const StepQuestion&);
  std::uint64_t problems;
};

/// Problems: TOUCHSTONE_ENUMERATED_STEPS, or some.
std::uint64_t problems_of(const EnumeratedFamily& family) {
  const char* asked = std::getenv("TOUCHSTONE_ENUMERATED_STEPS");
  return asked == nullptr ? family.problems : std::strtoull(asked, nullptr, 10);
}

std::optional<std::vector<std::vector<double>>> solutions_of_one(const StepQuestion& question) {
  const auto solutions = solutions_of_one_contact(question);
  if (!solutions) return std::nullopt;
  std::vector<std::vector<double>> all;
  for (const ContactSolution& one : *solutions) {
    all.emplace_back(one.impulses.begin(), one.impulses.end());
  }
  return all;
}

std::vector<double> enumerated_velocities(const LocalStep& step, const std::vector<double>& P) {
  std::vector<double> w = step.q;
  const std::size_t d = at(step.dimension);
  for (std::size_t i = 0; i < step.mu.size(); ++i) {
    for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
      for (std::size_t e = 0; e < d * d; ++e) {
        w[d * i + e / d] +=
            step.W.value[d * d * at(k) + e] * P[d * at(step.W.column[at(k)]) + e % d];
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

class EnumeratedSteps : public testing::TestWithParam<EnumeratedFamily> {};

TEST_P(EnumeratedSteps, OursHasTheVelocitiesOfASolution) {
  const StepFamily& family = *select_step_families({GetParam().name}).value().front();
  const std::uint64_t problems = problems_of(GetParam());
  const auto solver = std::move(make_step_runners("multipliers", {}).value().front());
  std::uint64_t decided = 0;
  for (std::uint64_t k = 0; k < problems; ++k) {
    const LocalStep step = family.make(family, 42, k);
    const StepQuestion question = {StepQuestion::Cone::round,
                                   step.dimension,
                                   {},
                                   step.mu,
                                   step.W.begin,
                                   step.W.column,
                                   step.W.value,
                                   step.q};
    const auto all = GetParam().solutions(question);
    if (!all) continue;
    ++decided;
    const StepReply reply = solver->solve(step);
    ASSERT_EQ(reply.end, StepEnd::solved) << k;
    const std::vector<double> w = enumerated_velocities(step, reply.impulses);
    double nearest = HUGE_VAL;
    for (const std::vector<double>& P : *all) {
      nearest = std::min(nearest, largest_difference(w, enumerated_velocities(step, P)));
    }
    EXPECT_LE(nearest, 1e-7) << family.name << ":42:" << k << " with " << step.mu.size()
                             << " contacts";
  }
  EXPECT_GE(100 * decided, 99 * problems);
}

INSTANTIATE_TEST_SUITE_P(Each, EnumeratedSteps,
                         testing::Values(EnumeratedFamily{"step-one", solutions_of_one, 300},
                                         EnumeratedFamily{"step-planar", solutions_in_plane, 60},
                                         EnumeratedFamily{"step-two", solutions_of_two_contacts,
                                                          20}));

}  // namespace
}  // namespace touchstone
