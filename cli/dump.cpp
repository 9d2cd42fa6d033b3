// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone dump`: cases with their published truths as JSON lines (docs/dump.md).
#include <algorithm>
#include <atomic>
#include <iostream>

#include "cli/choice/case_choice.hpp"
#include "cli/commands.hpp"
#include "cli/dump_record.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "geometry/query_scope.hpp"
#include "harness/runners/run_driver.hpp"
#include "reference/oracle.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct DumpArguments : Arguments {
  Typed<std::string> file;
  CaseChoiceArguments cases;
};

/// The first cases of each family and of each file.
Result<CaseChoice> first_cases(const CaseChoiceArguments& arguments) {
  const std::uint64_t cases = *arguments.cases;
  auto chosen = choose_cases(arguments, [&](const Family& /*family*/) { return cases; });
  if (!chosen) return chosen;
  CaseChoice choice = std::move(chosen).value();
  for (CaseSource& source : choice.sources) source.count = std::min(source.count, cases);
  return choice;
}

/// Line breaks and what indents the lines are layout: strings have theirs escaped.
std::string json_on_one_line(const std::string& text) {
  std::string line;
  bool begins = false;
  for (const char c : text) {
    if (c == '\n') {
      begins = true;
    } else if (!begins || c != ' ') {
      // A space follows a comma, not a bracket.
      if (begins && line.back() == ',') line += ' ';
      begins = false;
      line += c;
    }
  }
  return line;
}

std::string line_of(const Case& c, Oracle& oracle, QuickOracle& quick) {
  const CaseScope scope(c.id.c_str());
  const Truth truth = oracle.solve(c.pair());
  return json_on_one_line(dumped_case_fields().row({c, truth, quick.solve(c.pair())})) + "\n";
}

/// One oracle of each kind for each thread.
struct Bench {
  Oracle exact;
  QuickOracle quick;
};

/// Writes the lines of all sources in their order. Returns why it failed, or nothing.
std::optional<Error> write_lines(const CaseChoice& cases, int jobs,
                                 const std::vector<std::uint64_t>& ends, OutputFile& file) {
  Progress progress("dump", "cases");
  std::atomic<bool> over = false;
  std::optional<Error> failed;
  run_items(
      {jobs, [&] { return over.load(); }, progress.updates()}, ends.back(), [] { return Bench(); },
      [&](Bench& bench, std::size_t k) {
        const auto s = std::upper_bound(ends.begin(), ends.end(), k) - ends.begin();
        const CaseSource& source = cases.sources[static_cast<std::size_t>(s)];
        const std::uint64_t begin = ends[static_cast<std::size_t>(s)] - source.count;
        return line_of(source.make(cases.seed, k - begin), bench.exact, bench.quick);
      },
      [&](std::size_t /*k*/, const std::string& line) {
        if (!over) failed = file.append(line);
        over = failed.has_value() || file.unread();
      });
  return failed;
}

int dump(const DumpArguments& arguments) {
  const auto chosen = first_cases(arguments.cases);
  if (!chosen) return fail(chosen.reason(), kExitBadInput);
  const CaseChoice& cases = chosen.value();
  const int jobs = *arguments.cases.jobs;
  const std::string& path = *arguments.file;
  if (const auto error = arguments.unread_option()) return fail(error->reason, kExitBadInput);
  OutputFile file;
  if (const auto error = file.open(path)) return fail(error->reason, kExitBadInput);

  std::vector<std::uint64_t> ends;  // where each source ends among all cases
  for (const CaseSource& source : cases.sources) {
    ends.push_back((ends.empty() ? 0 : ends.back()) + source.count);
  }
  const std::uint64_t total = ends.back();
  auto error = file.append(dump_header().row({cases.seed, total}) + "\n");
  if (!error) error = write_lines(cases, jobs, ends, file);
  if (!error) error = file.finish();
  if (error) return fail(error->reason, kExitHarnessFailed);
  if (!file.on_stdout()) {
    std::cout << how_many(total, "case") << " with the truth\n" << wrote_text(file);
  }
  return kExitAsExpected;
}

}  // namespace

void add_dump(CommandLine& line) {
  Command command =
      line.command("dump", "Writes cases with their exact truths as JSON lines (docs/dump.md)");
  DumpArguments& a = command.runs(dump);
  command.writes("OUT", a.file, "Where the lines go; - is standard output").required();
  add_case_options(command, a.cases, "The first N cases of each family and file").required();
}

}  // namespace touchstone
