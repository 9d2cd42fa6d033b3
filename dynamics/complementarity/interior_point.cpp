// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/complementarity/directions.hpp"
#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

constexpr int kSteps = 60;
/// It has arrived when the root of the mean t y is below this share of the unit: beyond, y/t differ
/// so much that steps are mostly rounding.
constexpr double kArrived = 1e-5;
/// It has arrived only where the equations are missed by less than this share of the unit.
constexpr double kMissed = 1e-5;
/// Slacks and multipliers begin at least at this share of the unit.
constexpr double kInside = 0.1;
/// No step goes nearer to zero than this share of the way.
constexpr double kWay = 0.995;
/// K of the cones that stand in for round ones: their solution is a place to begin.
constexpr int kInscribed = 8;
/// Penalty by which joints are held.
constexpr double kJointPenalty = 1e6;

}  // namespace

void InteriorPoint::list_rows(const std::vector<double>& raised) {
  first_.clear();
  row_.clear();
  const int directions = step_->problem().directions;
  if (directions == kRoundCone) {
    directions_ = cone_directions(kInscribed);
  } else if (directions_.size() != 2 * at(directions)) {
    directions_ = cone_directions(directions);
  }
  for (const SparseStep::Contact& contact : step_->contacts()) {
    first_.push_back(row_.size());
    const ContactFriction& friction = contact.friction;
    if (friction.kind != FrictionKind::cone || friction.mu == 0) {
      row_.emplace_back(1, 0, 0);
      continue;
    }
    const double length = std::sqrt(1 + friction.mu * friction.mu);
    for (std::size_t k = 0; k < directions_.size(); k += 2) {
      row_.push_back(Vec3(1, friction.mu * directions_[k], friction.mu * directions_[k + 1]) /
                     length);
    }
  }
  first_.push_back(row_.size());
  q_.resize(static_cast<Eigen::Index>(row_.size()));
  for (std::size_t i = 0; i + 1 < first_.size(); ++i) {
    for (std::size_t r = first_[i]; r < first_[i + 1]; ++r) {
      q_[static_cast<Eigen::Index>(r)] = row_[r][0] * raised[i];
    }
  }
}

/// The start: inside, near the remembered impulses.
void InteriorPoint::place(const std::vector<RememberedContact>& from) {
  const double inside = kInside * step_->unit();
  const auto rows = static_cast<Eigen::Index>(row_.size());
  y_.setConstant(rows, inside);
  t_.setConstant(rows, inside);
  u_ = step_->problem().free;
  joint_impulse_.assign(step_->joints().size(), Vec6::Zero());
  for (std::size_t i = 0; i + 1 < first_.size(); ++i) {
    const SparseStep::Contact& contact = step_->contacts()[i];
    const Vec3 impulse = from[i].impulse / contact.root_mass;
    const auto share = static_cast<double>(first_[i + 1] - first_[i]);
    for (std::size_t r = first_[i]; r < first_[i + 1]; ++r) {
      double& y = y_[static_cast<Eigen::Index>(r)];
      y = std::max(y, row_[r].dot(impulse) / share);
    }
  }
  set_impulses();
  for (std::size_t i = 0; i < impulse_.size(); ++i) {
    SparseStep::add(step_->contacts()[i], impulse_[i], u_);
  }
  for (std::size_t i = 0; i + 1 < first_.size(); ++i) {
    const Vec3 w = step_->velocity(step_->contacts()[i], u_);
    for (std::size_t r = first_[i]; r < first_[i + 1]; ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      t_[row] = std::max(t_[row], row_[r].dot(w) + q_[row]);
    }
  }
}

void InteriorPoint::set_impulses() {
  impulse_.assign(step_->contacts().size(), Vec3::Zero());
  for (std::size_t i = 0; i < impulse_.size(); ++i) {
    for (std::size_t r = first_[i]; r < first_[i + 1]; ++r) {
      impulse_[i] += y_[static_cast<Eigen::Index>(r)] * row_[r];
    }
  }
}

/// miss_u_ = -(u - free - A' y - G' g), miss_t_ = -(A u + q - t).
void InteriorPoint::set_misses() {
  set_impulses();
  miss_u_ = step_->problem().free - u_;
  for (std::size_t i = 0; i < impulse_.size(); ++i) {
    const SparseStep::Contact& contact = step_->contacts()[i];
    SparseStep::add(contact, impulse_[i], miss_u_);
    const Vec3 w = step_->velocity(contact, u_);
    for (std::size_t r = first_[i]; r < first_[i + 1]; ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      miss_t_[row] = t_[row] - row_[r].dot(w) - q_[row];
    }
  }
  for (std::size_t j = 0; j < joint_impulse_.size(); ++j) {
    SparseStep::add(step_->joints()[j], joint_impulse_[j], miss_u_);
  }
}

