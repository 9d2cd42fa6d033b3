// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_crash.hpp"

#include <array>
#include <string>
#include <utility>

#include "schema/number_text.hpp"

namespace touchstone {

Check peg_crash_check() {
  Check check;
  check.name = "peg-crash";
  check.heading = "Steps that the solvers leave unsolved, by contact model (docs/peg-figures.md)\n";
  check.subjects = "model";
  check.sources = "scene";
  check.unanswered = "ended early";
  check.claims = {{"solved", "a step is solved as posed"},
                  {"run", "a run leaves no step unsolved"}};
  check.legend = "Cases are runs, each of one step and start.\n";
  check.shown = 3;
  return check;
}

void judge_crash(const PegRun& run, CheckRow& row) {
  ++row.cases;
  const std::string id =
      run.scene + ", h = " + short_text(run.dt) + " s, start " + std::to_string(run.start) +
      (run.first_unsolved_s ? " at " + short_text(*run.first_unsolved_s) + " s" : "");
  if (!run.fault.empty()) {
    if (row.unanswered++ == 0) row.first_unanswered = {id, run.fault};
    return;
  }
  for (std::uint64_t k = 0; k < run.planned; ++k) {
    row.claim("solved").add(ClaimFinding::of(k >= run.unsolved), id);
  }
  ClaimFinding whole = ClaimFinding::of(run.unsolved == 0);
  whole.why = std::to_string(run.unsolved) + " steps";
  row.claim("run").add(whole, id);
}

CheckReport check_peg_crash(const ClaimOptions& options) {
  CheckReport report{peg_crash_check(), PegRunOptions().seed, {}, {}};
  const std::vector<CheckSubject> subjects = {
      {.name = "std", .known_bad = "solved", .answers_all = true},
      {.name = "peg", .answers_all = true}};
  for (const CheckSubject& subject : subjects) {
    for (const char* scene : {"polygon-box", "polyhedron-box"}) {
      CheckRow& row = report.rows.emplace_back(empty_row(report.check, subject));
      row.family = scene;
      PegRunOptions wanted;
      wanted.metric_source = options.metric_source;
      wanted.scene = scene;
      wanted.models = {{subject.name, 0}};
      wanted.dt = options.full ? std::vector{0.02, 0.01, 0.005} : std::vector{0.02};
      wanted.starts = options.full ? 4 : 1;
      wanted.measures_overlap = false;
      wanted.jobs = options.jobs;
      wanted.stop_requested = options.stop_requested;
      const auto runs = run_peg(wanted);
      if (!runs) {
        row.cases = row.unanswered = 1;
        row.first_unanswered = {scene, runs.reason()};
        continue;
      }
      for (const PegRun& run : runs.value()) judge_crash(run, row);
    }
  }
  return report;
}

}  // namespace touchstone
