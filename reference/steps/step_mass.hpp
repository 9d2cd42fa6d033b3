// SPDX-License-Identifier: GPL-3.0-or-later
// M of a step with velocities behind its contacts: it falls into parts that do not meet, and the
// inverse of each is found in rationals. Internal to the judge of steps.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "reference/arithmetic/bounded.hpp"
#include "reference/steps.hpp"

namespace touchstone {

/// Calls use(column, entry) for the entries of a row.
template <class Use>
void for_entries_of(const RowsOfStep& rows, std::size_t row, Use use) {
  for (int k = rows.begin[row]; k < rows.begin[row + 1]; ++k) {
    use(at(rows.column[at(k)]), rows.value[at(k)]);
  }
}

/// Velocities that M couples, and the inverse of that part, row by row.
struct MassPart {
  std::vector<std::size_t> at;
  std::vector<Rational> inverse;
  std::vector<Bounded> bounded;
  std::vector<double> rounded;
};

struct StepMass {
  std::vector<MassPart> parts;
  std::vector<std::pair<std::size_t, std::size_t>> part_of;  ///< part of a velocity, place in it
};

/// The inverse, row by row, by Gauss' and Jordan's elimination; false where the matrix is singular.
bool invert_exactly(std::vector<Rational> matrix, std::size_t size, std::vector<Rational>& inverse);

/// Velocities that an impulse of 1 in this row makes, rounded.
std::map<std::size_t, double> made_by_row(const StepMass& mass, const RowsOfStep& rows,
                                          std::size_t row);
/// The row times these velocities.
double product_with_row(const RowsOfStep& rows, std::size_t row,
                        const std::map<std::size_t, double>& v);

/// Whether v'M v > 0 for all v but 0, exactly. M need not be symmetric.
bool is_positive_definite(const StepBehind& behind);

}  // namespace touchstone
