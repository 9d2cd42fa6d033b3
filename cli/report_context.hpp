// SPDX-License-Identifier: GPL-3.0-or-later
// Where, when and by which command a page is made.
#pragma once

#include <string>
#include <vector>

#include "reports/html/sections.hpp"

namespace touchstone {

/// `words` follow the name of the program.
ReportContext report_context(const std::vector<std::string>& words);

}  // namespace touchstone
