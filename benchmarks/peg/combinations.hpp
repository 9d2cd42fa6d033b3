// SPDX-License-Identifier: GPL-3.0-or-later
// A step with contact constraints, solved by trying every combination of alternatives.
#pragma once

#include <cstdint>
#include <optional>

#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

struct Combinations {
  std::uint64_t tried = 0;
  std::uint64_t undecided = 0;  ///< combinations without a solution or a proof of its absence
  /// Least |u - free|^2 of those that have a solution [J]; nothing where none has one.
  std::optional<double> least;
};

/// Number of combinations of alternatives; `limit` + 1 where there are more than that.
std::uint64_t count_combinations(const StepProblem& problem, std::uint64_t limit);

/// Tries all combinations of a problem without joints. Each is the complementarity problem of its
/// rows alone, which has a solution exactly where they are feasible; Lemke's algorithm solves it,
/// and the solution is checked.
Combinations try_combinations(const StepProblem& problem);

}  // namespace touchstone
