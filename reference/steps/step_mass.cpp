// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/steps/step_mass.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>

#include "reference/steps/step_velocities.hpp"

namespace touchstone {

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

namespace {

/// Finds the parts of M, velocities ascending in each.
StepMass split_mass(const StepBehind& behind) {
  const std::size_t size = behind.velocities;
  std::vector<std::size_t> parent(size);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&parent](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (std::size_t i = 0; i < size; ++i) {
    for_entries_of(behind.mass, i,
                   [&](std::size_t column, double) { parent[root(i)] = root(column); });
  }
  StepMass mass;
  mass.part_of.resize(size);
  std::map<std::size_t, std::size_t> number;
  for (std::size_t i = 0; i < size; ++i) {
    const auto [found, fresh] = number.emplace(root(i), mass.parts.size());
    if (fresh) mass.parts.emplace_back();
    mass.part_of[i] = {found->second, mass.parts[found->second].at.size()};
    mass.parts[found->second].at.push_back(i);
  }
  return mass;
}

/// A part of M, dense, row by row.
std::vector<Rational> dense_part(const StepBehind& behind, const StepMass& mass,
                                 const MassPart& part) {
  const std::size_t size = part.at.size();
  std::vector<Rational> matrix(size * size);
  for (std::size_t r = 0; r < size; ++r) {
    for_entries_of(behind.mass, part.at[r], [&](std::size_t column, double value) {
      matrix[r * size + mass.part_of[column].second] += value;
    });
  }
  return matrix;
}

bool invert_part(const StepBehind& behind, const StepMass& mass, MassPart& part) {
  if (!invert_exactly(dense_part(behind, mass, part), part.at.size(), part.inverse)) return false;
  for (const Rational& x : part.inverse) {
    part.bounded.push_back(bounded_of(x));
    part.rounded.push_back(round_to_double(x));
  }
  return true;
}

/// Whether elimination without exchanges finds positive pivots in A + A' alone.
bool has_positive_pivots(const std::vector<Rational>& A, std::size_t size) {
  std::vector<Rational> twice(size * size);
  for (std::size_t k = 0; k < size * size; ++k) twice[k] = A[k] + A[k % size * size + k / size];
  for (std::size_t k = 0; k < size; ++k) {
    const Rational pivot = twice[k * size + k];
    if (sgn(pivot) <= 0) return false;
    for (std::size_t r = k + 1; r < size; ++r) {
      if (sgn(twice[r * size + k]) == 0) continue;
      const Rational factor = twice[r * size + k] / pivot;
      for (std::size_t c = k + 1; c < size; ++c) {
        twice[r * size + c] -= factor * twice[k * size + c];
      }
    }
  }
  return true;
}

}  // namespace

std::map<std::size_t, double> made_by_row(const StepMass& mass, const RowsOfStep& rows,
                                          std::size_t row) {
  std::map<std::size_t, double> made;
  for_entries_of(rows, row, [&](std::size_t k, double factor) {
    const MassPart& part = mass.parts[mass.part_of[k].first];
    const std::size_t size = part.at.size();
    for (std::size_t r = 0; r < size; ++r) {
      const double entry = part.rounded[r * size + mass.part_of[k].second];
      if (entry != 0) made[part.at[r]] += entry * factor;
    }
  });
  return made;
}

double product_with_row(const RowsOfStep& rows, std::size_t row,
                        const std::map<std::size_t, double>& v) {
  double sum = 0;
  for_entries_of(rows, row, [&](std::size_t k, double factor) {
    const auto found = v.find(k);
    if (found != v.end()) sum += factor * found->second;
  });
  return sum;
}

bool is_positive_definite(const StepBehind& behind) {
  const StepMass mass = split_mass(behind);
  return std::all_of(mass.parts.begin(), mass.parts.end(), [&](const MassPart& part) {
    return has_positive_pivots(dense_part(behind, mass, part), part.at.size());
  });
}

std::shared_ptr<const StepMass> invert_mass(const StepBehind& behind) {
  auto mass = std::make_shared<StepMass>(split_mass(behind));
  const bool regular = std::all_of(mass->parts.begin(), mass->parts.end(), [&](MassPart& part) {
    return invert_part(behind, *mass, part);
  });
  return regular ? mass : nullptr;
}

}  // namespace touchstone
