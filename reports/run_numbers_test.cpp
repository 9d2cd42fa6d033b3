// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of records of overlaps and of contact solvers that cannot be, or that contradict each
// other: report refuses them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "reports/converge_record.hpp"
#include "reports/solve_record.hpp"
#include "reports/tests/record_numbers.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

std::string overlaps_refused(const std::string& text) {
  return visit_json(text, check_converge_record).value_or("");
}
std::string solvers_refused(const std::string& text) {
  return visit_json(text, check_solve_record).value_or("");
}

/// Four steps with these overlaps, two of them in motion.
ConvergeRun converge_run(double dt, int start) {
  std::vector<InfeasibleStep> steps;
  for (const int k : {1, 2, 3, 4}) {
    const double depth = (k + start) * dt * dt;
    steps.push_back({k * dt, dt, depth, 4, k < 3 ? 1.0 : 0.0, 2 * depth});
  }
  ConvergeRun run;
  run.scene = "balance2";
  run.contacts = "certified";
  run.stepper = "stewart_trinkle";
  run.gamma = 1;
  run.dt = dt;
  run.start = start;
  run.infeasibility = sum_up(steps);
  run.kinetic_end_J = 0.5;
  run.potential_end_J = 2;
  run.highest_J = 0.25;
  run.scale_J = 100;
  return run;
}

std::string converge_json(const std::vector<ConvergeRun>& runs) {
  return converge_record().document(converge_record_of(runs, {}));
}

std::vector<ConvergeRun> sound_runs() {
  return {converge_run(0.5, 0), converge_run(0.5, 1), converge_run(0.25, 0), converge_run(0.25, 1)};
}

TEST(RecordNumbers, OfOverlapsThatCannotBeAreRefused) {
  const AllowedChanges allowed = {
      {"runs.#.max_ratio 1e300", "bodies may overlap without bound"},
      {"runs.#.potential_end_J -1", "an energy has any zero, and groups have that of start 0"},
      {"runs.#.potential_end_J 1e300", "groups have that of start 0"},
  };
  expect_accepted(converge_json(sound_runs()), overlaps_refused, allowed);
}

TEST(RecordNumbers, OfOverlapsThatContradictEachOtherAreNamed) {
  const std::string good = converge_json(sound_runs());
  const auto says = [&good](const std::string& pointer, const std::string& value) {
    return refused_with(good, overlaps_refused, pointer, value);
  };
  EXPECT_THAT(says("/runs/1/unsolved", "5"),
              HasSubstr("runs[1].steps: must not be below unsolved"));
  EXPECT_THAT(says("/runs/1/moving_steps", "5"),
              HasSubstr("steps: must not be below moving_steps"));
  EXPECT_THAT(says("/runs/0/average_m", "1.5"), HasSubstr("max_m: must not be below average_m"));
  EXPECT_THAT(says("/runs/0/moving_average_m", "1.5"),
              HasSubstr("must not be below moving_average"));
  EXPECT_THAT(says("/runs/0/moving_steps", "0"),
              HasSubstr("moving_average_m: must be 0 where moving"));
  EXPECT_THAT(says("/runs/0/average_ratio", "3"),
              HasSubstr("max_ratio: must not be below average_"));
  EXPECT_THAT(says("/runs/0/max_time_s", "3"),
              HasSubstr("max_time_s: must not be above steps times"));
  EXPECT_THAT(says("/runs/0/constant/time_s", "3"),
              HasSubstr("time_s: must not be above steps time"));
  EXPECT_THAT(says("/runs/0/constant/depth_m", "1.5"),
              HasSubstr("depth_m: must not be above max_m"));
  EXPECT_THAT(says("/runs/0/constant/speed", "3"),
              HasSubstr("C: is not what depth_m, speed and dt"));
  EXPECT_THAT(says("/runs/0/pattern", R"("random")"), HasSubstr("runs[0].pattern: must be "));
  const std::string is_not =
      "runs[0].wrong: is not what fault, unsolved, unanswered and highest_J ";
  EXPECT_THAT(says("/runs/0/unanswered", "1"), HasSubstr(is_not + "say: queries unanswered: 1"));
  EXPECT_THAT(says("/runs/0/fault", R"("it fell")"),
              HasSubstr(is_not + "say: ended early: it fell"));
  const std::string gains = "steps that gained energy from nothing: ";
  for (const std::string& wrong : {std::string("it looks so"), std::string("queries unanswered: 1"),
                                   std::string("came to 9 J above its start"), std::string(),
                                   std::string("; "), gains, gains + "2; "}) {
    EXPECT_THAT(says("/runs/0/wrong", '"' + wrong + '"'), HasSubstr(is_not + "say: null"));
  }
  EXPECT_THAT(says("/runs/0/model", R"("peg")"),
              HasSubstr("runs[0]: must have both model and model_"));
  EXPECT_THAT(says("/runs/0/scene", R"("dice3")"),
              HasSubstr("groups: must have an entry for each scene"));
  EXPECT_THAT(says("/groups/0/scene", R"("dice3")"), HasSubstr("scene: is not that of the runs"));
  EXPECT_THAT(says("/groups/0/points/1/runs", "3"),
              HasSubstr("points[1].runs: is not what runs say"));
  EXPECT_THAT(says("/groups/0/points/0/top_share", "0.75"),
              HasSubstr("top_share: is not what runs"));
  EXPECT_THAT(says("/groups/0/slope/of_mean", "1"),
              HasSubstr("slope.of_mean: is not what runs say"));
  EXPECT_THAT(says("/groups/0/slope", "null"), HasSubstr("slope: must be there, as runs say"));
  EXPECT_THAT(says("/groups/0/slope/of_first", "null"),
              HasSubstr("of_first: must be there, as runs say"));
  EXPECT_THAT(says("/groups/0/no_slope", R"("none")"),
              HasSubstr("no_slope: must be null, as runs say"));
}

