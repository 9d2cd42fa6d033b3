// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report.hpp"

#include <utility>
#include <vector>

#include "reports/html/report_json.hpp"
#include "reports/html/report_page.hpp"
#include "reports/html/sections.hpp"

namespace touchstone {
namespace {

/// The sections of the page that are not empty, in its order; an error where a record is refused.
Result<std::vector<HtmlSection>> sections_of(const ReportInputs& inputs) {
  std::vector<HtmlSection> sections;
  for (const auto make : std::initializer_list<Result<HtmlSection> (*)(const ReportInputs&)>{
           summary_section, [](const ReportInputs& in) { return Result(verdict_section(in)); },
           accuracy_section, speed_section, simulation_section, convergence_section, solver_section,
           [](const ReportInputs& in) { return Result(failure_section(in)); },
           [](const ReportInputs& in) { return Result(contact_section(in)); }, gradient_section}) {
    auto section = make(inputs);
    if (!section) return section.error();
    if (!section.value().empty()) sections.push_back(std::move(section).value());
  }
  return sections;
}

std::string top_of_page(const std::vector<HtmlSection>& sections) {
  std::string html =
      "<header id=\"top\">\n<h1>Touchstone report</h1>\n</header>\n"
      "<nav id=\"contents\" aria-label=\"Contents\"><ul>\n";
  for (const HtmlSection& section : sections) {
    html += "<li><a" + html_attribute("href", "#" + section.id()) + ">" +
            html_text(section.title()) + "</a></li>\n";
  }
  return html + "</ul></nav>\n";
}

}  // namespace

Result<std::string> report_page(const ReportInputs& inputs, const std::vector<ShownFailure>& shown,
                                const std::vector<RawJson>& pairs) {
  auto sections = sections_of(inputs);
  if (!sections) return sections.error();
  std::vector<HtmlSection> all = std::move(sections).value();
  all.push_back(findings_section());
  all.push_back(glossary_section());
  std::string body = top_of_page(all);
  for (const HtmlSection& section : all) body += section.page();
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
    // A paper does not list failures.
    std::erase_if(sections, [](const HtmlSection& section) { return section.id() == "failures"; });
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
  const MarkedText made = element("p",
                                  "Touchstone " + context.versions.touchstone + ", " +
                                      context.when + ", " + element("code", context.command),
                                  " class=\"note\"") +
                          "\n";
  return fill_page({"pair", title + " - Touchstone",
                    made.html() + body + glossary_section({"phi", "r", "rho", "size"}).page(),
                    pair_page_json(context, pair)});
}

}  // namespace touchstone
