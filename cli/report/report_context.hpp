// SPDX-License-Identifier: GPL-3.0-or-later
// Where, when and by which command a page is made.
#pragma once

#include "reports/html/report_inputs.hpp"

namespace touchstone {

ReportContext report_context();

}  // namespace touchstone
