// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone gate`: one line of truth on a library that may have been tuned to all that it could
// read.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <system_error>
#include <utility>

#include "cli/choice/metric_choice.hpp"
#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "harness/asking/answer_times.hpp"
#include "harness/gate/gate_line.hpp"
#include "harness/vectors/archive.hpp"
#include "reports/gate_text.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgramFile = "/proc/self/exe";
constexpr std::uint64_t kMaxMinutes = 100'000;

struct GateArguments : Arguments {
  MetricArguments metrics;
  Typed<std::string> contract;
  Typed<std::string> seed_from;
  Typed<std::string> replay;
  Typed<std::uint64_t> minutes;
  Typed<std::string> svg;
  Typed<std::string> dump;
};

/// What is run, and the line that it repeats, if any.
struct PreparedGate {
  GateOptions options;
  MetricChoice metrics, references;
  std::string file;       ///< path of the library, or of this program
  std::string reference;  ///< path of the reference's; empty: there is none
  std::uint64_t deals = 0;
  double minutes = 0;
  std::optional<GateLine> given;

  /// Whether kMaxTimeOuts end the run. A line that is repeated has its own number of deals.
  bool ends_early() const { return !given && options.contract.forbids(Word::timed_out); }
};

/// Bytes of a file that may be large.
Result<std::string> bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  if (!file || !bytes) return Error{path + ": cannot be read"};
  return std::move(bytes).str();
}

Result<std::string> file_hash(const std::string& path) {
  const auto bytes = bytes_of(path);
  if (!bytes) return bytes.error();
  return sha256(bytes.value());
}

/// The line itself, or that of a file.
Result<GateLine> read_given_line(const std::string& typed) {
  const bool is_line = typed.find('{') != std::string::npos;
  const auto text = is_line ? Result<std::string>(typed) : read_input_file(typed);
  if (!text) return text.error();
  auto line = parse_gate_line(text.value(), is_line ? "--replay" : input_name(typed));
  if (line && !line.value().touchstone.empty()) {
    return Error{"--replay: nothing was judged in that line"};
  }
  return line;
}

/// The one metric that is meant, which can be asked through the interface of libraries.
Result<MetricChoice> choose_one(const MetricArguments& typed, const std::string& option) {
  auto choice = choose_metrics(typed, false);
  if (!choice) return Error{option + ": " + choice.reason()};
  if (choice.value().rows.size() != 1) return Error{option + ": takes one library"};
  if (choice.value().rows.front()->plugin.kind == PluginSource::Kind::process) {
    return Error{option + ": is a program; the gate takes a library"};
  }
  return choice;
}

/// Name of the contract in messages: its file's, or "contract" for the default.
std::string contract_name(const GateArguments& arguments) {
  return arguments.contract.given() ? input_name(*arguments.contract) : "contract";
}

Result<std::vector<const Family*>> families_of(const Contract& contract, const std::string& name) {
  const auto chosen = select_families(contract.families, family_registry(CurvedCases::taken));
  if (!chosen) return Error{name + ": families: " + chosen.reason()};
  for (const Family* family : chosen.value().families) {
    if (is_of_polytopes(*family)) continue;
    return Error{name + ": families: the bodies of " + family->name + " are no polytopes"};
  }
  return chosen.value().families;
}

/// What the options say, but for the line that is given.
std::optional<Error> choose_terms(const GateArguments& arguments, PreparedGate& gate) {
  if (arguments.replay.given()) {
    if (auto error = assign(gate.given, read_given_line(*arguments.replay))) return error;
    gate.options.contract = gate.given->contract;
    gate.deals = gate.given->deals;
    return std::nullopt;
  }
  if (arguments.contract.given()) {
    if (auto error = assign(gate.options.contract, read_contract(*arguments.contract)))
      return error;
  }
  gate.deals = deals_for(gate.options.contract);
  gate.minutes = static_cast<double>(*arguments.minutes);
  return std::nullopt;
}

/// Path of what is run for a metric.
std::string file_of(const MetricRow& metric) {
  const PluginSource& plugin = metric.plugin;
  return plugin.kind == PluginSource::Kind::library ? plugin.where : kProgramFile;
}

std::optional<Error> choose_metrics_of(const GateArguments& arguments, PreparedGate& gate) {
  if (auto error = assign(gate.metrics, choose_one(arguments.metrics, "--metric"))) return error;
  gate.options.metric = gate.metrics.rows.front();
  gate.options.runner = gate.metrics.runner_for(*gate.options.metric);
  gate.file = file_of(*gate.options.metric);
  if (!gate.options.contract.speed) return std::nullopt;
  MetricArguments typed;
  typed.names.set({gate.options.contract.speed->reference});
  if (auto error = assign(gate.references,
                          choose_one(typed, contract_name(arguments) + ": speed.reference")))
    return error;
  gate.options.reference = gate.references.rows.front();
  gate.reference = file_of(*gate.options.reference);
  return std::nullopt;
}

