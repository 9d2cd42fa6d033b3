// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of Williams, Lu & Trinkle.
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "cli/papers/names.hpp"
#include "reports/peg_record.hpp"
#include "reports/peg_text.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

constexpr double kMinStep = 1e-5;  ///< [s]

struct PegArguments : RunArguments {
  const PegFigure* figure = nullptr;
  Typed<std::vector<double>> dt;
  Typed<std::vector<ModelChoice>> models;
  Typed<int> starts, bodies;
};

Result<ModelChoice> parse_model(std::string_view option, std::string_view word) {
  auto model = parse_model_choice(std::string(word));
  if (!model) return Error{std::string(option) + ": " + model.reason()};
  return model;
}

Result<double> parse_step(std::string_view option, std::string_view word) {
  auto dt = parse_positive(option, word);
  if (!dt || dt.value() >= kMinStep) return dt;
  return Error{std::string(option) + ": '" + std::string(word) + "' is below 1e-5 s"};
}

int make_peg_figure(const PegArguments& typed) {
  const PegFigure& figure = *typed.figure;
  PegRunOptions options = peg_figure_options(figure, *typed.full);
  if (typed.dt.given()) options.dt = *typed.dt;
  if (typed.models.given()) options.models = *typed.models;
  if (typed.starts.given()) options.starts = *typed.starts;
  if (typed.bodies.given()) options.bodies = *typed.bodies;
  options.seed = *typed.seed;
  options.jobs = *typed.jobs;
  options.metric_source = guarded_metric;
  options.stop_requested = stop_requested;
  return run_recorded(
      typed, "steps", Interrupted::nothing, [&](Progress& progress) -> Result<Made> {
        options.progress = progress.timed_updates();
        const auto runs = run_peg(options);
        if (!runs) return runs.error();
        if (stop_requested()) return Made{};
        return Made{peg_text(figure, runs.value(), columns_of(STDOUT_FILENO)),
                    peg_record().document(peg_record_of(figure, options, runs.value())),
                    !peg_model_failed(runs.value()), peg_run_fields().csv(runs.value()),
                    peg_svg(figure, runs.value())};
      });
}

}  // namespace

RunArguments& add_peg_figure(Command& command, const PegFigure& figure) {
  PegArguments& a = command.runs(make_peg_figure);
  a.figure = &figure;
  command.list("--model", "NAME", a.models, parse_model,
               "Contact models (touchstone list models), +corr behind one that is corrected, "
               "+several where each contact of an I may push; several with commas");
  command.dt(a.dt, parse_step, "Steps [s], 1e-5 or more; several with commas");
  a.add_starts(command, a.starts, "Starts of each run (default: 2)");
  command.count("--bodies", "N", a.bodies, {1, kMaxSceneBodies}, "Bodies that are poured");
  command.full(a.full,
               "16 steps, ten starts and every model, as the paper (docs/peg-figures.md says how "
               "long)");
  command.jobs(a.jobs);
  return a.add_drawing(command);
}

}  // namespace touchstone
