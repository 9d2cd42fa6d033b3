// SPDX-License-Identifier: GPL-3.0-or-later
// What a campaign ends in: the files that were asked for, the table on the terminal, the exit code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/command_line.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "reports/verify_text.hpp"

namespace touchstone {

struct OutcomeArguments {
  Typed<std::string> json;
  Typed<std::string> junit;
  Typed<std::string> svg;
  Typed<std::string> accuracy;  ///< a directory
  Typed<bool> full;
  Typed<bool> own_tolerance;
  Typed<std::vector<std::string>> fail_on;  ///< words
  Typed<std::string> baseline;              ///< a record

  /// The style of the table. Where JSON takes standard output no table is printed, and --full and
  /// --own-tolerance are not read.
  ReportStyle style() const {
    if (on_stdout()) return {};
    return {*full, *own_tolerance, std::nullopt};
  }
  /// Whether a file of theirs is standard output, where nothing else may go then.
  bool on_stdout() const { return *json == "-" || *junit == "-" || *svg == "-"; }
};

/// --json, --junit, --svg, --full, --own-tolerance, --fail-on and --baseline.
void add_outcome_options(Command& command, OutcomeArguments& arguments);

class Outcome {
 public:
  /// Reads the baseline and then, if the run has read all that was typed behind `command`, opens
  /// every file, before the work starts. `extent`: of the campaign of which --write-accuracy writes
  /// the table.
  static Result<Outcome> open(const OutcomeArguments& arguments, Extent extent,
                              const Arguments& all_arguments, const std::string& command);

  /// Why the campaign could not be compared with the baseline; nothing if it can.
  std::optional<Error> why_not_comparable(const CampaignOptions& options) const;

  /// Writes the files, and on the terminal the report, `closing`, and a sentence that says what was
  /// wrong and the exit code. Returns the exit code. `also_wrong`: a reason for exit code 1 that
  /// the verdicts do not show, or empty; it does not count under --fail-on and --baseline.
  /// `of_plugin`: that nothing could be judged is the failure of a plug-in, not bad input.
  int finish(const CampaignResult& result, const std::string& closing,
             const std::string& also_wrong = "", bool of_plugin = false);

  /// Writes the JSON of a run that was interrupted, even before its first chunk (write_partial),
  /// and no other file. Returns what is said of it, empty where none is written, or why it failed.
  Result<std::string> write_part(const CampaignResult& result);

 private:
  Outcome(ReportStyle style, Extent extent) : style_(style), extent_(extent) {}

  /// Under --fail-on or --baseline; nothing without them.
  Result<std::optional<RuleCheck>> check_rule(const CampaignResult& result) const;

  ReportStyle style_;
  Extent extent_;
  std::vector<Word> fail_on_;
  std::optional<VerdictRecord> baseline_;
  std::vector<OutputFile> outputs_;  ///< JSON, JUnit, SVG, and those of the accuracy table
};

}  // namespace touchstone
