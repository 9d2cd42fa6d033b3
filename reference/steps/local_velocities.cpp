// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/index.hpp"
#include "reference/steps/step_velocities.hpp"

namespace touchstone {
namespace {

/// Joint rows depend on others below this pivot [1].
constexpr double kMinJointPivot = 1e-10;

class LocalVelocities : public StepVelocities {
 public:
  LocalVelocities(const StepQuestion& question, const StepClaim& claim)
      : question_(question), claim_(claim), d_(at(question.dimension)) {}

  std::array<Bounded, 3> bounded(std::size_t i) const override { return sum<Bounded>(i); }
  std::array<Rational, 3> exact(std::size_t i) const override { return sum<Rational>(i); }
  std::array<Rational, 3> start(std::size_t i) const override {
    std::array<Rational, 3> entries;
    for (std::size_t k = 0; k < d_; ++k) entries[k] = question_.q[i * d_ + k];
    return entries;
  }
  std::array<double, 3> terms(std::size_t i, double scale) const override {
    std::array<double, 3> terms = {};
    for (std::size_t k = 0; k < d_; ++k) terms[k] = scale * std::abs(question_.q[i * d_ + k]);
    for_terms(i, [&](std::size_t k, double factor, double impulse) {
      terms[k] += scale * std::abs(factor) * std::abs(impulse);
    });
    return terms;
  }
  double start_terms(std::size_t /*i*/) const override { return 0; }
  double mobility(std::size_t i) const override {
    double mobility = 0;
    for_blocks(i, [&](std::size_t j, std::span<const double> block) {
      if (j == i) mobility += block[0];
    });
    return mobility;
  }

  Bounded bounded_joint(std::size_t r) const override { return joint<Bounded>(r); }
  Rational exact_joint(std::size_t r) const override { return joint<Rational>(r); }
  double joint_terms(std::size_t r, double scale) const override {
    double terms = scale * std::abs(joint_rest(r));
    for_joint_terms(r, [&](double factor, double impulse) {
      terms += scale * std::abs(factor) * std::abs(impulse);
    });
    return terms;
  }
  double joint_column(std::size_t row, std::size_t r) const override {
    return question_.joint_columns[row * joints() + r];
  }
  double joint_matrix(std::size_t r, std::size_t c) const override {
    return question_.joint_matrix[r * joints() + c];
  }
  double joint_rest(std::size_t r) const override { return question_.joint_rest[r]; }

 private:
  std::size_t joints() const { return question_.joint_rest.size(); }

  template <class Use>
  void for_blocks(std::size_t i, Use use) const {
    for (int k = question_.begin[i]; k < question_.begin[i + 1]; ++k) {
      use(at(question_.column[at(k)]), question_.blocks.subspan(at(k) * d_ * d_, d_ * d_));
    }
  }

  /// Calls with each factor of an impulse in row k of contact i, and with the impulse.
  template <class Use>
  void for_terms(std::size_t i, Use use) const {
    for_blocks(i, [&](std::size_t j, std::span<const double> block) {
      for (std::size_t k = 0; k < d_ * d_; ++k) {
        use(k / d_, block[k], claim_.impulses[j * d_ + k % d_]);
      }
    });
    for (std::size_t k = 0; k < d_; ++k) {
      for (std::size_t r = 0; r < joints(); ++r) {
        use(k, joint_column(i * d_ + k, r), claim_.joint_impulses[r]);
      }
    }
  }

  template <class Number>
  std::array<Number, 3> sum(std::size_t i) const {
    std::array<Number, 3> w;
    for (std::size_t k = 0; k < d_; ++k) w[k] = Number(question_.q[i * d_ + k]);
    for_terms(i, [&](std::size_t k, double factor, double impulse) {
      if (impulse != 0 && factor != 0) w[k] = w[k] + Number(factor) * Number(impulse);
    });
    return w;
  }

