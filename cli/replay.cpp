// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/file_names.hpp"
#include "cli/output_file.hpp"
#include "cli/page_option.hpp"
#include "cli/plugin_choice.hpp"
#include "cli/replay.hpp"
#include "cli/replay_page.hpp"
#include "cli/replay_text.hpp"
#include "cli/replayer.hpp"
#include "cli/select.hpp"
#include "geometry/query_scope.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/families/meshes.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/judge/judge.hpp"
#include "harness/shrink/shrinker.hpp"
#include "reports/shrink_text.hpp"
#include "reports/truth_text.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

Result<Case> find_case(const ReplayArguments& arguments) {
  if (arguments.file.empty()) {
    if (arguments.id.rfind("file:", 0) == 0) {
      return Error{arguments.command + ": the case " + arguments.id +
                   " is in a file: name it with --file"};
    }
    if (arguments.meshes.empty()) {
      if (arguments.id.rfind(std::string(kMeshGroup) + "-", 0) == 0) {
        return Error{arguments.command + ": the case " + arguments.id +
                     " is made of meshes: name their directory with --meshes"};
      }
      return make_case(arguments.id);
    }
    auto meshes = mesh_families(arguments.meshes);
    if (!meshes) return meshes.error();
    std::vector<Family> families = std::move(meshes).value();
    const auto registered = family_registry();
    families.insert(families.end(), registered.begin(), registered.end());
    return make_case(arguments.id, families);
  }
  auto cases = read_cases(arguments.file);
  if (!cases) return cases.error();
  for (const Case& c : cases.value()) {
    if (c.id == arguments.id || c.id == c.family + ":" + arguments.id) return c;
  }
  return Error{input_name(arguments.file) + ": holds no case '" + arguments.id +
               "'; its first is '" + cases.value().front().id + "'"};
}

/// Whether a failure makes the exit code 1: by the rule of verify.
bool counts_as_wrong(const Replayed& r, const Case& c, const PluginChoice& plugin) {
  if (!is_failure(r.verdict.word)) return false;
  if (r.verdict.word == Word::flaky || r.verdict.word == Word::order_dependent) return true;
  const bool own_case = find_family(c.family) == nullptr;  // read from a file or from meshes
  if (!own_case && r.metric != plugin.row.get()) return r.metric->traits.claims_exact;
  return r.metric->traits.scalar != Scalar::float32 || is_failure(r.verdict.own_word);
}

/// Shrinks the case if the metric fails on it.
void shrink_failure(Replayed& r, const Case& c, double tolerance, const RunnerOptions& runner) {
  if (!is_failure(r.verdict.word)) return;
  auto shrunk = shrink(c.pair, suspect_metric(*r.metric, runner, tolerance));
  if (shrunk) {
    r.shrunk = std::move(shrunk).value();
  } else {
    r.why_not_shrunk = shrunk.reason();
  }
}

/// What is typed, or what is wrong with it.
std::optional<Error> check_replay(const ReplayArguments& arguments, double& tolerance) {
  if (arguments.id.empty()) return Error{arguments.command + ": which id? (random-boxes:42:7)"};
  if (auto error = take_tolerance(arguments.tolerance, tolerance)) return error;
  if (auto error = check_dump(arguments.dump)) return error;
  FileNames names;
  names.reads("--file", arguments.file);
  names.reads_meshes("--meshes", arguments.meshes);
  names.writes("--dump", arguments.dump.path);
  names.writes("--html", arguments.html);
  names.writes("--json", arguments.json);
  return names.clash();
}

/// The only metric's shrunk pair.
Result<std::string> shrunk_dump(const DumpArguments& dump, const Case& c, double tolerance,
                                const std::vector<Replayed>& replayed) {
  const Replayed& only = replayed.front();
  if (!only.shrunk) {
    return Error{"replay: " + only.metric->name + " does not fail on " + c.id +
                 ": there is nothing to shrink"};
  }
  return draft_text(dump, only.shrunk->draft, shrunk_case(*only.shrunk, only.metric->name, c.id),
                    tolerance);
}

/// Outputs that cannot be asked for together.
std::optional<Error> clash_of_forms(const ReplayArguments& arguments, std::size_t metrics) {
  const auto is_stdout = [](const std::string& path) { return path == "-"; };
  const bool json = arguments.json && (arguments.json->empty() || is_stdout(*arguments.json));
  if (is_stdout(arguments.dump.path) && (arguments.json || is_stdout(arguments.html))) {
    return Error{
        "replay: --dump - writes a case to standard output and nothing else: without --json and "
        "--html -"};
  }
  if (json && is_stdout(arguments.html)) {
    return Error{"replay: --json and --html - both write to standard output"};
  }
  if (arguments.shrink && !arguments.dump.path.empty() && metrics != 1) {
    return Error{"replay: --shrink with --dump is for one metric: name it with --metric"};
  }
  return std::nullopt;
}

/// What was found of a case. References outlive it.
struct Found {
  const Case& c;
  double tolerance;
  const Truth& truth;
  const std::vector<Replayed>& replayed;
};

