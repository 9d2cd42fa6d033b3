// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_shrink.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "harness/steps/step_families.hpp"

namespace touchstone {
namespace {

using Numbers = std::vector<std::uint64_t>;

bool has(const Numbers& kept, std::uint64_t contact) {
  return std::find(kept.begin(), kept.end(), contact) != kept.end();
}

TEST(StepShrink, FindsTheContactsThatAFailureNeeds) {
  for (std::uint64_t contacts = 4; contacts < 40; ++contacts) {
    const auto needs = [contacts](const Numbers& kept) {
      return has(kept, 1) && has(kept, contacts - 1);
    };
    EXPECT_EQ(fewest_contacts(contacts, 1000, needs), (Numbers{1, contacts - 1}));
  }
  // One of three is enough, and which one depends on what else is there.
  const auto odd = [](const Numbers& kept) { return kept.size() % 2 == 1; };
  EXPECT_EQ(fewest_contacts(9, 1000, odd).size(), 1U);
}

TEST(StepShrink, LeavesNoContactThatAloneCanGo) {
  // 0 can go once 5 has gone, which is tried after it.
  const auto fails = [](const Numbers& kept) {
    return has(kept, 3) && (has(kept, 0) || !has(kept, 5));
  };
  EXPECT_EQ(fewest_contacts(6, 1000, fails), (Numbers{3}));
}

TEST(StepShrink, KeepsToItsQuestions) {
  int asked = 0;
  fewest_contacts(100, 10, [&asked](const Numbers&) { return ++asked, false; });
  EXPECT_EQ(asked, 10);
}

TEST(StepShrink, APartHasTheRowsOfItsContacts) {
  const LocalStep step = step_of_id("step-mu-0.5:42:7").value().file.step;
  const LocalStep part = step_of_contacts(step, {1, 4});
  EXPECT_EQ(part.mu.size(), 2U);
  EXPECT_EQ(part.q, (std::vector<double>{step.q[3], step.q[4], step.q[5], step.q[12], step.q[13],
                                         step.q[14]}));
  for (std::size_t i = 0; i < 2; ++i) {
    for (int k = part.W.begin[i]; k < part.W.begin[i + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const std::size_t row = i == 0 ? 1 : 4;
      const int column = part.W.column[at] == 0 ? 1 : 4;
      const auto begin = step.W.column.begin() + step.W.begin[row];
      const auto end = step.W.column.begin() + step.W.begin[row + 1];
      const auto whole =
          static_cast<std::size_t>(std::find(begin, end, column) - step.W.column.begin());
      for (std::size_t e = 0; e < 9; ++e) {
        EXPECT_EQ(part.W.value[9 * at + e], step.W.value[9 * whole + e]);
      }
    }
  }
  EXPECT_EQ(part.W.begin.back(), static_cast<int>(part.W.column.size()));
}

TEST(StepShrink, APartKeepsTheVelocitiesBehindItsContacts) {
  const LocalStep step = step_of_id("step-infeasible:42:0").value().file.step;
  const LocalStep part = step_of_contacts(step, {1, 3, 4});
  LocalStep local = step;
  local.system = nullptr;
  local.bodies = nullptr;
  const LocalStep same = step_of_contacts(local, {1, 3, 4});
  ASSERT_NE(part.bodies, nullptr);
  EXPECT_EQ(part.bodies->bound, (std::vector<double>{step.bodies->bound[1], step.bodies->bound[3],
                                                     step.bodies->bound[4]}));
  EXPECT_EQ(part.bodies->masses, step.bodies->masses);
  EXPECT_EQ(part.mu, same.mu);
  EXPECT_EQ(part.q, same.q);
  EXPECT_EQ(part.W.column, same.W.column);
  EXPECT_EQ(part.W.value, same.W.value);
  // Without bodies the rows are chosen.
  LocalStep global = step;
  global.bodies = nullptr;
  const LocalStep chosen = step_of_contacts(global, {1, 3, 4});
  ASSERT_NE(chosen.system, nullptr);
  EXPECT_EQ(chosen.bodies, nullptr);
  EXPECT_EQ(chosen.W.value, same.W.value);
  EXPECT_EQ(chosen.q, same.q);
}

/// Says that it solved what it did not where contact 0's mu is there and another one beside it.
class LiarOfPairs : public StepRunner {
 public:
  LiarOfPairs() : StepRunner({.name = "liar", .cones = TOUCHSTONE_CONE_ROUND}) {}

 private:
  StepReply ask(const LocalStep& step) override {
    StepReply reply;
    reply.end = step.mu.size() > 1 ? StepEnd::solved : StepEnd::approximate;
    reply.impulses.assign(step.q.size(), 1);
    return reply;
  }
};

TEST(StepShrink, ShrinksTheFirstFailureOfEachKind) {
  const std::vector<AskedStep> problems = {step_of_id("step-mu-0.5:42:7").value(),
                                           step_of_id("step-mu-0.5:42:8").value()};
  std::vector<std::unique_ptr<StepRunner>> solvers;
  solvers.push_back(std::make_unique<LiarOfPairs>());
  SolveRun run = run_solvers(problems, solvers, {});
  ASSERT_EQ(run.rows.front().false_claims, 2U);
  shrink_failures(run, problems, solvers, *solvers.front(), {});
  ASSERT_EQ(run.shrunk.size(), 1U);
  EXPECT_EQ(run.shrunk[0].problem, "step-mu-0.5:42:7");
  EXPECT_EQ(run.shrunk[0].contacts.size(), 2U);
  EXPECT_EQ(run.shrunk[0].file.step.mu.size(), 2U);
}

}  // namespace
}  // namespace touchstone
