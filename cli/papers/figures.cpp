// SPDX-License-Identifier: GPL-3.0-or-later
// The tables and the figure of Yi & Drumwright.
#include <algorithm>
#include <optional>
#include <vector>

#include "benchmarks/papers/figure5.hpp"
#include "benchmarks/papers/table1.hpp"
#include "benchmarks/papers/table2.hpp"
#include "cli/choice/metric_choice.hpp"
#include "cli/commands.hpp"
#include "cli/papers/names.hpp"
#include "metrics/metric_row.hpp"
#include "reports/energy_text.hpp"
#include "reports/reproduce_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxPairs = 10'000'000;
constexpr std::uint64_t kMaxSteps = 1'000'000;

struct Table1Arguments : RunArguments {
  MetricArguments metrics;
};

/// Adds the metrics that are typed to those of the paper.
std::optional<Error> add_typed(const MetricChoice& typed, std::vector<const MetricRow*>& metrics) {
  for (const MetricRow* row : typed.rows) {
    if (row->traits.quantity == Quantity::ratio) {
      return Error{row->name + " is a ratio metric, and the table is about the signed distance"};
    }
    if (std::find(metrics.begin(), metrics.end(), row) == metrics.end()) metrics.push_back(row);
  }
  return std::nullopt;
}

int make_table1(const Table1Arguments& typed) {
  const auto choice = choose_metrics(typed.metrics, false);
  if (!choice) return fail(choice.reason(), kExitBadInput);
  Table1Options options;
  options.pairs = *typed.cases;
  options.seed = *typed.seed;
  options.jobs = *typed.jobs;
  options.metrics = table1_metrics();
  if (const auto error = add_typed(choice.value(), options.metrics)) {
    return fail(typed.name + ": " + error->reason, kExitBadInput);
  }
  options.runner_for = [&](const MetricRow& metric) { return choice.value().runner_for(metric); };
  return run_recorded(typed, "pairs", Interrupted::at_once,
                      [&](Progress& progress) -> Result<Made> {
                        options.progress = progress.updates();
                        const Table1Result result = run_table1(options);
                        return Made{table1_text(result), table1_record().document(result)};
                      });
}

struct Table2Arguments : RunArguments {
  Typed<int> steps{Table2Options().steps};
};

int make_table2(const Table2Arguments& typed) {
  Table2Options options;
  options.steps = *typed.steps;
  options.metric_source = guarded_metric;
  return run_recorded(typed, "scenarios", Interrupted::at_once,
                      [&](Progress& progress) -> Result<Made> {
                        options.progress = progress.updates();
                        Table2Record record{.support_pair_ns = support_pair_ns()};
                        record.rows = run_table2(options);
                        return Made{table2_text(record), table2_record().document(record)};
                      });
}

int make_figure5(const RunArguments& typed) {
  const std::vector<Figure5Claim> claims = figure5_claims();
  std::vector<EnergyTask> tasks;
  tasks.reserve(claims.size());
  for (const Figure5Claim& claim : claims) tasks.push_back(claim.task);
  EnergyOptions options;
  options.metric_source = guarded_metric;
  options.jobs = *typed.jobs;
  return run_recorded(typed, "runs", Interrupted::at_once, [&](Progress& progress) -> Result<Made> {
    options.progress = progress.timed_updates();
    const auto results = run_energy(tasks, options);
    if (!results) return results.error();
    Figure5Record record;
    for (std::size_t i = 0; i < claims.size(); ++i) {
      record.claims.push_back({&claims[i], &results.value()[i]});
    }
    return Made{figure5_text(record), figure5_record().document(record),
                !anything_wrong(results.value(), {})};
  });
}

}  // namespace

RunArguments& add_table1(Command& command) {
  Table1Arguments& a = command.runs(make_table1);
  a.cases = Table1Options().pairs;
  command.cases(a.cases, {1, kMaxPairs}, "Overlapping pairs");
  command.seed(a.seed, "Seed of the boxes");
  command.jobs(a.jobs);
  add_metric_option(command, a.metrics, "Also rows for this metric");
  RunArguments& with_record = a.add_record(command);
  add_limit_options(command, a.metrics.limits);
  return with_record;
}

RunArguments& add_table2(Command& command) {
  Table2Arguments& a = command.runs(make_table2);
  command.count("--steps", "N", a.steps, {1, kMaxSteps}, "Steps of each scenario");
  return a.add_record(command);
}

RunArguments& add_figure5(Command& command) {
  RunArguments& a = command.runs(make_figure5);
  command.jobs(a.jobs);
  return a.add_record(command);
}

}  // namespace touchstone
