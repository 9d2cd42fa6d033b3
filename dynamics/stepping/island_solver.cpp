// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/island_solver.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include "dynamics/complementarity/weaker_problem.hpp"
#include "geometry/arithmetic/floating_point.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Contacts for which one more thread pays: fewer are solved before it has started.
constexpr std::size_t kContactsPerThread = 100;

/// Largest number of moving bodies of an island that is solved densely; larger ones are solved
/// sparsely. docs/notebook/large-islands.md measures the limit.
constexpr int kDenseBodies = 12;
/// Largest number of contacts with which the dense chain takes over where the sparse solver fails:
/// Lemke's table has 6 rows for each contact of a cone of K = 4.
constexpr int kDenseContacts = 50;
/// A force is borrowed if the rate of another contact of its constraint is larger by this [m/s].
constexpr double kBorrowed = 1e-9;

/// Makes each of these contacts a unilateral constraint; no other contact has one.
void set_unilateral(const std::vector<int>& contacts, SparseProblem& problem) {
  problem.constraints.clear();
  for (const int contact : contacts) {
    problem.constraints.push_back({ContactConstraint::Kind::unilateral, {contact}, {}});
  }
}

/// The links that solve a problem as it is posed.
std::vector<SolverLink> links_as_posed() {
  std::vector<SolverLink> links = default_chain();
  std::erase(links, SolverLink::finite_friction);
  std::erase(links, SolverLink::drop_stabilisation);
  return links;
}

}  // namespace

void remember_contacts(const SparseProblem& problem, const StepSolution& s,
                       std::vector<RememberedContact>& contacts) {
  using Action = RememberedContact::Action;
  const Eigen::Index n = problem.contacts();
  contacts.assign(static_cast<std::size_t>(n), {});
  if (n == 0) return;
  const double pressing = kRoundingShare * s.normal_impulse.maxCoeff();
  const double sliding = kRoundingShare * s.slip.maxCoeff();
  for (Eigen::Index i = 0; i < n; ++i) {
    const double c = s.normal_impulse[i];
    if (!(c > pressing)) continue;
    RememberedContact& contact = contacts[at(i)];
    const ContactFriction& friction = problem.friction[at(i)];
    contact.impulse << c, s.tangent_impulse.segment<2>(2 * i);
    contact.action = Action::presses;
    if (friction.kind == FrictionKind::no_slip && !s.tangent_impulse.segment<2>(2 * i).isZero(0)) {
      contact.action = Action::sticks;
    }
    if (friction.kind != FrictionKind::cone || friction.mu == 0) continue;
    contact.action = s.slip[i] > sliding ? Action::slides : Action::sticks;
    for (int k = 0; k < problem.directions; ++k) {
      if (s.direction_impulse[i * problem.directions + k] > kRoundingShare * friction.mu * c) {
        contact.directions |= std::uint64_t{1} << k;
      }
    }
  }
}

IslandSolver::Bench::Bench() : cones(links_as_posed()) {}

IslandSolver::IslandSolver(Stepper& stepper, std::size_t bodies) : memory_(bodies) {
  benches_.emplace_back().stepper = &stepper;
}

void IslandSolver::set_stop(const StopToken& stop) {
  stop_ = stop;
  for (Bench& bench : benches_) bench.set_stop(stop);
}

IslandSolver::Memory& IslandSolver::memory_of(const IslandProblem& island) {
  auto& memory = memory_[at(island.bodies.front())];
  if (memory == nullptr) memory = std::make_unique<Memory>();
  if (memory->step + 1 != step_ || memory->bodies != island.bodies) {
    memory->bodies = island.bodies;
    // A node of a constrained problem has other contacts than its island.
    memory->of_stepper.warm_start.expect(
        island.rows.constraints.empty() ? island.rows.memory : std::vector<RememberedContact>());
  }
  memory->step = step_;
  return *memory;
}

/// Copies a solver's report. Returns whether `found` is a solution.
bool IslandSolver::report(const StepSolution& found, SolvedIsland& solved) {
  solved.moved_u.resize(0);
  solved.solved = found.solved && !found.friction_bounded;
  solved.friction_bounded = found.solved && found.friction_bounded;
  solved.stabilisation_dropped = found.stabilisation_dropped;
  solved.no_slip_inconsistent = found.no_slip_inconsistent;
  solved.solver = found.solver;
  solved.residual = found.residual;
  solved.answered = found.solved;
  return found.solved;
}

/// Solves a step with cones as it is posed, by the solvers for an island of its size; nullptr if
/// they fail. A model offers many contacts that depend on each other: above kDenseContacts the
/// sparse solver comes first, as it does not pivot.
const StepSolution* IslandSolver::solve_node(const SparseProblem& rows, Memory& memory,
                                             Bench& bench) {
  constexpr FrictionLaw kLaw = FrictionLaw::stewart_trinkle;
  const bool round = rows.directions == kRoundCone;
  const bool large = rows.bodies > kDenseBodies;
  const bool many = rows.contacts() > kDenseContacts;
  if (round || large || many) {
    const StepSolution& found = bench.sparse.solve(rows, kLaw);
    if (found.solved) return &found;
    if (round || (large && many)) return nullptr;
  }
  write_dense(rows, bench.dense_node);
  const StepSolution& found =
      bench.cones.solve(bench.dense_node, kLaw, memory.of_stepper.warm_start);
  return found.solved ? &found : nullptr;
}

