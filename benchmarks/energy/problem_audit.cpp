// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/problem_audit.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "benchmarks/energy/scene_run.hpp"
#include "dynamics/complementarity/chain.hpp"
#include "dynamics/complementarity/constraint_solver.hpp"
#include "dynamics/complementarity/quadratic_program.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/random.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/runners/run_driver.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

/// What is asked of a problem besides what its scene asks.
enum class Law { cones, relaxed, frictionless, no_slip, constraints };

std::string law_name(Law law) {
  constexpr std::array<const char*, 5> kNames = {"cones", "relaxed", "frictionless", "no-slip",
                                                 "constraints"};
  return kNames.at(static_cast<std::size_t>(law));
}

/// The rows of the relaxation, and of the joints both ways, as a.u + q >= 0.
struct Rows {
  std::vector<double> a;
  std::vector<double> q;
  void add(const Eigen::RowVectorXd& row, double offset) {
    a.insert(a.end(), row.data(), row.data() + row.size());
    q.push_back(offset);
  }
};

Rows relaxed_rows(const StepProblem& problem) {
  Rows rows;
  for (int i = 0; i < problem.contacts(); ++i) {
    const ContactFriction& friction = problem.friction[static_cast<std::size_t>(i)];
    const int directions =
        friction.kind == FrictionKind::cone && friction.mu > 0 ? problem.directions : 1;
    for (int k = 0; k < directions; ++k) {
      const double angle = 2 * std::numbers::pi * k / problem.directions;
      const double mu = directions > 1 ? friction.mu : 0;
      const Eigen::Index tangent = Eigen::Index{2} * i;
      rows.add(problem.normal.row(i) + mu * std::cos(angle) * problem.tangent.row(tangent) +
                   mu * std::sin(angle) * problem.tangent.row(tangent + 1),
               problem.bound[i]);
    }
  }
  for (Eigen::Index j = 0; j < problem.joint.rows(); ++j) {
    rows.add(problem.joint.row(j), problem.joint_bound[j]);
    rows.add(-problem.joint.row(j), -problem.joint_bound[j]);
  }
  return rows;
}

/// Whether no velocity fulfils the rows: multipliers y >= 0 with sum y a = 0 and sum y q < 0,
/// looked for by the quadratic program and checked here.
bool proven_infeasible(const StepProblem& problem) {
  const Rows rows = relaxed_rows(problem);
  const auto dof = static_cast<std::size_t>(problem.dof());
  // Seen from the free velocity, where the program starts.
  std::vector<double> q = rows.q;
  for (std::size_t r = 0; r < q.size(); ++r) {
    for (std::size_t d = 0; d < dof; ++d) {
      q[r] += rows.a[r * dof + d] * problem.free[static_cast<Eigen::Index>(d)];
    }
  }
  QuadraticProgram program;
  if (program.solve(rows.a, q, problem.dof(), 1e-10) != QuadraticProgramEnd::infeasible) {
    return false;
  }
  const std::vector<double>& y = program.certificate();
  double offset = 0;
  double terms = 0;
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(problem.dof());
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(problem.dof());
  for (std::size_t r = 0; r < q.size(); ++r) {
    if (!(y[r] >= 0)) return false;
    offset += y[r] * rows.q[r];
    terms += std::abs(y[r] * rows.q[r]);
    for (std::size_t d = 0; d < dof; ++d) {
      const auto k = static_cast<Eigen::Index>(d);
      sum[k] += y[r] * rows.a[r * dof + d];
      largest[k] = std::max(largest[k], std::abs(y[r] * rows.a[r * dof + d]));
    }
  }
  // What the sum leaves would have to be made up by velocities a million times those of the step.
  const double reach = 1e6 * (problem.free.norm() + 1e-300);
  return offset < -1e-9 * terms && sum.norm() * reach < -offset;
}

StepProblem without_friction(StepProblem problem) {
  std::fill(problem.friction.begin(), problem.friction.end(), ContactFriction());
  return problem;
}

/// A row and the times behind its median.
struct Count {
  ProblemAuditRow row;
  std::vector<double> us;

