// SPDX-License-Identifier: GPL-3.0-or-later
// Where, when and by which command a page or a figure is made.
#pragma once

#include <string>

#include "reports/html/report_inputs.hpp"

namespace touchstone {

ReportContext report_context();
/// "touchstone 1.0.0, commit 0123456789ab, ...: ./touchstone time --svg f.svg": what made it.
std::string made_by();

}  // namespace touchstone
