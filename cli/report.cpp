// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report.hpp"

#include <filesystem>
#include <iostream>
#include <utility>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/end_signal.hpp"
#include "cli/file_names.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/report_context.hpp"
#include "cli/report_pairs.hpp"
#include "cli/report_records.hpp"
#include "cli/report_runs.hpp"

namespace touchstone {
namespace {

struct ReportArguments {
  std::string db;
  std::string verify;
  std::string time;
  std::string energy;
  std::string converge;
  std::vector<std::string> reproduced;
  std::vector<std::string> against;
  EarlierRecords earlier;  ///< the files of `against` by the kind of their record
  std::string output;
  std::string format = "html";

  bool names_no_record() const {
    return db.empty() && verify.empty() && time.empty() && energy.empty() && converge.empty() &&
           reproduced.empty();
  }
};

std::optional<Error> check_report(const ReportArguments& a) {
  if (a.format != "html" && a.format != "md" && a.format != "csv") {
    return Error{"--format: '" + a.format + "' is not one of html, md, csv"};
  }
  if (!a.db.empty() && !a.verify.empty()) {
    return Error{"report: --db and --verify: one of them; a store holds all that the JSON does"};
  }
  FileNames names;
  names.keeps("--db", a.db);
  names.reads("--verify", a.verify);
  names.reads("--time", a.time);
  names.reads("--energy", a.energy);
  names.reads("--converge", a.converge);
  for (const std::string& file : a.reproduced) names.reads("--reproduce", file);
  for (const std::string& file : a.against) names.reads("--against", file);
  names.writes("-o", a.output);
  return names.clash();
}

/// Reads `path` into `taken`, if there is one.
template <class Taken>
std::optional<Error> take(const std::string& path, Result<Taken> (*read)(const std::string&),
                          std::optional<Taken>& taken) {
  if (path.empty()) return std::nullopt;
  auto record = read(path);
  if (!record) return record.error();
  taken = std::move(record).value();
  return std::nullopt;
}

/// What changed since the earlier records. What an end signal left undone is noted.
std::optional<Error> compare_with_earlier(const ReportArguments& a, ReportInputs& inputs) {
  const auto note = [&inputs](const std::string& path, const char* what) {
    inputs.notes.push_back(path + ": not compared, as there are no new " + what);
  };
  if (const std::string& path = a.earlier.times; !path.empty() && !inputs.time) {
    note(path, "times");
  } else if (!path.empty()) {
    auto comparison = compare_times(path, *inputs.time);
    if (!comparison) return comparison.error();
    inputs.time_against = std::move(comparison).value();
  }
  if (const std::string& path = a.earlier.verdicts;
      !path.empty() && (!inputs.verify || !inputs.verify->partial.empty())) {
    note(path, "verdicts of a whole campaign");
  } else if (!path.empty()) {
    auto comparison = compare_verdicts(path, a.db.empty() ? a.verify : a.db);
    if (!comparison) return comparison.error();
    inputs.verdicts_against = std::move(comparison).value();
  }
  return std::nullopt;
}

std::optional<Error> read_records(const ReportArguments& a, ReportInputs& inputs) {
  auto error = take(a.db, read_store_record, inputs.verify);
  if (!error) error = take(a.verify, read_verify_record, inputs.verify);
  if (!error) error = take(a.time, read_time_text, inputs.time);
  if (!error) error = take(a.energy, read_energy_text, inputs.energy);
  if (!error) error = take(a.converge, read_converge_text, inputs.converge);
  for (const std::string& path : a.reproduced) {
    std::optional<RecordText> record;
    if (!error) error = take(path, read_reproduced_text, record);
    if (!record) continue;
    for (const RecordText& other : inputs.reproduced) {
      if (schema_of(other) != schema_of(*record)) continue;
      return Error{"--reproduce: " + other.name + " and " + record->name + " are the same table"};
    }
    inputs.reproduced.push_back(std::move(*record));
  }
  if (error) return error;
  return compare_with_earlier(a, inputs);
}

/// What is wrong with the earlier records; sorts them by kind.
std::optional<Error> check_earlier(ReportArguments& a) {
  auto earlier = sort_earlier(a.against);
  if (!earlier) return earlier.error();
  a.earlier = std::move(earlier).value();
  if (a.names_no_record()) return std::nullopt;
  if (!a.earlier.times.empty() && a.time.empty()) {
    return Error{"--against: " + a.earlier.times + " holds times: name the new ones with --time"};
  }
  if (!a.earlier.verdicts.empty() && a.db.empty() && a.verify.empty()) {
    return Error{"--against: " + a.earlier.verdicts +
                 " holds verdicts: name the new ones with --db or --verify"};
  }
  return std::nullopt;
}

/// Whether a run left a record. An end signal may come between a store and what is written into it.
bool was_recorded(const std::string& command, const std::string& file) {
  if (!std::filesystem::exists(file)) return false;
  return end_signal() == 0 || command != "verify" || read_store_record(file).ok();
}

/// Makes the records that were not named: verify, and quick runs of time and energy. What an end
/// signal leaves undone is noted.
ReportArguments run_all(ReportArguments a, const RunFolder& folder, ReportInputs& inputs) {
  struct Step {
    const char* name;
    std::string* file;
    std::vector<std::string> words;
  };
  const std::string db = folder.file("verify.db");
  const std::string time = folder.file("time.json");
  const std::string energy = folder.file("energy.json");
  a.db = db;
  a.time = time;
  a.energy = energy;
  for (const Step& step : {Step{"verify", &a.db, {"verify", "--db", db}},
                           Step{"time", &a.time, {"time", "--quick", "--json", time}},
                           Step{"energy", &a.energy, {"energy", "--quick", "--json", energy}}}) {
    if (end_signal() == 0) {
      const int code = run_this_program(step.words);
      if (code > kExitJudgedWrong && end_signal() == 0) {
        inputs.notes.push_back(std::string(step.name) + " failed with exit code " +
                               std::to_string(code));
      }
    }
    if (!was_recorded(step.name, *step.file)) {
      if (end_signal() != 0) inputs.notes.push_back(std::string(step.name) + " was interrupted");
      step.file->clear();
    }
  }
  return a;
}

std::string default_output(const std::string& format) { return "report." + format; }

/// The text to write.
Result<std::string> make_report(const std::string& format, ReportInputs& inputs) {
  if (format != "html") {
    return report_tables(inputs, format == "md" ? TableFormat::markdown : TableFormat::csv);
  }
  ReportPairs pairs;
  if (inputs.verify) {
    Progress progress("report", "pairs");
    pairs = make_report_pairs(
        *inputs.verify, [] { return end_signal() != 0; }, progress.updates());
  }
  inputs.notes.insert(inputs.notes.end(), pairs.notes.begin(), pairs.notes.end());
  inputs.context.partial = end_signal() != 0;
  return report_page(inputs, pairs.shown, pairs.pairs);
}

int report_command(ReportArguments arguments) {
  if (const auto error = check_report(arguments)) return complain(error->reason, kExitBadInput);
  if (arguments.output.empty()) arguments.output = default_output(arguments.format);
  auto opened = OutputFile::open(arguments.output);
  if (!opened) return complain(opened.reason(), kExitBadInput);
  OutputFile output = std::move(opened).value();
  ReportInputs inputs;
  inputs.context = report_context();
  if (arguments.names_no_record()) {
    catch_all_end_signals();
  } else {
    catch_end_signals();
  }
  if (const auto error = check_earlier(arguments)) return complain(error->reason, kExitBadInput);
  std::optional<RunFolder> folder;
  if (arguments.names_no_record()) {
    auto made = RunFolder::make();
    if (!made) return complain(made.reason(), kExitHarnessFailed);
    folder.emplace(std::move(made).value());
    arguments = run_all(std::move(arguments), *folder, inputs);
  }
  if (ends_at_once()) return kExitBySignal + end_signal();
  if (const auto error = read_records(arguments, inputs)) {
    return complain(error->reason, kExitBadInput);
  }
  if (folder && inputs.verify && !inputs.verify->partial.empty()) {
    // Its store is about to be removed.
    inputs.verify->partial = "verify was interrupted: it judged a part of its campaign";
  }
  folder.reset();
  if (ends_at_once()) return kExitBySignal + end_signal();
  catch_end_signals();
  inputs.context.partial = end_signal() != 0;
  auto text = make_report(arguments.format, inputs);
  if (!text) return complain(text.reason(), kExitBadInput);
  if (const auto error = output.write(text.value())) {
    return complain(error->reason, kExitHarnessFailed);
  }
  if (!output.on_stdout()) {
    std::cout << "wrote " << std::filesystem::absolute(output.path()).lexically_normal().string()
              << (end_signal() != 0 ? ", of what was there when it was interrupted" : "") << "\n";
  }
  return end_signal() != 0 ? kExitBySignal + end_signal() : kExitAsExpected;
}

}  // namespace

void add_report(CommandLine& line) {
  Command command = line.command(
      "report", "Makes one HTML page of what verify, time and energy recorded (docs/report.md)");
  ReportArguments& a = command.runs(report_command);
  command.option("--db", "FILE", a.db, "Verdicts with their failures: a store of verify --db")
      .names_something();
  command.option("--verify", "FILE", a.verify, "Verdicts: the JSON of verify or validate")
      .names_something();
  command.option("--time", "FILE", a.time, "The JSON of time").names_something();
  command.option("--energy", "FILE", a.energy, "The JSON of energy").names_something();
  command.option("--converge", "FILE", a.converge, "The JSON of converge").names_something();
  command.option("--reproduce", "FILE ...", a.reproduced, "The JSON of reproduce table1 and table2")
      .names_something();
  command
      .option("--against", "OLD ...", a.against,
              "An earlier JSON of time, and a store or JSON of verify: also what changed since")
      .names_something();
  command
      .option("-o,--output", "FILE", a.output,
              "The page (default: report.html; - is standard output)")
      .names_something();
  command.option("--format", "FORMAT", a.format, "html, or the tables alone: md, csv");
  command.footer(
      "Without a record it runs verify, time --quick and energy --quick itself, which takes some "
      "minutes. Ctrl-C then ends in a page of what is there.\n"
      "Exit code 0 whatever was judged. To fail a build, use the exit code of verify or compare.");
}

}  // namespace touchstone
