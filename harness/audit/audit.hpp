// SPDX-License-Identifier: GPL-3.0-or-later
// The audit: the truth checked against itself. Both routes of the oracle must agree exactly, the
// bounds between the ratio metric and the Euclidean distance must hold wherever their hypotheses
// do, and the speed of the oracle is measured against the floor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/check/check_run.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Up to this many vertices the explicit hull of all differences is cheap.
inline constexpr int kAuditSmall = 64;

/// Audits one case, given what the fast route, the explicit hull (the inradius of K about 0, too,
/// as its square) and the linear program say of it. `row` is one of routes_check().
void audit_truths(const Case& c, const Truth& fast, const Truth& slow, const Rational& R_K_squared,
                  const std::optional<Rational>& rho, CheckRow& row);

/// The claims: both routes agree on phi and rho, and three bounds hold between them.
Check routes_check();
CheckReport audit_routes(const CheckOptions& options);

/// Rates for one kind of case on one core, per second of CPU time: medians of several runs over
/// fresh cases. Exact bodies are included, the metric's own time is not.
struct SpeedRow {
  std::string name;            ///< the family, or what several have in common
  double cases_per_s = 0;      ///< cases made [1/s]
  double truths_per_s = 0;     ///< cases made and solved for phi and rho [1/s]
  double euclidean_per_s = 0;  ///< cases made, solved and a right distance answer judged [1/s]
  double ratio_per_s = 0;      ///< cases made, solved and an answer of ratio_lp judged [1/s]
  double right_share = 1;      ///< share judged right, the lesser of distance and ratio answers [1]
  double scaled_euclidean_per_s = 0, scaled_ratio_per_s = 0;  ///< on a core whose floor is 20 ns
};

struct Speed {
  double floor_ns = 0;  ///< a pair of support vertices by brute force, two hulls of 8 [ns]
  std::vector<SpeedRow> rows;
  /// A rate as it would be on a core whose floor is 20 ns.
  double scaled(double rate) const { return rate * floor_ns / 20; }
};

Speed measure_speed(std::uint64_t seed);

}  // namespace touchstone
