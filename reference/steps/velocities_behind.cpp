// SPDX-License-Identifier: GPL-3.0-or-later
// Velocities behind contacts: M falls into parts that do not meet, and the inverse of each is found in
// rationals.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "geometry/index.hpp"
#include "reference/steps/step_velocities.hpp"

namespace touchstone {
namespace {

/// Velocities that M couples, and the inverse of that part, row by row.
struct MassPart {
  std::vector<std::size_t> at;
  std::vector<Rational> inverse;
  std::vector<Bounded> bounded;
  std::vector<double> rounded;
};

/// Gauss' and Jordan's elimination; false where the matrix is singular.
bool invert_exactly(std::vector<Rational> matrix, std::size_t size,
                    std::vector<Rational>& inverse) {
  inverse.assign(size * size, 0);
  for (std::size_t k = 0; k < size; ++k) inverse[k * size + k] = 1;
  for (std::size_t k = 0; k < size; ++k) {
    std::size_t pivot = k;
    while (pivot < size && sgn(matrix[pivot * size + k]) == 0) ++pivot;
    if (pivot == size) return false;
    for (std::size_t c = 0; c < size && pivot != k; ++c) {
      std::swap(matrix[pivot * size + c], matrix[k * size + c]);
      std::swap(inverse[pivot * size + c], inverse[k * size + c]);
    }
    const Rational scale = 1 / matrix[k * size + k];
    for (std::size_t c = 0; c < size; ++c) {
      matrix[k * size + c] *= scale;
      inverse[k * size + c] *= scale;
    }
    for (std::size_t r = 0; r < size; ++r) {
      if (r == k || sgn(matrix[r * size + k]) == 0) continue;
      const Rational factor = matrix[r * size + k];
      for (std::size_t c = 0; c < size; ++c) {
        matrix[r * size + c] -= factor * matrix[k * size + c];
        inverse[r * size + c] -= factor * inverse[k * size + c];
      }
    }
  }
  return true;
}

class VelocitiesBehind : public StepVelocities {
 public:
  VelocitiesBehind(const StepQuestion& question, const StepClaim& claim)
      : behind_(*question.behind), claim_(claim), d_(at(question.dimension)) {}

  /// False where M is singular.
  bool prepare() {
    if (!split_mass()) return false;
    start_ =
        moved<Rational>([](const MassPart& part, std::size_t k) { return part.inverse[k]; }, false);
    for (const Rational& v : start_) rounded_start_.push_back(round_to_double(v));
    bounded_ =
        moved<Bounded>([](const MassPart& part, std::size_t k) { return part.bounded[k]; }, true);
    sum_terms();
    for (std::size_t r = 0; r < behind_.rest.size(); ++r) {
      made_by_joint_.push_back(made_by(behind_.joint, r));
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
    return product(behind_.contact, i * d_, made_by(behind_.contact, i * d_));
  }

  Bounded bounded_joint(std::size_t r) const override { return joint(r, bounded_); }
  Rational exact_joint(std::size_t r) const override { return joint(r, exact_v()); }
  double joint_terms(std::size_t r, double scale) const override {
    return scale * magnitude(behind_.joint, r, behind_.rest[r], terms_);
  }
  double joint_column(std::size_t row, std::size_t r) const override {
    return product(behind_.contact, row, made_by_joint_[r]);
  }
  double joint_matrix(std::size_t r, std::size_t c) const override {
    return product(behind_.joint, r, made_by_joint_[c]);
  }
  double joint_rest(std::size_t r) const override { return round_to_double(joint(r, start_)); }

 private:
  using Sparse = std::map<std::size_t, double>;

  template <class Use>
  static void for_entries(const RowsOfStep& rows, std::size_t row, Use use) {
    for (int k = rows.begin[row]; k < rows.begin[row + 1]; ++k) {
      use(at(rows.column[at(k)]), rows.value[at(k)]);
    }
  }

  bool split_mass() {
    const std::size_t size = behind_.velocities;
    std::vector<std::size_t> parent(size);
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&parent](std::size_t i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    };
    for (std::size_t i = 0; i < size; ++i) {
      for_entries(behind_.mass, i,
                  [&](std::size_t column, double) { parent[root(i)] = root(column); });
    }
    part_of_.resize(size);
    std::map<std::size_t, std::size_t> number;
    for (std::size_t i = 0; i < size; ++i) {
      const auto [found, fresh] = number.emplace(root(i), parts_.size());
      if (fresh) parts_.emplace_back();
      part_of_[i] = {found->second, parts_[found->second].at.size()};
      parts_[found->second].at.push_back(i);
    }
    return std::all_of(parts_.begin(), parts_.end(),
                       [this](MassPart& part) { return invert_part(part); });
  }

