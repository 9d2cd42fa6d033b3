// SPDX-License-Identifier: GPL-3.0-or-later
// Velocities behind contacts, by the exact inverse of M.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "geometry/index.hpp"
#include "reference/steps/step_mass.hpp"
#include "reference/steps/step_velocities.hpp"

namespace touchstone {
namespace {

class VelocitiesBehind : public StepVelocities {
 public:
  VelocitiesBehind(const StepQuestion& question, const StepClaim& claim)
      : behind_(*question.behind), claim_(claim), d_(at(question.dimension)) {}

  /// False where M is singular.
  bool prepare() {
    mass_ = behind_.inverse != nullptr ? behind_.inverse : invert_mass(behind_);
    if (mass_ == nullptr) return false;
    start_ =
        moved<Rational>([](const MassPart& part, std::size_t k) { return part.inverse[k]; }, false);
    for (const Rational& v : start_) rounded_start_.push_back(round_to_double(v));
    bounded_ =
        moved<Bounded>([](const MassPart& part, std::size_t k) { return part.bounded[k]; }, true);
    sum_terms();
    for (std::size_t r = 0; r < behind_.rest.size(); ++r) {
      made_by_joint_.push_back(made_by_row(*mass_, behind_.joint, r));
    }
    return true;
  }

  std::array<Bounded, 3> bounded(std::size_t i) const override { return contact(i, bounded_); }
  std::array<Rational, 3> exact(std::size_t i) const override { return contact(i, exact_v()); }
  std::array<Rational, 3> start(std::size_t i) const override { return contact(i, start_); }
  std::array<double, 3> terms(std::size_t i, double scale) const override {
    std::array<double, 3> terms = {};
    for (std::size_t k = 0; k < d_; ++k) terms[k] = scale * contact_magnitude(i, k, terms_);
    return terms;
  }
  double start_terms(std::size_t i) const override {
    double largest = 0;
    for (std::size_t k = 0; k < d_; ++k) {
      largest = std::max(largest, contact_magnitude(i, k, rounded_start_));
    }
    return largest;
  }
  double mobility(std::size_t i) const override {
    return product_with_row(behind_.contact, i * d_, made_by_row(*mass_, behind_.contact, i * d_));
  }

  Bounded bounded_joint(std::size_t r) const override { return joint(r, bounded_); }
  Rational exact_joint(std::size_t r) const override { return joint(r, exact_v()); }
  double joint_terms(std::size_t r, double scale) const override {
    return scale * magnitude(behind_.joint, r, behind_.rest[r], terms_);
  }
  double joint_column(std::size_t row, std::size_t r) const override {
    return product_with_row(behind_.contact, row, made_by_joint_[r]);
  }
  double joint_matrix(std::size_t r, std::size_t c) const override {
    return product_with_row(behind_.joint, r, made_by_joint_[c]);
  }
  double joint_rest(std::size_t r) const override { return round_to_double(joint(r, start_)); }

 private:
  /// free + M^-1 (force + H P + G l), or without P and l.
  template <class Number, class Inverse>
  std::vector<Number> moved(const Inverse& inverse, bool by_impulses) const {
    std::vector<Number> pushed(behind_.velocities, Number(0.0));
    for (std::size_t k = 0; k < behind_.force.size(); ++k) pushed[k] = Number(behind_.force[k]);
    const auto push = [&](const RowsOfStep& rows, std::span<const double> impulses) {
      for (std::size_t row = 0; row < impulses.size(); ++row) {
        if (impulses[row] == 0) continue;
        for_entries_of(rows, row, [&](std::size_t k, double factor) {
          pushed[k] = pushed[k] + Number(factor) * Number(impulses[row]);
        });
      }
    };
    if (by_impulses) {
      push(behind_.contact, claim_.impulses);
      push(behind_.joint, claim_.joint_impulses);
    }
    std::vector<Number> v(behind_.velocities, Number(0.0));
    for (std::size_t k = 0; k < behind_.free.size(); ++k) v[k] = Number(behind_.free[k]);
    for (const MassPart& part : mass_->parts) {
      const std::size_t size = part.at.size();
      for (std::size_t k = 0; k < size * size; ++k) {
        if (part.rounded[k] == 0 && sgn(part.inverse[k]) == 0) continue;
        Number& made = v[part.at[k / size]];
        made = made + inverse(part, k) * pushed[part.at[k % size]];
      }
    }
    return v;
  }