Result<PreparedGate> prepare_gate(const GateArguments& arguments) {
  PreparedGate gate;
  const bool is_named = arguments.metrics.names.given();
  if (!arguments.replay.given()) {
    for (const OptionUse* use : {static_cast<const OptionUse*>(&arguments.contract),
                                 static_cast<const OptionUse*>(&arguments.seed_from),
                                 static_cast<const OptionUse*>(&arguments.minutes)}) {
      use->given();
    }
  }
  arguments.svg.given();
  arguments.dump.given();
  std::optional<Error> error = arguments.unread_option();
  if (!error && !is_named) error = Error{"gate: --metric names the library to judge"};
  if (!error) error = choose_terms(arguments, gate);
  if (!error) error = choose_metrics_of(arguments, gate);
  if (error) return std::move(*error);
  auto families = families_of(gate.options.contract, contract_name(arguments));
  if (!families) return families.error();
  gate.options.families = std::move(families).value();
  gate.options.jobs = core_count();
  gate.options.stop_requested = [] { return received_signal() != 0; };
  return gate;
}

/// The seed of the line that is repeated, or a new one, which nobody knew when the library was
/// loaded.
Result<GateSeed> seed_for(const GateArguments& arguments, const PreparedGate& gate) {
  if (gate.given) return gate.given->seed;
  if (!arguments.seed_from.given()) return make_gate_seed(nullptr);
  const std::string& typed = *arguments.seed_from;
  std::error_code none;
  if (!fs::is_regular_file(typed, none)) {
    const bool is_path = typed.find('/') != std::string::npos || fs::exists(typed, none);
    if (is_path)
      return Error{"--seed-from: " + typed + " is not a file, and a text must not contain a slash"};
    return make_gate_seed(&typed);
  }
  const auto text = bytes_of(typed);
  if (!text) return text.error();
  return make_gate_seed(&text.value());
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

/// Deals to put next, where the time is not up, by the rate so far. Few, where time-outs may end the
/// run: one for each thread from the first time-out on.
std::uint64_t next_deals(const PreparedGate& gate, std::uint64_t done, double elapsed_s,
                         const GateFindings& found) {
  constexpr std::uint64_t kDealsAtOnce = 8;
  const double left_s = 60 * gate.minutes - elapsed_s;
  const double by_rate = left_s <= 0 ? 0 : static_cast<double>(done) * left_s / elapsed_s;
  const std::uint64_t needed = gate.deals - std::min(done, gate.deals);
  const auto at_once = static_cast<double>(8 * done);
  const auto next = std::max(needed, static_cast<std::uint64_t>(std::min(by_rate, at_once)));
  if (!gate.ends_early()) return next;
  const auto jobs = static_cast<std::uint64_t>(gate.options.jobs);
  return std::min(next, found.time_outs == 0 ? std::max(kDealsAtOnce, jobs) : jobs);
}

/// Adds to the findings until all deals are done, in `deals`. A new line ends early where
/// kMaxTimeOuts questions timed out and none may: each takes seconds.
GateFindings run_gate(PreparedGate& gate, std::uint64_t& deals) {
  Progress progress("gate", "deals");
  const auto times = gate.options.runner.times = std::make_shared<AnswerTimes>();
  progress.remark([&](bool) {
    const std::uint64_t time_outs = times->costs().timed_out();
    return time_outs == 0 ? "" : std::to_string(time_outs) + " timed out";
  });
  const auto begun = Clock::now();
  GateFindings found;
  std::uint64_t next = 1;
  while (next > 0 && received_signal() == 0) {
    gate.options.progress = [&](std::uint64_t done, std::uint64_t count) {
      progress.update(deals + done, std::max(deals + count, gate.deals));
    };
    found.add(judge_deals(gate.options, deals, next));
    deals += next;
    if (!found.watch.touchstone.empty()) break;
    if (gate.ends_early() && found.time_outs >= kMaxTimeOuts) break;
    next = next_deals(gate, deals, seconds_since(begun), found);
  }
  return found;
}

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm day{};
  gmtime_r(&now, &day);
  char text[] = "YYYY-MM-DDTHH:MM:SSZ";
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &day);
  return text;
}

/// SHA-256 of the reference library; empty where the contract names no library.
Result<std::string> reference_hash(const PreparedGate& gate) {
  if (gate.reference.empty()) return std::string();
  return file_hash(gate.reference);
}

