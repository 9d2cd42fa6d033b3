// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <iostream>
#include <utility>

#include "benchmarks/converge/contraction.hpp"
#include "benchmarks/converge/converge_run.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/converge_arguments.hpp"
#include "cli/end_signal.hpp"
#include "cli/select.hpp"
#include "reports/contraction_text.hpp"

namespace touchstone {
namespace {

constexpr double kMinContractionStep = 1e-5;
constexpr double kMaxContractionStep = 0.1;

/// The maps have no starts, steps or gamma of their own.
Result<ContractionOptions> parse_contraction_options(const ConvergeArguments& a) {
  if (a.dt.size() > 1 || a.runs_are_chosen() || a.seed || a.csv || a.jobs || a.cases ||
      !a.families.empty()) {
    return Error{"with --contraction only scenes, one --dt and --json can be given"};
  }
  ContractionOptions options;
  options.metric_source = guarded_metric;
  if (!a.scenes.empty()) options.scenes = a.scenes;
  for (const std::string& name : options.scenes) {
    if (!is_problem_of_hart(name)) return not_a_problem(name);
  }
  if (!a.dt.empty()) {
    const auto dt = parse_positive("--dt", a.dt.front());
    if (!dt) return dt.error();
    options.dt = dt.value();
  }
  if (!(options.dt <= kMaxContractionStep && options.dt >= kMinContractionStep)) {
    return Error{"--contraction: --dt must be 1e-5 to 0.1 s"};
  }
  return options;
}

}  // namespace

int run_contraction(const ConvergeArguments& arguments) {
  auto parsed = parse_contraction_options(arguments);
  if (!parsed) return complain("converge: " + parsed.reason(), kExitBadInput);
  ContractionOptions options = std::move(parsed).value();
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  const auto begin = std::chrono::steady_clock::now();
  options.stop_requested = [] { return end_signal() != 0; };
  catch_end_signals();
  const std::vector<ContractionRow> rows = contraction_rates(options);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  if (end_signal() != 0) {
    if (!rows.empty() && !output.on_stdout()) {
      std::cout << "PARTIAL, as the run was interrupted:\n\n" << contraction_text(rows);
    }
    return complain("converge: interrupted after " + std::to_string(rows.size()) +
                        " rows of --contraction; nothing is kept",
                    kExitBySignal + end_signal());
  }
  return report(output, contraction_json(rows, options), contraction_text(rows), elapsed.count(), 1,
                kExitAsExpected);
}

}  // namespace touchstone
