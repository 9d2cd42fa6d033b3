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

/// A problem in global form; `rows` of contacts, and of joints.
struct GlobalRows {
  std::vector<std::vector<double>> contact;  ///< normal first, three for each contact
  std::vector<double> offset;
  std::vector<std::vector<double>> joint = {};
  std::vector<double> rest = {};
  std::vector<double> mu = std::vector<double>(offset.size() / 3, 0);
  std::vector<std::vector<double>> mass = {};  ///< empty: 1

  AskedStep asked(double scale = 1) const {
    const std::size_t size = contact.front().size();
    const auto matrix = [size](const std::vector<std::vector<double>>& rows) {
      SparseRows sparse;
      for (const std::vector<double>& row : rows) {
        for (std::size_t k = 0; k < size; ++k) {
          if (row[k] != 0) sparse.add(static_cast<int>(k), row[k]);
        }
        sparse.end_row();
      }
      return sparse;
    };
    std::vector<std::vector<double>> M = mass;
    for (std::size_t k = 0; mass.empty() && k < size; ++k) {
      M.emplace_back(size, 0).at(k) = 1;
    }
    StepSystem system;
    system.velocities = static_cast<int>(size);
    system.mass = matrix(M);
    system.contact = matrix(contact);
    system.joint = matrix(joint);
    for (const double x : offset) system.offset.push_back(scale * x);
    for (const double x : rest) system.rest.push_back(scale * x);
    AskedStep made{{"rows", {}, {}}, "tests"};
    made.file.step.mu = mu;
    made.file.step.system = std::make_shared<const StepSystem>(std::move(system));
    EXPECT_EQ(set_local_form(made.file.step), "");
    return made;
  }
  std::string known(double scale = 1) const {
    const StepSummary problem = known_of(asked(scale));
    return problem.known + (problem.proven ? ", proven" : "");
  }
};

/// A point that a joint moves with 1 m/s, on a floor or under a ceiling.
GlobalRows moved_point(double up) {
  return {{{up, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, {{1, 0, 0}}, {-1}, {0.3}};
}

TEST(FoundProofs, DoNotDependOnTheUnit) {
  for (const double scale : {1.0, 0x1p-40, 0x1p-400, 0x1p40}) {
    EXPECT_EQ(moved_point(1).known(scale), "solvable, proven") << scale;
    EXPECT_EQ(moved_point(-1).known(scale), "infeasible, proven") << scale;
  }
}

TEST(FoundProofs, LookForSmallContradictions) {
  // u_x >= gap and -u_x >= gap, and a contact that slips.
  for (const double gap : {1e-12, 5e-8}) {
    const GlobalRows squeezed = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {-gap, 0, 0, -gap, 1, 0}};
    EXPECT_EQ(squeezed.known(), "infeasible, proven") << gap;
  }
}

TEST(FoundProofs, AreNoneWhereFastVelocitiesSolveIt) {
  // (0, 2^34) solves the wedge, and (1, 32, 1 - 2^-27) the other one.
  const GlobalRows wedge = {{{1, 0x1p-34, 0, 0, 0, 0},
                             {0, 0, 1, 0, 0, 0},
                             {0, 0, 0, 1, 0, 0},
                             {-1, 0x1p-34, 0, 0, 0, 0},
                             {0, 0, 0, 0, 1, 0},
                             {0, 0, 0, 0, 0, 1}},
                            {-1, 0, 0, -1, 0, 0}};
  EXPECT_EQ(wedge.known(), "infeasible");
  const GlobalRows moved = {{{-1, 0x1p-31, 1, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}},
                            {0, 0, 0},
                            {{1, 0, 0, 0, 0}, {0, 0, 1, 0, 0}},
                            {-1, -1 + 0x1p-27}};
  EXPECT_NE(moved.known().substr(0, 10), "infeasible");
}

TEST(FoundProofs, AreNoneWhereMassIsIndefinite) {
  // The determinant of the first two is -2.2e-16, and no impulse raises w_N.
  GlobalRows light = {{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}, {-1, 0, 0}};
  light.mass = {{1.651592972722763, 1.7887233511355132, 0, 0},
                {1.7887233511355132, 1.937239549780123, 0, 0},
                {0, 0, 1, 0},
                {0, 0, 0, 1}};
  EXPECT_EQ(light.known(), "open");
}

TEST(FoundProofs, AreThoseOfEachCone) {
  // The joint drives the point along (1, 1) with 1 m/s each, and up with 1.3 m/s.
  GlobalRows driven = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                       {0, 0, 0},
                       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                       {-1.3, -1, -1},
                       {0.8}};
  AskedStep asked = driven.asked();
  EXPECT_EQ(known_of(asked).known, "solvable");
  asked.file.step.cone = StepCone::polygon;
  asked.file.step.directions = 4;
  EXPECT_EQ(known_of(asked).known, "solvable");
  asked.file.step.cone = StepCone::box;
  EXPECT_EQ(known_of(asked).known, "open");
  // Where the joint leaves u_N free the point may rise faster than 2 mu.
  driven.mu = {1.5};
  driven.joint.erase(driven.joint.begin());
  driven.rest.erase(driven.rest.begin());
  asked = driven.asked();
  asked.file.step.cone = StepCone::box;
  EXPECT_EQ(known_of(asked).known, "solvable");
}

