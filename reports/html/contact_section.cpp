// SPDX-License-Identifier: GPL-3.0-or-later
// The wrong manifolds that `contacts --shrink` recorded, each drawn beside a true one.
#include <utility>

#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/manifold_drawing.hpp"

namespace touchstone {

HtmlSection contact_section(const ReportInputs& inputs) {
  HtmlSection section("contacts", "Contacts");
  if (!inputs.contacts) return section;
  if (inputs.contacts->empty()) {
    return section.text(
        not_recorded("No wrong manifold.", "touchstone contacts --shrink --json FILE"));
  }
  HtmlTable table("contacts-table", "Wrong manifolds, of each word and method the first");
  for (const char* title : {"method", "case", "how it is wrong", "not shrunk"}) {
    table.column(title, HtmlColumn::text);
  }
  for (const RecordedContacts& one : *inputs.contacts) {
    const ShrunkCase& shrunk = one.shrunk;
    table.row({text_cell(shrunk.subject), text_cell(shrunk.id), text_cell(shrunk.kind),
               shrunk.why_not.empty() ? empty_cell() : text_cell(shrunk.why_not)});
  }
  section.table(std::move(table));
  for (const RecordedContacts& one : *inputs.contacts) {
    if (!one.pair || !one.shrunk.manifold) continue;
    section.text(
        element("h3", one.shrunk.subject + ", " + one.shrunk.id + ": " + one.shrunk.kind) + "\n" +
        tags(svg_document(manifold_parts(*one.pair, *one.shrunk.manifold))) +
        element("details", element("summary", "The shrunk pair as a case file") +
                               element("pre", element("code", one.shrunk.case_file.json))) +
        "\n");
  }
  return section;
}

}  // namespace touchstone
