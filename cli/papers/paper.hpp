// SPDX-License-Identifier: GPL-3.0-or-later
// What the names of `touchstone reproduce` have in common: where what they make goes, and how they
// run, are interrupted and end.
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

namespace touchstone {

/// The options that several names have; each adds those that are its own.
struct PaperArguments : Arguments {
  std::string name;  ///< "table1"
  Typed<std::uint64_t> seed{42};
  Typed<int> jobs{1};
  Typed<std::string> json, csv, svg;
  Typed<std::string> tables;  ///< directory of `--csv`

  /// --family, --cases, --seed and --jobs. `standard`: cases of each family where --cases is not
  /// typed.
  void add_cases(Command& command, CaseNames& names, std::uint64_t standard, std::uint64_t most,
                 const std::string& cases_help);
  /// --json.
  PaperArguments& add_record(Command& command);
  /// --csv and --svg for files, and --json.
  PaperArguments& add_drawing(Command& command);
  /// --csv for a directory, and --json.
  PaperArguments& add_tables(Command& command, const std::string& csv_help);
};

/// What a name made.
struct Made {
  std::string text, json;
  bool as_expected = true;
  std::string csv = {}, svg = {};
  /// Writes the tables of `--csv` to a directory. Returns why it failed, or nothing.
  std::function<std::optional<Error>(const std::string& directory)> write_tables = {};
  std::string ended = {};  ///< what had ended when it was interrupted: "3 runs"
};

/// What Ctrl-C and SIGTERM leave.
enum class Interrupted {
  at_once,  ///< nothing: the work does not ask whether it is to stop
  nothing,  ///< nothing: a part would not be what was asked for
  shown,    ///< what had ended is shown, marked PARTIAL
  kept      ///< it is written, too
};

/// Whether the work is to stop.
inline bool stop_requested() { return end_signal() != 0; }

/// Opens the outputs, calls `make`, writes and shows what it made. The exit code. All that decides
/// what is made has been read of the options; `unit` is what the progress counts.
int reproduce(const PaperArguments& typed, const char* unit, Interrupted leaves,
              const std::function<Result<Made>(Progress&)>& make);

}  // namespace touchstone
