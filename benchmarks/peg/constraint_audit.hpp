// SPDX-License-Identifier: GPL-3.0-or-later
// The solvers of contact constraints (contact_constraint.hpp) held to many problems: islands of
// running scenes, and random ones.
//
// U and I: each problem is solved and judged. Lemke's algorithm takes the solution that it comes
// to; branching over the same problem says whether there is a nearer one, of less |u - free|.
// With X: every combination of alternatives is tried, each as a complementarity problem of its own
// (a linear program's worth of constraints, no branching and no quadratic program). The solver has
// to find a solution exactly where one of them is feasible.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "contact/registry.hpp"

namespace touchstone {

/// Problems of U and I of one source.
struct ConstraintAuditRow {
  std::string source;  ///< a scene with its model, or "random"
  std::uint64_t problems = 0;
  std::uint64_t by_lemke = 0;    ///< solved and judged
  std::uint64_t by_branch = 0;   ///< likewise, where Lemke's algorithm had no solution
  std::uint64_t infeasible = 0;  ///< no choice of alternatives allows any velocity
  std::uint64_t unsolved = 0;
  std::uint64_t compared = 0;  ///< solved by Lemke's algorithm, and by branching too
  std::uint64_t nearer = 0;    ///< of them, branching's velocity is nearer by more than kNearer
  std::uint64_t borrowed = 0;  ///< problems in which a force of Lemke's form is borrowed
  double largest_residual = 0;
  double nearest = 1;  ///< least |u - free| of branching over that of Lemke's algorithm [1]

  void add(const ConstraintAuditRow& other);
};

/// Problems with X of one source.
struct CrossAuditRow {
  std::string source;
  std::uint64_t problems = 0;
  std::uint64_t combinations = 0;  ///< that were tried, of all problems
  std::uint64_t feasible = 0;      ///< problems that have a solution
  std::uint64_t disagree = 0;      ///< solved and without any solution, or the other way round
  std::uint64_t farther = 0;       ///< branching's velocity is not the nearest of all combinations
  std::uint64_t undecided = 0;     ///< a combination of which nothing is known
  std::uint64_t passed_over = 0;   ///< problems of too many combinations, not counted above

  void add(const CrossAuditRow& other);
};

struct ConstraintAudit {
  std::vector<ConstraintAuditRow> rows;
  std::vector<CrossAuditRow> cross;

  std::uint64_t problems() const;  ///< of U and I
  /// Nothing is unsolved, and what solver and enumeration say of X is the same.
  bool clean() const;
};

/// Velocities that are nearer by a smaller share are as near [1].
inline constexpr double kNearer = 1e-6;
/// Problems of more combinations are passed over.
inline constexpr std::uint64_t kMaxCombinations = 2000;

struct ConstraintAuditOptions {
  MetricSource metric_source;
  std::uint64_t problems = 5000;  ///< of U and I; a tenth as many with X
  std::uint64_t seed = 42;
  int jobs = 1;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// Which problems depends on seed and number alone. Throws what a metric throws.
ConstraintAudit audit_constraints(const ConstraintAuditOptions& options);

}  // namespace touchstone
