// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "reference/steps/contact_error.hpp"
#include "reference/steps/step_velocities.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Least W_NN of a contact, as a share of the largest of all without joints [1].
constexpr double kMinMobility = 1e-6;
/// Least unit, as a share of the terms whose sum is q [1].
constexpr double kMinShareOfTerms = 1e-6;

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

class StepJudge {
 public:
  StepJudge(const StepQuestion& question, const StepClaim& claim,
            std::unique_ptr<StepVelocities> velocities)
      : question_(question),
        claim_(claim),
        velocities_(std::move(velocities)),
        d_(at(question.dimension)) {
    if (joints() > 0) take_out_joints();
    find_masses();
    find_unit();
  }

  StepJudgement judge() {
    StepJudgement judgement;
    judgement.solved = true;
    for (std::size_t i = 0; i < contacts(); ++i) {
      judge_contact(i, judgement);
      if (!velocity_is_right(i)) {
        return unusable("the velocity of contact " + std::to_string(i) + " is not W P + q");
      }
    }
    for (std::size_t r = 0; r < joints(); ++r) judge_joint(r, judgement);
    // What rounds to less must not look like a solution.
    if (!judgement.solved) {
      judgement.r = std::max(judgement.r, std::nextafter(kAcceptedStepError, 1));
    }
    judgement.limit = limit();
    if (question_.cone == StepQuestion::Cone::round && std::isnormal(unit_)) {
      const double natural = natural_map();
      if (std::isfinite(natural)) judgement.natural_map = natural;
    }
    return judgement;
  }

  static StepJudgement unusable(const std::string& why) {
    StepJudgement judgement;
    judgement.r = kInfinity;
    judgement.unusable = why;
    return judgement;
  }

 private:
  std::size_t contacts() const { return question_.mu.size(); }
  std::size_t joints() const { return question_.joints(); }

  static double largest_of(const std::vector<double>& values) {
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  }

  /// 1 over each mobility, that at least a share of this largest one.
  static std::vector<double> masses_of(const std::vector<double>& mobility, double largest) {
    std::vector<double> masses(mobility.size(), 1);
    if (!(largest > 0)) return masses;
    for (std::size_t i = 0; i < mobility.size(); ++i) {
      masses[i] = std::min(1 / std::max(mobility[i], kMinMobility * largest),
                           std::numeric_limits<double>::max());
    }
    return masses;
  }

  /// Finds what joints leave of each normal mobility and of q.
  void take_out_joints() {
    const JointElimination elimination(*velocities_, joints());
    std::vector<double> rest, mobility;
    for (std::size_t r = 0; r < joints(); ++r) {
      rest.push_back(velocities_->joint_rest(r));
      mobility.push_back(velocities_->joint_matrix(r, r));
    }
    joint_mass_ = masses_of(mobility, largest_of(mobility));
    const std::vector<double> held = elimination.solve(rest);
    for (std::size_t row = 0; row < question_.rows(); ++row) {
      std::vector<double> column(joints());
      for (std::size_t r = 0; r < joints(); ++r) column[r] = velocities_->joint_column(row, r);
      by_joints_.push_back(-dot(column, held));
      if (row % d_ == 0) held_mobility_.push_back(dot(column, elimination.solve(column)));
    }
  }