/// One contact and one joint in local form, whose A = [[W, V], [V', R]] is this.
AskedStep local_with_joint(double W_NN, double V_N, double R, double q_N, double s) {
  AskedStep asked = sticking_contact();
  LocalStep& step = asked.file.step;
  step.W.value[0] = W_NN;
  step.q = {q_N, 0, 0};
  step.joints = {{V_N, 0, 0}, {R}, {s}};
  return asked;
}

TEST(FoundProofs, AreThoseOfLocalJoints) {
  StepSummary problem = known_of(local_with_joint(1, 0.5, 1, -1, 3));
  EXPECT_TRUE(problem.proven);
  EXPECT_EQ(problem.known, "solvable");
  // The joint and the contact share one velocity: w_N = -1 where the joint holds.
  for (const double V : {1.0, -1.0}) {
    problem = known_of(local_with_joint(1, V, 1, -1, 0));
    EXPECT_TRUE(problem.proven);
    EXPECT_EQ(problem.known, "infeasible");
  }
}

/// Points of unit mass, one contact each.
GlobalRows far_points(std::size_t count) {
  GlobalRows points;
  for (std::size_t row = 0; row < 3 * count; ++row) {
    points.contact.emplace_back(3 * count, 0).at(row) = 1;
    points.offset.push_back(row % 3 == 0 ? -1 : 0.5);
  }
  points.mu.assign(count, 0.5);
  return points;
}

TEST(FoundProofs, AreFoundIslandByIsland) {
  GlobalRows points = far_points(170);  // 510 rows: no search takes them in one piece
  AskedStep asked = points.asked();
  EXPECT_EQ(points.known(), "solvable, proven");
  asked.file.step.system = nullptr;  // in local form
  EXPECT_TRUE(known_of(asked).proven);
  EXPECT_EQ(known_of(asked).known, "solvable");
  // Another joint holds nothing that a contact moves.
  asked.file.step.joints = {std::vector<double>(3 * 170, 0), {2}, {1}};
  EXPECT_TRUE(known_of(asked).proven);
  // The last point is to rise, and a joint holds it.
  points.joint.emplace_back(3 * 170, 0).at(3 * 169) = 1;
  points.rest = {0};
  EXPECT_EQ(points.known(), "infeasible, proven");
}

/// A step in local form without joints. `step` outlives it.
StepQuestion local_question(const LocalStep& step) {
  StepQuestion question;
  question.dimension = step.dimension;
  question.mu = step.mu;
  question.begin = step.W.begin;
  question.column = step.W.column;
  question.blocks = step.W.value;
  question.q = step.q;
  return question;
}

