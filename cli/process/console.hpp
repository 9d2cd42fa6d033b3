// SPDX-License-Identifier: GPL-3.0-or-later
// What every command shares towards the person or program that called it: exit codes, the one line
// of complaint, tables and numbers.
#pragma once

#include <string>
#include <string_view>

#include "cli/process/output_file.hpp"
#include "geometry/result.hpp"

namespace touchstone {

inline constexpr int kExitAsExpected = 0;
inline constexpr int kExitJudgedWrong = 1;
inline constexpr int kExitBadInput = 2;
inline constexpr int kExitHarnessFailed = 3;

/// Prints "touchstone: MESSAGE" as exactly one line on standard error, whatever the message holds,
/// and returns `exit_code`.
int fail(std::string_view message, int exit_code);

/// "wrote FILE", as a line; empty where nothing was wanted, or standard output took it. `details`:
/// what is in the file.
std::string wrote_text(const OutputFile& output, const std::string& details = "");

/// Writes the record of a run that was interrupted, which says that it is partial, if it is wanted.
/// An earlier file stays as it is: FILE.partial is written then. Returns what is said of it,
/// "out.json is partial" or "nothing is kept", or why it failed.
Result<std::string> write_partial(OutputFile& record, const std::string& text);

/// Ends a command: writes `record` if it is wanted, and prints `text` and what was written, unless
/// standard output is for the record. The exit code: `verdict`, or that of a failure. `details`:
/// what is in the file.
int show(OutputFile& output, const std::string& record, const std::string& text, int verdict,
         const std::string& details = "");
/// Opens first the file that `record` goes to.
int show(const std::string& path, const std::string& record, const std::string& text, int verdict,
         const std::string& details = "");

/// Ends a command by show(), with the time that it took behind the text.
int report(OutputFile& output, const std::string& record, const std::string& text, double elapsed_s,
           int jobs, int verdict);

/// Prints "touchstone: note: MESSAGE" as one line: what does not stop the command.
void print_note(std::string_view message);

}  // namespace touchstone
