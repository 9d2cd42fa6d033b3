// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/augmented_lagrangian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// F is zero when it is below this share of the unit.
constexpr double kZero = 1e-14;
/// Below this share what grows no smaller is rounding: contacts that are between two pieces by no
/// more than that keep changing them.
constexpr double kNewtonRounding = 1e-12;
/// A line search ends when the slope is below this share of the first.
constexpr double kFlat = 0.3;
constexpr int kSearches = 12;

}  // namespace

void AugmentedLagrangian::assign(const SparseStep& step) {
  step_ = &step;
  factor_.set_pattern(step);
  factored_penalty_ = 0;
  kept_.clear();
  multiplier_.assign(step.contacts().size(), Vec3::Zero());
  joint_multiplier_.assign(step.joints().size(), Vec6::Zero());
  joint_impulse_ = joint_multiplier_;
  piece_.resize(multiplier_.size());
  raised_.assign(multiplier_.size(), 0);
  delta_.setZero(step.problem().dof());
  made_is_known_ = false;
  steps_ = 0;
}

void AugmentedLagrangian::choose_law(FrictionLaw law) {
  which_ = law;
  law_.assign(law, step_->problem().directions);
  factored_penalty_ = 0;
}

void AugmentedLagrangian::start(const std::vector<RememberedContact>& contacts) {
  for (std::size_t i = 0; i < multiplier_.size(); ++i) {
    multiplier_[i] = contacts[i].impulse / step_->contacts()[i].root_mass;
  }
  for (Vec6& impulse : joint_multiplier_) impulse.setZero();
  forget_velocity();
}

void AugmentedLagrangian::start(const std::vector<Vec3>& impulses,
                                const std::vector<Vec6>& joint_impulses, const Eigen::VectorXd& u) {
  multiplier_ = impulses;
  joint_multiplier_ = joint_impulses;
  made_is_known_ = false;
  set_made();
  delta_ = u - made_.cast<double>();
}

bool AugmentedLagrangian::convex() const {
  return !step_->has(FrictionKind::no_slip) &&
         (which_ == FrictionLaw::relaxed || !step_->has_cones());
}

/// Sets the responses at the velocity delta from what the multipliers make, and F. What slides is
/// not small when it is multiplied by the penalty; long doubles keep its rounding small.
void AugmentedLagrangian::evaluate(const Eigen::VectorXd& delta, double penalty) {
  F_ = delta;
  const long double s = penalty;
  for (std::size_t i = 0; i < piece_.size(); ++i) {
    const SparseStep::Contact& contact = step_->contacts()[i];
    const LongVec3 w = velocity_[i] + SparseStep::change(contact, delta).cast<long double>();
    const LongVec3 wanted = multiplier_[i].cast<long double>() - s * w;
    piece_[i] = law_.respond(contact.friction, wanted);
    SparseStep::add(contact, multiplier_[i] - piece_[i].impulse, F_);
  }
  for (std::size_t j = 0; j < joint_impulse_.size(); ++j) {
    const SparseStep::Joint& joint = step_->joints()[j];
    const Vec6 gained = -penalty * (joint_velocity_[j] + SparseStep::change(joint, delta));
    joint_impulse_[j] = joint_multiplier_[j] + gained;
    SparseStep::add(joint, -gained, F_);
  }
}

/// Whether the last factors are of these slopes.
bool AugmentedLagrangian::is_factored(double penalty) const {
  bool same = penalty == factored_penalty_ && factored_.size() == piece_.size();
  for (std::size_t i = 0; i < piece_.size() && same; ++i) {
    same = factored_[i] == piece_[i].slope;
  }
  return same;
}

