// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/index.hpp"
#include "reference/steps/contact_error.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Least W_NN of a contact, as a share of the largest [1].
constexpr double kMinMobility = 1e-6;

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

/// The double nearest to x and the one nearest to what is left.
Bounded bounded_of(const Rational& x) {
  const double high = round_to_double(x);
  if (!std::isfinite(high)) return {{high, 0}, kInfinity};
  const double low = round_to_double(x - Rational(high));
  return {DoubleWord::sum(high, low), 0x1p-105 * std::abs(high) + kBoundUnderflow};
}

class StepJudge {
 public:
  StepJudge(const StepQuestion& question, const StepClaim& claim)
      : question_(question), claim_(claim), d_(at(question.dimension)) {
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

  template <class Use>
  void for_blocks(std::size_t i, Use use) const {
    for (int k = question_.begin[i]; k < question_.begin[i + 1]; ++k) {
      use(at(question_.column[at(k)]), question_.blocks.subspan(at(k) * d_ * d_, d_ * d_));
    }
  }

  void find_masses() {
    std::vector<double> mobility(contacts(), 0);
    for (std::size_t i = 0; i < contacts(); ++i) {
      for_blocks(i, [&](std::size_t j, std::span<const double> block) {
        if (j == i) mobility[i] += block[0];
      });
    }
    const double largest =
        contacts() == 0 ? 0 : *std::max_element(mobility.begin(), mobility.end());
    mass_.assign(contacts(), 1);
    if (!(largest > 0)) return;
    for (std::size_t i = 0; i < contacts(); ++i) {
      mass_[i] = std::min(1 / std::max(mobility[i], kMinMobility * largest),
                          std::numeric_limits<double>::max());
    }
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

  void find_unit() {
    for (std::size_t i = 0; i < contacts(); ++i) {
      unit_squared_ = std::max(unit_squared_, larger_part(exact_entries(question_.q, i), mass_[i]));
    }
    const Rational accepted = kAcceptedStepError;
    allowed_ = accepted * accepted * unit_squared_;
    bounded_allowed_ = bounded_of(allowed_);
    unit_ = round_sqrt_to_double(unit_squared_);
  }

  template <class Number>
  ContactState<Number> state(std::size_t i) const {
    std::array<Number, 3> w;
    for (std::size_t k = 0; k < d_; ++k) w[k] = Number(question_.q[i * d_ + k]);
    for_blocks(i, [&](std::size_t j, std::span<const double> block) {
      for (std::size_t k = 0; k < d_ * d_; ++k) {
        const double impulse = claim_.impulses[j * d_ + k % d_];
        if (impulse != 0) w[k / d_] = w[k / d_] + Number(block[k]) * Number(impulse);
      }
    });
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
      r = in_unit(exact.size(), i);
      judgement.solved =
          exact.is_within(Rational(Rational(mass_[i]) * allowed_)) && judgement.solved;
    }
    if (!(r <= judgement.r)) {
      judgement.r = r;
      judgement.worst = i;
    }
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
      std::array<double, 3> terms = {};
      for (std::size_t k = 0; k < d_; ++k) terms[k] = in_unit * std::abs(question_.q[i * d_ + k]);
      for_blocks(i, [&](std::size_t j, std::span<const double> block) {
        for (std::size_t k = 0; k < d_ * d_; ++k) {
          terms[k / d_] +=
              in_unit * std::abs(block[k]) * std::abs(claim_.impulses[j * d_ + k % d_]);
        }
      });
      largest = std::max(largest, *std::max_element(terms.begin(), terms.end()));
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
  std::size_t d_;
  std::vector<double> mass_;
  Rational unit_squared_;  ///< [J]
  Rational allowed_;       ///< kAcceptedStepError^2 times that
  Bounded bounded_allowed_;
  double unit_ = 0;  ///< [sqrt(J)]
};

}  // namespace

StepJudgement judge_step(const StepQuestion& question, const StepClaim& claim) {
  if (claim.impulses.size() != question.q.size()) {
    return StepJudge::unusable("there are " + std::to_string(claim.impulses.size()) +
                               " impulses for " + std::to_string(question.q.size()) + " rows");
  }
  if (!claim.velocities.empty() && claim.velocities.size() != question.q.size()) {
    return StepJudge::unusable("there are " + std::to_string(claim.velocities.size()) +
                               " velocities for " + std::to_string(question.q.size()) + " rows");
  }
  if (!all_finite(claim.impulses)) return StepJudge::unusable("an impulse is not finite");
  if (!all_finite(claim.velocities)) return StepJudge::unusable("a velocity is not finite");
  return StepJudge(question, claim).judge();
}

}  // namespace touchstone