std::optional<Error> write_found(const Found& found, OutputFile& output, OutputFile& page) {
  std::optional<Error> error;
  if (output.wanted()) {
    error = output.write(replay_json(found.c, found.tolerance, found.truth, found.replayed));
  }
  if (!error && page.wanted()) {
    error = page.write(replay_page(found.c, found.tolerance, found.truth, found.replayed));
  }
  return error;
}

}  // namespace

int replay(ReplayArguments arguments) {
  reclaim_word(arguments.id, arguments.json);
  const auto plugin = choose_plugin(arguments.plugin);
  if (!plugin) return complain(plugin.reason(), kExitBadInput);
  const auto metrics = select_with_plugin(arguments.metrics, plugin.value(), true);
  if (!metrics) return complain(metrics.reason(), kExitBadInput);
  double tolerance = kDefaultTolerance;
  if (const auto error = check_replay(arguments, tolerance))
    return complain(error->reason, kExitBadInput);
  const bool dumps = !arguments.dump.path.empty();
  const bool dumps_only = arguments.dump.path == "-";
  if (const auto error = clash_of_forms(arguments, metrics.value().size())) {
    return complain(error->reason, kExitBadInput);
  }
  const auto found = find_case(arguments);
  if (!found) return complain(found.reason(), kExitBadInput);
  const Case& c = found.value();
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  auto html = open_page(arguments.html);
  if (!html) return complain(html.reason(), kExitBadInput);
  OutputFile page = std::move(html).value();
  auto dump = OutputFile::open(dumps ? std::optional(arguments.dump.path) : std::nullopt);
  if (!dump) return complain(dump.reason(), kExitBadInput);
  OutputFile dump_file = std::move(dump).value();
  if (dumps && !arguments.shrink) {
    const int code = write_dump(dump_file, case_text(arguments.dump, c, tolerance));
    if (code != kExitAsExpected || dumps_only) return code;
  }

  const CaseScope scope(c.id.c_str());
  Replayer replayer(c, tolerance, plugin.value());
  std::vector<Replayed> replayed;
  for (const MetricRow* metric : metrics.value()) {
    replayed.push_back(replayer.replay(*metric));
    if (!arguments.shrink) continue;
    shrink_failure(replayed.back(), c, tolerance, plugin.value().runner_for(*metric));
  }
  if (dumps && arguments.shrink) {
    const int code = write_dump(dump_file, shrunk_dump(arguments.dump, c, tolerance, replayed));
    if (code != kExitAsExpected) return code;
  }
  if (const auto error = write_found({c, tolerance, replayer.truth(), replayed}, output, page)) {
    return complain(error->reason, kExitHarnessFailed);
  }
  if (!output.on_stdout() && !page.on_stdout() && !dumps_only) {
    std::cout << replay_text(c, replayer.truth(), replayed, arguments.shrink);
    if (dumps) std::cout << "wrote " << arguments.dump.path << "\n";
    if (output.wanted()) std::cout << "wrote " << output.path() << "\n";
    if (page.wanted()) std::cout << "wrote " << page.path() << "\n";
  }
  const bool wrong = std::any_of(replayed.begin(), replayed.end(), [&](const Replayed& r) {
    return counts_as_wrong(r, c, plugin.value());
  });
  return wrong ? kExitJudgedWrong : kExitAsExpected;
}

void add_replay(CommandLine& line) {
  Command command = line.command(
      "replay", "Shows one case: the pair, the truth, and each metric's answer and verdict");
  ReplayArguments& a = command.runs(replay);
  command.option("ID", "TEXT", a.id, "random-boxes:42:7, field:NAME, or file:NAME:ID with --file");
  command
      .option("--metric", "NAME", a.metrics,
              "Metric to run; repeatable, or several with commas (default: all)")
      .list();
  add_plugin_choice(command, a.plugin);
  add_exec_choice(command, a.plugin);
  add_limit_options(command, a.plugin);
  command.flag("--in-process", a.plugin.in_process,
               "Run the plug-in within this process, for debuggers: its faults are not contained");
  command.option("--file", "FILE", a.file, "Case file that holds the case").names_something();
  command
      .option("--meshes", "DIR", a.meshes,
              "Directory of the meshes that a case of meshes-* is made of")
      .names_something();
  command
      .option(
          "--dump", "FILE", a.dump.path,
          "Write the case (of its bodies the distinct vertices on the hull, no points inside), "
          "with --shrink the shrunk one; - is standard output, and then nothing is run or shown")
      .names_something();
  command.option("--as", "FORM", a.dump.form,
                 "Form of --dump: json (a case file, the default), obj, mjcf, python, or C++ that "
                 "puts the case to fcl, coal, libccd or bullet");
  command.option("--tolerance", "T", a.tolerance,
                 "What counts as right, relative to size (default: 1e-8)");
  command.flag("--shrink", a.shrink,
               "Also shrink the case, for each metric that fails on it, to the simplest pair that "
               "fails in the same way (docs/shrink.md)");
  add_json_option(command, a.json);
  add_page_option(command, a.html);
  command.footer(
      "Exit code 1 by the rule of verify: a metric that claims to be exact, or any metric on a "
      "file or meshes of your own, or a plug-in (single precision at its own tolerance), was "
      "judged "
      "wrong.");
}

}  // namespace touchstone
