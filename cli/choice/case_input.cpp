// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/case_input.hpp"

#include <utility>

#include "cli/process/console.hpp"
#include "harness/cases/files/case_file.hpp"

namespace touchstone {
Result<std::vector<Case>> read_cases(const std::string& path) {
  static bool standard_input_taken = false;
  if (path == "-" && std::exchange(standard_input_taken, true)) {
    return Error{"standard input: '-' is given twice, and can be read only once"};
  }
  std::vector<std::string> warnings;
  auto cases = read_case_file(path, &warnings);
  for (const std::string& warning : warnings) print_note(warning);
  return cases;
}

}  // namespace touchstone
