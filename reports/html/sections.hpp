// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of the page, one source each: HTML that is complete without JavaScript. Every number
// that they show is one of the records, or a sum of such numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"
#include "reports/html/html_text.hpp"
#include "reports/html/report_inputs.hpp"

namespace touchstone {

std::string top_of_page(const ReportInputs& inputs);
// Each rejects a record that is not of a schema that it knows, in one line that begins with its
// name.
HtmlSection summary_section(const ReportInputs& inputs);
HtmlSection verdict_section(const ReportInputs& inputs);
Result<HtmlSection> accuracy_section(const ReportInputs& inputs);
Result<HtmlSection> speed_section(const ReportInputs& inputs);
Result<HtmlSection> simulation_section(const ReportInputs& inputs);
/// There is a record of `converge`.
Result<HtmlSection> convergence_section(const ReportInputs& inputs);
HtmlSection failure_section(const ReportInputs& inputs);
HtmlSection findings_section();
HtmlSection glossary_section();

/// The section with a table of each of the papers' records that has this schema.
Result<HtmlSection> with_reproduced(HtmlSection section, const std::vector<RecordText>& records,
                                    std::string_view schema,
                                    HtmlTable (*table_of)(const JsonNode& root));

}  // namespace touchstone
