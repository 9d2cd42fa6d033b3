// SPDX-License-Identifier: GPL-3.0-or-later
// A case file whose text another reader has looked at already.
#pragma once

#include <string>
#include <vector>

#include "harness/cases/files/case_file.hpp"

namespace touchstone {

/// read_case_file() of the file at `path`, once its text was read.
Result<std::vector<Case>> read_case_text(const Result<std::string>& text, const std::string& path,
                                         std::vector<std::string>* warnings,
                                         const CaseReading& reading);

}  // namespace touchstone
