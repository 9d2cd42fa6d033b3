// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <utility>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "cli/report/report_baseline.hpp"
#include "cli/report/report_pairs.hpp"
#include "cli/report/report_records.hpp"
#include "cli/report_context.hpp"
#include "cli/run/own_run.hpp"
#include "cli/run/run_folder.hpp"
#include "harness/store/store.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

struct ReportArguments : Arguments {
  Typed<std::vector<std::string>> records;
  Typed<std::vector<std::string>> baseline;
  Typed<std::string> output;
  Typed<std::string> format{"html"};
};

/// What a report is made of.
struct ReportSources {
  std::vector<std::string> records;
  std::string verdicts;  ///< the one of them that holds verdicts
  EarlierRecords earlier;
  bool of_its_own = false;  ///< the records are made by this report
};

/// An earlier record has nothing new to be compared with: an error where records were named, and a
/// note where an end signal may have left one undone.
std::optional<Error> not_compared(const ReportSources& sources, const std::string& path,
                                  const std::string& what, ReportInputs& inputs) {
  if (!sources.of_its_own) {
    return Error{"--baseline: " + path + " holds " + what + ": name the new ones, too"};
  }
  inputs.notes.push_back(path + ": not compared, as there are no new " + what);
  return std::nullopt;
}

/// What changed since the earlier records.
std::optional<Error> compare_with_earlier(const ReportSources& sources, ReportInputs& inputs) {
  if (const std::string& path = sources.earlier.times; !path.empty() && !inputs.time) {
    if (auto error = not_compared(sources, path, "times", inputs)) return error;
  } else if (!path.empty()) {
    if (auto error = assign(inputs.time_against, compare_times(path, inputs.time->record)))
      return error;
  }
  const std::string& path = sources.earlier.verdicts;
  if (path.empty()) return std::nullopt;
  if (!inputs.verify) return not_compared(sources, path, "verdicts", inputs);
  if (!inputs.verify->partial.empty()) {
    inputs.notes.push_back(path +
                           ": not compared, as there are no new verdicts of a whole campaign");
    return std::nullopt;
  }
  if (auto error = assign(inputs.verdicts_against, compare_verdicts(path, sources.verdicts)))
    return error;
  return std::nullopt;
}

/// Whether a run left a record. An end signal may come between a store and what is written into it.
bool was_recorded(const std::string& command, const std::string& file) {
  if (!std::filesystem::exists(file)) return false;
  return received_signal() == 0 || command != "verify" || store_begun(file);
}

/// Makes the records that were not named: verify, and quick runs of time and energy. What an end
/// signal leaves undone is noted.
std::vector<std::string> run_all(const RunFolder& folder, ReportInputs& inputs) {
  struct Step {
    const char* name;
    std::string file;
    std::vector<std::string> words;
  };
  const std::string db = folder.file("verify.db");
  const std::string time = folder.file("time.json");
  const std::string energy = folder.file("energy.json");
  std::vector<std::string> records;
  for (const Step& step : {Step{"verify", db, {"verify", "--db", db}},
                           Step{"time", time, {"time", "--quick", "--json", time}},
                           Step{"energy", energy, {"energy", "--quick", "--json", energy}}}) {
    if (received_signal() == 0) {
      const int code = run_this_program(step.words);
      if (code > kExitJudgedWrong && received_signal() == 0) {
        inputs.notes.push_back(std::string(step.name) + " failed with exit code " +
                               std::to_string(code));
      }
    }
    if (was_recorded(step.name, step.file)) {
      records.push_back(step.file);
    } else if (received_signal() != 0) {
      inputs.notes.push_back(std::string(step.name) + " was interrupted");
    }
  }
  return records;
}

/// The text to write.
Result<std::string> make_report(const std::string& format, ReportInputs& inputs) {
  static const std::map<std::string, TableFormat> kTables = {
      {"md", TableFormat::markdown}, {"csv", TableFormat::csv}, {"tex", TableFormat::tex}};
  if (const auto tables = kTables.find(format); tables != kTables.end()) {
    return report_tables(inputs, tables->second);
  }
  ReportPairs pairs;
  if (inputs.verify) {
    Progress progress("report", "pairs");
    pairs = make_report_pairs(
        *inputs.verify, [] { return received_signal() != 0; }, progress.updates());
  }
  inputs.notes.insert(inputs.notes.end(), pairs.notes.begin(), pairs.notes.end());
  inputs.context.partial = received_signal() != 0;
  return report_page(inputs, pairs.shown, pairs.pairs);
}

