// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone dump`: cases with their published truths as JSON lines (docs/dump.md).
#include <algorithm>
#include <atomic>
#include <iostream>

#include "cli/choice/case_choice.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "geometry/query_scope.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/runners/run_driver.hpp"
#include "reference/oracle.hpp"
#include "reports/truth_text.hpp"

namespace touchstone {
namespace {

struct DumpArguments : Arguments {
  Typed<std::string> file;
  CaseChoiceArguments cases;
};

/// The first cases of each family and of each file.
Result<CaseChoice> first_cases(const CaseChoiceArguments& arguments) {
  const std::uint64_t cases = *arguments.cases;
  auto chosen =
      choose_cases(arguments, arguments.seed, [&](const Family& /*family*/) { return cases; });
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

/// Directions are whole vectors, too long for a double.
std::string directions_json(const std::vector<ExactVec3>& directions) {
  const auto entry_json = [](const Rational& x) {
    const bool whole = x.get_den() == 1;
    // An entry that is not whole would be a fault, and must be seen.
    return json_string(whole ? x.get_num().get_str() : fraction_text(x));
  };
  return json_row(json_items(
      directions, [&](const ExactVec3& u) { return json_row(json_items(u, entry_json)); }));
}

std::string point_json(const ExactVec3& p) {
  return json_row(json_items(p, [](const Rational& x) { return json_string(fraction_text(x)); }));
}

/// What `ask --json` says, and what it leaves out or rounds.
std::string exact_truth_json(const Case& c, const Truth& truth) {
  const std::vector<ExactVec3> none;
  JsonObject object = truth_json(c, truth);
  object.add("directions", directions_json(truth.directions))
      .add("witness_a_exact", point_json(truth.witness_A))
      .add("witness_b_exact", point_json(truth.witness_B))
      .add("rho_directions", directions_json(truth.ratio ? truth.ratio->directions : none))
      .add("interior_point_a", json_vector(c.pair.A->interior_point()))
      .add("interior_point_b", json_vector(c.pair.B->interior_point()));
  return object.row();
}

/// What campaigns judge by where they can do without exact arithmetic.
std::string fast_json(const TruthOnDemand& truth) {
  const auto bounds = [](const RoundedReal& x) {
    return json_row({json_number(x.value), json_number(x.tail), json_number(x.doubt)});
  };
  return JsonObject()
      .add("sign", std::to_string(truth.sign()))
      .add("phi", bounds(truth.phi()))
      .add("rho", truth.rho() ? bounds(*truth.rho()) : "null")
      .row();
}

std::string line_of(const Case& c, Oracle& oracle, QuickOracle& quick) {
  const CaseScope scope(c.id.c_str());
  const Truth truth = oracle.solve(c.pair);
  return JsonObject()
             .add("family", json_string(c.family))
             .add("case", json_on_one_line(write_case(c)))
             .add("truth", json_on_one_line(exact_truth_json(c, truth)))
             .add("fast", fast_json(quick.solve(c.pair)))
             .row() +
         "\n";
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
  if (!chosen) return complain(chosen.reason(), kExitBadInput);
  const CaseChoice& cases = chosen.value();
  const int jobs = *arguments.cases.jobs;
  const std::string& path = *arguments.file;
  if (const auto error = arguments.unread_option()) return complain(error->reason, kExitBadInput);
  auto opened = OutputFile::open(path);
  if (!opened) return complain(opened.reason(), kExitBadInput);
  OutputFile file = std::move(opened).value();

  std::vector<std::uint64_t> ends;  // where each source ends among all cases
  for (const CaseSource& source : cases.sources) {
    ends.push_back((ends.empty() ? 0 : ends.back()) + source.count);
  }
  const std::uint64_t total = ends.back();
  const std::string header = JsonObject()
                                 .add("schema", json_string("touchstone.dump/1"))
                                 .add("seed", std::to_string(cases.seed))
                                 .add("cases", std::to_string(total))
                                 .row();
  auto error = file.append(header + "\n");
  if (!error) error = write_lines(cases, jobs, ends, file);
  if (!error) error = file.finish();
  if (error) return complain(error->reason, kExitHarnessFailed);
  if (!file.on_stdout()) {
    std::cout << total << (total == 1 ? " case" : " cases") << " with the truth\n"
              << wrote_text(file);
  }
  return kExitAsExpected;
}

}  // namespace

void add_dump(CommandLine& line) {
  Command command =
      line.command("dump", "Writes cases with their exact truths as JSON lines (docs/dump.md)");
  DumpArguments& a = command.runs(dump);
  command.writes("FILE", a.file, "Where the lines go; - is standard output").required();
  add_case_options(command, a.cases, "The first N cases of each family and file").required();
}

}  // namespace touchstone
