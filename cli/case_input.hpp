// SPDX-License-Identifier: GPL-3.0-or-later
// Case files as commands read them, and do not overwrite them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/console.hpp"
#include "cli/output_file.hpp"
#include "geometry/result.hpp"
#include "harness/cases/case.hpp"

namespace touchstone {

/// read_case_file, with its warnings on standard error. "-" is taken once: a second one would find
/// standard input empty.
Result<std::vector<Case>> read_cases(const std::string& path);

/// Where an output goes: nowhere if `path` is empty, "-" is standard output.
Result<OutputFile> open_output(const std::string& path);

/// Where --json goes. The word after it may have been meant as an input: a file is not overwritten
/// that holds cases, or neither holds JSON nor is named as if it did.
Result<OutputFile> open_json(const std::optional<std::string>& path);

}  // namespace touchstone