  /// Calls with each factor of an impulse in the row of joint r, and with the impulse.
  template <class Use>
  void for_joint_terms(std::size_t r, Use use) const {
    for (std::size_t row = 0; row < question_.rows(); ++row) {
      use(joint_column(row, r), claim_.impulses[row]);
    }
    for (std::size_t c = 0; c < joints(); ++c) use(joint_matrix(r, c), claim_.joint_impulses[c]);
  }

  template <class Number>
  Number joint(std::size_t r) const {
    Number left(joint_rest(r));
    for_joint_terms(r, [&left](double factor, double impulse) {
      if (impulse != 0 && factor != 0) left = left + Number(factor) * Number(impulse);
    });
    return left;
  }

  const StepQuestion& question_;
  const StepClaim& claim_;
  std::size_t d_;
};

}  // namespace

Bounded bounded_of(const Rational& x) {
  const double high = round_to_double(x);
  if (!std::isfinite(high)) return {{high, 0}, std::numeric_limits<double>::infinity()};
  const double low = round_to_double(x - Rational(high));
  return {DoubleWord::sum(high, low), 0x1p-105 * std::abs(high) + kBoundUnderflow};
}

std::unique_ptr<StepVelocities> local_velocities(const StepQuestion& question,
                                                 const StepClaim& claim) {
  return std::make_unique<LocalVelocities>(question, claim);
}

// Gauss' elimination with the largest pivot of all.
JointElimination::JointElimination(const StepVelocities& velocities, std::size_t joints)
    : size_(joints), triangle_(joints * joints) {
  for (std::size_t r = 0; r < size_; ++r) {
    const double own = velocities.joint_matrix(r, r);
    root_.push_back(own > 0 ? 1 / std::sqrt(own) : 1);
    rows_.push_back(r);
    columns_.push_back(r);
  }
  const auto entry = [this](std::size_t r, std::size_t c) -> double& {
    return triangle_[rows_[r] * size_ + columns_[c]];
  };
  for (std::size_t r = 0; r < size_; ++r) {
    for (std::size_t c = 0; c < size_; ++c) {
      triangle_[r * size_ + c] = root_[r] * velocities.joint_matrix(r, c) * root_[c];
    }
  }
  double largest = 0;
  for (; rank_ < size_; ++rank_) {
    std::pair pivot{rank_, rank_};
    for (std::size_t r = rank_; r < size_; ++r) {
      for (std::size_t c = rank_; c < size_; ++c) {
        if (std::abs(entry(r, c)) > std::abs(entry(pivot.first, pivot.second))) pivot = {r, c};
      }
    }
    std::swap(rows_[rank_], rows_[pivot.first]);
    std::swap(columns_[rank_], columns_[pivot.second]);
    largest = std::max(largest, std::abs(entry(rank_, rank_)));
    if (!(std::abs(entry(rank_, rank_)) > kMinJointPivot * largest)) return;
    for (std::size_t r = rank_ + 1; r < size_; ++r) {
      const double factor = entry(r, rank_) /= entry(rank_, rank_);
      if (factor == 0) continue;
      for (std::size_t c = rank_ + 1; c < size_; ++c) entry(r, c) -= factor * entry(rank_, c);
    }
  }
}

std::vector<double> JointElimination::solve(const std::vector<double>& b) const {
  const auto entry = [this](std::size_t r, std::size_t c) {
    return triangle_[rows_[r] * size_ + columns_[c]];
  };
  std::vector<double> y(rank_);
  for (std::size_t r = 0; r < rank_; ++r) {
    y[r] = b[rows_[r]] * root_[rows_[r]];
    for (std::size_t c = 0; c < r; ++c) y[r] -= entry(r, c) * y[c];
  }
  std::vector<double> x(size_, 0);
  for (std::size_t r = rank_; r-- > 0;) {
    for (std::size_t c = r + 1; c < rank_; ++c) y[r] -= entry(r, c) * y[c];
    y[r] /= entry(r, r);
    x[columns_[r]] = y[r] * root_[columns_[r]];
  }
  return x;
}

}  // namespace touchstone
