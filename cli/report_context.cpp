// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/report_context.hpp"

#include <array>
#include <ctime>
#include <fstream>

#include "cli/options/command_line.hpp"
#include "reports/ask_command.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t at = line.find(": ");
    if (at != std::string::npos) return line.substr(at + 2);
  }
  return "unknown processor";
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

/// This program's command line, as it can be typed again.
std::string typed_command() {
  std::ifstream file("/proc/self/cmdline");
  std::string command = typed_program();
  std::string word;
  std::getline(file, word, '\0');  // this program
  while (std::getline(file, word, '\0')) command += " " + shell_word(word);
  return command;
}

}  // namespace

std::string made_by() { return "touchstone " + program_versions().text() + ": " + typed_command(); }

ReportContext report_context() {
  ReportContext context;
  context.command = typed_command();
  context.when = now();
  context.machine = processor_name();
  context.cores = core_count();
  return context;
}

}  // namespace touchstone
