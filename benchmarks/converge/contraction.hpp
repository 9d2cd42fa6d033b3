// SPDX-License-Identifier: GPL-3.0-or-later
// How fast Hart's fixed-point maps chi_1, chi_2, chi_3 contract as friction grows (hart2007thesis,
// theorem 5.9: for small friction all do, chi_1 with parameter 1/2).
//
// The problems are those of the steps of Hart's scenes, each with every friction coefficient. What
// is compared are the velocities of successive iterates in the norm of the kinetic energy.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "contact/registry.hpp"
#include "dynamics/complementarity/fixed_point.hpp"

namespace touchstone {

struct ContractionOptions {
  MetricSource metric_source;
  std::vector<std::string> scenes = {"balance2", "pyramid1", "dice3", "setup6"};
  std::vector<double> mu = {0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2};
  double dt = 0.01;
  int problems = 100;  ///< taken from each scene, evenly over its steps with sliding contacts
  std::function<bool()> stop_requested;  ///< asked before and within each step, and before each row
};

/// One map on problems of one scene with one friction coefficient: those on which its iterates
/// moved at least twice, as a rate of contraction needs two changes.
struct ContractionRow {
  std::string scene;
  FixedPointMap map = FixedPointMap::chi_1;
  double mu = 0;
  int problems = 0;
  int contracted = 0;  ///< problems on which every iterate moved less than the one before
  int solved = 0;      ///< problems on which the residual of an iterate was accepted
  /// A problem's rate is the geometric mean of the ratios of successive changes [1]: its median and
  /// its largest value over the problems; then the median of each problem's largest ratio [1].
  double median_rate = 0, largest_rate = 0, median_worst_ratio = 0;
};

std::string_view map_name(FixedPointMap map);

/// Rows by scene, map and mu. After a stop request: those that were whole.
std::vector<ContractionRow> contraction_rates(const ContractionOptions& options);

/// What one map did on one problem.
struct Contraction {
  std::vector<double> changes;  ///< norms of u_(k+1) - u_k, iterate by iterate, above rounding
  bool solved = false;
};
Contraction contract(const StepProblem& problem, FixedPointMap map);

}  // namespace touchstone