  static double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
  }

  /// Where joints hold every contact, what is left of the mobilities is rounding alone: the floor is
  /// that of the mobilities without joints.
  void find_masses() {
    std::vector<double> free, left;
    for (std::size_t i = 0; i < contacts(); ++i) {
      free.push_back(velocities_->mobility(i));
      left.push_back(free[i] - (joints() > 0 ? held_mobility_[i] : 0));
    }
    mass_ = masses_of(left, largest_of(free));
  }

  /// Squares times the mass, of the normal and of the tangential entries of a vector.
  template <class Entries>
  static Rational larger_part(const Entries& v, double mass) {
    const Rational normal = v[0] * v[0];
    const Rational tangential = v[1] * v[1] + v[2] * v[2];
    return Rational(mass) * std::max(normal, tangential);
  }

  std::array<Rational, 3> exact_entries(std::span<const double> all, std::size_t i) const {
    std::array<Rational, 3> entries;
    for (std::size_t k = 0; k < d_; ++k) entries[k] = all[i * d_ + k];
    return entries;
  }

  /// q of contact i, with the joints solved where there are any: then rounded.
  std::array<Rational, 3> start(std::size_t i) const {
    std::array<Rational, 3> entries = velocities_->start(i);
    if (joints() == 0) return entries;
    for (std::size_t k = 0; k < d_; ++k) {
      entries[k] = round_to_double(entries[k]) + by_joints_[i * d_ + k];
    }
    return entries;
  }

  void find_unit() {
    for (std::size_t i = 0; i < contacts(); ++i) {
      unit_squared_ = std::max(unit_squared_, larger_part(start(i), mass_[i]));
      double terms = velocities_->start_terms(i);
      for (std::size_t k = 0; k < d_ && joints() > 0 && terms > 0; ++k) {
        terms += std::abs(by_joints_[i * d_ + k]);
      }
      const Rational least = Rational(kMinShareOfTerms) * Rational(terms);
      unit_squared_ = std::max(unit_squared_, Rational(mass_[i] * least * least));
    }
    for (std::size_t r = 0; r < joints(); ++r) {
      const Rational rest = velocities_->joint_rest(r);
      unit_squared_ = std::max(unit_squared_, Rational(joint_mass_[r] * rest * rest));
    }
    const Rational accepted = kAcceptedStepError;
    allowed_ = accepted * accepted * unit_squared_;
    bounded_allowed_ = bounded_of(allowed_);
    unit_ = round_sqrt_to_double(unit_squared_);
  }

  template <class Number>
  ContactState<Number> state(std::size_t i) const {
    std::array<Number, 3> w;
    if constexpr (std::is_same_v<Number, Rational>) {
      w = velocities_->exact(i);
    } else {
      w = velocities_->bounded(i);
    }
    ContactState<Number> state;
    const std::span<const double> P = claim_.impulses.subspan(i * d_, d_);
    state.c = Number(P[0]);
    state.f = {Number(P[1]), Number(d_ == 3 ? P[2] : 0.0)};
    state.w_N = w[0];
    state.w_T = {w[1], d_ == 3 ? w[2] : Number(0.0)};
    state.m = Number(mass_[i]);
    state.mu = Number(question_.mu[i]);
    return state;
  }

  /// In the judge's unit: an error whose square times the mass is known.
  double in_unit(double error, std::size_t i) const {
    return error == 0 ? 0 : error / std::sqrt(mass_[i]) / unit_;
  }

  void judge_contact(std::size_t i, StepJudgement& judgement) {
    const std::optional<Bounded> error = bounded_error(question_, state<Bounded>(i));
    const int within = error ? (mass_[i] * bounded_allowed_ - *error).sign() : 0;
    double r = 0;
    if (within != 0) {
      r = in_unit(std::sqrt(std::max(error->value.high, 0.0)), i);
      judgement.solved = judgement.solved && within > 0;
    } else {
      ++judgement.exact_contacts;
      const ExactError exact = exact_error(question_, state<Rational>(i));
      r = exact.size(Rational(Rational(mass_[i]) * unit_squared_));
      judgement.solved =
          exact.is_within(Rational(Rational(mass_[i]) * allowed_)) && judgement.solved;
    }
    if (!(r <= judgement.r)) {
      judgement.r = r;
      judgement.worst = i;
    }
  }

  void judge_joint(std::size_t r, StepJudgement& judgement) const {
    const Bounded error = velocities_->bounded_joint(r);
    const Bounded squared = joint_mass_[r] * (error * error);
    int within = (bounded_allowed_ - squared).sign();
    double left = error.value.high;
    if (within == 0) {
      const Rational exact = velocities_->exact_joint(r);
      left = round_to_double(exact);
      within = Rational(joint_mass_[r]) * exact * exact <= allowed_ ? 1 : -1;
    }
    const double size = left == 0 ? 0 : std::abs(left) * std::sqrt(joint_mass_[r]) / unit_;
    judgement.solved = judgement.solved && within > 0;
    if (size <= judgement.r) return;
    judgement.r = size;
    judgement.worst_joint = r;
  }

  bool velocity_is_right(std::size_t i) const {
    if (claim_.velocities.empty()) return true;
    const ContactState<Rational> right = state<Rational>(i);
    std::array<Rational, 3> off = exact_entries(claim_.velocities, i);
    off[0] -= right.w_N;
    off[1] -= right.w_T[0];
    off[2] -= right.w_T[1];
    return larger_part(off, mass_[i]) <= allowed_;
  }

  double limit() const {
    double largest = 0;
    for (std::size_t i = 0; i < contacts(); ++i) {
      const double in_unit = std::sqrt(mass_[i]) / (unit_ > 0 ? unit_ : 1);
      const std::array<double, 3> terms = velocities_->terms(i, in_unit);
      largest = std::max(largest, *std::max_element(terms.begin(), terms.end()));
    }
    for (std::size_t r = 0; r < joints(); ++r) {
      const double in_unit = std::sqrt(joint_mass_[r]) / (unit_ > 0 ? unit_ : 1);
      largest = std::max(largest, velocities_->joint_terms(r, in_unit));
    }
    return unit_ > 0 || largest == 0 ? 0x1p-53 * largest : kInfinity;
  }

  /// |P' - nearest point of the cone to P' - (w_N' + mu |w_T'|, w_T')|, the largest of all contacts.
  double natural_map() const {
    double largest = 0;
    for (std::size_t i = 0; i < contacts(); ++i) {
      const ContactState<Bounded> at = state<Bounded>(i);
      const double mu = question_.mu[i];
      const double m = mass_[i];
      const double w_x = at.w_T[0].value.high;
      const double w_y = at.w_T[1].value.high;
      const double c = at.c.value.high - m * (at.w_N.value.high + mu * std::hypot(w_x, w_y));
      const double x = at.f[0].value.high - m * w_x;
      const double y = at.f[1].value.high - m * w_y;
      const double length = std::hypot(x, y);
      double nearest = c;  // the normal part of the nearest point; the other is `share` of (x, y)
      double share = 1;
      if (mu * length <= -c) {
        nearest = share = 0;
      } else if (length > mu * c) {
        nearest = (c + mu * length) / (1 + mu * mu);
        share = mu * nearest / length;
      }
      const double off = std::hypot(at.c.value.high - nearest, at.f[0].value.high - share * x,
                                    at.f[1].value.high - share * y);
      largest = std::max(largest, in_unit(off, i));
    }
    return largest;
  }

  const StepQuestion& question_;
  const StepClaim& claim_;
  std::unique_ptr<StepVelocities> velocities_;
  std::size_t d_;
  std::vector<double> mass_;
  std::vector<double> joint_mass_;     ///< 1 over the own mobility of each joint row
  std::vector<double> by_joints_;      ///< what solving the joints adds to each row of q [m/s]
  std::vector<double> held_mobility_;  ///< what joints take of W_NN of each contact [1/kg]
  Rational unit_squared_;              ///< [J]
  Rational allowed_;                   ///< kAcceptedStepError^2 times that
  Bounded bounded_allowed_;
  double unit_ = 0;  ///< [sqrt(J)]
};

}  // namespace

