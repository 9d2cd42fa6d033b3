// SPDX-License-Identifier: GPL-3.0-or-later
// A step with contact constraints, solved by trying every combination of alternatives.
#pragma once

#include <cstdint>
#include <optional>

#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

struct Combinations {
  std::uint64_t tried = 0;
  std::uint64_t undecided = 0;  ///< of which neither a solution nor its absence was found
  /// Least |u - free|^2 of those that have a solution [J]; nothing where none has one.
  std::optional<double> least;
};

/// How many there are; `limit` + 1 where there are more than that.
std::uint64_t count_combinations(const StepProblem& problem, std::uint64_t limit);

/// Of a problem without joints. Each combination is the complementarity problem of its rows alone,
/// which has a solution exactly where they are feasible, solved by Lemke's algorithm and checked.
Combinations try_combinations(const StepProblem& problem);

}  // namespace touchstone
