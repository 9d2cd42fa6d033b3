// SPDX-License-Identifier: GPL-3.0-or-later
// Findings and glossary, which are built in.
#include "reports/html/glossary.hpp"
#include "reports/html/html_text.hpp"
#include "reports/html/report_page.hpp"
#include "reports/html/sections.hpp"

namespace touchstone {

HtmlSection findings_section() {
  return HtmlSection("findings", "Findings")
      .text(tags("<details><summary>What came out differently from a paper or a library's claim"
                 "</summary>\n" +
                 std::string(findings_html()) + "</details>\n"));
}

HtmlSection glossary_section(const std::set<std::string>& only) {
  MarkedText text = tags("<dl id=\"terms\">\n");
  for (const Term& term : glossary()) {
    if (!only.empty() && only.count(term.name) == 0) continue;
    text += element("dt", term.name, html_attribute("id", "term-" + term.name)) +
            element("dd", term.meaning) + "\n";
  }
  return HtmlSection("glossary", "Glossary").text(text + tags("</dl>\n"));
}

}  // namespace touchstone
