// SPDX-License-Identifier: GPL-3.0-or-later
// The first of the wrong cases, as a table. The page's program shows all that the data has.
#include <algorithm>
#include <utility>

#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxRows = 200;

MarkedText what_is_missing(const FailureList& list) {
  const std::string skipped = " class=\"skipped\"";
  MarkedText text;
  if (!list.with_answers) {
    text += element("p",
                    "The record names wrong cases and no answers: words, errors and the claimed "
                    "normals need a store, " +
                        element("code", "touchstone verify --db results.db") + ".",
                    skipped) +
            "\n";
  }
  const std::size_t listed = list.failures.size();
  if (listed < list.total) {
    text += element("p",
                    grouped_count(list.total - listed) + " of " + grouped_count(list.total) +
                        " wrong answers are not on this page: a store keeps the first 1,000 of "
                        "each metric and family, the JSON of verify ten.",
                    skipped + " id=\"failures-left-out\"") +
            "\n";
  }
  if (listed > kMaxRows) {
    text += element("p",
                    "Of " + grouped_count(listed) +
                        " failures the table has the gravest of each metric and family in turn.",
                    " class=\"without-script\"") +
            "\n";
  }
  return text;
}

}  // namespace

HtmlSection failure_section(const ReportInputs& inputs) {
  HtmlSection section("failures", "Failures");
  if (!inputs.verify) return section;
  const FailureList& list = inputs.verify->failures;
  if (list.total == 0) {
    return section.text(element("p", "Nothing was judged wrong.") + "\n");
  }
  HtmlTable table("failures-table", "Wrong cases");
  for (const char* title : {"metric", "family", "case", "verdict"}) {
    table.column(title, HtmlColumn::text);
  }
  table.column("error").column("replay", HtmlColumn::text);
  std::vector<std::size_t> rows = failures_to_show(list);
  rows.resize(std::min(kMaxRows, rows.size()));
  for (const std::size_t k : rows) {
    const ListedFailure& failure = list.failures[k];
    table.row({text_cell(failure.metric),
               text_cell(failure.family),
               text_cell(failure.id),
               word_cell(failure.word.empty() ? "wrong" : failure.word),
               failure.error ? number_cell(*failure.error) : empty_cell(),
               {element("code", failure.replay, " class=\"replay\"")}},
              html_attribute("data-failure", std::to_string(k)));
  }
  return section.text(what_is_missing(list)).table(std::move(table));
}

}  // namespace touchstone
