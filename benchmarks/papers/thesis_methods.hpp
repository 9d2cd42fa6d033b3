// SPDX-License-Identifier: GPL-3.0-or-later
// All combinations of the rules that Hart's thesis (hart2007thesis) prints for a step, run on its
// four problems beside our method: which of them can be his.
//
// * A row is bounded by its event's value (4.17) or by the pair's (4.15).
// * The step is the complementarity problem (5.1) or its relaxation (5.6).
// * Events are kept above t* (section 7) or on both sides of it (Algorithm 3.14).
// * Rows are gradients of rho, or unit normals with gaps in metres.
// Tolerances are those printed for each problem, gamma and times those of figures 20, 22, 24, 25.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/converge/converge_run.hpp"
#include "benchmarks/papers/thesis_method.hpp"

namespace touchstone {

struct MethodTableOptions {
  MetricSource metric_source;
  std::vector<std::string> scenes;  ///< problems of Hart; none: all
  std::vector<double> dt = {0.02, 0.01, 0.005};
  int starts = 1;
  std::uint64_t seed = 42;
  int jobs = 1;
  std::function<void(std::uint64_t done, std::uint64_t count)> progress;  ///< number of rows
  std::function<bool()> stop_requested;
};

/// One problem by one method. Numbers "at the end" are those of the smallest step.
struct MethodRow {
  std::string scene;
  ThesisMethod method;
  double gamma = 0;
  double average_m = 0;      ///< average over steps and starts of the deepest overlap, at the end
  double average_ratio = 0;  ///< of I(q) as printed [1], at the end
  std::optional<ConvergeSlope> slope;
  double gain_J = 0;     ///< largest gain of an island in a step of any run
  double highest_J = 0;  ///< largest total energy of any run above that of its start
  double potential_J = 0, kinetic_J = 0;  ///< of one run, start 0, at the end
  std::uint64_t unsolved = 0;
  int runs = 0, wrong = 0;  ///< how many runs, and how many of them are wrong (why_wrong)
  std::string why;          ///< of the wrong one that came highest above its start
};

/// What a row of the table has of the printed rules: "pair, relaxed, one, literal"; of ours
/// "touchstone".
std::string rules_text(const ThesisMethod& method);

/// The rules by which each problem of the table ends within this share of our energy, and no run is
/// wrong [1].
inline constexpr double kRestsAsOurs = 0.05;
std::vector<std::string> rules_that_rest(const std::vector<MethodRow>& rows);

/// The sixteen combinations with the tolerances printed for a problem.
std::vector<ThesisMethod> printed_combinations(std::string_view problem);

/// Ours first for each problem, then the combinations. Rejects unknown problems. After a stop
/// request the rows that were whole.
Result<std::vector<MethodRow>> method_table(const MethodTableOptions& options);

}  // namespace touchstone