bool AugmentedLagrangian::factor(double penalty) {
  if (is_factored(penalty)) return true;
  factor_.begin(convex());
  factored_.resize(piece_.size());
  for (std::size_t i = 0; i < piece_.size(); ++i) {
    factored_[i] = piece_[i].slope;
    if (factored_[i].isZero(0)) continue;
    factor_.add_product<3>(step_->contacts()[i].block, penalty * piece_[i].slope);
  }
  factor_.add_joints(*step_, penalty);
  factored_penalty_ = penalty;
  if (factor_.factor()) return true;
  factored_penalty_ = 0;
  return false;
}

/// From from_ along change_ to where a convex function is flat enough; its slope along change_ is
/// F. change_, which rises. Bisects by the chord (Illinois).
void AugmentedLagrangian::search(double penalty, double slope_0) {
  double low = 0;
  double high = 0;
  double slope_low = slope_0;
  double slope_high = 0;
  double t = 1;
  for (int i = 0; i < kSearches; ++i) {
    delta_ = from_ + t * change_;
    full_step_ = t == 1;
    evaluate(delta_, penalty);
    const double slope = F_.dot(change_);
    if (std::abs(slope) <= -kFlat * slope_0 || (slope < 0 && high == 0)) return;
    if (slope < 0) {
      low = t;
      slope_low = slope;
      slope_high *= 0.5;
    } else {
      high = t;
      slope_high = slope;
      if (i > 0) slope_low *= 0.5;
    }
    t = low - slope_low * (high - low) / (slope_high - slope_low);
    t = std::clamp(t, low + 0.05 * (high - low), high - 0.05 * (high - low));
  }
}

/// Goes from from_ along change_ to where F is shorter, all the way where it is nowhere: a line
/// search for an F that is no gradient.
void AugmentedLagrangian::search_by_size(double penalty, double size_0) {
  for (const double t : {1.0, 0.5, 0.25, 0.1, 1.0}) {
    delta_ = from_ + t * change_;
    full_step_ = t == 1;
    evaluate(delta_, penalty);
    if (F_.norm() < size_0) return;
  }
}

bool AugmentedLagrangian::centre(double penalty, int most_steps) {
  set_made();
  set_velocities();
  evaluate(delta_, penalty);
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0;; ++i) {
    const double size = F_.lpNorm<Eigen::Infinity>();
    // Where the pieces have settled one step is enough; what is left then is rounding.
    const bool settled = i > 0 && full_step_ && is_factored(penalty) && size > 0.1 * last;
    const bool rounding = size <= kNewtonRounding * step_->unit() && size > 0.5 * last;
    if (size <= kZero * step_->unit() || settled || rounding) return true;
    last = size;
    if (i == most_steps || stop_.comes() || !factor(penalty)) return false;
    ++steps_;
    change_ = -F_;
    factor_.solve(change_);
    if (!change_.allFinite()) return false;
    from_ = delta_;
    if (convex()) {
      search(penalty, F_.dot(change_));
    } else {
      search_by_size(penalty, F_.norm());
    }
  }
}

void AugmentedLagrangian::advance() {
  for (std::size_t i = 0; i < piece_.size(); ++i) multiplier_[i] = piece_[i].impulse;
  joint_multiplier_ = joint_impulse_;
  forget_velocity();
}

void AugmentedLagrangian::forget() {
  std::fill(multiplier_.begin(), multiplier_.end(), Vec3::Zero());
  std::fill(joint_multiplier_.begin(), joint_multiplier_.end(), Vec6::Zero());
  forget_velocity();
}

void AugmentedLagrangian::keep() {
  kept_ = multiplier_;
  joint_kept_ = joint_multiplier_;
}

void AugmentedLagrangian::take_kept() {
  if (kept_.size() != multiplier_.size()) return;
  multiplier_ = kept_;
  joint_multiplier_ = joint_kept_;
  forget_velocity();
}

/// The multipliers have changed: what they make is unknown, delta is 0.
void AugmentedLagrangian::forget_velocity() {
  made_is_known_ = false;
  delta_.setZero();
}