/// Hashes and the seed of a line that is to be. Rejects files that do not fit the given line.
Result<GateLine> begin_line(const GateArguments& arguments, PreparedGate& gate) {
  GateLine line;
  const auto library = file_hash(gate.file);
  if (!library) return library.error();
  const auto program = file_hash(kProgramFile);
  if (!program) return program.error();
  const auto reference = reference_hash(gate);
  if (!reference) return reference.error();
  if (gate.given && gate.given->reference != reference.value()) {
    return Error{"--replay: that line has another reference than " + gate.reference};
  }
  if (gate.given && gate.given->library != library.value()) {
    return Error{"--replay: that line is about another library than " + gate.file};
  }
  if (gate.given && gate.given->program != program.value()) {
    print_note("another build of this program has made that line");
  }
  auto seed = seed_for(arguments, gate);
  if (!seed) return seed.error();
  gate.options.seed = seed.value().number();
  line.library = library.value();
  line.program = program.value();
  line.reference = reference.value();
  line.seed = std::move(seed).value();
  return line;
}

/// A file beside standard output, which is for the line.
std::optional<Error> open_beside(const char* option, const std::string& path, OutputFile& file) {
  if (path == "-") return Error{std::string(option) + ": standard output is for the line"};
  return file.open(path);
}

/// Judges, and ends the line.
Result<GateLine> judge_for_line(PreparedGate& gate, GateLine begun_line, GateFindings& found) {
  const auto begun = Clock::now();
  std::uint64_t deals = 0;
  found = run_gate(gate, deals);
  GateLine line = gate_line(gate.options, found, deals);
  line.library = std::move(begun_line.library);
  line.program = std::move(begun_line.program);
  line.reference = std::move(begun_line.reference);
  line.seed = std::move(begun_line.seed);
  line.elapsed_s = seconds_since(begun);
  line.judged_at = time_now();
  if (gate.given) line.replays = same_verdict(*gate.given, line);
  const auto library_now = file_hash(gate.file);
  if (!library_now || library_now.value() != line.library) {
    return Error{gate.file + ": changed while it was judged"};
  }
  const auto reference_now = reference_hash(gate);
  if (!reference_now || reference_now.value() != line.reference) {
    return Error{gate.reference + ": changed while it was judged"};
  }
  return line;
}

int gate(const GateArguments& arguments) {
  catch_end_signals();
  auto ready = prepare_gate(arguments);
  if (!ready) return fail(ready.reason(), kExitBadInput);
  PreparedGate prepared = std::move(ready).value();
  OutputFile badge_file, case_file;
  auto error = open_beside("--svg", *arguments.svg, badge_file);
  if (!error) error = open_beside("--dump", *arguments.dump, case_file);
  if (error) return fail(error->reason, kExitBadInput);
  auto begun = begin_line(arguments, prepared);
  if (!begun) return fail(begun.reason(), kExitBadInput);
  GateFindings found;
  const auto judged = judge_for_line(prepared, std::move(begun).value(), found);
  if (received_signal() != 0) {
    return fail("gate: interrupted; there is no verdict", kExitBySignal + received_signal());
  }
  if (!judged) return fail(judged.reason(), kExitBadInput);
  const GateLine& line = judged.value();
  const bool dumps = case_file.wanted() && !found.example_case.empty();
  std::cout << line_text(line) << std::endl;
  std::cerr << gate_text(line) << found.threads_end << found.example
            << (dumps ? "" : found.example_case);
  if (case_file.wanted() && !dumps) print_note("no case was written: no answer alone is wrong");
  if (badge_file.wanted()) error = badge_file.write(gate_badge(line));
  if (!error && dumps) error = case_file.write(found.example_case);
  if (error) return fail(error->reason, kExitHarnessFailed);
  return line.passes && line.replays.value_or(true) ? kExitAsExpected : kExitJudgedWrong;
}

}  // namespace

void add_gate(CommandLine& line) {
  Command command = line.command(
      "gate", "Holds a library to a contract on pairs that nobody has seen before (docs/gate.md)");
  GateArguments& a = command.runs(gate);
  add_metric_option(command, a.metrics, "What is judged",
                    "a library (./mine.so), or a name of 'list metrics'");
  command.reads("--contract", a.contract, "What it must keep (default: docs/gate.md)")
      .only("without --replay");
  command.text("--seed-from", "FILE|STRING", a.seed_from, "Mixed into the seed: a commit, a beacon")
      .only("without --replay");
  command
      .count("--minutes", "M", a.minutes, {1, kMaxMinutes},
             "Judge for so long, and no less than the contract says")
      .only("without --replay");
  command.text("--replay", "LINE", a.replay,
               "Repeat the verdict of this line, or of the file with it");
  command.svg(a.svg, "Draw a badge: green if all was judged, right, and by the contract");
  command.writes("--dump", a.dump,
                 "Write the case of the first wrong answer, if there is one, for ask");
  command.footer(
      "Prints one line of JSON.\n"
      "Exit code 1: a rule of the contract does not hold, or the replayed line has another "
      "verdict.");
}

}  // namespace touchstone