TEST(RecordNumbers, OfRunsThatAreWrongAreRead) {
  std::vector<ConvergeRun> runs = sound_runs();
  runs[0].fault = "the energy is not a number";
  runs[1].unsolved = 3;
  runs[1].gains.wrong_steps = 2;
  runs[1].gains.first_wrong = {1.5, 7, 50, "plank and left"};
  runs[1].unanswered = 1;
  runs[2].highest_J = 20;
  runs[3].gains = runs[1].gains;
  EXPECT_EQ(overlaps_refused(converge_json(runs)), "");
}

TEST(RecordNumbers, OfRunsThatExplodeAreRead) {
  std::vector<ConvergeRun> runs = sound_runs();
  runs[0].kinetic_end_J = runs[0].infeasibility.constant.C = HUGE_VAL;
  runs[0].infeasibility.average_ratio = runs[0].infeasibility.max_ratio = HUGE_VAL;
  runs[0].potential_end_J = NAN;
  runs[0].fault = "the energy is not a number";
  EXPECT_EQ(overlaps_refused(converge_json(runs)), "");
  EXPECT_EQ(overlaps_refused(converge_json({})), "");
}

/// Says the same to every problem.
class SayingSolver : public StepRunner {
 public:
  SayingSolver(const std::string& name, const StepReply& reply)
      : StepRunner({.name = name, .cones = TOUCHSTONE_CONE_ROUND}), reply_(reply) {}

 private:
  StepReply ask(const LocalStep& /*step*/) override { return reply_; }
  StepReply reply_;
};

