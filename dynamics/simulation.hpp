// SPDX-License-Identifier: GPL-3.0-or-later
// A scene in motion. The same scene gives the same bits on every run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/island_solver.hpp"
#include "dynamics/pair_contacts.hpp"
#include "dynamics/scene.hpp"
#include "dynamics/step_assembly.hpp"
#include "dynamics/step_correction.hpp"
#include "dynamics/stepper.hpp"

namespace touchstone {

/// How long the parts of one step took [s].
struct StepTimes {
  double contact = 0;
  double solve = 0;
  double total = 0;
  double problem = 0;  ///< of posing what is solved
  double correct = 0;  ///< of solving it anew with the gaps at the end of the step
};

struct StepReport {
  bool taken = false;    ///< false: the scene stays as it was; stopped, or `fault` says why
  bool stopped = false;  ///< before it was solved
  std::string fault;
  /// Every island was solved to its residual, as posed except for its stabilisation. One that was
  /// not used cones of mu = 100 instead of no slip. If that had no solution either, it had neither
  /// friction nor stabilisation, which never gains energy.
  bool solved = false;
  bool friction_bounded = false;       ///< some island
  bool stabilisation_dropped = false;  ///< some island
  /// No set of no-slip contacts of some island can stick: as posed it has no solution.
  bool no_slip_inconsistent = false;
  std::string_view solver;  ///< the link that solved the largest island
  double residual = 0;      ///< the largest of an island
  int islands = 0;
  int unsolved_islands = 0;
  int largest_bodies = 0;    ///< moving bodies of the island with most contacts
  int largest_contacts = 0;  ///< its contacts
  int contacts = 0;          ///< points within reach
  int unanswered = 0;        ///< near pairs without an answer: treated as not touching
  int asked = 0;             ///< pairs of polytopes that the contact method was asked about
  int carrying = 0;          ///< of them, with a normal impulse above its island's rounding
  int fallbacks = 0;         ///< islands of a contact model with a plane for each pair instead
  int nodes = 0;             ///< programs that branching solved
  int borrowed = 0;          ///< forces while another contact of their constraint is farther out
  int potential = 0;         ///< applicable potential contacts of a contact model
  int traps = 0;             ///< of them, as PotentialCount has it; only of the model `peg`
  int corrections = 0;       ///< how often an island was solved anew, the most of any
  double smallest_gap = 0;   ///< at the beginning of the step; +infinity if nothing is near [m]
  /// At the beginning of the step, of all joints: how far the images of an anchor are apart [m],
  /// and those of a hinge's axis [rad].
  double anchor_error = 0;
  double axis_error = 0;
  std::vector<int> entered;  ///< bodies that appeared at the beginning of the step
  int waiting = 0;           ///< bodies whose time had come and whose place was taken
  StepTimes times;
};

class Simulation {
 public:
  /// A sound scene (scene_fault), which is copied. `method` and `stepper` outlive this.
  Simulation(const Scene& scene, const ContactMethod& method, Stepper& stepper);
  ~Simulation() { solver_.set_stop({}); }  // the stepper may be used again
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Islands of one step are solved on at most so many threads. The bits do not depend on it.
  void set_jobs(int jobs) { solver_.set_jobs(jobs); }
  /// `asked` is called by any thread; true ends the step within it, which is not taken then. Steps
  /// of little work are not stopped.
  void set_stop(std::function<bool()> asked);
  /// The next step.
  const StepReport& step();

  const Scene& scene() const { return scene_; }
  /// Of the last step.
  const StepReport& report() const { return report_; }
  const std::vector<BodyState>& states() const { return states_; }
  /// Whether the body has entered. Before, it has no part in energies, islands and contacts, and
  /// its state is its start.
  bool present(std::size_t body) const { return present_[body] != 0; }
  /// How long the body's place was taken when it was to enter [s].
  double delay(std::size_t body) const { return delay_[body]; }
  /// Total energy that bodies had when they entered, all together [J].
  double entered_energy() const { return entered_energy_; }
  std::uint64_t steps() const { return steps_; }
  double time() const;            ///< [s]
  double kinetic_energy() const;  ///< [J]
  double total_energy() const;    ///< [J]
  /// The pairs as the last step saw them.
  const PairContacts& contacts() const { return contacts_; }
  /// The problem of the last step as a whole, all its islands together.
  StepProblem problem() const { return assembly_.whole(); }
  /// The islands of the last step, and their solutions.
  std::span<const IslandProblem> islands() const { return islands_; }
  std::span<const SolvedIsland> solutions() const { return solved_; }
  /// Of each of the scene's joints: the force on its first body in the last step [N].
  std::vector<Vec3> joint_forces() const;

 private:
  void let_enter();
  bool sum_up();
  void remember();
  void move(double h);
  void look_ahead(std::size_t island, const Eigen::VectorXd& u, double h);
  int correct(std::size_t island, double h);

  const StepReport& take_step(double h);

  StopRequest stop_;
  Scene scene_;
  std::unique_ptr<ContactMethod> own_;  ///< of a contact model or of a planar scene
  std::vector<BodyState> states_;
  PairContacts contacts_;
  StepAssembly assembly_;
  IslandSolver solver_;
  bool has_traps_ = false;     ///< the model is `peg`
  std::ptrdiff_t moving_ = 0;  ///< bodies
  std::vector<char> present_;
  std::vector<int> absent_;  ///< bodies, in ascending order
  std::vector<double> delay_;
  double entered_energy_ = 0;
  std::span<const IslandProblem> islands_;
  std::span<const SolvedIsland> solved_;
  std::vector<RememberedContact> done_;
  ContactMemory of_pair_;
  Eigen::VectorXd shift_;
  EndGaps end_;
  std::vector<BodyState> later_;  ///< at the end of the step
  StepReport report_;
  std::uint64_t steps_ = 0;
  double elapsed_ = 0;  ///< of steps of several lengths [s]
  double h_ = 0;        ///< of the last step [s]
};

}  // namespace touchstone