  bool invert_part(MassPart& part) const {
    const std::size_t size = part.at.size();
    std::vector<Rational> matrix(size * size);
    for (std::size_t r = 0; r < size; ++r) {
      for_entries(behind_.mass, part.at[r], [&](std::size_t column, double value) {
        matrix[r * size + part_of_[column].second] += value;
      });
    }
    if (!invert_exactly(std::move(matrix), size, part.inverse)) return false;
    for (const Rational& x : part.inverse) {
      part.bounded.push_back(bounded_of(x));
      part.rounded.push_back(round_to_double(x));
    }
    return true;
  }

  /// free + M^-1 (force + H P + G l), or without P and l.
  template <class Number, class Inverse>
  std::vector<Number> moved(const Inverse& inverse, bool by_impulses) const {
    std::vector<Number> pushed(behind_.velocities, Number(0.0));
    for (std::size_t k = 0; k < behind_.force.size(); ++k) pushed[k] = Number(behind_.force[k]);
    const auto push = [&](const RowsOfStep& rows, std::span<const double> impulses) {
      for (std::size_t row = 0; row < impulses.size(); ++row) {
        if (impulses[row] == 0) continue;
        for_entries(rows, row, [&](std::size_t k, double factor) {
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
    for (const MassPart& part : parts_) {
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
        for_entries(rows, row, [&](std::size_t k, double factor) {
          pushed[k] += std::abs(factor) * std::abs(impulses[row]);
        });
      }
    };
    push(behind_.contact, claim_.impulses);
    push(behind_.joint, claim_.joint_impulses);
    terms_.assign(behind_.velocities, 0);
    for (std::size_t k = 0; k < behind_.free.size(); ++k) terms_[k] = std::abs(behind_.free[k]);
    for (const MassPart& part : parts_) {
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
    for_entries(rows, row,
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
    for_entries(rows, row, [&](std::size_t j, double factor) { sum += std::abs(factor * v[j]); });
    return sum;
  }

  double contact_magnitude(std::size_t i, std::size_t k, const std::vector<double>& v) const {
    return magnitude(behind_.contact, i * d_ + k, behind_.offset[i * d_ + k], v);
  }

  /// Velocities that an impulse of 1 in this row makes, rounded.
  Sparse made_by(const RowsOfStep& rows, std::size_t row) const {
    Sparse made;
    for_entries(rows, row, [&](std::size_t k, double factor) {
      const MassPart& part = parts_[part_of_[k].first];
      const std::size_t size = part.at.size();
      for (std::size_t r = 0; r < size; ++r) {
        const double entry = part.rounded[r * size + part_of_[k].second];
        if (entry != 0) made[part.at[r]] += entry * factor;
      }
    });
    return made;
  }

  static double product(const RowsOfStep& rows, std::size_t row, const Sparse& v) {
    double sum = 0;
    for_entries(rows, row, [&](std::size_t k, double factor) {
      const auto found = v.find(k);
      if (found != v.end()) sum += factor * found->second;
    });
    return sum;
  }

  const StepBehind& behind_;
  const StepClaim& claim_;
  std::size_t d_;
  std::vector<MassPart> parts_;
  std::vector<std::pair<std::size_t, std::size_t>> part_of_;  ///< part, and place in it
  std::vector<Rational> start_;
  std::vector<double> rounded_start_;
  std::vector<Bounded> bounded_;
  std::vector<double> terms_;
  std::vector<Sparse> made_by_joint_;  ///< velocities that an impulse of 1 of each joint row makes
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
