// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/converge_arguments.hpp"
#include "cli/end_signal.hpp"
#include "cli/energy_csv.hpp"
#include "cli/progress.hpp"
#include "cli/select.hpp"
#include "reports/conjecture_text.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kDefaultCases = 25;
constexpr std::uint64_t kMaxConjectureCases = 5000;
/// A family with bodies of more vertices gets one in kPartOfLarge of the cases, as they take long,
/// unless families are named.
constexpr int kSmallVertices = 64;
constexpr std::uint64_t kPartOfLarge = 10;

Result<ConjectureOptions> parse_conjecture_options(const ConvergeArguments& a) {
  if (!a.scenes.empty() || !a.dt.empty() || a.runs_are_chosen() || a.contraction) {
    return Error{
        "with --conjecture only --family, --cases, --seed, --jobs, --csv and --json can be given"};
  }
  ConjectureOptions options;
  std::uint64_t cases = kDefaultCases;
  auto error = take_count("--cases", a.cases, 1, kMaxConjectureCases, cases);
  if (!error) error = take_seed(a.seed, options.seed);
  if (!error) error = take_jobs(a.jobs, options.jobs);
  if (!error && a.csv) error = try_csv_directory(*a.csv);
  if (error) return *error;
  const auto selection = select_families(a.families);
  if (!selection) return selection.error();
  for (const Family* family : selection.value().families) {
    CaseSource source;
    source.family = family;
    source.name = family->name;
    source.group = family->group;
    const bool part = a.families.empty() && family->largest_vertices > kSmallVertices;
    source.count = part ? std::max<std::uint64_t>(1, cases / kPartOfLarge) : cases;
    if (family->finite_cases != 0) source.count = std::min(source.count, family->finite_cases);
    options.sources.push_back(std::move(source));
  }
  return options;
}

std::optional<Error> write_conjecture_csv(const std::string& directory,
                                          const std::vector<ConjectureCase>& cases,
                                          const ConjectureSummary& summary) {
  if (auto error = make_csv_directory(directory)) return error;
  if (auto error = write_file(directory + "/cases.csv", conjecture_csv(cases))) return error;
  return write_file(directory + "/contacts.csv", contact_kinds_csv(summary));
}

/// Shows and keeps the cases that have ended.
int report_interrupted_conjecture(const ConjectureSummary& summary,
                                  const ConjectureOptions& options, OutputFile& output) {
  if (output.wanted()) {
    if (const auto error = output.write(conjecture_json(summary, options))) {
      return complain(error->reason, kExitHarnessFailed);
    }
  }
  if (summary.cases > 0 && !output.on_stdout()) {
    std::cout << "PARTIAL, as the run was interrupted:\n\n"
              << conjecture_text(summary, columns_of(STDOUT_FILENO));
  }
  return complain("converge: interrupted after " + std::to_string(summary.cases) + " cases",
                  kExitBySignal + end_signal());
}

}  // namespace

int run_conjecture(const ConvergeArguments& arguments) {
  auto parsed = parse_conjecture_options(arguments);
  if (!parsed) return complain("converge: " + parsed.reason(), kExitBadInput);
  ConjectureOptions options = std::move(parsed).value();
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  double elapsed_s = 0;
  std::vector<ConjectureCase> cases;
  {
    Progress progress("conjecture", "cases");
    options.progress = progress.updates();
    options.stop_requested = [] { return end_signal() != 0; };
    catch_end_signals();
    cases = measure_conjecture(options);
    elapsed_s = progress.elapsed_s();
  }
  const ConjectureSummary summary = summarise(cases, options.sources);
  if (arguments.csv) {
    if (const auto error = write_conjecture_csv(*arguments.csv, cases, summary)) {
      return complain(error->reason, kExitHarnessFailed);
    }
  }
  if (end_signal() != 0) return report_interrupted_conjecture(summary, options, output);
  return report(output, conjecture_json(summary, options),
                conjecture_text(summary, columns_of(STDOUT_FILENO)) +
                    (arguments.csv ? "wrote " + *arguments.csv + "\n" : ""),
                elapsed_s, options.jobs, summary.as_proven() ? kExitAsExpected : kExitJudgedWrong);
}

}  // namespace touchstone
