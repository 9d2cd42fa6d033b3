// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/reproduce_peg.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "benchmarks/peg/peg_figures.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/end_signal.hpp"
#include "cli/select.hpp"
#include "metrics/metric_row.hpp"
#include "reports/peg_text.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

constexpr int kMaxPegStarts = 1000;
constexpr double kMinStep = 1e-5;  ///< [s]

template <class T>
bool contains(const std::vector<T>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

Result<PegRunOptions> parse_peg_run_options(const PegFigure& figure,
                                            const PegFigureArguments& arguments) {
  PegRunOptions options = peg_figure_options(figure, arguments.full);
  if (!arguments.dt.empty()) options.dt.clear();
  for (const std::string& typed : arguments.dt) {
    const auto dt = parse_positive("--dt", typed);
    if (!dt) return dt.error();
    if (dt.value() < kMinStep) return Error{"--dt: '" + typed + "' is below 1e-5 s"};
    if (contains(options.dt, dt.value())) return Error{"--dt: " + typed + " twice"};
    options.dt.push_back(dt.value());
  }
  if (!arguments.models.empty()) options.models.clear();
  for (const std::string& typed : arguments.models) {
    const auto model = parse_model_choice(typed);
    if (!model) return Error{"--model: " + model.reason()};
    if (contains(options.models, model.value())) return Error{"--model: " + typed + " twice"};
    options.models.push_back(model.value());
  }
  auto error = take_count("--starts", arguments.starts, 1, kMaxPegStarts, options.starts);
  if (!error) error = take_seed(arguments.seed, options.seed);
  if (error) return *error;
  if (arguments.bodies) {
    const auto bodies = parse_count("--bodies", *arguments.bodies, 1, kMaxSceneBodies);
    if (!bodies) return bodies.error();
    options.bodies = static_cast<int>(bodies.value());
  }
  return options;
}

}  // namespace

void add_peg_figure_options(Command& command, PegFigureArguments& arguments) {
  command.option("--dt", "H", arguments.dt, "peg-figureN: steps [s], several with commas")
      .with_commas();
  command
      .option("--model", "NAME", arguments.models,
              "peg-figureN: contact models (touchstone list models), +corr behind one that is "
              "corrected; several with commas")
      .with_commas();
  command.option("--starts", "N", arguments.starts, "peg-figureN: starts of each run (default: 2)");
  command.option("--bodies", "N", arguments.bodies, "peg-figureN: bodies that are poured");
  command.flag("--full", arguments.full,
               "peg-figureN: 16 steps, ten starts and every model, as the paper "
               "(docs/peg-figures.md says how long)");
}

Result<PegFigureOutput> reproduce_peg_figure(
    const std::string& name, const PegFigureArguments& arguments, int jobs,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  const PegFigure& figure = *find_peg_figure(name);
  auto parsed = parse_peg_run_options(figure, arguments);
  if (!parsed) return Error{"reproduce " + name + ": " + parsed.reason()};
  PegRunOptions options = std::move(parsed).value();
  options.metric_source = guarded_metric;
  options.jobs = jobs;
  options.progress = [&progress](std::uint64_t done, std::uint64_t total, double) {
    if (progress) progress(done, total);
  };
  options.stop_requested = [] { return end_signal() != 0; };
  catch_end_signals();
  const auto runs = run_peg(options);
  if (!runs) return Error{"reproduce " + name + ": " + runs.reason()};
  PegFigureOutput output;
  output.text = peg_text(figure, runs.value(), columns_of(STDOUT_FILENO));
  output.json = peg_json(figure, options, runs.value());
  output.csv = peg_csv(runs.value());
  output.svg = peg_svg(figure, runs.value());
  output.exit_code = peg_model_failed(runs.value()) ? kExitJudgedWrong : kExitAsExpected;
  if (runs.value().size() < peg_run_count(options)) {
    output.text = "PARTIAL, as the run was interrupted after " +
                  std::to_string(runs.value().size()) + " of " +
                  std::to_string(peg_run_count(options)) + " runs:\n\n" + output.text;
    output.exit_code = kExitBySignal + end_signal();
  }
  return output;
}

}  // namespace touchstone
