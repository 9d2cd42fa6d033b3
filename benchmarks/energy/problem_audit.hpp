// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the solvers of complementarity problems on the problems of running scenes, each solved
// anew.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "contact/registry.hpp"

namespace touchstone {

struct ProblemAuditRow {
  std::string source;  ///< scenes or piles
  std::string law;     ///< cones (class 1), relaxed (2), frictionless (3), no-slip
  std::uint64_t problems = 0;
  std::uint64_t solved = 0;      ///< solved as posed, to the accepted residual
  std::uint64_t altered = 0;     ///< solved with bounded friction for no slip, or unstabilised
  std::uint64_t infeasible = 0;  ///< proven so by multipliers that are checked separately
  std::uint64_t unsolved = 0;
  double largest_residual = 0;  ///< largest residual of the problems solved as posed
  double median_us = 0, largest_us = 0;
  std::string slowest;  ///< scene and step of largest_us
  std::map<std::string, std::uint64_t> by_link;

  /// The share solved as posed, of those not proven infeasible.
  double share() const;
};

/// An audit of at least this many problems has as many with cones.
inline constexpr std::uint64_t kManyProblems = 10'000;

struct ProblemAuditOptions {
  MetricSource metric_source;
  /// Steps with contacts, from scenes and piles together, at least.
  std::uint64_t problems = kManyProblems;
  std::uint64_t seed = 42;
  int jobs = 1;
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// Throws what a metric throws.
std::vector<ProblemAuditRow> audit_problems(const ProblemAuditOptions& options);
/// True if nothing is unsolved, 99.9 % of the problems with cones are solved as posed, and so are
/// all of the relaxation and without friction that are not proven infeasible.
bool problem_audit_clean(const std::vector<ProblemAuditRow>& rows);

}  // namespace touchstone
