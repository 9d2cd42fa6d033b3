// SPDX-License-Identifier: GPL-3.0-or-later
// Findings and glossary, which are built in.
#include "reports/html/glossary.hpp"
#include "reports/html/html_text.hpp"
#include "reports/html/report_page.hpp"
#include "reports/html/sections.hpp"

namespace touchstone {

HtmlSection findings_section() {
  return HtmlSection("findings", "Findings")
      .html(
          "<details><summary>What came out differently from a paper or a library's claim"
          "</summary>\n" +
          std::string(findings_html()) + "</details>\n");
}

HtmlSection glossary_section() {
  std::string html = "<dl id=\"terms\">\n";
  for (const Term& term : glossary()) {
    html += "<dt" + html_attribute("id", "term-" + term.name) + ">" + html_text(term.name) +
            "</dt><dd>" + html_text(term.meaning) + "</dd>\n";
  }
  return HtmlSection("glossary", "Glossary").html(html + "</dl>\n");
}

}  // namespace touchstone
