// SPDX-License-Identifier: GPL-3.0-or-later
// `reproduce contraction`: how fast Hart's fixed-point maps contract.
#include "benchmarks/converge/contraction.hpp"
#include "benchmarks/converge/converge_run.hpp"
#include "cli/commands.hpp"
#include "cli/papers/names.hpp"
#include "reports/contraction_text.hpp"
#include "reports/converge_record.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kMinContractionStep = 1e-5;
constexpr double kMaxContractionStep = 0.1;

struct ContractionArguments : RunArguments {
  Typed<std::vector<std::string>> scenes{ContractionOptions().scenes};
  Typed<double> dt{ContractionOptions().dt};
};

int measure_contraction(const ContractionArguments& typed) {
  ContractionOptions options;
  options.metric_source = guarded_metric;
  options.stop_requested = stop_requested;
  options.scenes = *typed.scenes;
  for (const std::string& name : options.scenes) {
    if (!is_problem_of_hart(name))
      return fail(not_a_problem(name, "contraction").reason, kExitBadInput);
  }
  options.dt = *typed.dt;
  if (options.dt < kMinContractionStep) {
    return fail("reproduce contraction: --dt must be 1e-5 to 0.1 s", kExitBadInput);
  }
  return run_recorded(typed, "rows", Interrupted::shown, [&](Progress&) -> Result<Made> {
    const std::vector<ContractionRow> rows = contraction_rates(options);
    Made made{rows.empty() ? "" : contraction_text(rows),
              contraction_record().document({.dt = options.dt, .rows = rows})};
    made.ended = how_many(rows.size(), "row");
    return made;
  });
}

}  // namespace

RunArguments& add_contraction(Command& command) {
  ContractionArguments& a = command.runs(measure_contraction);
  add_problems(command, a.scenes);
  command.positive("--dt", "H", a.dt, kMaxContractionStep, "Step [s], 1e-5 to 0.1");
  return a.add_record(command);
}

}  // namespace touchstone
