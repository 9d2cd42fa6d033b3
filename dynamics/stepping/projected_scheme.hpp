// SPDX-License-Identifier: GPL-3.0-or-later
// Schemes that solve for velocities without stabilisation and project positions after the step:
// what stabilisation within the step is compared with.
//
// Post-stabilised (cline_pai2003, after Ascher): a step of `Simulation` with gamma = 0. Then the
// displacement dq of least |dq|_M with J_n dq >= -phi for all contacts within reach, at most 20
// times, until none overlaps by more than 1e-9 m (event-driven: kEventDepth, half of it is left).
//
// Event-driven (as baraff1994): no look-ahead, so only contacts of gap phi <= 0 carry. Where a pair
// that did not touch overlaps at the end, the step is halved by bisection until that pair overlaps
// by at most kEventDepth; the rest of the step starts from there. A point that a pair gains while
// it touches is no event: its overlap is projected at the end of the step.
#pragma once

#include <memory>
#include <vector>

#include "dynamics/stepping/simulation.hpp"

namespace touchstone {

/// Overlap of a pair at an event, at most [m].
inline constexpr double kEventDepth = 1e-5;
/// Most events in a step; one more ends the run.
inline constexpr int kMaxEvents = 100;

class ProjectedScheme : public StepScheme {
 public:
  enum class Kind { post_stabilised, event_driven };

  /// Copies a sound scene without comparator_fault. `method` and the steppers outlive this.
  ProjectedScheme(Kind kind, const Scene& scene, const ContactMethod& method, Stepper& stepper,
                  Stepper& of_projection);

  const StepReport& step() override;
  const Scene& scene() const override { return motion_.scene(); }
  const std::vector<BodyState>& states() const override { return states_; }
  double time() const override { return time_; }
  int events() const { return events_; }  ///< so far

 private:
  bool take(double h);
  bool take_to_event(double& left);
  void accept();
  const StepReport& refuse(std::vector<BodyState> before);
  double new_overlap();
  bool project();

  Kind kind_;
  Simulation motion_;
  Simulation projection_;
  std::unique_ptr<ContactMethod> planar_;  ///< contacts of a planar scene, else nullptr
  PairContacts after_;                     ///< contacts at the end of a part of a step
  std::vector<BodyState> states_;
  StepReport report_;
  std::uint64_t steps_ = 0;
  double time_ = 0;
  int events_ = 0;
};

}  // namespace touchstone
