// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of the report from the descriptions of records.
#pragma once

#include <string>
#include <vector>

#include "reports/html/html_text.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// A row for each of `records`, JSON that was held to `fields` before, and a column for each field
/// that has a header, in parts, too; of a part with a header for each number. A missing value is an
/// empty cell.
HtmlTable record_table(const std::string& id, const std::string& caption,
                       const std::vector<FieldShape>& fields, const std::vector<JsonNode>& records);

/// The table of the list `key` of the record `root`, whose fields are `fields`.
HtmlTable list_table(const std::string& id, const std::string& caption,
                     const std::vector<FieldShape>& fields, const JsonNode& root,
                     const std::string& key);

template <class T>
HtmlTable record_table(const std::string& id, const std::string& caption,
                       const RecordFields<T>& fields, const std::vector<T>& records) {
  HtmlTable table(id, caption);
  visit_json(json_row(json_items(records, [&](const T& record) { return fields.row(record); })),
             [&](const JsonNode& root) {
               table = record_table(id, caption, fields.shapes(), root.items());
             });
  return table;
}

}  // namespace touchstone