bool InteriorPoint::factor() {
  factor_.begin(true);
  for (std::size_t i = 0; i < impulse_.size(); ++i) {
    Eigen::Matrix3d weight = Eigen::Matrix3d::Zero();
    for (std::size_t r = first_[i]; r < first_[i + 1]; ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      weight.noalias() += (y_[row] / t_[row]) * row_[r] * row_[r].transpose();
    }
    factor_.add_product<3>(step_->contacts()[i].block, weight);
  }
  factor_.add_joints(*step_, kJointPenalty);
  return factor_.factor();
}

/// The changes of u, t and y towards t y = target. `corrected`: with the product of the last
/// changes.
void InteriorPoint::find_change(double target, bool corrected) {
  along_.resize(y_.size());
  for (Eigen::Index r = 0; r < y_.size(); ++r) {
    const double product = corrected ? change_t_[r] * change_y_[r] : 0;
    along_[r] = (target - product - t_[r] * y_[r]) / t_[r];
  }
  change_u_ = miss_u_;
  for (std::size_t i = 0; i < impulse_.size(); ++i) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t r = first_[i]; r < first_[i + 1]; ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      sum += (along_[row] + y_[row] / t_[row] * miss_t_[row]) * row_[r];
    }
    SparseStep::add(step_->contacts()[i], sum, change_u_);
  }
  for (const SparseStep::Joint& joint : step_->joints()) {
    SparseStep::add(joint, Vec6(-kJointPenalty * step_->velocity(joint, u_)), change_u_);
  }
  factor_.solve(change_u_);
  change_t_.resize(y_.size());
  change_y_.resize(y_.size());
  for (std::size_t i = 0; i < impulse_.size(); ++i) {
    const SparseStep::Contact& contact = step_->contacts()[i];
    const Vec3 w = SparseStep::change(contact, change_u_);
    for (std::size_t r = first_[i]; r < first_[i + 1]; ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      change_t_[row] = row_[r].dot(w) - miss_t_[row];
      change_y_[row] = along_[row] - y_[row] / t_[row] * change_t_[row];
    }
  }
}

double InteriorPoint::longest_step(const Eigen::VectorXd& x, const Eigen::VectorXd& change) const {
  double longest = 1;
  for (Eigen::Index r = 0; r < x.size(); ++r) {
    if (change[r] < 0) longest = std::min(longest, -kWay * x[r] / change[r]);
  }
  return longest;
}

double InteriorPoint::gap_after(double step) const {
  return (t_ + step * change_t_).dot(y_ + step * change_y_) / static_cast<double>(y_.size());
}

bool InteriorPoint::solve(const SparseStep& step, const std::vector<RememberedContact>& from,
                          const std::vector<double>& raised) {
  step_ = &step;
  steps_ = 0;
  factor_.set_pattern(step);
  list_rows(raised);
  place(from);
  miss_t_.resize(q_.size());
  const double unit = step.unit();
  LoopBound bound("interior points: steps", kSteps + 1);
  for (;;) {
    bound.step();
    set_misses();
    const double gap = t_.dot(y_) / static_cast<double>(y_.size());
    const double missed =
        std::max(miss_u_.lpNorm<Eigen::Infinity>(), miss_t_.lpNorm<Eigen::Infinity>());
    if (std::sqrt(gap) <= kArrived * unit) return missed <= kMissed * unit;
    if (steps_ == kSteps || !std::isfinite(gap) || stop_.comes() || !factor()) return false;
    ++steps_;
    find_change(0, false);
    const double way = std::min(longest_step(t_, change_t_), longest_step(y_, change_y_));
    const double centring = std::pow(gap_after(way) / gap, 3);
    find_change(std::min(1.0, centring) * gap, true);
    const double length = std::min(longest_step(t_, change_t_), longest_step(y_, change_y_));
    if (!(length > 1e-12)) return false;
    reached_ = u_ + change_u_;
    for (std::size_t j = 0; j < joint_impulse_.size(); ++j) {
      const SparseStep::Joint& joint = step.joints()[j];
      joint_impulse_[j] -= kJointPenalty * length * step.velocity(joint, reached_);
    }
    u_ += length * change_u_;
    t_ += length * change_t_;
    y_ += length * change_y_;
  }
}

}  // namespace touchstone
