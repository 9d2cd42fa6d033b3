// SPDX-License-Identifier: GPL-3.0-or-later
// Solves the islands of a step, each by itself: with its own unit of the residual, its own memory
// of the last step and its own answer where it has no solution.
//
// An island of the same bodies as in the last step starts from what its solver remembers; any other
// island starts from what each of its contacts did, so that islands may merge and split. No thread
// depends on what another does: the bits are the same for any number of threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "dynamics/complementarity/chain.hpp"
#include "dynamics/complementarity/constraint_solver.hpp"
#include "dynamics/complementarity/friction_branch.hpp"
#include "dynamics/complementarity/sparse_solver.hpp"
#include "dynamics/stepping/step_assembly.hpp"
#include "dynamics/stepping/stepper.hpp"

namespace touchstone {

/// Impulses and slips below this share of the largest are rounding [1].
inline constexpr double kRoundingShare = 1e-9;

struct SolvedIsland {
  bool answered = false;  ///< false: not even solved without friction, `solution` is invalid
  /// Solved as posed except for its stabilisation. If false, `solution` has cones of mu = 100 in
  /// place of no slip, or neither friction nor stabilisation, which never gains energy.
  bool solved = false;
  bool friction_bounded = false;
  bool stabilisation_dropped = false;
  bool no_slip_inconsistent = false;  ///< no set of no-slip contacts can stick (StepSolution)
  std::string_view solver;            ///< the link that solved it
  /// Residual of what `solver` found, in the problem that it solved: as posed if `solved` [1].
  double residual = 0;
  int nodes = 0;          ///< problems that branching solved for the contact constraints
  bool fallback = false;  ///< the constraints were replaced by one plane of each pair
  /// Forces of Lemke's form that act while another contact of their constraint is farther out.
  int borrowed = 0;
  StepSolution solution;
  /// Whitened velocities with which the bodies move through a corrected step, else empty. At its
  /// end they have those of `solution`, which has no correction.
  Eigen::VectorXd moved_u;
};

class IslandSolver {
 public:
  /// `stepper` outlives this. `bodies`: number of bodies of the scene.
  IslandSolver(Stepper& stepper, std::size_t bodies);

  /// Solves on at most so many threads; 1 by default.
  void set_jobs(int jobs) { jobs_ = jobs; }
  /// Takes effect at once; after a stop the solutions are invalid.
  void set_stop(const StopToken& stop);
  /// The solution of each of `islands`, valid until the next call.
  std::span<const SolvedIsland> solve(std::span<const IslandProblem> islands);
  /// Solves one of the last islands, which has constraints, with other bounds; its own solution
  /// stays. nullptr if no solution is found, else valid until the next call.
  const StepSolution* solve_again(const IslandProblem& island, std::size_t number);
  /// Sets the velocities that the bodies of one of the last islands move with.
  void set_moved(std::size_t number, const Eigen::VectorXd& u) { solved_[number].moved_u = u; }

 private:
  /// What is remembered of an island, which is named by its first body.
  struct Memory {
    std::vector<int> bodies;
    std::uint64_t step = 0;  ///< last step in which it was an island
    StepMemory of_stepper;
  };
  /// What one thread works with.
  struct Bench {
    Bench();
    Stepper* stepper = nullptr;
    std::unique_ptr<Stepper> own;
    SparseSolver sparse;
    StepProblem dense;
    ConstraintSolver constraints;
    FrictionBranch friction;
    StepSolver cones;  ///< solves nodes of `friction`, as posed
    StepProblem dense_node;
    StepSolution frictionless;
    SparseProblem plane;

    void set_stop(const StopToken& stop) {
      stepper->set_stop(stop);
      sparse.set_stop(stop);
      constraints.set_stop(stop);
      friction.set_stop(stop);
      cones.set_stop(stop);
    }
  };

  static bool report(const StepSolution& found, SolvedIsland& solved);
  Memory& memory_of(const IslandProblem& island);
  static void solve(const IslandProblem& island, Memory& memory, Bench& bench,
                    SolvedIsland& solved);
  static const StepSolution* solve_node(const SparseProblem& rows, Memory& memory, Bench& bench);
  static bool solve_constraints(const SparseProblem& rows, Memory& memory, Bench& bench,
                                SolvedIsland& solved);
  static void solve_model(const IslandProblem& island, Memory& memory, Bench& bench,
                          SolvedIsland& solved);
  void solve_on_threads(std::span<const IslandProblem> islands, std::size_t threads);

  StopToken stop_;
  int jobs_ = 1;
  std::uint64_t step_ = 0;
  std::vector<std::unique_ptr<Memory>> memory_;  ///< by first body of an island
  std::vector<Memory*> of_island_;               ///< memory of each island of this step
  std::vector<Bench> benches_;
  SolvedIsland again_;
  std::vector<SolvedIsland> solved_;  ///< at least as many as islands: memory is reused
};

/// Writes to `contacts` what each contact of a problem does in a solution.
void remember_contacts(const SparseProblem& problem, const StepSolution& solution,
                       std::vector<RememberedContact>& contacts);

}  // namespace touchstone
