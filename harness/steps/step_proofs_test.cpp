// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_proofs.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "geometry/random.hpp"
#include "harness/steps/solve_run.hpp"
#include "harness/steps/step_families.hpp"
#include "harness/steps/tests/sticking_contact.hpp"

namespace touchstone {
namespace {

/// What is known of a problem that nobody solves.
StepSummary known_of(const AskedStep& asked) { return put_step(asked, {}, false).problem; }

AskedStep case_of(const std::string& id) { return step_of_id(id).value(); }

TEST(FoundProofs, AreThoseOfFamiliesThatAreBuiltWithoutASolution) {
  for (int k = 0; k < 60; ++k) {
    const StepSummary problem = known_of(case_of("step-infeasible:42:" + std::to_string(k)));
    EXPECT_EQ(problem.known, "infeasible") << problem.problem;
    EXPECT_TRUE(problem.proven);
  }
}

TEST(FoundProofs, AreThereForRandomProblemsWithoutOverlap) {
  for (const char* family :
       {"step-one", "step-mu-0.5", "step-mu-100", "step-mass-1e8", "step-near"}) {
    int proven = 0;
    for (int k = 0; k < 30; ++k) {
      const StepSummary problem =
          known_of(case_of(std::string(family) + ":42:" + std::to_string(k)));
      EXPECT_NE(problem.known, "infeasible") << problem.problem;
      proven += problem.proven ? 1 : 0;
    }
    EXPECT_EQ(proven, 30) << family;
  }
}

/// Two or three contacts in the plane on a body of three velocities and another of two.
LocalStep random_planar(Random& random) {
  LocalStep step;
  step.dimension = 2;
  const std::size_t contacts = 2 + random.below(2);
  const std::size_t velocities = 2 + random.below(4);
  std::vector<std::vector<double>> rows;
  for (std::size_t r = 0; r < 2 * contacts; ++r) {
    rows.emplace_back();
    // Eighths: sums of products are exact, and some rows depend on others.
    for (std::size_t k = 0; k < velocities; ++k) {
      rows.back().push_back((static_cast<double>(random.below(9)) - 4) / 8);
    }
    step.q.push_back(random.uniform(-1, 0.5));
  }
  step.W.rows = step.W.columns = static_cast<int>(contacts);
  step.W.begin = {0};
  for (std::size_t i = 0; i < contacts; ++i) {
    step.mu.push_back(random.uniform(0, 1.5));
    for (std::size_t j = 0; j < contacts; ++j) {
      step.W.column.push_back(static_cast<int>(j));
      for (std::size_t e = 0; e < 4; ++e) {
        double sum = 0;
        for (std::size_t k = 0; k < velocities; ++k) {
          sum += rows[2 * i + e / 2][k] * rows[2 * j + e % 2][k];
        }
        step.W.value.push_back(sum);
      }
    }
    step.W.begin.push_back(static_cast<int>(step.W.column.size()));
  }
  return step;
}

TEST(FoundProofs, AgreeWithAllSolutionsInThePlane) {
  Random random(46);
  int solvable = 0;
  int infeasible = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    const LocalStep step = random_planar(random);
    StepQuestion question;
    question.dimension = 2;
    question.mu = step.mu;
    question.begin = step.W.begin;
    question.column = step.W.column;
    question.blocks = step.W.value;
    question.q = step.q;
    const ProvenStep proven = prove_step(step, question);
    if (proven == ProvenStep::nothing) continue;
    solvable += proven == ProvenStep::solvable ? 1 : 0;
    infeasible += proven == ProvenStep::infeasible ? 1 : 0;
    const auto solutions = solutions_in_plane(question);
    if (!solutions) continue;
    EXPECT_EQ(solutions->empty(), proven == ProvenStep::infeasible) << sample;
  }
  EXPECT_GE(solvable, 200);
  EXPECT_GE(infeasible, 5);
}

/// Says that there is no solution.
class DenyingRunner : public StepRunner {
 public:
  DenyingRunner() : StepRunner({.name = "denying", .cones = TOUCHSTONE_CONE_ROUND}) {}

 private:
  StepReply ask(const LocalStep& /*step*/) override {
    StepReply reply;
    reply.end = StepEnd::infeasible;
    return reply;
  }
};

TEST(FoundProofs, DecideWhetherAnInfeasibleIsRight) {
  // Infeasible by a proof, solvable by one, and neither.
  AskedStep open = sticking_contact();
  open.file.step.W.value[4] = -1;
  std::vector<std::unique_ptr<StepRunner>> solvers;
  solvers.push_back(std::make_unique<DenyingRunner>());
  const SolveRun run =
      run_solvers({case_of("step-infeasible:42:0"), sticking_contact(), open}, solvers, {});
  EXPECT_EQ(step_word(run.answers[0].word), "infeasible_right");
  EXPECT_EQ(step_word(run.answers[1].word), "infeasible_wrong");
  EXPECT_EQ(step_word(run.answers[2].word), "infeasible_open");
  EXPECT_EQ(run.problems[2].known, "open");
  EXPECT_FALSE(run.problems[2].proven);
  EXPECT_FALSE(run.as_expected());
  EXPECT_EQ(run.rows[1].proven_solvable, 1U);
  EXPECT_EQ(run.rows[1].missed_solutions, 1U);
  EXPECT_TRUE(run_solvers({case_of("step-infeasible:42:0"), open}, solvers, {}).as_expected());
}

}  // namespace
}  // namespace touchstone
