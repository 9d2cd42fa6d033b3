// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of the page, one source each: HTML that is complete without JavaScript. Every number
// that they show is one of the records, or a sum of such numbers.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"
#include "reports/html/html_text.hpp"
#include "reports/html/report_inputs.hpp"

namespace touchstone {

// Each rejects a record that is not of a schema that it knows, in one line that begins with its
// name. A section of which nothing was recorded is empty, but for the summary.
Result<HtmlSection> summary_section(const ReportInputs& inputs);
HtmlSection verdict_section(const ReportInputs& inputs);
Result<HtmlSection> accuracy_section(const ReportInputs& inputs);
Result<HtmlSection> speed_section(const ReportInputs& inputs);
Result<HtmlSection> simulation_section(const ReportInputs& inputs);
Result<HtmlSection> convergence_section(const ReportInputs& inputs);
Result<HtmlSection> solver_section(const ReportInputs& inputs);
HtmlSection failure_section(const ReportInputs& inputs);
HtmlSection contact_section(const ReportInputs& inputs);
Result<HtmlSection> gradient_section(const ReportInputs& inputs);
HtmlSection findings_section();
/// All terms, or these alone.
HtmlSection glossary_section(const std::set<std::string>& only = {});

/// What the page leaves out, and what made it: the end of the summary.
MarkedText page_origin(const ReportInputs& inputs);
/// How many of its judged answers are right.
std::uint64_t right_count(const TimeResult& result);
/// The slopes of a record of overlaps.
HtmlTable slope_table(const JsonNode& root);
/// "Overlaps shrink as h^2.11 with the step h.", over all its problems.
std::string slope_sentence(const JsonNode& root);

/// A line for each solver of a record of contact problems.
HtmlTable solver_summary(const JsonNode& root);

/// The section with a table of each of the papers' records that has this schema.
Result<HtmlSection> with_reproduced(HtmlSection section, const std::vector<RecordText>& records,
                                    std::string_view schema,
                                    HtmlTable (*table_of)(const JsonNode& root));

}  // namespace touchstone