/// Reads the records; without any of them, makes them first.
std::optional<Error> gather(ReportSources& sources, const std::optional<RunFolder>& folder,
                            ReportInputs& inputs) {
  if (folder) sources.records = run_all(*folder, inputs);
  if (ends_at_once()) return std::nullopt;
  auto error = read_report_records(sources.records, inputs, sources.verdicts);
  if (!error) error = compare_with_earlier(sources, inputs);
  if (folder && inputs.verify && !inputs.verify->partial.empty()) {
    // Its store is about to be removed.
    inputs.verify->partial = "verify was interrupted: it judged a part of its campaign";
  }
  return error;
}

int write_report(ReportSources sources, const std::string& format, OutputFile output) {
  ReportInputs inputs;
  inputs.context = report_context();
  std::optional<RunFolder> folder;
  if (sources.of_its_own) {
    catch_all_end_signals();
    auto made = RunFolder::make("report");
    if (!made) return fail(made.reason(), kExitHarnessFailed);
    folder.emplace(std::move(made).value());
  } else {
    catch_end_signals();
  }
  const auto wrong = gather(sources, folder, inputs);
  folder.reset();
  if (ends_at_once()) return kExitBySignal + received_signal();
  if (wrong) return fail(wrong->reason, kExitBadInput);
  catch_end_signals();
  inputs.context.partial = received_signal() != 0;
  auto text = make_report(format, inputs);
  if (!text) return fail(text.reason(), kExitBadInput);
  if (const auto error = output.write(text.value())) {
    return fail(error->reason, kExitHarnessFailed);
  }
  if (!output.on_stdout()) {
    std::cout << "wrote " << std::filesystem::absolute(output.path()).lexically_normal().string()
              << (received_signal() != 0 ? ", of what was there when it was interrupted" : "")
              << "\n";
  }
  return received_signal() != 0 ? kExitBySignal + received_signal() : kExitAsExpected;
}

int report_command(const ReportArguments& typed) {
  static const std::vector<std::string> kFormats = {"html", "md", "csv", "tex"};
  const std::string& format = *typed.format;
  if (std::find(kFormats.begin(), kFormats.end(), format) == kFormats.end()) {
    return fail(unknown_choice("format", format, kFormats), kExitBadInput);
  }
  const std::string& path = *typed.output;
  ReportSources sources{*typed.records, "", {}, typed.records->empty()};
  const std::vector<std::string>& baseline = *typed.baseline;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  auto earlier = sort_earlier(baseline);
  if (!earlier) return fail(earlier.reason(), kExitBadInput);
  sources.earlier = std::move(earlier).value();
  if (sources.of_its_own) {
    const auto error = why_not_before_own_runs(sources.earlier);
    if (error) return fail(error->reason, kExitBadInput);
  }
  OutputFile output;
  const auto error = output.open(path.empty() ? "report." + format : path);
  if (error) return fail(error->reason, kExitBadInput);
  return write_report(std::move(sources), format, std::move(output));
}

}  // namespace

void add_report(CommandLine& line) {
  Command command = line.command(
      "report",
      "Makes one HTML page of what verify, time, energy and simulate recorded (docs/report.md)");
  ReportArguments& a = command.runs(report_command);
  command.keeps("RECORD", a.records,
                "Stores (verify --db) and JSONs of verify, time, energy, simulate, solve, "
                "contacts, audit gradient-differences, and reproduce converge, table1 and table2, "
                "one of each kind; a store has more failures than the JSON of verify, with their "
                "answers");
  command.baseline(
      a.baseline,
      "An earlier record of times or of verdicts: shows what changed since; one of each "
      "kind");
  command.writes("-o,--output", a.output, "The page (default: report.html; - is standard output)");
  command.format(a.format, "html, or the tables alone: md, csv, tex (LaTeX)");
  command.footer(
      "Without a record it runs verify, time --quick and energy --quick itself, which takes some "
      "minutes. Ctrl-C then ends in a page of what is there.\n"
      "Exit code 0 whatever was judged. To fail a build, use the exit code of verify or compare.");
}

}  // namespace touchstone
