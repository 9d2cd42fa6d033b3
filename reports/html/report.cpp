// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report.hpp"

#include <utility>

#include "reports/html/report_json.hpp"
#include "reports/html/report_page.hpp"
#include "reports/html/sections.hpp"

namespace touchstone {
namespace {

/// Those whose numbers are of this run, in the order of the page.
Result<std::vector<HtmlSection>> sections_of(const ReportInputs& inputs) {
  std::vector<HtmlSection> sections = {summary_section(inputs), verdict_section(inputs)};
  for (const auto make : {accuracy_section, speed_section, simulation_section}) {
    auto section = make(inputs);
    if (!section) return section.error();
    sections.push_back(std::move(section).value());
  }
  if (inputs.converge) {
    auto section = convergence_section(inputs);
    if (!section) return section.error();
    sections.push_back(std::move(section).value());
  }
  sections.push_back(failure_section(inputs));
  return sections;
}

}  // namespace

Result<std::string> report_page(const ReportInputs& inputs, const std::vector<ShownFailure>& shown,
                                const std::vector<RawJson>& pairs) {
  const auto sections = sections_of(inputs);
  if (!sections) return sections.error();
  std::string body = top_of_page(inputs);
  for (const HtmlSection& section : sections.value()) body += section.page();
  body += findings_section().page() + glossary_section().page();
  return fill_page({"report", "Touchstone report, " + inputs.context.when, body,
                    report_json(inputs, shown, pairs)});
}

Result<std::string> report_tables(const ReportInputs& inputs, TableFormat format) {
  auto made = sections_of(inputs);
  if (!made) return made.error();
  std::vector<HtmlSection> sections = std::move(made).value();
  const ReportContext& context = inputs.context;
  std::string text;
  if (format == TableFormat::markdown) {
    text = "# Touchstone report\n\n" + context.when + ", " + context.machine + ", `" +
           context.command + "`\n\ntouchstone " + context.versions.text() + "\n\n";
  } else if (format == TableFormat::tex) {
    text = tex_comment("Touchstone report, " + context.when + ", " + context.machine) +
           tex_comment("touchstone " + context.versions.text() + ": " + context.command) +
           tex_comment("\\usepackage{booktabs}") + "\n";
    sections.pop_back();  // a paper does not list failures
  }
  for (const HtmlSection& section : sections) {
    text += format == TableFormat::markdown ? section.markdown()
            : format == TableFormat::csv    ? section.csv()
                                            : section.tex();
  }
  return text;
}

std::string pair_page(const ReportContext& context, const std::string& title,
                      const std::string& body, const PairPage& pair) {
  return fill_page({"pair", title, body, pair_page_json(context, pair)});
}

}  // namespace touchstone
