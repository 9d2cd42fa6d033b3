// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run/run_command.hpp"

#include <array>
#include <iostream>
#include <utility>
#include <vector>

#include "cli/motion/energy_csv.hpp"
#include "cli/process/output_file.hpp"
#include "harness/check/check_record.hpp"
#include "reports/check_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxStarts = 1000;

struct RunFiles {
  std::vector<OutputFile> files;  ///< json, csv, svg and junit
  std::string tables;             ///< directory

  OutputFile& json() { return files[0]; }
  OutputFile& csv() { return files[1]; }
  OutputFile& svg() { return files[2]; }
  OutputFile& junit() { return files[3]; }

  /// Whether one but the record goes to standard output.
  bool other_on_stdout() { return csv().on_stdout() || svg().on_stdout() || junit().on_stdout(); }
};

Result<RunFiles> open_files(const RunArguments& typed) {
  RunFiles opened{{}, *typed.tables};
  const std::vector<std::string> paths = {*typed.json, *typed.csv, *typed.svg, *typed.junit};
  auto error = typed.unread_option();
  if (!error && !opened.tables.empty()) error = try_csv_directory(opened.tables);
  for (const std::string& path : paths) {
    if (!error) error = opened.files.emplace_back().open(path);
  }
  if (error) return *error;
  return opened;
}

/// Writes all but the record, and adds to the text what was written. Returns why it failed, or
/// nothing.
std::optional<Error> write_files(RunFiles& files, Made& made) {
  const std::array<std::string, 3> texts = {made.csv, made.svg, made.junit};
  for (std::size_t k = 0; k < texts.size(); ++k) {
    OutputFile& file = files.files[k + 1];
    if (!file.wanted()) continue;
    if (auto error = file.write(texts.at(k))) return error;
    made.text += wrote_text(file);
  }
  if (files.tables.empty()) return std::nullopt;
  made.text += "wrote " + files.tables + "\n";
  return made.write_tables(files.tables);
}

/// `record`: empty where nothing is said of it.
int end_interrupted(const std::string& who, const std::string& record, bool shown,
                    const Made& made) {
  if (shown) std::cout << "PARTIAL, as the run was interrupted:\n\n" << made.text;
  return fail(who + ": interrupted" + (made.ended.empty() ? "" : " after " + made.ended) +
                  (record.empty() ? "" : "; " + record),
              kExitBySignal + received_signal());
}

}  // namespace

void RunArguments::add_starts(Command& command, Typed<int>& starts, const std::string& help) {
  command.count("--starts", "N", starts, {1, kMaxStarts}, help);
  command.seed(seed, "Seed of the starts");
}

RunArguments& RunArguments::add_record(Command& command) {
  command.group("Output");
  add_json_option(command, json);
  return *this;
}

RunArguments& RunArguments::add_drawing(Command& command) {
  command.group("Output");
  command.csv(csv, "Write its numbers as a table");
  command.svg(svg, "Write the figure, drawn");
  return add_record(command);
}

RunArguments& RunArguments::add_tables(Command& command, const std::string& csv_help) {
  command.group("Output");
  command.csv_folder(tables, csv_help);
  return add_record(command);
}

int run_recorded(const RunArguments& typed, const std::string& unit, Interrupted leaves,
                 const std::function<Result<Made>(Progress&)>& make) {
  const std::string& who = typed.name;
  const int jobs = *typed.jobs;
  auto opened = open_files(typed);
  if (!opened) return fail(opened.reason(), kExitBadInput);
  RunFiles files = std::move(opened).value();
  if (leaves != Interrupted::at_once) catch_end_signals();
  auto progress = std::make_unique<Progress>(who, unit);
  auto result = make(*progress);
  const double elapsed_s = progress->elapsed_s();
  progress.reset();
  if (!result) return fail(who + ": " + result.reason(), kExitBadInput);
  Made made = std::move(result).value();
  const bool stopped = stop_requested();
  const bool kept = leaves == Interrupted::kept;
  std::optional<Error> error;
  if (!stopped || kept) error = write_files(files, made);
  // Beside a table or drawing on standard output nothing else goes there.
  const bool drawn = files.other_on_stdout();
  if (!error && (stopped ? kept : drawn)) error = files.json().write(made.json);
  if (error) return fail(error->reason, kExitHarnessFailed);
  if (stopped) {
    const bool shown = leaves >= Interrupted::shown && !files.json().on_stdout();
    Result<std::string> record = std::string(kept ? "" : "nothing is kept");
    if (made.marked_partial) record = write_partial(files.json(), made.json);
    if (!record) return fail(record.reason(), kExitHarnessFailed);
    return end_interrupted(who, record.value(), shown && !made.text.empty(), made);
  }
  const int verdict = made.as_expected ? kExitAsExpected : made.unexpected;
  if (!drawn) return report(files.json(), made.json, made.text, elapsed_s, jobs, verdict);
  std::cerr << made.text;
  return verdict;
}

int run_check(const RunArguments& typed, const std::string& unit, bool by_family,
              RunControl& control, const std::function<CheckReport()>& run) {
  return run_recorded(typed, unit, Interrupted::shown, [&](Progress& progress) -> Result<Made> {
    control = {*typed.jobs, stop_requested, progress.updates()};
    CheckReport found = run();
    found.partial = stop_requested();
    Made made{check_text(found, by_family, found.partial), check_record().document(found),
              found.as_expected()};
    made.marked_partial = found.partial && !made.text.empty();
    if (found.check.of_the_truth) made.unexpected = kExitHarnessFailed;
    return made;
  });
}

}  // namespace touchstone
