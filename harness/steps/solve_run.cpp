// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/solve_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "dynamics/complementarity/directions.hpp"
#include "dynamics/complementarity/gauss_seidel.hpp"
#include "dynamics/complementarity/local_joints.hpp"
#include "dynamics/complementarity/local_law.hpp"
#include "geometry/index.hpp"
#include "harness/plugins/step_block.hpp"
#include "harness/statistics/statistics.hpp"
#include "harness/steps/step_proofs.hpp"
#include "reference/steps.hpp"

namespace touchstone {
namespace {

constexpr std::array<std::string_view, kStepWordCount> kStepWords = {
    "solved",          "approximate",      "unusable", "gave_up",   "infeasible_right",
    "infeasible_open", "infeasible_wrong", "crashed",  "timed_out", "skipped"};

RowsOfStep rows_of_step(const SparseRows& rows) { return {rows.begin, rows.column, rows.value}; }

StepBehind behind_of(const StepSystem& system) {
  return {static_cast<std::size_t>(system.velocities),
          rows_of_step(system.mass),
          system.free,
          system.force,
          rows_of_step(system.contact),
          system.offset,
          rows_of_step(system.joint),
          system.rest,
          nullptr};
}

/// What a question points to besides the step.
struct PointedTo {
  explicit PointedTo(const LocalStep& step) {
    if (step.cone == StepCone::polygon) polygon = cone_directions(step.directions);
    if (step.system == nullptr) return;
    behind = behind_of(*step.system);
    behind->inverse = invert_mass(*behind);
  }
  std::vector<double> polygon;  ///< corners of a polygonal cone
  std::optional<StepBehind> behind;
};

StepQuestion question_of(const LocalStep& step, const PointedTo& pointed_to) {
  StepQuestion question;
  question.cone = step.cone == StepCone::round ? StepQuestion::Cone::round
                  : step.cone == StepCone::box ? StepQuestion::Cone::box
                                               : StepQuestion::Cone::polygon;
  question.polygon = pointed_to.polygon;
  question.dimension = step.dimension;
  question.mu = step.mu;
  question.begin = step.W.begin;
  question.column = step.W.column;
  question.blocks = step.W.value;
  question.q = step.q;
  question.joint_columns = step.joints.V;
  question.joint_matrix = step.joints.R;
  question.joint_rest = step.joints.s;
  if (pointed_to.behind) question.behind = &*pointed_to.behind;
  return question;
}

std::string cone_text(const LocalStep& step) {
  if (step.cone == StepCone::polygon) return std::to_string(step.directions);
  return cone_names(cone_bit(step.cone)).front();
}

/// How a solver ended that gave no impulses.
StepWord word_of_end(const StepReply& reply) {
  if (reply.how == RunStatus::timed_out) return StepWord::timed_out;
  if (reply.how != RunStatus::completed) return StepWord::crashed;
  if (reply.end == StepEnd::skipped) return StepWord::skipped;
  // Whether anybody has a solution is known when all have answered.
  return reply.end == StepEnd::infeasible ? StepWord::infeasible_open : StepWord::gave_up;
}

struct Judged {
  JudgedStep answer;
  std::optional<double> limit;  ///< where it has impulses that can be judged
};

Judged judge_reply(const StepQuestion& question, const StepReply& reply,
                   const SolverTraits& solver) {
  Judged judged;
  JudgedStep& answer = judged.answer;
  answer.solver = solver.name;
  answer.claims_solved = reply.how == RunStatus::completed && reply.end == StepEnd::solved;
  answer.claimed_residual = reply.residual;
  answer.flaky = reply.flaky;
  answer.iterations = reply.iterations;
  answer.time_s = reply.spent_s;
  answer.detail = reply.detail;
  const bool has_impulses = reply.how == RunStatus::completed &&
                            (reply.end == StepEnd::solved || reply.end == StepEnd::approximate);
  if (!has_impulses) {
    answer.word = word_of_end(reply);
    answer.gave_up_with_impulses =
        answer.word == StepWord::gave_up &&
        std::any_of(reply.impulses.begin(), reply.impulses.end(), [](double P) { return P != 0; });
    return judged;
  }
  answer.impulses = reply.impulses;
  answer.joint_impulses = reply.joint_impulses;
  const StepJudgement verdict =
      judge_step(question, {reply.impulses, reply.velocities, reply.joint_impulses});
  answer.r = verdict.r;
  answer.exact_contacts = verdict.exact_contacts;
  if (!verdict.unusable.empty()) {
    answer.word = StepWord::unusable;
    answer.detail = verdict.unusable;
  } else {
    answer.word = verdict.solved ? StepWord::solved : StepWord::approximate;
    answer.natural_map = verdict.natural_map;
    if (verdict.worst_joint) {
      if (answer.detail.empty()) {
        answer.detail = "worst at row " + std::to_string(*verdict.worst_joint) + " of the joints";
      }
    } else {
      answer.worst_contact = verdict.worst;
    }
    judged.limit = verdict.limit;
  }
  const bool within_own_tolerance =
      answer.word == StepWord::approximate && verdict.r <= solver.tolerance;
  answer.false_claim =
      answer.claims_solved && answer.word != StepWord::solved && !within_own_tolerance;
  return judged;
}

/// The least limit of the answers that `counts` chooses.
template <class Counts>
std::optional<double> least_limit(const std::vector<Judged>& all, const Counts& counts) {
  std::optional<double> least;
  for (const Judged& one : all) {
    if (one.limit && counts(one.answer) && (!least || *one.limit < *least)) least = one.limit;
  }
  return least;
}

/// What rounding leaves of the best answer: the least limit of those that are accepted and of our
/// own that came near. Where none of ours did Gauss-Seidel is asked: no answer shall excuse others by
/// large impulses that cancel. Where nobody came near rounding explains nothing.
double limit_of(const LocalStep& step, const StepQuestion& question,
                const std::vector<Judged>& all) {
  constexpr int kSweeps = 300;
  constexpr double kSweepLimit_s = 1;
  constexpr double kNear = 1e-3;  // an error of the judge
  const auto is_own_and_near = [](const JudgedStep& answer) {
    return is_own_step_solver(answer.solver) && *answer.r <= kNear;
  };
  const std::optional<double> accepted =
      least_limit(all, [](const JudgedStep& answer) { return answer.word == StepWord::solved; });
  std::optional<double> ours = least_limit(all, is_own_and_near);
  if (!ours) {
    const LocalAnswer answer = solve_with_joints(step, [](const LocalStep& jointless) {
      return gauss_seidel(jointless, {.max_sweeps = kSweeps, .time_limit_s = kSweepLimit_s});
    });
    const StepJudgement swept = judge_step(question, {answer.impulses, {}, answer.joint_impulses});
    if (swept.r <= kNear) ours = swept.limit;
  }
  if (accepted && ours) return std::min(*accepted, *ours);
  return accepted ? *accepted : ours.value_or(0);
}

/// StepSummary::apart, each contact's velocities times the root of its own mass.
std::optional<double> accepted_apart(const LocalStep& step, const std::vector<Judged>& all) {
  const auto is_solved = [](const Judged& one) { return one.answer.word == StepWord::solved; };
  if (std::count_if(all.begin(), all.end(), is_solved) < 2) return std::nullopt;
  const LocalMatrix W = matrix_of(step);
  const Eigen::VectorXd mobility = own_mobility(step);
  const Eigen::Index rows = W.rows();
  const std::size_t joints = step.joints.s.size();
  Eigen::VectorXd least = Eigen::VectorXd::Constant(rows, HUGE_VAL);
  Eigen::VectorXd most = -least;
  for (const Judged& one : all) {
    if (!is_solved(one)) continue;
    Eigen::VectorXd w = W * Eigen::Map<const Eigen::VectorXd>(one.answer.impulses.data(), rows);
    for (Eigen::Index row = 0; row < rows; ++row) {
      w[row] += step.q[at(row)];
      const double* V = step.joints.V.data() + at(row) * joints;
      for (std::size_t k = 0; k < joints; ++k) w[row] += V[k] * one.answer.joint_impulses[k];
      w[row] /= std::sqrt(mobility[row / step.dimension]);
    }
    least = least.cwiseMin(w).eval();
    most = most.cwiseMax(w).eval();
  }
  double unit = std::max(most.lpNorm<Eigen::Infinity>(), least.lpNorm<Eigen::Infinity>());
  // Where all contacts stick velocities are rounding alone.
  for (Eigen::Index row = 0; row < rows; ++row) {
    const double start = step.q[at(row)] / std::sqrt(mobility[row / step.dimension]);
    unit = std::max(unit, std::abs(start));
  }
  const double apart = unit > 0 ? (most - least).maxCoeff() / unit : 0;
  return std::isfinite(apart) ? std::optional(apart) : std::nullopt;
}

/// What is known of the problem once all have answered, and what follows for them.
void settle_problem(const LocalStep& step, const StepQuestion& question, StepSummary& summary,
                    std::vector<Judged>& all) {
  summary.limit = limit_of(step, question, all);
  ProofWork work;
  const ProvenStep proven = prove_step(question, work);
  const bool infeasible = proven == ProvenStep::infeasible || proven == ProvenStep::out_of_reach;
  const bool solvable =
      proven == ProvenStep::solvable || std::any_of(all.begin(), all.end(), [](const Judged& one) {
        return one.answer.word == StepWord::solved;
      });
  constexpr double kExplained = 1e3;  // limits: rounding explains no larger an error
  const bool ill_scaled = summary.limit > kAcceptedStepError;
  summary.proven =
      !ill_scaled && (proven == ProvenStep::solvable || proven == ProvenStep::infeasible);
  // An answer may be accepted where there is no solution by less than what is accepted.
  summary.known = ill_scaled   ? "ill-scaled"
                  : infeasible ? "infeasible"
                  : solvable   ? "solvable"
                               : "open";
  if (!ill_scaled) summary.apart = accepted_apart(step, all);
  for (Judged& one : all) {
    if (ill_scaled && one.answer.r && *one.answer.r <= kExplained * summary.limit) {
      one.answer.false_claim = false;
    }
    // An accepted answer proves no solution: its r need not be 0.
    if (!summary.proven || one.answer.word != StepWord::infeasible_open) continue;
    one.answer.word = infeasible ? StepWord::infeasible_right : StepWord::infeasible_wrong;
  }
}

/// Whether the solver came to an end of its own, whose time is known.
bool has_ended(StepWord word) {
  return word != StepWord::skipped && word != StepWord::crashed && word != StepWord::timed_out;
}

/// The row of a solver and a group, from its answers.
SolveRow row_of(const std::string& solver, const std::string& group, const SolveRun& run) {
  SolveRow row{solver, group};
  std::vector<double> residuals, times;
  for (std::size_t k = 0; k < run.answers.size(); ++k) {
    const JudgedStep& answer = run.answers[k];
    if (answer.solver != solver || answer.group != group) continue;
    ++row.problems;
    const StepSummary& problem = run.problems[k / run.solvers.size()];
    row.flaky += answer.flaky ? 1 : 0;
    row.false_claims += answer.false_claim ? 1 : 0;
    // A crash is the solver's own, whatever the problem.
    if (problem.known == "ill-scaled" && answer.word != StepWord::crashed) {
      ++row.ill_scaled;
      continue;
    }
    ++row.words.at(static_cast<std::size_t>(answer.word));
    if (problem.proven && problem.known == "solvable" && answer.word != StepWord::skipped) {
      ++row.proven_solvable;
      row.missed_solutions += answer.word == StepWord::solved ? 0 : 1;
    }
    if (answer.word == StepWord::approximate) residuals.push_back(*answer.r);
    if (has_ended(answer.word)) times.push_back(answer.time_s);
  }
  if (!residuals.empty()) {
    row.median_r = median(residuals);
    row.p90_r = quantile(residuals, 0.9);
    row.largest_r = *std::max_element(residuals.begin(), residuals.end());
  }
  if (!times.empty()) row.median_s = median(times);
  return row;
}

SolverTraits stored_solutions() {
  return {.name = kStoredSolutions,
          .summary = "impulses that came with the problems",
          .cones = TOUCHSTONE_CONE_ROUND | TOUCHSTONE_CONE_BOX | TOUCHSTONE_CONE_POLYGON,
          .abilities = TOUCHSTONE_SOLVER_PLANE | TOUCHSTONE_SOLVER_JOINTS};
}

/// Impulses that came with a problem promise nothing: whoever made the file may have rounded them.
StepReply stored_reply(const StepFile& file) {
  StepReply reply;
  reply.end = file.solution.empty() ? StepEnd::skipped : StepEnd::approximate;
  reply.impulses = file.solution;
  reply.joint_impulses = file.joint_impulses;
  if (file.solution.empty()) {
    reply.detail = "no impulses came with it";
  } else if (file.joint_impulses.size() != file.step.joints.s.size()) {
    reply.end = StepEnd::skipped;
    reply.detail = "no impulses of the joints came with it";
  }
  return reply;
}

}  // namespace

double accepted_step_error() { return kAcceptedStepError; }

std::string_view step_word(StepWord word) { return kStepWords.at(static_cast<std::size_t>(word)); }

std::vector<std::string_view> step_words() { return {kStepWords.begin(), kStepWords.end()}; }

bool is_step_fault(StepWord word) {
  return word == StepWord::crashed || word == StepWord::infeasible_wrong;
}

bool SolveRun::judges_something() const {
  return std::any_of(rows.begin(), rows.end(), [](const SolveRow& row) {
    const std::uint64_t counted =
        std::accumulate(row.words.begin(), row.words.end(), std::uint64_t{0});
    return row.solver != kStoredSolutions && counted > row.count(StepWord::skipped);
  });
}

bool SolveRun::as_expected() const {
  if (!judges_something() && !answers.empty()) return false;
  return std::all_of(rows.begin(), rows.end(), [](const SolveRow& row) {
    std::uint64_t faults = row.false_claims;
    for (std::size_t k = 0; k < kStepWordCount; ++k) {
      if (is_step_fault(static_cast<StepWord>(k))) faults += row.words.at(k);
    }
    return faults == 0;
  });
}

std::vector<SolveRow> solve_rows(const SolveRun& run) {
  std::vector<SolveRow> rows;
  std::vector<std::string> groups;
  for (const StepSummary& problem : run.problems) {
    if (std::find(groups.begin(), groups.end(), problem.group) == groups.end()) {
      groups.push_back(problem.group);
    }
  }
  for (const std::string& group : groups) {
    for (const SolverTraits& solver : run.solvers) {
      rows.push_back(row_of(solver.name, group, run));
    }
  }
  return rows;
}

bool is_failure(const JudgedStep& answer) {
  return answer.false_claim || is_step_fault(answer.word);
}

PutStep put_step(const AskedStep& asked, const std::vector<StepRunner*>& solvers, bool stored) {
  const LocalStep& step = asked.file.step;
  const PointedTo pointed_to(step);
  const StepQuestion question = question_of(step, pointed_to);
  PutStep put{{asked.file.name, asked.group, step.mu.size(), cone_text(step)}, {}};
  std::vector<Judged> all;
  const auto judge = [&](const StepReply& reply, const SolverTraits& solver) {
    all.push_back(judge_reply(question, reply, solver));
    if (all.back().limit) all.back().answer.published = published_residuals(step, reply.impulses);
  };
  for (StepRunner* solver : solvers) judge(solver->solve(step), solver->traits());
  if (stored) judge(stored_reply(asked.file), stored_solutions());
  settle_problem(step, question, put.problem, all);
  for (Judged& one : all) {
    one.answer.problem = put.problem.problem;
    one.answer.group = put.problem.group;
    put.answers.push_back(std::move(one.answer));
  }
  return put;
}

SolveRun run_solvers(const std::vector<AskedStep>& problems,
                     const std::vector<std::unique_ptr<StepRunner>>& solvers,
                     const RunControl& control) {
  SolveRun run;
  std::vector<StepRunner*> asked_solvers;
  for (const auto& solver : solvers) {
    run.solvers.push_back(solver->traits());
    asked_solvers.push_back(solver.get());
  }
  const bool stored = std::any_of(problems.begin(), problems.end(), [](const AskedStep& asked) {
    return !asked.file.solution.empty();
  });
  if (stored) run.solvers.push_back(stored_solutions());
  for (const AskedStep& asked : problems) {
    if (control.stop_requested && control.stop_requested()) {
      run.partial = true;
      break;
    }
    if (control.progress) control.progress(run.problems.size(), problems.size());
    PutStep put = put_step(asked, asked_solvers, stored);
    std::move(put.answers.begin(), put.answers.end(), std::back_inserter(run.answers));
    run.problems.push_back(std::move(put.problem));
  }
  run.rows = solve_rows(run);
  return run;
}

}  // namespace touchstone
