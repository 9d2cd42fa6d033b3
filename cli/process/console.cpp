// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process/console.hpp"

#include <unistd.h>

#include <iostream>
#include <utility>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

std::string without_line_breaks(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  std::string line;
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (!control) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

}  // namespace

int fail(std::string_view message, int exit_code) {
  const std::string line = "touchstone: " + without_line_breaks(message) + "\n";
  // Nothing can be done where standard error itself is closed.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
  return exit_code;
}

void print_note(std::string_view message) {
  fail("note: " + std::string(message), kExitAsExpected);
}

std::string wrote_text(const OutputFile& output, const std::string& details) {
  if (!output.wanted() || output.on_stdout()) return "";
  return "wrote " + output.path() + (details.empty() ? "" : ": " + details) + "\n";
}

Result<std::string> write_partial(OutputFile& record, const std::string& text) {
  if (!record.wanted()) return std::string("nothing is kept");
  const std::string beside = record.path() + ".partial";
  const bool is_beside = record.replaces();
  auto error = is_beside ? write_file(beside, text) : record.write(text);
  if (error) return std::move(*error);
  if (is_beside) return "wrote " + beside + ", as " + record.path() + " is an earlier one";
  return (record.on_stdout() ? "the record" : record.path()) + " is partial";
}

int show(OutputFile& output, const std::string& record, const std::string& text, int verdict,
         const std::string& details) {
  if (const auto error = output.write(record)) return fail(error->reason, kExitHarnessFailed);
  if (!output.on_stdout()) std::cout << text << wrote_text(output, details);
  return verdict;
}

int show(const std::string& path, const std::string& record, const std::string& text, int verdict,
         const std::string& details) {
  OutputFile output;
  if (const auto error = output.open(path)) return fail(error->reason, kExitBadInput);
  return show(output, record, text, verdict, details);
}

int report(OutputFile& output, const std::string& record, const std::string& text, double elapsed_s,
           int jobs, int verdict) {
  return show(output, record, text + elapsed_text(elapsed_s, jobs) + "\n", verdict);
}

}  // namespace touchstone
