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
  std::string junit;     ///< a file
  std::string accuracy;  ///< a directory
  bool quick = false;    ///< the campaign whose table goes there
  ReportStyle style;
  std::vector<std::string> fail_on;  ///< words
  std::string baseline;              ///< a record

  Extent extent() const { return quick ? Extent::quick : Extent::plain; }

  /// Whether a file of theirs is standard output, where nothing else may go then.
  bool on_stdout() const { return (json && (json->empty() || *json == "-")) || junit == "-"; }
};

/// --json, --junit, --full, --own-tolerance, --fail-on and --baseline.
void add_outcome_options(Command& command, OutcomeArguments& arguments);

/// The files that they name, all but the baseline as outputs.
void name_outputs(const OutcomeArguments& arguments, FileNames& names);

class Outcome {
 public:
  /// Opens every file before the work starts, and reads the baseline.
  static Result<Outcome> open(const OutcomeArguments& arguments);

  /// Why the campaign could not be compared with the baseline; nothing if it can.
  std::optional<Error> why_not_comparable(const CampaignOptions& options) const;

  /// Writes the files, and on the terminal the report, `closing`, and a sentence that says what was
  /// wrong and the exit code. Returns the exit code. `also_wrong`: a reason for exit code 1 that
  /// the verdicts do not show, or empty; it does not count under --fail-on and --baseline.
  int finish(const CampaignResult& result, const std::string& closing,
             const std::string& also_wrong = "");

 private:
  Outcome(ReportStyle style, Extent extent) : style_(style), extent_(extent) {}

  /// Under --fail-on or --baseline; nothing without them.
  Result<std::optional<RuleCheck>> check_rule(const CampaignResult& result) const;

  ReportStyle style_;
  Extent extent_;
  std::vector<Word> fail_on_;
  std::optional<Record> baseline_;
  std::vector<OutputFile> outputs_;  ///< JSON, JUnit, and those of the accuracy table
};

}  // namespace touchstone
