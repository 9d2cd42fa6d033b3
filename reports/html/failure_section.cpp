// SPDX-License-Identifier: GPL-3.0-or-later
// The first of the wrong cases, as a table. The page's program shows all that the data has.
#include <algorithm>
#include <utility>

#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxRows = 200;

std::string what_is_missing(const FailureList& list) {
  std::string html;
  if (!list.with_answers) {
    html +=
        "<p class=\"skipped\">The record names wrong cases and no answers: words, errors and the "
        "claimed normals need a store, <code>touchstone verify --db results.db</code>.</p>\n";
  }
  const std::size_t listed = list.failures.size();
  if (listed < list.total) {
    html += "<p class=\"skipped\" id=\"failures-left-out\">" +
            count_cell(list.total - listed).html + " of " + count_cell(list.total).html +
            " wrong answers are not on this page: a store keeps the first 1,000 of each metric and "
            "family, the JSON of verify ten.</p>\n";
  }
  if (listed > kMaxRows) {
    html += "<p class=\"without-script\">Of " + count_cell(listed).html +
            " failures the table has the gravest of each metric and family in turn.</p>\n";
  }
  return html;
}

}  // namespace

HtmlSection failure_section(const ReportInputs& inputs) {
  HtmlSection section("failures", "Failures");
  if (!inputs.verify) {
    return section.html(not_recorded("No verdicts.", "touchstone verify --db results.db"));
  }
  const FailureList& list = inputs.verify->failures;
  if (list.total == 0) {
    return section.html("<p>Nothing was judged wrong.</p>\n");
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
               {"<code class=\"replay\">" + html_text(failure.replay) + "</code>", "", ""}},
              html_attribute("data-failure", std::to_string(k)));
  }
  return section.html(what_is_missing(list)).table(std::move(table));
}

}  // namespace touchstone
