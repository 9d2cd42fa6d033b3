// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/papers/paper.hpp"

#include <iostream>
#include <utility>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/energy_csv.hpp"
#include "cli/output_file.hpp"

namespace touchstone {
namespace {

struct PaperFiles {
  OutputFile json, csv, svg;
  std::string tables;
};

Result<PaperFiles> open_files(const PaperArguments& typed) {
  const std::string& json_path = *typed.json;
  const std::string& csv_path = *typed.csv;
  const std::string& svg_path = *typed.svg;
  const std::string& tables = *typed.tables;
  if (auto error = typed.unread_option()) return std::move(*error);
  auto json = open_output(json_path);
  if (!json) return json.error();
  auto csv = open_output(csv_path);
  if (!csv) return csv.error();
  auto svg = open_output(svg_path);
  if (!svg) return svg.error();
  if (!tables.empty()) {
    if (auto error = try_csv_directory(tables)) return std::move(*error);
  }
  return PaperFiles{std::move(json).value(), std::move(csv).value(), std::move(svg).value(),
                    tables};
}

/// Writes all but the record, and adds to the text which files were written. Returns why it failed,
/// or nothing.
std::optional<Error> write_files(PaperFiles& files, Made& made) {
  for (const auto& [file, text] :
       {std::pair{&files.csv, &made.csv}, std::pair{&files.svg, &made.svg}}) {
    if (!file->wanted()) continue;
    if (auto error = file->write(*text)) return error;
    if (!file->on_stdout()) made.text += "wrote " + file->path() + "\n";
  }
  if (files.tables.empty()) return std::nullopt;
  made.text += "wrote " + files.tables + "\n";
  return made.write_tables(files.tables);
}

/// Ends a run that was interrupted. The exit code.
int end_interrupted(const std::string& name, Interrupted leaves, OutputFile& json,
                    const Made& made) {
  if (leaves == Interrupted::kept && json.wanted()) {
    if (const auto error = json.write(made.json)) {
      return complain(error->reason, kExitHarnessFailed);
    }
  }
  if (leaves >= Interrupted::shown && !made.text.empty() && !json.on_stdout()) {
    std::cout << "PARTIAL, as the run was interrupted:\n\n" << made.text;
  }
  return complain("reproduce " + name + ": interrupted" +
                      (made.ended.empty() ? "" : " after " + made.ended) +
                      (leaves == Interrupted::kept ? "" : "; nothing is kept"),
                  kExitBySignal + end_signal());
}

}  // namespace

void PaperArguments::add_record(Command& command) {
  command.group("output");
  add_json_option(command, json);
}

void PaperArguments::add_drawing(Command& command) {
  command.group("output");
  command.writes("--csv", csv, "Write its numbers as a table");
  command.writes("--svg", svg, "Write the figure, drawn");
  add_json_option(command, json);
}

void PaperArguments::add_tables(Command& command, const std::string& csv_help) {
  command.group("output");
  command.fills("--csv", tables, csv_help);
  add_json_option(command, json);
}

int reproduce(const PaperArguments& typed, const PaperWork& work,
              const std::function<Result<Made>(Progress&)>& make) {
  auto opened = open_files(typed);
  if (!opened) return complain(opened.reason(), kExitBadInput);
  PaperFiles files = std::move(opened).value();
  if (work.interrupted != Interrupted::at_once) catch_end_signals();
  Made made;
  double elapsed_s = 0;
  {
    Progress progress("reproduce " + typed.name, work.unit);
    auto result = make(progress);
    if (!result) {
      return complain("reproduce " + typed.name + ": " + result.reason(), kExitBadInput);
    }
    made = std::move(result).value();
    elapsed_s = progress.elapsed_s();
  }
  const bool stopped = stop_requested();
  if (!stopped || work.interrupted == Interrupted::kept) {
    if (const auto error = write_files(files, made)) {
      return complain(error->reason, kExitHarnessFailed);
    }
  }
  if (stopped) return end_interrupted(typed.name, work.interrupted, files.json, made);
  if (files.csv.on_stdout() || files.svg.on_stdout()) {
    // Nothing else goes there.
    if (const auto error = files.json.write(made.json)) {
      return complain(error->reason, kExitHarnessFailed);
    }
    std::cerr << made.text;
    return made.exit_code;
  }
  return report(files.json, made.json, made.text, elapsed_s, work.jobs, made.exit_code);
}

}  // namespace touchstone
