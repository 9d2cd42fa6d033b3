// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/record_table.hpp"

#include <algorithm>
#include <functional>

#include "reports/text_table.hpp"

namespace touchstone {
namespace {

/// `value`: nothing where there is none.
using ColumnVisitor = std::function<void(const std::string& header, const FieldShape& field,
                                         const std::optional<JsonNode>& value)>;

bool is_number(const FieldShape& field) {
  return field.value.kind == JsonKind::number || field.value.kind == JsonKind::integer;
}

/// "drift", "paper: mean"; "" of a field without a column.
std::string header_of(const FieldShape& field, const std::string& part) {
  const FieldText& text = field.text;
  if (!part.empty()) return is_number(field) ? part + ": " + std::string(text.key) : "";
  return text.page.empty() ? column_name(text) : std::string(text.page);
}

/// `part`: the header of the part that the record is.
void visit_columns(const std::vector<FieldShape>& fields, const std::optional<JsonNode>& record,
                   const std::string& part, const ColumnVisitor& visit) {
  for (const FieldShape& field : fields) {
    const std::string key(field.text.key);
    const bool known = record && record->has(key.c_str()) && !record->at(key.c_str()).is_null();
    const auto value = known ? std::optional(record->at(key.c_str())) : std::nullopt;
    const std::string header = header_of(field, part);
    if (field.value.kind == JsonKind::object) {
      visit_columns(field.value.fields, value, header, visit);
    } else if (!header.empty()) {
      visit(header, field, value);
    }
  }
}

/// A verdict with its mark.
HtmlCell marked_cell(const std::string& verdict) {
  std::string mark;
  if (verdict == "right") mark = "\xe2\x9c\x93 ";
  if (verdict == "wrong") mark = "\xe2\x9c\x97 ";
  const std::string kind = mark.empty() ? "none" : verdict;
  return {element("span", mark + verdict, html_attribute("class", "verdict " + kind))};
}

/// "50x8", "-x8": of two bodies, the first of which is no polytope.
std::string counts_text(const JsonNode& list) {
  std::string text;
  for (const JsonNode& item : list.items()) {
    const std::uint64_t count = item.count();
    text += (text.empty() ? "" : "x") + (count == 0 ? std::string("-") : std::to_string(count));
  }
  return text;
}

HtmlCell cell_of(const FieldShape& field, const JsonNode& value) {
  switch (field.value.kind) {
    case JsonKind::integer:
      return value.number() < 0 ? number_cell(value.number()) : count_cell(value.count());
    case JsonKind::number:
      return number_cell(value.number());
    case JsonKind::list:
      return text_cell(counts_text(value));
    case JsonKind::text:
      return field.text.key == "verdict" ? marked_cell(value.text()) : text_cell(value.text());
    default:
      return text_cell(value.dumped());
  }
}

}  // namespace

HtmlTable record_table(const std::string& id, const std::string& caption,
                       const std::vector<FieldShape>& fields,
                       const std::vector<JsonNode>& records) {
  HtmlTable table(id, caption);
  visit_columns(fields, std::nullopt, "", [&](const auto& header, const auto& field, const auto&) {
    const std::string unit(field.text.unit);
    table.column(unit.empty() ? header : header + " [" + unit + "]",
                 is_number(field) ? HtmlColumn::number : HtmlColumn::text,
                 html_attribute("title", field.text.meaning));
  });
  for (const JsonNode& record : records) {
    std::vector<HtmlCell> cells;
    visit_columns(fields, record, "", [&](const auto&, const auto& field, const auto& value) {
      cells.push_back(value ? cell_of(field, *value) : empty_cell());
    });
    table.row(std::move(cells));
  }
  return table;
}

HtmlTable list_table(const std::string& id, const std::string& caption,
                     const std::vector<FieldShape>& fields, const JsonNode& root,
                     const std::string& key) {
  const auto list = std::find_if(fields.begin(), fields.end(),
                                 [&key](const FieldShape& field) { return field.text.key == key; });
  return record_table(id, caption, list->value.items->fields, root.at(key.c_str()).items());
}

}  // namespace touchstone