TEST(FoundProofs, EndAtALimitOfWorkAndAtNoClock) {
  const auto search = [](const AskedStep& asked, double limit) {
    ProofWork work{limit};
    const ProvenStep proven = prove_step(local_question(asked.file.step), work);
    return std::pair(proven, work.done);
  };
  constexpr double kAll = 1e9;
  const double one = search(far_points(1).asked(), kAll).second;
  EXPECT_GT(one, 0);
  const AskedStep twenty = far_points(20).asked();
  EXPECT_EQ(search(twenty, kAll), std::pair(ProvenStep::solvable, 20 * one));
  EXPECT_EQ(search(twenty, 19.5 * one).first, ProvenStep::solvable);
  EXPECT_EQ(search(twenty, 19 * one), std::pair(ProvenStep::nothing, 19 * one));
  // A search that is long ends within its island.
  const AskedStep large = case_of("step-large:42:1");
  EXPECT_EQ(search(large, kAll).first, ProvenStep::solvable);
  EXPECT_EQ(search(large, 1).first, ProvenStep::nothing);
}

TEST(FoundProofs, OfOneIslandLeaveTheOthersOpen) {
  GlobalRows points = far_points(2);
  EXPECT_EQ(points.known(), "solvable, proven");
  // The first point is to rise exactly as fast as it slips, mu 1: nothing is proven of it.
  points.joint = {{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}};
  points.rest = {-2, -0.5, 0.5};
  points.mu = {1, 0.5};
  EXPECT_EQ(points.known(), "open");
}

TEST(FoundProofs, AreThoseOfFamiliesThatAreBuiltWithoutASolution) {
  for (int k = 0; k < 60; ++k) {
    const StepSummary problem = known_of(case_of("step-infeasible:42:" + std::to_string(k)));
    EXPECT_EQ(problem.known, "infeasible") << problem.problem;
    EXPECT_TRUE(problem.proven);
  }
}

TEST(FoundProofs, AreThereForRandomProblemsWithoutOverlap) {
  for (const char* family :
       {"step-one", "step-mu-0.5", "step-mu-100", "step-mass-1e8", "step-near", "step-joints"}) {
    int proven = 0;
    for (int k = 0; k < 30; ++k) {
      AskedStep asked = case_of(std::string(family) + ":42:" + std::to_string(k));
      for (const bool local : {false, true}) {
        if (local) asked.file.step.system = nullptr;
        const StepSummary problem = known_of(asked);
        EXPECT_NE(problem.known, "infeasible") << problem.problem;
        proven += problem.proven ? 1 : 0;
      }
    }
    EXPECT_EQ(proven, 60) << family;
  }
}

TEST(FoundProofs, AreThoseOfWedgesThatAreJustSteepEnough) {
  const auto ours = make_step_runners("multipliers", {});
  for (const std::string seed : {"42", "43"}) {
    for (int k = 0; k < 100; ++k) {
      const AskedStep asked = case_of("step-wedge:" + seed + ":" + std::to_string(k));
      const PutStep put = put_step(asked, {ours.value().front().get()}, false);
      const bool is_steep = k % 2 == 0;
      EXPECT_EQ(put.problem.proven, is_steep) << put.problem.problem;
      if (!is_steep) continue;
      EXPECT_EQ(put.problem.known, "solvable") << put.problem.problem;
      EXPECT_EQ(step_word(put.answers[0].word), "solved") << put.problem.problem;
    }
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
    const StepQuestion question = local_question(step);
    ProofWork work;
    const ProvenStep proven = prove_step(question, work);
    if (proven == ProvenStep::nothing) continue;
    const auto solutions = solutions_in_plane(question);
    if (!solutions) continue;
    solvable += proven == ProvenStep::solvable ? 1 : 0;
    infeasible += proven == ProvenStep::infeasible ? 1 : 0;
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
  // An accepted answer proves nothing.
  open.file.step.W.value[4] = 1;
  open.file.step.W.value[8] = -1;
  open.file.solution = {1, 0, 0};
  const SolveRun accepted = run_solvers({open}, solvers, {});
  EXPECT_EQ(accepted.problems[0].known, "solvable");
  EXPECT_FALSE(accepted.problems[0].proven);
  EXPECT_EQ(step_word(accepted.answers[0].word), "infeasible_open");
}

}  // namespace
}  // namespace touchstone
