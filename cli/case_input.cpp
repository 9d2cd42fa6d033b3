// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/case_input.hpp"

#include <filesystem>
#include <fstream>
#include <utility>

#include "cli/console.hpp"
#include "cli/output_file.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/cases/files/file_kind.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// What the file is, if it is one that must not be lost; or nothing.
std::string kind_of_input(const std::string& path) {
  std::error_code none;
  if (path == "-" || !std::filesystem::is_regular_file(path, none)) return {};
  std::ifstream file(path, std::ios::binary);
  char first = 0;
  if (!(file >> first)) return {};  // nothing to lose
  if (first != '{' && first != '[') {
    return std::filesystem::path(path).extension() == ".json" ? "" : "there already and not JSON";
  }
  if (read_case_file(path).ok()) return "a case file";
  const auto text = read_input_file(path);
  const auto kind = text.ok() ? file_kind(text.value()) : std::nullopt;
  if (kind == FileKind::scene) return "a scene file";
  return kind == FileKind::recording ? "a recording" : "";
}

}  // namespace

Result<std::vector<Case>> read_cases(const std::string& path) {
  static bool standard_input_taken = false;
  if (path == "-" && std::exchange(standard_input_taken, true)) {
    return Error{"standard input: '-' is given twice, and can be read only once"};
  }
  std::vector<std::string> warnings;
  auto cases = read_case_file(path, &warnings);
  for (const std::string& warning : warnings) remark(warning);
  return cases;
}

Result<OutputFile> open_output(const std::string& path) {
  return OutputFile::open(path.empty() ? std::nullopt : std::optional(path));
}

Result<OutputFile> open_json(const std::optional<std::string>& path) {
  if (path && !path->empty()) {
    if (const std::string kind = kind_of_input(*path); !kind.empty()) {
      return Error{"--json " + *path + ": is " + kind +
                   ", and would be overwritten (--json takes the next word; --json - is standard "
                   "output)"};
    }
  }
  return OutputFile::open(path);
}

}  // namespace touchstone
