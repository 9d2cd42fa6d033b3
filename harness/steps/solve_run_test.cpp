// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/solve_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/steps/step_families.hpp"
#include "harness/steps/tests/sticking_contact.hpp"

namespace touchstone {
namespace {

/// Says the same to every problem.
class SayingRunner : public StepRunner {
 public:
  SayingRunner(const std::string& name, StepEnd end, std::vector<double> impulses,
               double tolerance = 0)
      : StepRunner({.name = name,
                    .cones = TOUCHSTONE_CONE_ROUND,
                    .abilities = TOUCHSTONE_SOLVER_PLANE,
                    .tolerance = tolerance}) {
    reply_.end = end;
    reply_.impulses = std::move(impulses);
  }

 private:
  StepReply ask(const LocalStep& /*step*/) override { return reply_; }

  StepReply reply_;
};

/// Two contacts without friction, whose normal rows have this W, in the plane.
AskedStep two_normals(double diagonal, double across, double q0, double q1) {
  StepFile file{"two", {}, {}};
  LocalStep& step = file.step;
  step.dimension = 2;
  step.mu = {0, 0};
  step.W.rows = step.W.columns = 2;
  step.W.begin = {0, 2, 4};
  step.W.column = {0, 1, 0, 1};
  for (const double normal : {diagonal, across, across, diagonal}) {
    step.W.value.insert(step.W.value.end(), {normal, 0, 0, 0});
  }
  step.q = {q0, 0, q1, 0};
  return {file, "tests"};
}

using Runners = std::vector<std::unique_ptr<StepRunner>>;

TEST(SolveRun, CountsNobodyWhereRoundingTheImpulsesLeavesTooMuch) {
  // The impulses are 2^30, and each velocity is the difference of two such products.
  const double epsilon = std::ldexp(1, -30);
  const AskedStep problem = two_normals(1, epsilon - 1, -1, -1);
  Runners runners;
  const double large = std::ldexp(1, 30);
  runners.push_back(std::make_unique<SayingRunner>("right", StepEnd::solved,
                                                   std::vector<double>{large, 0, large, 0}));
  runners.push_back(std::make_unique<SayingRunner>(
      "near", StepEnd::solved, std::vector<double>{large, 0, std::nextafter(large, 0), 0}));
  runners.push_back(
      std::make_unique<SayingRunner>("liar", StepEnd::solved, std::vector<double>{1, 0, 1, 0}));
  const SolveRun run = run_solvers({problem}, runners, {});
  EXPECT_EQ(run.problems[0].known, "ill-scaled");
  EXPECT_GT(run.problems[0].limit, 1e-9);
  for (const SolveRow& row : run.rows) {
    EXPECT_EQ(row.ill_scaled, 1U);
    EXPECT_EQ(row.count(StepWord::solved) + row.count(StepWord::approximate), 0U);
  }
  EXPECT_GT(*run.answers[1].r, 1e-9);
  EXPECT_FALSE(run.answers[0].false_claim || run.answers[1].false_claim);
  // Rounding explains no error of 1.
  EXPECT_TRUE(run.answers[2].false_claim);
  EXPECT_EQ(run.rows[2].false_claims, 1U);
  EXPECT_FALSE(run.as_expected());
}

TEST(SolveRun, ExcusesNobodyForTheHugeImpulsesOfAnother) {
  // Any impulses with c_0 - c_1 = 1 solve it, however large both are.
  const AskedStep problem = two_normals(1, -1, -1, 1);
  Runners runners;
  const double huge = std::ldexp(1, 50);
  runners.push_back(std::make_unique<SayingRunner>("huge", StepEnd::solved,
                                                   std::vector<double>{huge + 1, 0, huge, 0}));
  runners.push_back(
      std::make_unique<SayingRunner>("small", StepEnd::solved, std::vector<double>{1, 0, 0, 0}));
  runners.push_back(
      std::make_unique<SayingRunner>("liar", StepEnd::solved, std::vector<double>{2, 0, 0, 0}));
  const SolveRun run = run_solvers({problem}, runners, {});
  EXPECT_EQ(run.problems[0].known, "solvable");
  EXPECT_EQ(step_word(run.answers[0].word), "solved");
  EXPECT_EQ(step_word(run.answers[1].word), "solved");
  EXPECT_TRUE(run.answers[2].false_claim);
  EXPECT_FALSE(run.as_expected());
  // The huge ones alone excuse nobody, either: Gauss-Seidel has the small ones.
  runners.erase(runners.begin() + 1);
  const SolveRun without_small = run_solvers({problem}, runners, {});
  EXPECT_EQ(without_small.problems[0].known, "solvable");
  EXPECT_TRUE(without_small.answers[1].false_claim);
  // Without an accepted answer that of our own solver counts, and not the liar's.
  Runners liars;
  liars.push_back(std::make_unique<SayingRunner>("liar", StepEnd::solved,
                                                 std::vector<double>{huge + 2, 0, huge, 0}));
  const SolveRun alone = run_solvers({problem}, liars, {});
  EXPECT_EQ(alone.problems[0].known, "open");
  EXPECT_TRUE(alone.answers[0].false_claim);
}

TEST(SolveRun, TakesADeclaredToleranceForTheWordSolvedAlone) {
  const AskedStep problem = two_normals(1, 0, -1, -1);
  const std::vector<double> nearly = {1 + 1e-4, 0, 1, 0};
  for (const double tolerance : {0.0, 0.5e-4, 2e-4}) {
    Runners runners;
    runners.push_back(std::make_unique<SayingRunner>("nearly", StepEnd::solved, nearly, tolerance));
    const SolveRun run = run_solvers({problem}, runners, {});
    EXPECT_EQ(step_word(run.answers[0].word), "approximate");
    EXPECT_EQ(run.answers[0].false_claim, tolerance < 1e-4) << tolerance;
    EXPECT_EQ(run.answers[0].worst_contact, 0U);
  }
}

TEST(SolveRun, JudgesEachConeByItsOwnLaw) {
  // A contact comes in with 1 m/s and slides along (2, 1), with mu 0.5 and W = 1.
  const double root = std::sqrt(5.0);
  const std::vector<std::pair<StepCone, std::vector<double>>> kSolutions = {
      {StepCone::round, {1, -1 / root, -0.5 / root}},
      {StepCone::box, {1, -0.5, -0.5}},
      {StepCone::polygon, {1, -0.5, 0}}};
  for (const auto& [cone, own] : kSolutions) {
    AskedStep problem = sticking_contact();
    problem.file.step.cone = cone;
    problem.file.step.directions = cone == StepCone::polygon ? 4 : 0;
    problem.file.step.q = {-1, 2, 1};
    for (const auto& [other_cone, impulses] : kSolutions) {
      problem.file.solution = impulses;
      const SolveRun run = run_solvers({problem}, {}, {});
      ASSERT_EQ(run.answers.size(), 1U);
      const bool solves = cone == other_cone;
      EXPECT_EQ(step_word(run.answers[0].word), solves ? "solved" : "approximate");
    }
  }
}

TEST(SolveRun, HasARowForEachGroupAndSolver) {
  AskedStep first = two_normals(1, 0, -1, -1);
  AskedStep second = two_normals(1, 0, -1, -2);
  first.group = "a";
  second.group = "b";
  second.file.solution = {1, 0, 2, 0};
  Runners runners;
  runners.push_back(
      std::make_unique<SayingRunner>("one", StepEnd::approximate, std::vector<double>{1, 0, 1, 0}));
  runners.push_back(
      std::make_unique<SayingRunner>("none", StepEnd::gave_up, std::vector<double>{}));
  const SolveRun run = run_solvers({first, first, second}, runners, {});
  ASSERT_EQ(run.rows.size(), 6U);
  EXPECT_EQ(run.rows[0].count(StepWord::solved), 2U);
  EXPECT_EQ(run.rows[1].count(StepWord::gave_up), 2U);
  EXPECT_EQ(run.rows[2].solver, kStoredSolutions);
  EXPECT_EQ(run.rows[2].count(StepWord::skipped), 2U);
  EXPECT_EQ(run.rows[3].count(StepWord::approximate), 1U);
  // Its contact comes in with 2 m/s, and is left with 1 of them.
  EXPECT_NEAR(run.rows[3].largest_r.value_or(0), 0.5, 1e-12);
  EXPECT_EQ(run.rows[3].median_r, run.rows[3].largest_r);
  EXPECT_EQ(run.rows[5].count(StepWord::solved), 1U);
  EXPECT_TRUE(run.as_expected());
}

/// An answer to a problem of the group "g".
JudgedStep answer_of(const std::string& solver, StepWord word, double time_s,
                     std::optional<double> r = {}) {
  JudgedStep answer;
  answer.solver = solver;
  answer.group = "g";
  answer.word = word;
  answer.time_s = time_s;
  answer.r = r;
  return answer;
}

TEST(SolveRun, CountsTheAnswersOfARowAsByHand) {
  SolveRun run;
  for (const char* name : {"a", "b"}) run.solvers.emplace_back().name = name;
  using enum StepWord;
  const auto put = [&run](const char* known, bool proven, JudgedStep first, StepWord second) {
    StepSummary& problem = run.problems.emplace_back();
    problem.group = "g";
    problem.known = known;
    problem.proven = proven;
    first.flaky = problem.known == "ill-scaled";
    run.answers.push_back(std::move(first));
    run.answers.push_back(answer_of("b", second, 7));
  };
  put("solvable", true, answer_of("a", solved, 1, 0), gave_up);
  put("solvable", true, answer_of("a", approximate, 2, 0.5), skipped);
  put("solvable", false, answer_of("a", approximate, 3, 0.1), gave_up);
  run.answers[4].false_claim = true;
  put("ill-scaled", false, answer_of("a", approximate, 100, 9), gave_up);
  put("ill-scaled", false, answer_of("a", crashed, 1000), gave_up);
  put("open", false, answer_of("a", skipped, 50), gave_up);
  put("infeasible", true, answer_of("a", infeasible_right, 6), gave_up);
  put("open", false, answer_of("a", timed_out, 0), gave_up);
  const std::vector<SolveRow> rows = solve_rows(run);
  ASSERT_EQ(rows.size(), 2U);
  const SolveRow& a = rows[0];
  EXPECT_EQ(a.problems, 8U);
  EXPECT_EQ(a.words, (decltype(a.words){1, 2, 0, 0, 1, 0, 0, 1, 1, 1}));
  EXPECT_EQ(a.flaky, 2U);
  EXPECT_EQ(a.ill_scaled, 1U);  // a crash counts nevertheless
  EXPECT_EQ(a.false_claims, 1U);
  EXPECT_EQ(a.proven_solvable, 2U);
  EXPECT_EQ(a.missed_solutions, 1U);
  EXPECT_DOUBLE_EQ(a.median_r.value_or(0), 0.3);
  EXPECT_DOUBLE_EQ(a.p90_r.value_or(0), 0.46);  // 0.1 + 0.9 (0.5 - 0.1)
  EXPECT_EQ(a.largest_r, 0.5);
  EXPECT_EQ(a.median_s, 2.5);  // the middle of 1, 2, 3 and 6; a time-out has none
  const SolveRow& b = rows[1];
  EXPECT_EQ(b.words, (decltype(b.words){0, 0, 0, 5, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(b.ill_scaled, 2U);
  EXPECT_EQ(b.proven_solvable, 1U);  // not the one that it skipped
  EXPECT_EQ(b.missed_solutions, 1U);
  EXPECT_FALSE(b.largest_r.has_value());
  EXPECT_EQ(b.median_s, 7);
}

TEST(SolveRun, RowsHaveTheMedianAndTheNinthTenthOfR) {
  // Impulses of 1 leave k / 10 m/s of 1 + k / 10.
  std::vector<AskedStep> problems;
  for (int k = 1; k <= 11; ++k) problems.push_back(two_normals(1, 0, -1, -1 - k / 10.0));
  Runners runners;
  runners.push_back(std::make_unique<SayingRunner>("ones", StepEnd::approximate,
                                                   std::vector<double>{1, 0, 1, 0}));
  const SolveRow row = run_solvers(problems, runners, {}).rows.front();
  EXPECT_NEAR(row.median_r.value_or(0), 6.0 / 16, 1e-12);
  EXPECT_NEAR(row.p90_r.value_or(0), 10.0 / 20, 1e-12);
  EXPECT_NEAR(row.largest_r.value_or(0), 11.0 / 21, 1e-12);
}

TEST(SolveRun, MeasuresHowFarAcceptedVelocitiesAreApart) {
  // It opens or it jams: W_NT turns a push along the plane into one from it (Painleve).
  AskedStep jams = sticking_contact();
  jams.file.step.dimension = 2;
  jams.file.step.mu = {2};
  jams.file.step.W.value = {1, 0.9, 0.9, 1};
  jams.file.step.q = {0.125, 1};
  const auto says = [](const char* name, std::vector<double> impulses) {
    return std::make_unique<SayingRunner>(name, StepEnd::solved, std::move(impulses));
  };
  Runners runners;
  runners.push_back(says("open", {0, 0}));
  runners.push_back(says("none", {1, 0}));
  EXPECT_FALSE(run_solvers({jams}, runners, {}).problems[0].apart);
  runners.push_back(says("stuck", {0.775 / 0.19, -0.8875 / 0.19}));
  const SolveRun run = run_solvers({jams}, runners, {});
  EXPECT_EQ(step_word(run.answers[2].word), "solved");
  EXPECT_NEAR(run.problems[0].apart.value_or(0), 1, 1e-12);
  // Impulses of one velocity differ as much as they like.
  runners.clear();
  runners.push_back(says("least", {1, 0, 0, 0}));
  runners.push_back(says("more", {3, 0, 2, 0}));
  EXPECT_EQ(run_solvers({two_normals(1, -1, -1, 1)}, runners, {}).problems[0].apart, 0);
  // Velocities that are rounding alone do not differ.
  runners.clear();
  runners.push_back(says("rest", {1, 0, 1, 0}));
  runners.push_back(says("nearly", {1, 0, std::nextafter(1, 2), 0}));
  const StepSummary rest = run_solvers({two_normals(1, 0, -1, -1)}, runners, {}).problems[0];
  EXPECT_EQ(rest.apart, 0x1p-52);
}

TEST(SolveRun, StopsBetweenProblemsAndSaysSo) {
  const AskedStep problem = two_normals(1, 0, -1, -1);
  Runners runners;
  runners.push_back(
      std::make_unique<SayingRunner>("none", StepEnd::gave_up, std::vector<double>{}));
  int asked = 0;
  RunControl control;
  control.stop_requested = [&asked] { return ++asked > 2; };
  const SolveRun run = run_solvers({problem, problem, problem}, runners, control);
  EXPECT_TRUE(run.partial);
  EXPECT_EQ(run.problems.size(), 2U);
}

// Squares of such errors and impulses are below or above all doubles.
TEST(OwnSolvers, SolveAndFailAlikeAtEverySize) {
  for (const double size : {1.0, 0x1p-560, 0x1p560}) {
    LocalStep slides = sticking_contact().file.step;
    slides.q = {-size, 3 * size, 4 * size};
    LocalStep squeezed = sticking_contact().file.step;  // a joint holds the contact as it comes in
    squeezed.q[0] = -size;
    squeezed.joints = {{1, 0, 0}, {1}, {0}};
    for (const std::string& name : own_step_solvers()) {
      const auto solvers = make_step_runners(name, solver_test_workers(1));
      const StepReply slid = solvers.value().front()->solve(slides);
      EXPECT_EQ(slid.end, StepEnd::solved) << name << size;
      ASSERT_EQ(slid.impulses.size(), 3U);
      EXPECT_NEAR(slid.impulses[0], size, 1e-12 * size) << name;
      EXPECT_NEAR(slid.impulses[1], -0.3 * size, 1e-12 * size) << name;
      const StepReply held = solvers.value().front()->solve(squeezed);
      EXPECT_NE(held.end, StepEnd::solved) << name << size;
    }
  }
}

TEST(OwnSolvers, TheChainSolvesBodiesWithPolygons) {
  const auto chain = make_step_runners("chain", {});
  int solved = 0;
  for (const std::string family : {"step-polygon-8", "step-joints", "step-mass-1e4"}) {
    for (int k = 0; k < 10; ++k) {
      AskedStep asked = step_of_id(family + ":42:" + std::to_string(k)).value();
      asked.file.step.cone = StepCone::polygon;
      asked.file.step.directions = 8;
      const JudgedStep answer = run_solvers({asked}, chain.value(), {}).answers[0];
      EXPECT_FALSE(answer.false_claim) << answer.problem << answer.r.value_or(-1);
      solved += answer.word == StepWord::solved ? 1 : 0;
    }
  }
  EXPECT_GE(solved, 28);
  for (const StepCone cone : {StepCone::round, StepCone::polygon}) {
    AskedStep local = sticking_contact();
    local.file.step.cone = cone;
    local.file.step.directions = 8;
    const JudgedStep answer = run_solvers({local}, chain.value(), {}).answers[0];
    EXPECT_EQ(step_word(answer.word), "skipped") << answer.detail;
  }
}

TEST(OwnSolvers, SolveWhereJointsAreNearlyOne) {
  for (const double beside : {1e-2, 1e-4}) {
    LocalStep step = sticking_contact().file.step;
    step.q = {-1, 0.1, 0};
    // Rows (1, 1, 0) / 2 and (1, 1 + beside, beside) / 2 of a point with unit mass.
    const double across = 0.5 + beside / 4;
    step.joints.V = {0.5, 0.5, 0.5, 0.5 + beside / 2, 0, beside / 2};
    step.joints.R = {0.5, across, across, 0.5 + beside / 2 + beside * beside / 2};
    step.joints.s = {0.3, 0.3 + 0.1 * beside};
    for (const std::string& name : own_step_solvers()) {
      const auto solvers = make_step_runners(name, solver_test_workers(1));
      EXPECT_EQ(solvers.value().front()->solve(step).end, StepEnd::solved) << name << beside;
    }
  }
}

// A pseudo-inverse does not see by how much.
TEST(OwnSolvers, ClaimNothingWhereJointsContradictEachOther) {
  const auto claims = [](const std::string& name, const LocalJoints& joints) {
    LocalStep step = sticking_contact().file.step;
    step.joints = joints;
    const auto solvers = make_step_runners(name, solver_test_workers(1));
    return solvers.value().front()->solve(step).end == StepEnd::solved;
  };
  for (const std::string& name : own_step_solvers()) {
    for (const double apart : {0.0, 1e-13, 1e-8, 1.0}) {
      const LocalJoints twice = {std::vector<double>(6), {1, 1, 1, 1}, {0, apart}};
      EXPECT_EQ(claims(name, twice), apart < 1e-12) << name << apart;
    }
    EXPECT_TRUE(claims(name, {std::vector<double>(3), {0}, {0}})) << name;
    EXPECT_FALSE(claims(name, {std::vector<double>(3), {0}, {1}})) << name;
  }
}

TEST(OwnSolvers, ClaimNothingWhereImpulsesLeaveTheDoubles) {
  for (const auto& [W, q] : {std::pair(1e-20, -1e300), {1e-100, -1e250}, {1e20, -1e-310}}) {
    AskedStep asked = sticking_contact();
    for (double& x : asked.file.step.W.value) x *= W;
    asked.file.step.q[0] = q;
    for (const std::string& name : own_step_solvers()) {
      const auto solvers = make_step_runners(name, solver_test_workers(1));
      const SolveRun run = run_solvers({asked}, solvers.value(), {});
      EXPECT_FALSE(run.answers[0].claims_solved) << name << W;
      EXPECT_EQ(step_word(run.answers[0].word), "approximate") << name << W;
    }
  }
}

}  // namespace
}  // namespace touchstone
