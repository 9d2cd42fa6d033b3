// SPDX-License-Identifier: GPL-3.0-or-later
// Case files as commands read them.
#pragma once

#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/cases/case.hpp"

namespace touchstone {

/// read_case_file, with its warnings on standard error. "-" is taken once: a second one would find
/// standard input empty.
Result<std::vector<Case>> read_cases(const std::string& path);

}  // namespace touchstone
