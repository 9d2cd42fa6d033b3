// SPDX-License-Identifier: GPL-3.0-or-later
// Metric x family: how many cases are right, and the counts behind them.
#include <map>
#include <set>
#include <utility>

#include "harness/campaign/row_fields.hpp"
#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/verify_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct CellLook {
  const char* kind;
  const char* name;  ///< name in the key to the matrix
};

/// Colour and mark say the same; from 99 % on a cell is called almost right.
CellLook look_of(const CampaignRow& row) {
  const std::uint64_t applicable = row.decided();
  if (applicable == 0) return {"none", "not applicable"};
  if (!row.any_wrong()) return {"right", "all right"};
  return row.wrong() * 100 <= applicable ? CellLook{"almost", "almost all right"}
                                         : CellLook{"wrong", "wrong"};
}

/// "12 inaccurate, 3 invalid normal".
std::string word_list(const CampaignRow& row) {
  std::string list;
  for (const std::string& title : wrong_titles()) {
    const std::uint64_t count = titled_count(row, title);
    if (count > 0) list += (list.empty() ? "" : ", ") + std::to_string(count) + " " + title;
  }
  return list;
}

MarkedText matrix_mark(std::string_view mark) {
  return element("span", mark, " class=\"mark\" aria-hidden=\"true\"");
}

HtmlCell matrix_cell(const CampaignRow* row) {
  if (row == nullptr) {
    return {matrix_mark("\xc2\xb7") + element("span", "not run", " class=\"spoken\""), "",
            " class=\"cell not-run\""};
  }
  const std::uint64_t applicable = row->decided();
  const CellLook look = look_of(*row);
  HtmlCell cell;
  cell.attributes = std::string(" class=\"cell ") + look.kind + "\"" +
                    html_attribute("data-right", std::to_string(row->right)) +
                    html_attribute("data-cases", std::to_string(row->cases));
  if (row->not_applicable > 0) {
    cell.attributes += html_attribute("data-not-applicable", std::to_string(row->not_applicable));
  }
  cell.shown = matrix_mark(verdict_mark(look.kind)) +
               (" " + (applicable == 0 ? "" : percent_text(row->right, applicable)));
  if (!row->any_wrong()) return cell;
  cell.attributes += html_attribute("data-wrong", std::to_string(row->wrong())) +
                     html_attribute("data-words", word_list(*row));
  cell.shown = element("a", cell.shown,
                       html_attribute("href", "#failures?metric=" + fragment_text(row->metric) +
                                                  "&family=" + fragment_text(row->family)));
  return cell;
}

HtmlTable matrix(const CampaignResult& result) {
  const std::vector<std::string> metrics = metrics_of(result);
  std::vector<const CampaignRow*> families;  // the first row of each
  std::map<CellName, const CampaignRow*> cells;
  std::set<std::string> seen;
  for (const CampaignRow& row : result.rows) {
    cells.emplace(CellName{row.metric, row.family}, &row);
    if (seen.insert(row.family).second) families.push_back(&row);
  }
  HtmlTable table("matrix",
                  "Percent of the applicable cases that are right. \xe2\x9c\x93 all, \xe2\x89\x88 "
                  "99 % or more, \xe2\x9c\x97 fewer, \xe2\x80\x93 no case applies, \xc2\xb7 not "
                  "run. Each wrong cell leads to its failures.");
  table.column("family", HtmlColumn::text);
  for (const std::string& metric : metrics) {
    table.column(metric, HtmlColumn::number, html_attribute("data-metric", metric));
  }
  for (const CampaignRow* first : families) {
    std::vector<HtmlCell> row = {text_cell(first->family)};
    for (const std::string& metric : metrics) {
      const auto found = cells.find({metric, first->family});
      row.push_back(matrix_cell(found == cells.end() ? nullptr : found->second));
    }
    table.row(std::move(row), html_attribute("data-family", first->family) +
                                  html_attribute("data-group", group_of(*first)));
  }
  return table;
}

