// SPDX-License-Identifier: GPL-3.0-or-later
// Steps a scene through time. The same scene gives the same bits on every run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/contacts/pair_contacts.hpp"
#include "dynamics/scene.hpp"
#include "dynamics/stepping/island_solver.hpp"
#include "dynamics/stepping/step_assembly.hpp"
#include "dynamics/stepping/step_correction.hpp"
#include "dynamics/stepping/stepper.hpp"

namespace touchstone {

/// How long the parts of one step took [s].
struct StepTimes {
  double contact = 0;  ///< finding contacts
  double solve = 0;    ///< solving the islands
  double total = 0;    ///< the whole step
  double problem = 0;  ///< assembling the islands' problems
  double correct = 0;  ///< solving anew with the gaps at the end of the step
};

struct StepReport {
  /// False: `stopped`, or see `fault`. Nothing has moved; bodies may have entered.
  bool taken = false;
  bool stopped = false;  ///< a stop was asked for before the step was solved
  std::string fault;
  /// Every island was solved to its residual, as posed except for its stabilisation. An island that
  /// was not has cones of mu = 100 in place of no slip; where that has no solution either, neither
  /// friction nor stabilisation, which never gains energy.
  bool solved = false;
  bool friction_bounded = false;       ///< an island was solved with cones in place of no slip
  bool stabilisation_dropped = false;  ///< an island was solved without stabilisation
  /// In an island no set of no-slip contacts can stick: as posed it has no solution.
  bool no_slip_inconsistent = false;
  std::string_view solver;  ///< the link that solved the largest island
  double residual = 0;      ///< largest residual of an island [1]
  int islands = 0;
  int largest_bodies = 0;    ///< moving bodies of the island with most contacts
  int largest_contacts = 0;  ///< contacts of that island
  int contacts = 0;          ///< contact points within reach
  int unanswered = 0;        ///< near pairs without an answer: they get no contacts
  int asked = 0;             ///< pairs of polytopes that the contact method was asked about
  int carrying = 0;          ///< contacts with a normal impulse above rounding
  int fallbacks = 0;         ///< islands solved with one plane for each pair
  int nodes = 0;             ///< programs that branch and bound solved
  int borrowed = 0;          ///< forces where another contact has the largest rate
  int potential = 0;         ///< applicable potential contacts of a contact model
  int traps = 0;             ///< traps among them (PotentialCount); model `peg` only
  int corrections = 0;       ///< most corrections that any island took
  double smallest_gap = 0;   ///< smallest signed distance before the step; +infinity: none [m]
  /// Largest distance by which a joint was off before the step [m].
  double anchor_error = 0;
  double axis_error = 0;     ///< largest angle of the two images of a hinge's axis then [rad]
  std::vector<int> entered;  ///< bodies that entered before the step
  int waiting = 0;           ///< bodies that could not enter: their place was taken
  StepTimes times;
};

class Simulation {
 public:
  /// Copies a sound scene (scene_fault). `method` and `stepper` outlive this.
  Simulation(const Scene& scene, const ContactMethod& method, Stepper& stepper);
  ~Simulation() { solver_.set_stop({}); }  // the stepper may be used again
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Solves the islands of a step on at most so many threads. The bits do not depend on it.
  void set_jobs(int jobs) { solver_.set_jobs(jobs); }
  /// Any thread may call `asked`; where it returns true the step ends early and is not taken. Steps
  /// of little work are not stopped.
  void set_stop(std::function<bool()> asked);
  /// Takes the next step.
  const StepReport& step();

  const Scene& scene() const { return scene_; }
  /// Report of the last step.
  const StepReport& report() const { return report_; }
  const std::vector<BodyState>& states() const { return states_; }
  /// Whether the body has entered. Before it has, it has no part in energies, islands and contacts,
  /// and its state is its start.
  bool present(std::size_t body) const { return present_[body] != 0; }
  /// Time by which the body entered late because its place was taken [s].
  double delay(std::size_t body) const { return delay_[body]; }
  /// Sum of the energies that bodies had when they entered [J].
  double entered_energy() const { return entered_energy_; }
  /// Work so far of the bodies that move on paths on those that move freely [J].
  double work_of_paths() const { return work_of_paths_; }
  /// That of the last step in one of its islands [J].
  double work_of_paths(std::size_t island) const {
    return path_work(islands_[island].rows, solved_[island].solution);
  }
  std::uint64_t steps() const { return steps_; }
  double time() const;            ///< [s]
  double kinetic_energy() const;  ///< [J]
  /// Kinetic and potential energy, less the work of constant torques so far [J].
  double total_energy() const;
  /// Contacts of the last step.
  const PairContacts& contacts() const { return contacts_; }
  /// All islands of the last step as one problem.
  StepProblem problem() const { return assembly_.whole(); }
  /// The islands of the last step, and their solutions.
  std::span<const IslandProblem> islands() const { return islands_; }
  std::span<const SolvedIsland> solutions() const { return solved_; }
  /// Force of each of the scene's joints on its first body in the last step, world axes [N].
  std::vector<Vec3> joint_forces() const;

 private:
  void let_enter();
  bool sum_up();
  void remember();
  void take_path_velocities();
  void move(double h);
  void measure_end_of_step(std::size_t island, const Eigen::VectorXd& u, double h);
  int correct(std::size_t island, double h);

  const StepReport& take_step(double h);

  StopRequest stop_;
  Scene scene_;
  std::unique_ptr<ContactMethod> own_;  ///< contacts of a model or of a planar scene, else nullptr
  std::vector<BodyState> states_;
  PairContacts contacts_;
  StepAssembly assembly_;
  IslandSolver solver_;
  bool has_traps_ = false;     ///< the model is `peg`
  std::ptrdiff_t moving_ = 0;  ///< number of moving bodies
  std::vector<char> present_;  ///< whether each body has entered
  std::vector<int> absent_;    ///< bodies that have not entered, ascending
  std::vector<double> delay_;  ///< see delay() [s]
  double entered_energy_ = 0;
  std::vector<std::size_t> on_path_;  ///< fixed bodies that move on paths
  std::vector<std::size_t> twisted_;  ///< bodies with a constant torque
  double work_of_paths_ = 0;          ///< [J]
  double work_of_torques_ = 0;        ///< [J]
  std::span<const IslandProblem> islands_;
  std::span<const SolvedIsland> solved_;
  std::vector<RememberedContact> done_;
  ContactMemory of_pair_;
  Eigen::VectorXd shift_;
  EndGaps end_;
  std::vector<BodyState> later_;  ///< states at the end of the step
  StepReport report_;
  std::uint64_t steps_ = 0;
  double elapsed_ = 0;  ///< time so far, read where the step lengths differ [s]
  double h_ = 0;        ///< length of the last step [s]
};

}  // namespace touchstone
