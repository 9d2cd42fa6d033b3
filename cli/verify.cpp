// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify.hpp"

#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/progress.hpp"
#include "cli/select.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMostCases = 1'000'000'000;  ///< of one family

struct Arguments {
  std::vector<std::string> metrics;
  std::vector<std::string> families;
  std::vector<std::string> files;
  std::optional<std::string> cases;
  std::optional<std::string> seed;
  std::optional<std::string> tolerance;
  std::optional<std::string> jobs;
  std::optional<std::string> json;
  bool full = false;
};

/// The files first, then the families; without either option every family.
Result<std::vector<CaseSource>> make_sources(const Arguments& arguments,
                                             const FamilySelection& selection,
                                             std::uint64_t cases) {
  std::vector<CaseSource> sources;
  for (const auto& file : arguments.files) {
    auto read = read_cases(file);
    if (!read) return read.error();
    CaseSource source;
    source.cases = std::move(read).value();
    source.name = source.cases.front().family;
    source.group = source.name;
    source.count = source.cases.size();
    const bool known = std::any_of(sources.begin(), sources.end(),
                                   [&](const CaseSource& s) { return s.name == source.name; });
    if (known)
      return Error{file + ": a second file of this name: their ids could not be told apart"};
    sources.push_back(std::move(source));
  }
  if (!arguments.files.empty() && arguments.families.empty()) return sources;
  for (const Family* family : selection.families) {
    CaseSource source;
    source.family = family;
    source.name = family->name;
    source.group = family->group;
    source.count = cases == 0 ? family->default_cases : cases;
    if (family->finite_cases != 0) source.count = std::min(source.count, family->finite_cases);
    sources.push_back(std::move(source));
  }
  return sources;
}

Result<CampaignOptions> make_options(const Arguments& arguments) {
  CampaignOptions options;
  auto metrics = select_metrics(arguments.metrics);
  if (!metrics) return metrics.error();
  options.metrics = std::move(metrics).value();
  const auto selection = select_families(arguments.families);
  if (!selection) return selection.error();
  std::uint64_t cases = 0;
  if (arguments.cases) {
    const auto typed = parse_count("--cases", *arguments.cases, 1, kMostCases);
    if (!typed) return typed.error();
    cases = typed.value();
  }
  if (arguments.seed) {
    const auto seed =
        parse_count("--seed", *arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
    if (!seed) return seed.error();
    options.seed = seed.value();
  }
  if (!arguments.files.empty() && arguments.families.empty() &&
      (arguments.cases || arguments.seed)) {
    return Error{std::string(arguments.cases ? "--cases" : "--seed") +
                 ": is for families; --file without --family judges the file's cases alone"};
  }
  if (arguments.tolerance) {
    const auto typed = parse_tolerance("--tolerance", *arguments.tolerance);
    if (!typed) return typed.error();
    options.tolerance = typed.value();
  }
  options.jobs = core_count();
  if (arguments.jobs) {
    const auto typed = parse_count("--jobs", *arguments.jobs, 1, kMostJobs);
    if (!typed) return typed.error();
    options.jobs = static_cast<int>(typed.value());
  }
  auto sources = make_sources(arguments, selection.value(), cases);
  if (!sources) return sources.error();
  options.sources = std::move(sources).value();
  // Who names both the metric and the family wants exactly that, however long it takes.
  const bool cases_named = selection.value().by_name || !arguments.files.empty();
  options.respect_default_sizes = arguments.metrics.empty() || !cases_named;
  options.runner = own_workers();
  return options;
}

/// Praise only where something was at stake.
std::string closing_line(const CampaignResult& result) {
  if (judged_wrong(result)) return "Something was judged wrong that should be right.\n";
  const bool at_stake = std::any_of(
      result.rows.begin(), result.rows.end(),
      [](const CampaignRow& row) { return row.claims_exact && row.cases > row.not_applicable; });
  return at_stake ? "Everything that claims to be exact is right.\n"
                  : "No metric that claims to be exact was run.\n";
}

int verify(const Arguments& arguments) {
  auto made = make_options(arguments);
  if (!made) return complain(made.reason(), kExitBadInput);
  CampaignOptions options = std::move(made).value();
  auto json = JsonOutput::open(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  JsonOutput output = std::move(json).value();

  CampaignResult result;
  double elapsed_s = 0;
  {
    Progress progress("verify", "answers");
    options.progress = [&progress](std::uint64_t done, std::uint64_t total) {
      progress.update(done, total);
    };
    result = run_campaign(options);
    elapsed_s = progress.elapsed_s();
  }
  if (output.wanted()) {
    const auto error = output.write(campaign_json(result));
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (!output.on_stdout()) {
    std::cout << verdict_table(result, arguments.full) << "\n"
              << not_run_text(options, result, arguments.full)
              << replay_text(options, result, arguments.files) << closing_line(result) << "seed "
              << result.seed << ", " << time_text(elapsed_s) << " on " << options.jobs
              << (options.jobs == 1 ? " core\n" : " cores\n");
    if (output.wanted()) std::cout << "wrote " << output.path() << "\n";
  }
  return judged_wrong(result) ? kExitJudgedWrong : kExitAsExpected;
}

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("verify", "Judges metrics on families of cases against the exact truth");
  command
      ->add_option("--metric", a->metrics,
                   "Metric to judge; repeatable, or several with commas (default: all)")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_family_option(*command, a->families);
  command
      ->add_option(
          "--file", a->files,
          "Case file (docs/case-file.md), judged alone unless --family is given; repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--cases", a->cases,
                   "Cases of each family (default: a count of the family's own)")
      ->type_name("N");
  command->add_option("--seed", a->seed, "Seed of the families (default: 42)")->type_name("S");
  command
      ->add_option("--tolerance", a->tolerance,
                   "What counts as right, relative to size (default: 1e-8)")
      ->type_name("T");
  command->add_option("--jobs", a->jobs, "Threads (default: one for each core)")->type_name("J");
  command->add_flag("--full", a->full, "Show each family, and why what was not run was not");
  add_json_option(*command, a->json);
  command->footer(
      "Exit code 1: a metric that claims to be exact, or any metric on a file of your own, was "
      "judged wrong.\n"
      "Metrics are left out above their largest default size unless metric and family are both "
      "named.");
  command->callback([a, &run] { run = [a] { return verify(*a); }; });
}

}  // namespace touchstone
