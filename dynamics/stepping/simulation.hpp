// SPDX-License-Identifier: GPL-3.0-or-later
// Steps a scene through time. The same scene gives the same bits on every run.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "dynamics/contacts/pair_contacts.hpp"
#include "dynamics/scene.hpp"
#include "dynamics/stepping/island_solver.hpp"
#include "dynamics/stepping/step_assembly.hpp"
#include "dynamics/stepping/step_correction.hpp"
#include "dynamics/stepping/step_scheme.hpp"
#include "dynamics/stepping/stepper.hpp"

namespace touchstone {

class Simulation : public StepScheme {
 public:
  /// Copies a sound scene (scene_fault). `method` and `stepper` outlive this.
  Simulation(const Scene& scene, const ContactMethod& method, Stepper& stepper);
  ~Simulation() override { solver_.set_stop({}); }  // the stepper may be used again
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Solves the islands of a step on at most so many threads. The bits do not depend on it.
  void set_jobs(int jobs) { solver_.set_jobs(jobs); }
  /// Any thread may call `asked`; where it returns true the step ends early and is not taken. Steps
  /// of little work are not stopped.
  void set_stop(std::function<bool()> asked);
  /// Takes the next step.
  const StepReport& step() override;
  /// Takes a step of length h [s] from `states`, for a scheme that owns the step and the time:
  /// time() and the work of torques count each such step as one of the scene, and mean nothing.
  const StepReport& step_from(const std::vector<BodyState>& states, double h);

  const Scene& scene() const override { return scene_; }
  /// Report of the last step.
  const StepReport& report() const { return report_; }
  const std::vector<BodyState>& states() const override { return states_; }
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
  double time() const override;
  double kinetic_energy() const override;
  /// Kinetic and potential energy, less the work of constant torques so far [J].
  double total_energy() const override;
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

  const StepReport& step_of(double h);
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
