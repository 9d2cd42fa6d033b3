// SPDX-License-Identifier: GPL-3.0-or-later
// Which share of problems each solver solves within a multiple of the fastest one's time (Dolan &
// Moré 2002 [dolan2002]).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/steps/solve_run.hpp"

namespace touchstone {

struct ProfileCurve {
  std::string solver;
  std::vector<double>
      ratios;  ///< its time over the fastest one's, of what it solved, ascending [1]
};

struct PerformanceProfile {
  std::uint64_t problems = 0;
  std::vector<ProfileCurve> curves;

  /// The share of the problems that the solver solved within tau times the fastest one's time; an
  /// infinite tau takes any time. 0 without problems.
  double share(const ProfileCurve& curve, double tau) const;
};

/// Problems that rounding decides or that have no solution are left out, impulses that came with
/// problems are no solver, and what was not put to a solver or not solved counts as not solved.
PerformanceProfile performance_profile(const SolveRun& run);

/// The multiples that tables show, the last infinite.
const std::vector<double>& profile_multiples();

}  // namespace touchstone