StepJudgement judge_step(const StepQuestion& question, const StepClaim& claim) {
  const auto counted = [](std::size_t given, const char* what, std::size_t rows) {
    return StepJudge::unusable("there are " + std::to_string(given) + " " + what + " for " +
                               std::to_string(rows) + " rows");
  };
  const std::size_t rows = question.rows();
  if (claim.impulses.size() != rows) return counted(claim.impulses.size(), "impulses", rows);
  if (!claim.velocities.empty() && claim.velocities.size() != rows) {
    return counted(claim.velocities.size(), "velocities", rows);
  }
  if (claim.joint_impulses.size() != question.joints()) {
    return counted(claim.joint_impulses.size(), "impulses of joints", question.joints());
  }
  if (!all_finite(claim.impulses)) return StepJudge::unusable("an impulse is not finite");
  if (!all_finite(claim.joint_impulses)) {
    return StepJudge::unusable("an impulse of a joint is not finite");
  }
  if (!all_finite(claim.velocities)) return StepJudge::unusable("a velocity is not finite");
  auto velocities = question.behind != nullptr ? velocities_behind(question, claim)
                                               : local_velocities(question, claim);
  if (velocities == nullptr) return StepJudge::unusable("M is singular");
  return StepJudge(question, claim, std::move(velocities)).judge();
}

}  // namespace touchstone
