// SPDX-License-Identifier: GPL-3.0-or-later
// The solvers of contact constraints (contact_constraint.hpp) held to many problems: islands of
// running scenes, and random ones.
//
// U and I: each problem is solved and judged. Lemke's algorithm takes the solution that it comes
// to; branching over the same problem says whether there is a nearer one, of less |u - free|.
// With X: every combination of alternatives is tried, each as a complementarity problem of its rows
// alone: no branching and no quadratic program, but Lemke's algorithm (lemke.hpp), which is also
// in the solver. The solver has to find a solution exactly where one of them is feasible.
#pragma once

#include <cstdint>
#include <functional>

#include "benchmarks/peg/constraint_verdict.hpp"
#include "contact/registry.hpp"

namespace touchstone {

/// A row for each source: a scene with its model, or random problems.
struct ConstraintAudit {
  CheckReport inter, cross;

  /// Nothing is unsolved, no solution is wrong, and solver and enumeration agree on problems with
  /// X.
  bool clean() const { return inter.as_expected() && cross.as_expected(); }
};

/// Number of cases in all rows.
std::uint64_t all_problems(const CheckReport& report);

struct ConstraintAuditOptions {
  MetricSource metric_source;
  std::uint64_t problems = 5000;  ///< with U and I; a tenth as many with X are added
  std::uint64_t seed = 42;
  int jobs = 1;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// Which problems depends on seed and number alone. Throws what a metric throws.
ConstraintAudit audit_constraints(const ConstraintAuditOptions& options);

}  // namespace touchstone
