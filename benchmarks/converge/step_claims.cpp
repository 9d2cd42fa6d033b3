// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/step_claims.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/converge/converge_run.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// What is told apart in a check, and how its runs differ.
struct RunKind {
  CheckSubject subject;
  double gamma = 1;
  std::string contacts = {};  ///< empty: those of the scenes
};

/// Claims about steps: their table, the runs and step patterns that they are held to, and what
/// judges one step.
struct StepClaims {
  Check check;
  std::vector<RunKind> kinds;
  std::vector<StepPattern> patterns;
  void (*judge)(const InfeasibleStep& step, const std::string& id, CheckRow& row) = nullptr;
};

std::string id_of(const ConvergeRun& run, const InfeasibleStep& step) {
  return run.scene + ", " + std::string(pattern_name(run.pattern)) + " h = " + short_text(run.dt) +
         " s, start " + std::to_string(run.start) + " at " + short_text(step.time_s) + " s";
}

void judge_run(const ConvergeRun& run, const StepClaims& claims, CheckRow& row) {
  ++row.cases;
  if (const std::string why = why_wrong(run); !why.empty()) {
    if (row.unanswered++ == 0) row.first_unanswered = {run.scene, why};
    return;
  }
  for (const InfeasibleStep& step : run.steps) claims.judge(step, id_of(run, step), row);
}

/// One kind of runs of one problem.
CheckRow judge_kind(const StepClaims& claims, const RunKind& kind, const std::string& scene,
                    const ClaimOptions& options) {
  CheckRow row = empty_row(claims.check, kind.subject);
  row.family = scene;
  ConvergeOptions wanted;
  wanted.metric_source = options.metric_source;
  wanted.scenes = {scene};
  wanted.dt = options.full ? std::vector{0.02, 0.01, 0.005} : std::vector{0.02};
  wanted.gamma = {kind.gamma};
  wanted.patterns = claims.patterns;
  wanted.starts = options.full ? 2 : 1;
  wanted.contacts = kind.contacts;
  wanted.keep_steps = true;
  wanted.stop_requested = options.stop_requested;
  const auto runs = run_converge(wanted);
  if (!runs) {
    row.cases = row.unanswered = 1;
    row.first_unanswered = {scene, runs.reason()};
    return row;
  }
  for (const ConvergeRun& run : runs.value()) judge_run(run, claims, row);
  return row;
}

CheckReport judge_steps(const StepClaims& claims, const ClaimOptions& options) {
  std::vector<std::pair<const RunKind*, std::string>> items;
  for (const RunKind& kind : claims.kinds) {
    for (const char* scene : {"balance2", "pyramid1", "dice3", "setup6"}) {
      items.emplace_back(&kind, scene);
    }
  }
  CheckReport report{claims.check, ConvergeOptions().seed, {}, {}};
  const auto judge = [&](NoBench& /*bench*/, std::size_t k) {
    const auto& [kind, scene] = items[k];
    return judge_kind(claims, *kind, scene, options);
  };
  run_items(
      options, items.size(), [] { return NoBench(); }, judge,
      [&](std::size_t /*k*/, CheckRow row) { report.rows.push_back(std::move(row)); });
  return report;
}

Check rest_check() {
  Check check;
  check.name = "slides-rest";
  check.heading = "Overlaps of Hart's problems at rest (slides: where v = 0, I = 0)\n";
  check.subjects = "gamma";
  check.sources = "scene";
  check.unanswered = "wrong";
  check.claims = {{"rest", "a step in which nothing moves by 1e-12 m ends with I <= 1e-11 m",
                   kMeasuredColumns}};
  check.legend =
      "Cases are runs; steps are held or violated. max error: the largest I at rest [m].\n"
      "gamma: the share of an overlap that one step corrects; 0 is no stabilisation.\n";
  check.shown = 1;
  return check;
}

Check bounds_check() {
  Check check;
  check.name = "theorem6.12";
  check.heading = "Speeds and overlaps of Hart's problems (thesis, Theorem 6.12)\n";
  check.subjects = "runs";
  check.sources = "scene";
  check.unanswered = "wrong";
  check.claims = {{"speed", "the norm of the generalised velocity, |v|, is at most 10",
                   kViolatedColumn | kLargestColumn},
                  {"overlap", "I <= C |v|^2 h^2 with C = 10/m", kViolatedColumn | kLargestColumn}};
  check.legend =
      "Cases are runs, each with one h and one pattern of steps; what is judged are their steps.\n"
      "max error: the largest |v|, and the largest C [1/m]. Depths up to 1e-12 m are rounding.\n";
  check.shown = 1;
  return check;
}

}  // namespace

ClaimFinding overlap_at_rest(const InfeasibleStep& step) {
  ClaimFinding found;
  found.checked = std::sqrt(step.speed_squared) * step.h <= kRestingWay;
  if (!found.checked) return found;
  found.held = step.depth_m <= kRestingOverlap;
  found.error = found.rank = step.depth_m;
  found.why = "I " + short_text(step.depth_m) + " m";
  return found;
}

ClaimFinding speed_bound(const InfeasibleStep& step) {
  const double speed = std::sqrt(step.speed_squared);
  ClaimFinding found = ClaimFinding::of(speed <= kSpeedBound);
  found.error = found.rank = speed;
  found.why = "|v| " + short_text(speed);
  return found;
}

ClaimFinding overlap_bound(const InfeasibleStep& step) {
  ClaimFinding found;
  found.checked = step.depth_m > kRoundingDepth;
  if (!found.checked) return found;
  const double C = step.depth_m / (step.speed_squared * step.h * step.h);
  found.held = C <= kConstantBound;
  found.error = found.rank = C;
  found.why = "C " + short_text(C) + " 1/m, I " + short_text(step.depth_m) + " m";
  return found;
}

CheckReport check_rest(const ClaimOptions& options) {
  return judge_steps({rest_check(),
                      {{{.name = "1", .answers_all = true}, 1},
                       {{.name = "0.3", .answers_all = true}, 0.3},
                       {{.name = "0", .known_bad = "rest"}, 0}},
                      {StepPattern::constant},
                      [](const InfeasibleStep& step, const std::string& id, CheckRow& row) {
                        row.claim("rest").add(overlap_at_rest(step), id);
                      }},
                     options);
}

CheckReport check_bounds(const ClaimOptions& options) {
  return judge_steps({bounds_check(),
                      {{{.name = "gamma 1", .answers_all = true}, 1},
                       {{.name = "gamma 1, events", .answers_all = true}, 1, "events"},
                       {{.name = "gamma 0.3", .known_bad = "overlap", .answers_all = true}, 0.3}},
                      options.full ? step_patterns()
                                   : std::vector{StepPattern::constant, StepPattern::alternating},
                      [](const InfeasibleStep& step, const std::string& id, CheckRow& row) {
                        row.claim("speed").add(speed_bound(step), id);
                        row.claim("overlap").add(overlap_bound(step), id);
                      }},
                     options);
}

}  // namespace touchstone
