// SPDX-License-Identifier: GPL-3.0-or-later
// The data of the page: the schema touchstone.report/1 (docs/report.md).
#pragma once

#include <string>
#include <vector>

#include "reports/html/report_inputs.hpp"

namespace touchstone {

/// `pairs` are JSON as pair_json() makes them.
std::string report_json(const ReportInputs& inputs, const std::vector<ShownFailure>& shown,
                        const std::vector<std::string>& pairs);

/// The data of a page that shows one pair.
std::string pair_page_json(const ReportContext& context, const std::string& pair);

}  // namespace touchstone
