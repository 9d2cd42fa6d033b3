// SPDX-License-Identifier: GPL-3.0-or-later
// Solves the islands of a step, each by itself: with its own unit of the residual, its own memory
// of the last step and its own answer where it has no solution.
//
// An island of the same bodies as in the last step starts from what its solver remembers; another
// one from what each of its contacts did, so that islands may merge and split. What one thread
// solves depends on nothing that another does: the bits are the same whatever the threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "dynamics/complementarity/constraint_solver.hpp"
#include "dynamics/complementarity/sparse_solver.hpp"
#include "dynamics/step_assembly.hpp"
#include "dynamics/stepper.hpp"

namespace touchstone {

struct SolvedIsland {
  bool answered = false;  ///< false: not even without friction, `solution` is of no use
  /// As posed except for its stabilisation. If not, `solution` has cones of mu = 100 instead of no
  /// slip, or neither friction nor stabilisation, which never gains energy.
  bool solved = false;
  bool friction_bounded = false;
  bool stabilisation_dropped = false;
  bool no_slip_inconsistent = false;  ///< as StepSolution has it
  std::string_view solver;            ///< the link that solved it
  double residual = 0;                ///< of the problem as posed
  int nodes = 0;                      ///< of contact constraints: programs that branching solved
  bool fallback = false;              ///< the constraints were replaced by one plane of each pair
  /// Forces of Lemke's form that act while another contact of their constraint is farther out.
  int borrowed = 0;
  StepSolution solution;
  /// Where the step was corrected: the velocities that the bodies move with. At its end they have
  /// those of `solution`, which is without any correction. Else empty.
  Eigen::VectorXd moved_u;
};

class IslandSolver {
 public:
  /// `stepper` outlives this. `bodies`: of the scene.
  IslandSolver(Stepper& stepper, std::size_t bodies);

  /// At most so many threads; 1 at the beginning.
  void set_jobs(int jobs) { jobs_ = jobs; }
  /// From here on. Once it is seen to have stopped, solutions are of no use.
  void set_stop(const StopToken& stop);
  /// One for each of `islands`, valid until the next call.
  std::span<const SolvedIsland> solve(std::span<const IslandProblem> islands);
  /// Solves one of the last islands, which has constraints, with other bounds. Its own solution
  /// stays. nullptr where there is none, else valid until the next call.
  const StepSolution* solve_again(const IslandProblem& island, std::size_t number);
  /// The bodies of one of the last islands move with these velocities.
  void set_moved(std::size_t number, const Eigen::VectorXd& u) { solved_[number].moved_u = u; }

 private:
  /// Of the island whose first body this is.
  struct Memory {
    std::vector<int> bodies;
    std::uint64_t step = 0;  ///< when it was last an island
    StepMemory of_stepper;
  };
  /// What one thread works with.
  struct Bench {
    Stepper* stepper = nullptr;
    std::unique_ptr<Stepper> own;
    SparseSolver sparse;
    StepProblem dense, harmless;
    ConstraintSolver constraints;

    void set_stop(const StopToken& stop) {
      stepper->set_stop(stop);
      sparse.set_stop(stop);
      constraints.set_stop(stop);
    }
  };

  static bool report(const StepSolution& found, SolvedIsland& solved);
  Memory& memory_of(const IslandProblem& island);
  static void solve(const IslandProblem& island, Memory& memory, Bench& bench,
                    SolvedIsland& solved);
  static bool solve_constraints(Bench& bench, SolvedIsland& solved);
  static void solve_model(const IslandProblem& island, Bench& bench, SolvedIsland& solved);
  void solve_on_threads(std::span<const IslandProblem> islands, std::size_t threads);

  StopToken stop_;
  int jobs_ = 1;
  std::uint64_t step_ = 0;
  std::vector<std::unique_ptr<Memory>> memory_;  ///< by body
  std::vector<Memory*> of_island_;
  std::vector<Bench> benches_;
  SolvedIsland again_;
  std::vector<SolvedIsland> solved_;  ///< more than there are, to keep their memory
};

/// What each contact did.
void remember_contacts(const SparseProblem& problem, const StepSolution& solution,
                       std::vector<RememberedContact>& contacts);

}  // namespace touchstone