/// A row for each metric, over all families.
HtmlTable metric_table(const CampaignResult& result) {
  HtmlTable table("metrics", "Cases of each metric, over all families");
  table.column("metric", HtmlColumn::text);
  table.column("cases");
  std::vector<std::string> titles = {"not applicable", "right", "right at own tolerance"};
  const std::vector<std::string> wrong = wrong_titles();
  titles.insert(titles.end(), wrong.begin(), wrong.end());
  for (const std::string& title : titles) table.column(title);
  for (const std::string& metric : metrics_of(result)) {
    CampaignRow sum;
    for (const CampaignRow* row : rows_of(result, metric)) {
      for (const RowField& field : kRowFields) field.write(sum) += field.read(*row);
    }
    std::vector<HtmlCell> cells = {text_cell(metric), count_cell(sum.cases)};
    for (const std::string& title : titles) cells.push_back(count_cell(titled_count(sum, title)));
    table.row(std::move(cells), html_attribute("data-metric", metric));
  }
  return table;
}

/// What changed since an earlier record.
HtmlSection verdict_changes(const Comparison& comparison) {
  HtmlSection section("against-verdicts", "Against");
  HtmlTable table("against-verdicts", "Against " + comparison.before + ": verdicts that changed");
  for (const char* title : {"change", "metric", "family"}) table.column(title, HtmlColumn::text);
  table.column("right before").column("right now").column("what changed", HtmlColumn::text);
  for (const CellChange& cell : comparison.cells) {
    if (cell.change == Change::same) continue;
    const auto right = [](const std::optional<CampaignRow>& row) {
      return row ? count_cell(row->right) : empty_cell();
    };
    table.row(
        {text_cell(kChangeNames.at(static_cast<std::size_t>(cell.change))), text_cell(cell.metric),
         text_cell(cell.family), right(cell.before), right(cell.after),
         text_cell(cell.before && cell.after ? difference_text(*cell.before, *cell.after) : "")});
  }
  return table.empty() ? section : section.table(std::move(table));
}

/// The cells of the matrix one under the other, for other programs.
HtmlTable cell_list(const CampaignResult& result) {
  HtmlTable table("matrix", "Cells: cases that are right, of each metric and family");
  for (const char* title : {"family", "group", "metric", "verdict"}) {
    table.column(title, HtmlColumn::text);
  }
  for (const char* title : {"cases", "not applicable", "right", "wrong"}) table.column(title);
  for (const CampaignRow& row : result.rows) {
    table.row({text_cell(row.family), text_cell(group_of(row)), text_cell(row.metric),
               text_cell(look_of(row).name), count_cell(row.cases), count_cell(row.not_applicable),
               count_cell(row.right), count_cell(row.wrong())});
  }
  return table;
}

/// What is right of each metric and group of families.
HtmlTable group_table(const CampaignResult& result) {
  HtmlTable table("matrix", "Percent of the applicable cases that are right to " +
                                exact_text(result.tolerance) + " of size");
  table.column("metric", HtmlColumn::text);
  const std::vector<std::string> groups = groups_of(result);
  for (const std::string& group : groups) table.column(group);
  for (const std::string& metric : metrics_of(result)) {
    std::vector<HtmlCell> cells = {text_cell(metric)};
    for (const std::string& group : groups) {
      std::uint64_t right = 0, applicable = 0;
      for (const CampaignRow* row : rows_of(result, metric)) {
        if (group_of(*row) != group) continue;
        right += row->right;
        applicable += row->decided();
      }
      cells.push_back(applicable == 0 ? empty_cell() : text_cell(percent_text(right, applicable)));
    }
    table.row(std::move(cells));
  }
  return table;
}

}  // namespace

HtmlSection verdict_section(const ReportInputs& inputs) {
  HtmlSection section("verdicts", "Verdicts");
  if (!inputs.verify) return section;
  const CampaignResult& result = inputs.verify->result;
  section.table(metric_table(result))
      .table(matrix(result).csv_as(cell_list(result)).tex_as(group_table(result)));
  if (inputs.verdicts_against) section.take(verdict_changes(*inputs.verdicts_against));
  return section;
}

}  // namespace touchstone
