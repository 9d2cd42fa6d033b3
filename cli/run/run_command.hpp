// SPDX-License-Identifier: GPL-3.0-or-later
// How a command that makes a record runs, is interrupted and ends: `reproduce NAME`, `audit WHAT`,
// `contacts`. run_check() is that for what runs a Check.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/choice/case_choice.hpp"
#include "cli/options/command_line.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/progress.hpp"
#include "geometry/result.hpp"
#include "harness/check/check_run.hpp"

namespace touchstone {

/// The options that several such commands have; each adds those that are its own.
struct RunArguments : Arguments, CaseChoiceArguments {
  std::string name;  ///< begins its messages: "reproduce table1"
  Typed<std::string> json, csv, svg, junit;
  Typed<std::string> tables;  ///< directory of `--csv`
  Typed<bool> full;

  /// Whether the table has a row for each family: no --json - leaves it out, and --full asks for it.
  bool shows_families() const { return *json != "-" && *full; }

  /// --starts and --seed.
  void add_starts(Command& command, Typed<int>& starts, const std::string& help);
  /// --json.
  RunArguments& add_record(Command& command);
  /// --csv and --svg for files, and --json.
  RunArguments& add_drawing(Command& command);
  /// --csv for a directory, and --json.
  RunArguments& add_tables(Command& command, const std::string& csv_help);
};

/// What a run made.
struct Made {
  std::string text, json;
  bool as_expected = true;
  std::string csv = {}, svg = {};
  /// Writes the tables of `--csv` to a directory. Returns why it failed, or nothing.
  std::function<std::optional<Error>(const std::string& directory)> write_tables = {};
  std::string ended = {};             ///< what had ended when it was interrupted: "3 runs"
  int unexpected = kExitJudgedWrong;  ///< exit code where it is not as expected
  std::string junit = {};
  bool marked_partial = false;  ///< whether the record says that the run was interrupted
};

/// What Ctrl-C and SIGTERM leave.
enum class Interrupted {
  at_once,  ///< nothing: the work does not ask whether it is to stop
  nothing,  ///< nothing: a part would not be what was asked for
  shown,    ///< what had ended is shown, marked PARTIAL; a record that says so is written
  kept      ///< it is written, too
};

/// Whether the work is to stop.
inline bool stop_requested() { return received_signal() != 0; }

/// Opens the outputs, calls `make`, writes and shows what it made. The exit code. All that decides
/// what is made has been read of the options; `unit` is what the progress counts.
int run_recorded(const RunArguments& typed, const std::string& unit, Interrupted leaves,
                 const std::function<Result<Made>(Progress&)>& make);

/// Runs a check by `control`, which it sets, with a row of its table for each family if `by_family`.
/// Exit code 3 where a check of the truth finds what is not expected, else 1.
int run_check(const RunArguments& typed, const std::string& unit, bool by_family,
              RunControl& control, const std::function<CheckReport()>& run);

}  // namespace touchstone