  void add(const StepSolution& solution, double time_us, const std::string& place,
           const std::function<bool()>& impossible) {
    ++row.problems;
    us.push_back(time_us);
    keep_slowest(time_us, place);
    if (!solution.solved) {
      ++(impossible() ? row.infeasible : row.unsolved);
      return;
    }
    ++row.by_link[std::string(solution.solver)];
    if (solution.stabilisation_dropped || solution.friction_bounded) {
      ++(impossible() ? row.infeasible : row.altered);
      return;
    }
    ++row.solved;
    row.largest_residual = std::max(row.largest_residual, solution.residual);
  }
  void add(const Count& other) {
    row.problems += other.row.problems;
    row.solved += other.row.solved;
    row.altered += other.row.altered;
    row.infeasible += other.row.infeasible;
    row.unsolved += other.row.unsolved;
    row.largest_residual = std::max(row.largest_residual, other.row.largest_residual);
    keep_slowest(other.row.largest_us, other.row.slowest);
    for (const auto& [link, count] : other.row.by_link) row.by_link[link] += count;
    us.insert(us.end(), other.us.begin(), other.us.end());
  }

 private:
  void keep_slowest(double time_us, const std::string& place) {
    if (time_us <= row.largest_us) return;
    row.largest_us = time_us;
    row.slowest = place;
  }
};

using Counts = std::map<std::pair<std::string, std::string>, Count>;

void solve_and_count(const StepProblem& problem, FrictionLaw law, const std::string& place,
                     Count& count) {
  StepSolver solver;
  const auto begin = Clock::now();
  const StepSolution& solution = solver.solve(problem, law);
  const double us = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  // What the relaxation cannot fulfil says nothing about no slip and little about cones.
  count.add(solution, us, place,
            [&] { return law == FrictionLaw::relaxed && proven_infeasible(problem); });
}

/// Nothing promises that an X has a solution: a step falls back to one plane of each pair then.
void solve_constraints_and_count(const StepProblem& problem, const std::string& place,
                                 Count& count) {
  ConstraintSolver solver;
  StepSolution solution;
  const auto begin = Clock::now();
  solution.solved = solver.solve(problem, solution);
  const double us = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  count.add(solution, us, place, [] { return false; });
}

void audit_problem(const StepProblem& problem, const std::string& source, const std::string& place,
                   Counts& counts) {
  const auto has = [&problem](FrictionKind kind) {
    return std::any_of(problem.friction.begin(), problem.friction.end(),
                       [kind](const ContactFriction& f) { return f.kind == kind; });
  };
  const auto count = [&](Law law) -> Count& { return counts[{source, law_name(law)}]; };
  if (!problem.constraints.empty()) {
    solve_constraints_and_count(problem, place, count(Law::constraints));
    return;
  }
  if (has(FrictionKind::no_slip)) {
    solve_and_count(problem, FrictionLaw::stewart_trinkle, place, count(Law::no_slip));
  } else if (has(FrictionKind::cone)) {
    solve_and_count(problem, FrictionLaw::stewart_trinkle, place, count(Law::cones));
    solve_and_count(problem, FrictionLaw::relaxed, place, count(Law::relaxed));
  }
  solve_and_count(without_friction(problem), FrictionLaw::relaxed, place, count(Law::frictionless));
}

struct Source {
  std::string name;
  std::string label;  ///< by which the scene is made again
  Scene scene;
};

/// Scenes of the suite, with the friction that each has and under cones.
std::vector<Source> suite_sources() {
  std::vector<Source> sources;
  for (const SceneRow& row : scene_library()) {
    if (row.name == "pile") continue;
    SceneChoice choice;
    // A step is posed as one problem, as large as the square of its bodies.
    const bool any_number = row.reads.find('n') != std::string_view::npos;
    if (any_number && row.name != "stack") choice.bodies = 4;
    sources.push_back({"scenes", row.name, make_scene(row, choice).value()});
    for (const char* mu : {"0.1", "0.5", "100"}) {
      choice.friction = ContactFriction{FrictionKind::cone, std::stod(mu)};
      choice.directions = choice.friction->mu == 0.5 ? 8 : 4;
      sources.push_back({"scenes", row.name + ", mu " + mu, make_scene(row, choice).value()});
    }
  }
  return sources;
}

Source pile_source(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  SceneChoice choice;
  choice.seed = random.bits();
  choice.bodies = 2 + static_cast<int>(random.below(7));
  constexpr std::array<double, 4> kMus = {0.1, 0.5, 1, 100};
  constexpr std::array<int, 3> kDirections = {4, 8, 16};
  choice.friction = ContactFriction{FrictionKind::cone, kMus[random.below(kMus.size())]};
  choice.directions = kDirections[random.below(kDirections.size())];
  return {"piles", "pile " + std::to_string(index),
          make_scene(*find_scene("pile"), choice).value()};
}

/// Runs scenes and solves what their steps pose.
class Audit {
 public:
  explicit Audit(const ProblemAuditOptions& options) : options_(options) {}

