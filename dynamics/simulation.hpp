// SPDX-License-Identifier: GPL-3.0-or-later
// A scene in motion. The same scene gives the same bits on every run.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/pair_contacts.hpp"
#include "dynamics/scene.hpp"
#include "dynamics/step_assembly.hpp"
#include "dynamics/stepper.hpp"

namespace touchstone {

/// How long the parts of one step took [s].
struct StepTimes {
  double contact = 0;
  double solve = 0;
  double total = 0;
  double problem = 0;  ///< of posing what is solved
};

struct StepReport {
  bool taken = false;  ///< false: the scene stays as it was, `fault` says why
  std::string fault;
  /// The problem was solved to its residual, as posed except for its stabilisation. If not, the
  /// step used cones of mu = 100 instead of no slip. If that had no solution either, the step had
  /// neither friction nor stabilisation, which never gains energy.
  bool solved = false;
  bool stabilisation_dropped = false;
  std::string_view solver;  ///< the link that solved it
  double residual = 0;
  int contacts = 0;         ///< points within reach
  int unanswered = 0;       ///< near pairs without an answer: treated as not touching
  int asked = 0;            ///< pairs of polytopes that the contact method was asked about
  int carrying = 0;         ///< of them, with a normal impulse above rounding
  double smallest_gap = 0;  ///< at the beginning of the step; +infinity if nothing is near [m]
  StepTimes times;
};

class Simulation {
 public:
  /// A sound scene (scene_fault), which is copied. `method` and `stepper` outlive this.
  Simulation(const Scene& scene, const ContactMethod& method, Stepper& stepper);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// One step of the scene's dt.
  const StepReport& step();

  const Scene& scene() const { return scene_; }
  /// Of the last step.
  const StepReport& report() const { return report_; }
  const std::vector<BodyState>& states() const { return states_; }
  std::uint64_t steps() const { return steps_; }
  double time() const { return static_cast<double>(steps_) * scene_.dt; }  ///< [s]
  double kinetic_energy() const;                                           ///< [J]
  double total_energy() const;                                             ///< [J]
  /// The pairs as the last step saw them.
  const PairContacts& contacts() const { return contacts_; }
  /// The problem of the last step.
  const StepProblem& problem() const { return *problem_; }
  const StepSolution& solution() const { return *solution_; }

 private:
  Scene scene_;
  std::vector<BodyState> states_;
  PairContacts contacts_;
  StepAssembly assembly_;
  Stepper& stepper_;
  const StepProblem* problem_ = nullptr;
  const StepSolution* solution_ = nullptr;
  StepSolution spare_;
  StepReport report_;
  std::uint64_t steps_ = 0;
};

}  // namespace touchstone
