// SPDX-License-Identifier: GPL-3.0-or-later
// The data of the page as JSON, from what the report is made of.
#pragma once

#include <string>
#include <vector>

#include "reports/html/pair_record.hpp"
#include "reports/html/report_inputs.hpp"

namespace touchstone {

/// `pairs` as pair_fields() write them.
std::string report_json(const ReportInputs& inputs, const std::vector<ShownFailure>& shown,
                        const std::vector<RawJson>& pairs);

/// x to six digits: plots and pictures need no more.
double shortened(double x);

/// The data of a page that shows one pair.
std::string pair_page_json(const ReportContext& context, const PairPage& pair);

}  // namespace touchstone