  const std::vector<Rational>& exact_v() const {
    if (!exact_) {
      exact_ = moved<Rational>([](const MassPart& part, std::size_t k) { return part.inverse[k]; },
                               true);
    }
    return *exact_;
  }

  /// Magnitudes of the terms of each velocity.
  void sum_terms() {
    std::vector<double> pushed(behind_.velocities, 0);
    for (std::size_t k = 0; k < behind_.force.size(); ++k) pushed[k] = std::abs(behind_.force[k]);
    const auto push = [&](const RowsOfStep& rows, std::span<const double> impulses) {
      for (std::size_t row = 0; row < impulses.size(); ++row) {
        for_entries_of(rows, row, [&](std::size_t k, double factor) {
          pushed[k] += std::abs(factor) * std::abs(impulses[row]);
        });
      }
    };
    push(behind_.contact, claim_.impulses);
    push(behind_.joint, claim_.joint_impulses);
    terms_.assign(behind_.velocities, 0);
    for (std::size_t k = 0; k < behind_.free.size(); ++k) terms_[k] = std::abs(behind_.free[k]);
    for (const MassPart& part : mass_->parts) {
      const std::size_t size = part.at.size();
      for (std::size_t k = 0; k < size * size; ++k) {
        terms_[part.at[k / size]] += std::abs(part.rounded[k]) * pushed[part.at[k % size]];
      }
    }
  }

  template <class Number>
  Number row_velocity(const RowsOfStep& rows, std::size_t row, double offset,
                      const std::vector<Number>& v) const {
    Number sum(offset);
    for_entries_of(rows, row,
                   [&](std::size_t k, double factor) { sum = sum + Number(factor) * v[k]; });
    return sum;
  }

  template <class Number>
  std::array<Number, 3> contact(std::size_t i, const std::vector<Number>& v) const {
    std::array<Number, 3> w;
    for (std::size_t k = 0; k < d_; ++k) {
      w[k] = row_velocity(behind_.contact, i * d_ + k, behind_.offset[i * d_ + k], v);
    }
    return w;
  }

  template <class Number>
  Number joint(std::size_t r, const std::vector<Number>& v) const {
    return row_velocity(behind_.joint, r, behind_.rest[r], v);
  }

  static double magnitude(const RowsOfStep& rows, std::size_t row, double offset,
                          const std::vector<double>& v) {
    double sum = std::abs(offset);
    for_entries_of(rows, row,
                   [&](std::size_t j, double factor) { sum += std::abs(factor * v[j]); });
    return sum;
  }

  double contact_magnitude(std::size_t i, std::size_t k, const std::vector<double>& v) const {
    return magnitude(behind_.contact, i * d_ + k, behind_.offset[i * d_ + k], v);
  }

  const StepBehind& behind_;
  const StepClaim& claim_;
  std::size_t d_;
  std::shared_ptr<const StepMass> mass_;
  std::vector<Rational> start_;
  std::vector<double> rounded_start_;
  std::vector<Bounded> bounded_;
  std::vector<double> terms_;
  std::vector<std::map<std::size_t, double>> made_by_joint_;  ///< by an impulse of 1 of each row
  mutable std::optional<std::vector<Rational>> exact_;
};

}  // namespace

std::unique_ptr<StepVelocities> velocities_behind(const StepQuestion& question,
                                                  const StepClaim& claim) {
  auto made = std::make_unique<VelocitiesBehind>(question, claim);
  if (!made->prepare()) return nullptr;
  return made;
}

}  // namespace touchstone
