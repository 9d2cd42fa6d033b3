// SPDX-License-Identifier: GPL-3.0-or-later
// What a campaign ends in: the files that were asked for, the table on the terminal, the exit code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/file_names.hpp"
#include "cli/output_file.hpp"
#include "reports/verify_text.hpp"

namespace touchstone {

struct OutcomeArguments {
  std::optional<std::string> json;
  std::string junit;              ///< a file
  std::string accuracy;           ///< a directory
  Extent extent = Extent::plain;  ///< of the campaign whose table goes there
  ReportStyle style;

  /// Whether a file of theirs is standard output, where nothing else may go then.
  bool on_stdout() const { return (json && (json->empty() || *json == "-")) || junit == "-"; }
};

/// --json, --junit, --full and --own-tolerance.
void add_outcome_options(CLI::App& command, OutcomeArguments& arguments);

/// The files that they name, as outputs.
void name_outputs(const OutcomeArguments& arguments, FileNames& names);

class Outcome {
 public:
  /// Opens every file before the work starts.
  static Result<Outcome> open(const OutcomeArguments& arguments);

  /// Writes the files, and on the terminal the report, `closing`, and a sentence that says what was
  /// wrong and the exit code. Returns the exit code. `also_wrong`: a reason for exit code 1 that
  /// the verdicts do not show, or empty.
  int finish(const CampaignResult& result, const std::string& closing,
             const std::string& also_wrong = "");

 private:
  Outcome(ReportStyle style, Extent extent) : style_(style), extent_(extent) {}

  ReportStyle style_;
  Extent extent_;
  std::vector<OutputFile> outputs_;  ///< JSON, JUnit, and those of the accuracy table
};

}  // namespace touchstone