/// Solves a problem with constraints, first without friction: bench.dense is that problem. False:
/// no solution was found.
bool IslandSolver::solve_constraints(const SparseProblem& rows, Memory& memory, Bench& bench,
                                     SolvedIsland& solved) {
  write_dense(rows, bench.dense);
  std::fill(bench.dense.friction.begin(), bench.dense.friction.end(), ContactFriction());
  const bool has_friction = has_cones(rows);
  StepSolution& first = has_friction ? bench.frictionless : solved.solution;
  bool found = bench.constraints.solve(bench.dense, first);
  solved.nodes += bench.constraints.nodes();
  if (found && has_friction) {
    const auto solve = [&](const SparseProblem& node) { return solve_node(node, memory, bench); };
    found = bench.friction.solve(rows, first, solve, solved.solution);
    // The first node is not counted: nothing has branched yet, as after Lemke's algorithm.
    solved.nodes += std::max(0, bench.friction.nodes() - 1);
  }
  if (!found) return false;
  report(solved.solution, solved);
  solved.borrowed = borrowed_forces(bench.dense, solved.solution, kBorrowed);
  return true;
}

/// Solves with the constraints; where that fails, with one plane for each pair; where that fails
/// too, with neither stabilisation nor friction.
void IslandSolver::solve_model(const IslandProblem& island, Memory& memory, Bench& bench,
                               SolvedIsland& solved) {
  solved = SolvedIsland();
  if (solve_constraints(island.rows, memory, bench, solved)) return;
  if (!island.plane.empty()) {
    bench.plane = island.rows;
    set_unilateral(island.plane, bench.plane);
    solved.fallback = solve_constraints(bench.plane, memory, bench, solved);
    if (solved.fallback) return;
  }
  drop_stabilisation(bench.dense);
  solved.answered = bench.constraints.solve(bench.dense, solved.solution);
  solved.solver = solved.solution.solver;
  solved.residual = solved.solution.residual;
}

void IslandSolver::solve(const IslandProblem& island, Memory& memory, Bench& bench,
                         SolvedIsland& solved) {
  if (!island.rows.constraints.empty()) {
    solve_model(island, memory, bench, solved);
    return;
  }
  const SparseProblem& rows = island.rows;
  const FrictionLaw law = bench.stepper->law();
  // The dense chain has polygons only.
  const bool round = rows.directions == kRoundCone;
  const bool sparse = round || rows.bodies > kDenseBodies;
  const auto take = [&solved](const StepSolution& found) {
    if (!report(found, solved)) return false;
    solved.solution = found;
    return true;
  };
  if (sparse && take(bench.sparse.solve(rows, law))) return;
  if (!sparse || (!round && rows.contacts() <= kDenseContacts)) {
    write_dense(rows, bench.dense);
    StepSolution& found = bench.stepper->solve(bench.dense, memory.of_stepper);
    if (report(found, solved)) {
      std::swap(solved.solution, found);
      return;
    }
  } else if (take(bench.sparse.solve_altered(rows, law))) {
    return;
  }
  if (sparse) {
    solved.solution = bench.sparse.solve_harmless(rows);
  } else {
    make_harmless(bench.dense);
    std::swap(solved.solution, bench.stepper->solve(bench.dense, memory.of_stepper));
  }
  solved.answered = solved.solution.solved;
}

const StepSolution* IslandSolver::solve_again(const IslandProblem& island, std::size_t number) {
  Bench& bench = benches_.front();
  again_ = SolvedIsland();
  const bool found = solve_constraints(island.rows, *of_island_[number], bench, again_);
  solved_[number].nodes += again_.nodes;
  return found ? &again_.solution : nullptr;
}

void IslandSolver::solve_on_threads(std::span<const IslandProblem> islands, std::size_t threads) {
  while (benches_.size() < threads) {
    Bench& bench = benches_.emplace_back();
    bench.own = benches_.front().stepper->another();
    bench.stepper = bench.own.get();
    bench.set_stop(stop_);
  }
  std::atomic<std::size_t> next = 0;
  const auto work = [&](Bench& bench) {
    set_default_floating_point();
    for (std::size_t i = next++; i < islands.size(); i = next++) {
      if (stop_.comes_at(static_cast<int>(i))) return;
      solve(islands[i], *of_island_[i], bench, solved_[i]);
    }
  };
  std::vector<std::thread> others;
  for (std::size_t k = 1; k < threads; ++k) others.emplace_back(work, std::ref(benches_[k]));
  work(benches_.front());
  for (std::thread& other : others) other.join();
}

std::span<const SolvedIsland> IslandSolver::solve(std::span<const IslandProblem> islands) {
  ++step_;
  if (solved_.size() < islands.size()) solved_.resize(islands.size());
  of_island_.clear();
  std::size_t contacts = 0;
  for (const IslandProblem& island : islands) {
    of_island_.push_back(&memory_of(island));
    contacts += island.pairs.size();
  }
  const std::size_t threads = std::min({static_cast<std::size_t>(std::max(1, jobs_)),
                                        contacts / kContactsPerThread + 1, islands.size()});
  if (threads > 1) {
    solve_on_threads(islands, threads);
  } else {
    for (std::size_t i = 0; i < islands.size() && !stop_.comes_at(static_cast<int>(i)); ++i) {
      solve(islands[i], *of_island_[i], benches_.front(), solved_[i]);
    }
  }
  return {solved_.data(), islands.size()};
}

}  // namespace touchstone