/// Sets made_, the velocity that the multipliers make.
void AugmentedLagrangian::set_made() {
  if (made_is_known_) return;
  made_ = step_->problem().free.cast<long double>();
  for (std::size_t i = 0; i < multiplier_.size(); ++i) {
    SparseStep::add(step_->contacts()[i], multiplier_[i], made_);
  }
  for (std::size_t j = 0; j < joint_multiplier_.size(); ++j) {
    SparseStep::add(step_->joints()[j], joint_multiplier_[j], made_);
  }
  made_is_known_ = true;
}

/// Sets the velocities of contacts and joints at made_, with raised_ added to the normal ones.
void AugmentedLagrangian::set_velocities() {
  velocity_.resize(multiplier_.size());
  for (std::size_t i = 0; i < velocity_.size(); ++i) {
    velocity_[i] = SparseStep::velocity(step_->contacts()[i], made_);
    velocity_[i][0] += raised_[i];
  }
  joint_velocity_.resize(joint_multiplier_.size());
  for (std::size_t j = 0; j < joint_velocity_.size(); ++j) {
    joint_velocity_[j] = SparseStep::velocity(step_->joints()[j], made_);
  }
}

double AugmentedLagrangian::error() {
  set_made();
  set_velocities();
  double worst = 0;
  const auto raise = [&worst](double error) {
    if (!(error <= worst)) worst = error;  // NaN is worse than anything
  };
  for (std::size_t i = 0; i < multiplier_.size(); ++i) {
    const ContactFriction& friction = step_->contacts()[i].friction;
    const LongVec3 less = multiplier_[i].cast<long double>() - velocity_[i];
    const Vec3 wanted = law_.respond(friction, less).impulse;
    const Vec3 missed = wanted - multiplier_[i];
    for (const double error : missed) raise(std::abs(error));
  }
  for (const Vec6& w : joint_velocity_) {
    for (const double error : w) raise(std::abs(error));
  }
  return worst == 0 ? 0 : worst / step_->unit();
}

void AugmentedLagrangian::read_raised(std::vector<double>& raised) {
  set_made();
  raised.resize(multiplier_.size());
  for (std::size_t i = 0; i < multiplier_.size(); ++i) {
    const SparseStep::Contact& contact = step_->contacts()[i];
    const Vec3 w = SparseStep::velocity(contact, made_).cast<double>();
    const bool cone = contact.friction.kind == FrictionKind::cone;
    raised[i] = cone ? contact.friction.mu * law_.slip(w[1], w[2]) : 0;
  }
}

void AugmentedLagrangian::expand(StepSolution& s) {
  set_made();
  const SparseProblem& p = step_->problem();
  const Eigen::Index n = p.contacts();
  s.u = made_.cast<double>();
  s.normal_impulse.setZero(n);
  s.direction_impulse.setZero(n * p.directions);
  s.slip.setZero(n);
  s.tangent_impulse.setZero(2 * n);
  s.joint_impulse.setZero(p.joint_bound.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const SparseStep::Contact& contact = step_->contacts()[at(i)];
    const Vec3 impulse = contact.root_mass * multiplier_[at(i)];
    s.normal_impulse[i] = impulse[0];
    if (contact.friction.kind == FrictionKind::cone) {
      const Vec3 w = SparseStep::velocity(contact, made_).cast<double>();
      s.slip[i] = law_.slip(w[1], w[2]) / contact.root_mass;
    }
    if (impulse.tail<2>().isZero(0)) continue;
    s.tangent_impulse.segment<2>(2 * i) = impulse.tail<2>();
    if (contact.friction.kind == FrictionKind::cone) {
      law_.split(impulse[1], impulse[2], s.direction_impulse.data() + i * p.directions);
    }
  }
  for (std::size_t j = 0; j < joint_multiplier_.size(); ++j) {
    const SparseStep::Joint& joint = step_->joints()[j];
    for (int k = 0; k < joint.block.count; ++k) {
      s.joint_impulse[joint.block.first + k] = joint.root_mass[k] * joint_multiplier_[j][k];
    }
  }
}

}  // namespace touchstone
