// SPDX-License-Identifier: GPL-3.0-or-later
// The method of multipliers on a sparse step, with semismooth Newton steps.
//
// With the law of a contact as a projection (contact_law.hpp), a solution fulfils P = respond(P - s
// w(u)) and u = free + J' P for any penalty s. The impulses P are held as multipliers P0, and
//
//   F(u) = u - free - J' respond(P0 - s w(u)) = 0
//
// is solved for u, then P0 <- respond(P0 - s w(u)). Joints are the same without a projection. F is
// piecewise linear, but where a round cone turns. Its Newton systems I + s J' D J are sparse (a
// block for each pair of bodies that touch) and regular however dependent the rows are: that is
// what the identity is for. Which contacts press, stick and slide are the pieces; where they have
// settled the impulses converge by a factor 1/(1 + s e) in each round, e the smallest eigenvalue of
// J J' other than zero.
//
// For the relaxation and without friction F is the gradient of a convex function of u: an exact
// line search makes it arrive from anywhere. For Stewart & Trinkle's cones and no slip nothing
// promises that.
#pragma once

#include <vector>

#include "dynamics/complementarity/block_factor.hpp"
#include "dynamics/complementarity/contact_law.hpp"
#include "dynamics/complementarity/sparse_step.hpp"

namespace touchstone {

class AugmentedLagrangian {
 public:
  using Vec3 = SparseStep::Vec3;
  using Vec6 = SparseStep::Vec6;
  using LongVec3 = SparseStep::LongVec3;

  /// Keeps a reference to `step`. All impulses are zero.
  void assign(const SparseStep& step);
  /// The multipliers become these impulses [N s]; those of joints stay. u follows.
  void start(const std::vector<RememberedContact>& contacts);
  /// The multipliers and u become these, scaled.
  void start(const std::vector<Vec3>& impulses, const std::vector<Vec6>& joint_impulses,
             const Eigen::VectorXd& u);
  /// The multipliers become zero.
  void forget();
  /// Which law holds from here on.
  void choose_law(FrictionLaw law);
  /// What is added to the normal velocity of each contact, scaled: mu lambda turns the relaxation
  /// into Stewart & Trinkle's problem.
  std::vector<double>& raised() { return raised_; }

  /// Newton's method for F = 0 with this penalty, at most so many steps. False: did not arrive, or
  /// was stopped.
  bool centre(double penalty, int most_steps);
  /// The multipliers become the impulses at u.
  void advance();
  /// Keeps the multipliers, and takes back those that were kept last.
  void keep();
  void take_kept();
  /// How far the multipliers and the velocity that they make are from the law, in the step's unit.
  double error();
  /// mu lambda of each contact at that velocity.
  void read_raised(std::vector<double>& raised);
  /// Writes the multipliers and the velocity that they make, unscaled.
  void expand(StepSolution& solution);

  void set_stop(const StopToken& stop) {
    stop_ = stop;
    factor_.set_stop(stop);
  }
  /// Whether F is the gradient of a convex function.
  bool convex() const;
  int steps() const { return steps_; }  ///< since assign()

 private:
  void evaluate(const Eigen::VectorXd& delta, double penalty);
  bool is_factored(double penalty) const;
  bool factor(double penalty);
  void search(double penalty, double slope_0);
  void search_by_size(double penalty, double size_0);
  void forget_velocity();
  void set_made();
  void set_velocities();
  StopToken stop_;
  const SparseStep* step_ = nullptr;
  ContactLaw law_;
  FrictionLaw which_ = FrictionLaw::relaxed;
  BlockFactor factor_;
  std::vector<Vec3> multiplier_;
  std::vector<Vec6> joint_multiplier_;
  std::vector<Vec3> kept_;
  std::vector<Vec6> joint_kept_;
  std::vector<Vec6> joint_impulse_;  ///< at u
  std::vector<LongVec3> velocity_;   ///< without delta
  std::vector<Vec6> joint_velocity_;
  std::vector<ContactLaw::Response> piece_;  ///< response of each contact at u
  std::vector<ContactLaw::Mat3> factored_;   ///< the slopes of the last factors
  double factored_penalty_ = 0;
  std::vector<double> raised_;
  SparseStep::LongVector made_;  ///< velocity that the multipliers make
  Eigen::VectorXd delta_;        ///< from there to u
  Eigen::VectorXd F_, change_, from_;
  bool made_is_known_ = false;
  bool full_step_ = false;
  int steps_ = 0;
};

}  // namespace touchstone