/// One contact that comes in with 1 m/s and sticks: P = (1, 0, 0).
StepFile sticking_contact() {
  StepFile file{"sticking", {}, {}};
  file.step.mu = {0.5};
  file.step.W = {1, 1, {0, 1}, {0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  file.step.q = {-1, 0, 0};
  return file;
}

/// The contact put to solvers that say this, called a, b, ...
SolveRun solver_run(const std::vector<StepReply>& replies) {
  std::vector<std::unique_ptr<StepRunner>> solvers;
  for (const StepReply& reply : replies) {
    const std::string name(1, static_cast<char>('a' + solvers.size()));
    solvers.push_back(std::make_unique<SayingSolver>(name, reply));
  }
  return run_solvers({{sticking_contact(), "tests"}}, solvers, {});
}

StepReply reply_with(StepEnd end, const std::vector<double>& impulses) {
  StepReply reply;
  reply.end = end;
  reply.impulses = impulses;
  reply.residual = 0.25;
  reply.iterations = 3;
  reply.spent_s = 0.5;
  return reply;
}

std::string solver_json() {
  const SolveRun run = solver_run(
      {reply_with(StepEnd::solved, {1, 0, 0}), reply_with(StepEnd::approximate, {1.5, 0, 0})});
  return solve_record().document(run);
}

TEST(RecordNumbers, OfSolversThatCannotBeAreRefused) {
  AllowedChanges allowed = {{"answers.#.claimed_residual -1", "it is in a unit of its own"},
                            {"answers.#.claimed_residual 1e300", "it is in a unit of its own"},
                            {"answers.#.impulses.# -1", "a solver may say anything"},
                            {"answers.#.impulses.# 1e300", "a solver may say anything"},
                            {"answers.#.natural_map 1e300", "impulses may be of any size"}};
  for (const std::string key :
       {"merit_1", "siconos", "ncp_primal", "ncp_dual", "ncp_compl", "vi_natmap"}) {
    allowed["answers.#.residuals." + key + " 1e300"] = "impulses may be of any size";
  }
  expect_accepted(solver_json(), solvers_refused, allowed);
}

TEST(RecordNumbers, OfSolversThatContradictEachOtherAreNamed) {
  const std::string good = solver_json();
  const auto says = [&good](const std::string& pointer, const std::string& value) {
    return refused_with(good, solvers_refused, pointer, value);
  };
  EXPECT_THAT(says("/rows/0/solved", "2"), HasSubstr("rows[0].solved: is not what answers say: 1"));
  EXPECT_THAT(says("/rows/1/problems", "2"),
              HasSubstr("rows[1].problems: is not what answers say"));
  EXPECT_THAT(says("/rows/1/missed_solutions", "0"),
              HasSubstr("missed_solutions: is not what answers say: 1"));
  EXPECT_THAT(says("/rows/1/median_r", "0.75"), HasSubstr("p90_r: must not be below median_r"));
  EXPECT_THAT(says("/rows/1/largest_r", "0.75"), HasSubstr("largest_r: is not what answers say"));
  EXPECT_THAT(says("/rows/0/largest_r", "0.75"),
              HasSubstr("largest_r: must be null where there are"));
  EXPECT_THAT(says("/rows/0/median_us", "1"), HasSubstr("median_us: is not what answers say"));
  EXPECT_THAT(says("/rows/0/group", R"("other")"),
              HasSubstr("rows[0].group: must be that of problems"));
  EXPECT_THAT(says("/answers", "[]"), HasSubstr("answers: must have an entry for each"));
  EXPECT_THAT(says("/answers/1/solver", R"("a")"),
              HasSubstr("solver: must be that of solvers[1].solver"));
  EXPECT_THAT(says("/answers/1/word", R"("solved")"),
              HasSubstr("answers[1].r: must be up to 1e-9"));
  EXPECT_THAT(says("/answers/0/word", R"("approximate")"),
              HasSubstr("answers[0].r: must be above 1e-9"));
  EXPECT_THAT(says("/answers/0/word", R"("crashed")"),
              HasSubstr("answers[0].r: must be null where"));
  EXPECT_THAT(says("/answers/0/word", R"("unusable")"),
              HasSubstr("answers[0].r: must be \"Infinity\""));
  EXPECT_THAT(says("/answers/1/r", R"("many")"),
              HasSubstr("answers[1].r: must be a number, \"Infinity\""));
  EXPECT_THAT(says("/answers/1/word", R"("infeasible_open")"),
              HasSubstr("proven: infeasible_wrong"));
  EXPECT_THAT(says("/answers/1/claims_solved", "true"),
              HasSubstr("false_claim: is not what claims_"));
  EXPECT_THAT(says("/answers/1/impulses", "[1]"),
              HasSubstr("answers[1]: impulses: must be two or three of each contact"));
  EXPECT_THAT(says("/answers/1/flaky", "true"),
              HasSubstr("flaky: must be false where the word is"));
  EXPECT_THAT(says("/answers/1/exact_contacts", "2"),
              HasSubstr("must not be above the contacts of"));
  EXPECT_THAT(says("/answers/1/worst_contact", "1"),
              HasSubstr("must be below the contacts of the"));
  EXPECT_THAT(says("/problems/0/limit", "1e-3"),
              HasSubstr("limit, proven and answers say: ill-scaled"));
  EXPECT_THAT(says("/problems/0/known", R"("open")"),
              HasSubstr("must be false where a problem is open"));
  EXPECT_THAT(says("/profile/0/within", "3"),
              HasSubstr("within: is not what multiples of a profile"));
  EXPECT_THAT(says("/profile/5/share", "0.5"),
              HasSubstr("share: must not be below that of the mult"));
  EXPECT_THAT(says("/profile/11/share", "1"),
              HasSubstr("profile[11].share: is not what answers say"));
}

TEST(RecordNumbers, OfSolversThatSayNoNumbersAreRead) {
  StepReply crashed = reply_with(StepEnd::gave_up, {});
  crashed.how = RunStatus::crashed;
  SolveRun run =
      solver_run({reply_with(StepEnd::solved, {NAN, HUGE_VAL, 0}), crashed,
                  reply_with(StepEnd::infeasible, {}), reply_with(StepEnd::solved, {1, 0, 0})});
  run.shrunk.push_back({"sticking", "a", {0}, sticking_contact()});
  const std::string record = solve_record().document(run);
  EXPECT_EQ(solvers_refused(record), "");
  EXPECT_THAT(record, HasSubstr("\"impulses\": [null, null, 0]"));
  EXPECT_THAT(refused_with(record, solvers_refused, "/shrunk/0/contacts/0", "1"),
              HasSubstr("contacts[0]: must be a contact of a problem"));
  // Interrupted before the first problem.
  SolveRun none = {{{.name = "a"}}, {}, {}, {}, {}, true};
  EXPECT_EQ(solvers_refused(solve_record().document(none)), "");
  none.partial = false;
  EXPECT_THAT(solvers_refused(solve_record().document(none)),
              HasSubstr("problems: must not be empty where the run was not interrupted"));
}

}  // namespace
}  // namespace touchstone
