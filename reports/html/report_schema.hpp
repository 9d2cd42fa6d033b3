// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON Schema of the page's data, touchstone.report/1: docs/report.schema.json is this text.
#pragma once

#include <string>

namespace touchstone {

std::string report_schema();

}  // namespace touchstone
