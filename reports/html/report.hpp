// SPDX-License-Identifier: GPL-3.0-or-later
// The report as a page, or its tables alone.
#pragma once

#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "reports/html/pair_record.hpp"
#include "reports/html/report_inputs.hpp"

namespace touchstone {

/// The page. Rejects what a section rejects.
Result<std::string> report_page(const ReportInputs& inputs, const std::vector<ShownFailure>& shown,
                                const std::vector<RawJson>& pairs);

enum class TableFormat { markdown, csv, tex };
Result<std::string> report_tables(const ReportInputs& inputs, TableFormat format);

/// The page of one pair; `body` is what can be read without JavaScript.
std::string pair_page(const ReportContext& context, const std::string& title,
                      const std::string& body, const PairPage& pair);

}  // namespace touchstone
