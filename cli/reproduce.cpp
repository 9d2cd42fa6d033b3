// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <limits>
#include <memory>

#include "benchmarks/table1.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/progress.hpp"
#include "cli/select.hpp"
#include "cli/version.hpp"
#include "harness/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMostPairs = 10'000'000;

struct Arguments {
  std::string what;
  std::string pairs = "10000";
  std::string seed = "42";
  std::optional<std::string> jobs;
  std::optional<std::string> json;
};

std::string_view over(const Table1Row& row) { return row.large_only ? "errors>1e-6" : "all"; }

std::string table1_json(const Table1Result& result) {
  std::vector<std::string> rows;
  for (const Table1Row& row : result.rows) {
    const bool any = row.error.count > 0;
    const auto figure = [any](double x) { return any ? json_number(x) : std::string("null"); };
    JsonObject object;
    object.add("algorithm", json_string(row.algorithm))
        .add("over", json_string(over(row)))
        .add("min", figure(row.error.min))
        .add("max", figure(row.error.max))
        .add("mean", figure(row.error.mean))
        .add("std", figure(row.error.std))
        .add("paper", row.paper ? JsonObject()
                                      .add("algorithm", json_string(row.paper->algorithm))
                                      .add("min", json_number(row.paper->min))
                                      .add("max", json_number(row.paper->max))
                                      .add("mean", json_number(row.paper->mean))
                                      .add("std", json_number(row.paper->std))
                                      .row()
                                : "null")
        .add("count", std::to_string(row.error.count))
        .add("answered", std::to_string(row.answered))
        .add("missing", std::to_string(row.missing));
    if (!any) object.add("note", json_string("no such errors"));
    rows.push_back(object.text());
  }
  return JsonObject()
             .add("schema", json_string("touchstone.table1/1"))
             .add("versions", versions_json())
             .add("pairs", std::to_string(result.pairs))
             .add("seed", std::to_string(result.seed))
             .add("drawn", std::to_string(result.drawn))
             .add("rows", json_list(rows))
             .text() +
         "\n";
}

std::string table1_text(const Table1Result& result) {
  TextTable table({"algorithm", "over", "pairs", "missing", "min", "max", "mean", "std"}, 2);
  for (const Table1Row& row : result.rows) {
    if (!row.large_only) table.add_rule();
    if (row.paper && !row.large_only) {
      table.add({row.paper->algorithm, "the paper", "?", "?", exact_text(row.paper->min),
                 exact_text(row.paper->max), exact_text(row.paper->mean),
                 exact_text(row.paper->std)});
    }
    const bool any = row.error.count > 0;
    const auto figure = [any](double x) {
      return short_text(any ? x : std::numeric_limits<double>::quiet_NaN());
    };
    table.add({row.algorithm, std::string(over(row)), std::to_string(row.error.count),
               count_text(row.missing), figure(row.error.min), figure(row.error.max),
               figure(row.error.mean), figure(row.error.std)});
  }
  return "Table I of Yi & Drumwright: |value - phi| [m] on " + std::to_string(result.pairs) +
         " overlapping pairs of 2 x 2 x 2 boxes\n(the first of " + std::to_string(result.drawn) +
         " cases of random-boxes, seed " + std::to_string(result.seed) + "), phi exact.\n\n" +
         table.text() +
         "missing: pairs without a value (no answer, a mere sign, crashed or timed out), in no "
         "figure.\n"
         "the paper does not say over which errors its figures are.\n";
}

int reproduce(Arguments arguments) {
  reclaim_word(arguments.what, arguments.json);
  if (arguments.what != "table1") {
    return complain(
        "reproduce: which table? table1 is known" +
            (arguments.what.empty() ? std::string() : ", '" + arguments.what + "' is not"),
        kExitBadInput);
  }
  Table1Options options;
  const auto pairs = parse_count("--pairs", arguments.pairs, 1, kMostPairs);
  if (!pairs) return complain(pairs.reason(), kExitBadInput);
  options.pairs = pairs.value();
  const auto seed =
      parse_count("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  if (!seed) return complain(seed.reason(), kExitBadInput);
  options.seed = seed.value();
  options.jobs = core_count();
  if (arguments.jobs) {
    const auto jobs = parse_count("--jobs", *arguments.jobs, 1, kMostJobs);
    if (!jobs) return complain(jobs.reason(), kExitBadInput);
    options.jobs = static_cast<int>(jobs.value());
  }
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  JsonOutput output = std::move(json).value();

  options.metrics = table1_metrics();
  options.runner = own_workers();
  Table1Result result;
  double elapsed_s = 0;
  {
    Progress progress("reproduce table1", "pairs");
    options.progress = [&progress](std::uint64_t done, std::uint64_t total) {
      progress.update(done, total);
    };
    result = run_table1(options);
    elapsed_s = progress.elapsed_s();
  }
  if (output.wanted()) {
    const auto error = output.write(table1_json(result));
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (!output.on_stdout()) {
    std::cout << table1_text(result) << time_text(elapsed_s) << " on " << options.jobs
              << (options.jobs == 1 ? " core\n" : " cores\n");
    if (output.wanted()) std::cout << "wrote " << output.path() << "\n";
  }
  return kExitAsExpected;
}

}  // namespace

void add_reproduce(CLI::App& app, Run& run) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("reproduce", "Makes a table of the papers again");
  command->add_option("WHAT", a->what, "table1: Yi & Drumwright, signed distance of two boxes");
  command->add_option("--pairs", a->pairs, "Overlapping pairs (default: 10000)")->type_name("N");
  command->add_option("--seed", a->seed, "Seed of the boxes (default: 42)")->type_name("S");
  command->add_option("--jobs", a->jobs, "Threads (default: one for each core)")->type_name("J");
  add_json_option(*command, a->json);
  command->callback([a, &run] { run = [a] { return reproduce(*a); }; });
}

}  // namespace touchstone
