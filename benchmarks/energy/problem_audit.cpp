// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/problem_audit.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <numbers>
#include <thread>

#include "dynamics/complementarity/chain.hpp"
#include "dynamics/complementarity/quadratic_program.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/simulation.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

/// What is asked of a problem besides what its scene asks.
enum class Law { cones, relaxed, frictionless, no_slip };

std::string law_name(Law law) {
  switch (law) {
    case Law::cones:
      return "cones";
    case Law::relaxed:
      return "relaxed";
    case Law::frictionless:
      return "frictionless";
    case Law::no_slip:
      break;
  }
  return "no-slip";
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

  void add(const StepSolution& solution, double time_us, const std::function<bool()>& impossible) {
    ++row.problems;
    us.push_back(time_us);
    row.largest_us = std::max(row.largest_us, time_us);
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
    row.largest_us = std::max(row.largest_us, other.row.largest_us);
    for (const auto& [link, count] : other.row.by_link) row.by_link[link] += count;
    us.insert(us.end(), other.us.begin(), other.us.end());
  }
};

using Counts = std::map<std::pair<std::string, std::string>, Count>;

void solve_and_count(const StepProblem& problem, FrictionLaw law, Count& count) {
  StepSolver solver;
  const auto begin = Clock::now();
  const StepSolution& solution = solver.solve(problem, law);
  const double us = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  // What the relaxation cannot fulfil says nothing about no slip and little about cones.
  count.add(solution, us,
            [&] { return law == FrictionLaw::relaxed && proven_infeasible(problem); });
}

void audit_problem(const StepProblem& problem, const std::string& source, Counts& counts) {
  const auto has = [&problem](FrictionKind kind) {
    return std::any_of(problem.friction.begin(), problem.friction.end(),
                       [kind](const ContactFriction& f) { return f.kind == kind; });
  };
  const auto count = [&](Law law) -> Count& { return counts[{source, law_name(law)}]; };
  if (has(FrictionKind::no_slip)) {
    solve_and_count(problem, FrictionLaw::stewart_trinkle, count(Law::no_slip));
  } else if (has(FrictionKind::cone)) {
    solve_and_count(problem, FrictionLaw::stewart_trinkle, count(Law::cones));
    solve_and_count(problem, FrictionLaw::relaxed, count(Law::relaxed));
  }
  solve_and_count(without_friction(problem), FrictionLaw::relaxed, count(Law::frictionless));
}

struct Source {
  std::string name;
  Scene scene;
};

void add_scene(std::vector<Source>& sources, const std::string& source, const char* name,
               const SceneChoice& choice) {
  sources.push_back({source, make_scene(*find_scene(name), choice).value()});
}

/// Scenes of the suite, with the friction that each has and under cones.
std::vector<Source> suite_sources() {
  std::vector<Source> sources;
  for (const SceneRow& row : scene_library()) {
    if (row.name == "pile") continue;
    SceneChoice choice;
    add_scene(sources, "scenes", row.name.c_str(), choice);
    for (const double mu : {0.1, 0.5, 100.0}) {
      choice.friction = ContactFriction{FrictionKind::cone, mu};
      choice.directions = mu == 0.5 ? 8 : 4;
      add_scene(sources, "scenes", row.name.c_str(), choice);
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
  std::vector<Source> sources;
  add_scene(sources, "piles", "pile", choice);
  return sources.front();
}

}  // namespace

double ProblemAuditRow::share() const {
  const std::uint64_t possible = problems - infeasible;
  return possible == 0 ? 1 : static_cast<double>(solved) / static_cast<double>(possible);
}

// Half of the problems come from the suite, as evenly as its scenes have steps with contacts, half
// from piles; which ones depends on nothing but the options.
std::vector<ProblemAuditRow> audit_problems(const ProblemAuditOptions& options) {
  constexpr std::uint64_t kOfOnePile = 200;
  std::vector<Source> sources = suite_sources();
  const std::uint64_t of_one_scene = options.problems / 2 / sources.size() + 1;
  const std::size_t scenes = sources.size();
  for (std::uint64_t i = 0; i * kOfOnePile < options.problems - options.problems / 2; ++i) {
    sources.push_back(pile_source(options.seed, i));
  }
  Counts counts;
  std::mutex adding;
  std::atomic<std::size_t> next = 0;
  std::uint64_t done = 0;
  const auto work = [&] {
    for (std::size_t s = next++; s < sources.size(); s = next++) {
      const Source& source = sources[s];
      const auto method = find_contact_row(source.scene.contacts)->make(options.metric_source);
      const auto stepper = find_stepper(source.scene.stepper)->make();
      Simulation simulation(source.scene, *method, *stepper);
      Counts own;
      const std::uint64_t wanted = s < scenes ? of_one_scene : kOfOnePile;
      const auto steps =
          static_cast<std::uint64_t>(std::llround(source.scene.t_end / source.scene.dt));
      const std::uint64_t every = std::max<std::uint64_t>(1, steps / wanted);
      std::uint64_t taken = 0;
      for (std::uint64_t i = 0; i < steps && taken < wanted; ++i) {
        if (!simulation.step().taken) break;
        if (i % every != 0 || simulation.problem().contacts() == 0) continue;
        audit_problem(simulation.problem(), source.name, own);
        ++taken;
      }
      const std::lock_guard lock(adding);
      for (const auto& [key, count] : own) counts[key].add(count);
      if (options.progress) options.progress(++done, sources.size());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 1; i < options.jobs; ++i) threads.emplace_back(work);
    work();
  }
  std::vector<ProblemAuditRow> rows;
  for (auto& [key, count] : counts) {
    count.row.source = key.first;
    count.row.law = key.second;
    const auto middle = count.us.begin() + static_cast<std::ptrdiff_t>(count.us.size() / 2);
    std::nth_element(count.us.begin(), middle, count.us.end());
    count.row.median_us = *middle;
    rows.push_back(count.row);
  }
  return rows;
}

}  // namespace touchstone