  /// Up to `wanted` problems of each scene, as evenly as its steps have contacts.
  void take(const std::vector<Source>& sources, std::uint64_t wanted) {
    const std::uint64_t before = scenes_;
    scenes_ += sources.size();
    const auto progress = [&](std::uint64_t done, std::uint64_t /*total*/) {
      if (options_.progress) options_.progress(before + done, scenes_);
    };
    run_items(
        {options_.jobs, {}, progress}, sources.size(), [] { return NoBench(); },
        [&](NoBench& /*bench*/, std::size_t k) { return take(sources[k], wanted); },
        [this](std::size_t /*k*/, const Taken& taken) {
          for (const auto& [key, count] : taken.counts) counts_[key].add(count);
          taken_ += taken.problems;
        });
  }
  std::uint64_t taken() const { return taken_; }
  std::uint64_t cones() const {
    std::uint64_t all = 0;
    for (const auto& [key, count] : counts_) {
      if (key.second == law_name(Law::cones)) all += count.row.problems;
    }
    return all;
  }
  std::vector<ProblemAuditRow> rows() {
    std::vector<ProblemAuditRow> rows;
    for (auto& [key, count] : counts_) {
      count.row.source = key.first;
      count.row.law = key.second;
      count.row.median_us = median(count.us);
      rows.push_back(count.row);
    }
    return rows;
  }

 private:
  /// What one scene's steps posed, solved and counted.
  struct Taken {
    Counts counts;
    std::uint64_t problems = 0;
  };

  Taken take(const Source& source, std::uint64_t wanted) const {
    SceneRun made(source.scene, options_.metric_source);
    Simulation& simulation = made.simulation;
    Taken taken;
    const std::uint64_t steps = step_count(source.scene);
    const std::uint64_t every = std::max<std::uint64_t>(1, steps / wanted);
    for (std::uint64_t i = 0; i < steps && taken.problems < wanted; ++i) {
      if (!simulation.step().taken) break;
      if (i % every != 0 || simulation.report().contacts == 0) continue;
      audit_problem(simulation.problem(), source.name, source.label + ", step " + std::to_string(i),
                    taken.counts);
      ++taken.problems;
    }
    return taken;
  }

  const ProblemAuditOptions& options_;
  Counts counts_;
  std::uint64_t taken_ = 0;
  std::uint64_t scenes_ = 0;
};

}  // namespace

double ProblemAuditRow::share() const {
  const std::uint64_t possible = problems - infeasible;
  return possible == 0 ? 1 : static_cast<double>(solved) / static_cast<double>(possible);
}

// Takes the number of problems that is asked for from the suite, evenly as far as its scenes have
// steps with contacts; then at least half as many from piles. Which problems are taken depends on
// nothing but the options: each round of piles makes up for those that are still missing.
std::vector<ProblemAuditRow> audit_problems(const ProblemAuditOptions& options) {
  // More than are missing, because a pile has no contacts in its first steps.
  const std::uint64_t of_one_pile = std::clamp<std::uint64_t>(options.problems / 2, 20, 200);
  Audit audit(options);
  const std::vector<Source> suite = suite_sources();
  audit.take(suite, options.problems / suite.size() + 1);
  const std::uint64_t of_suite = audit.taken();
  const auto still = [](std::uint64_t wanted, std::uint64_t have) {
    return wanted > have ? wanted - have : 0;
  };
  std::uint64_t piles = 0;
  constexpr std::int64_t kMaxRounds = 10'000;
  LoopBound bound("audit: rounds of piles", kMaxRounds);
  for (;;) {
    bound.step();
    std::uint64_t missing = std::max(still(options.problems, audit.taken()),
                                     still((options.problems + 1) / 2, audit.taken() - of_suite));
    if (options.problems >= kManyProblems) {
      missing = std::max(missing, still(options.problems, audit.cones()));
    }
    if (missing == 0) break;
    std::vector<Source> round;
    for (std::uint64_t k = 0; k * of_one_pile < missing; ++k) {
      round.push_back(pile_source(options.seed, piles++));
    }
    const std::uint64_t before = audit.taken();
    audit.take(round, of_one_pile);
    if (audit.taken() == before) throw HarnessError("audit: piles that pose no problem");
  }
  return audit.rows();
}

bool problem_audit_clean(const std::vector<ProblemAuditRow>& rows) {
  constexpr double kOfCones = 0.999;
  // Nothing promises that a no-slip problem has a solution as posed; with bounded friction it has.
  return std::all_of(rows.begin(), rows.end(), [](const ProblemAuditRow& row) {
    const double least = row.law == "no-slip" ? 0 : row.law == "cones" ? kOfCones : 1;
    return row.unsolved == 0 && row.share() >= least;
  });
}

}  // namespace touchstone
