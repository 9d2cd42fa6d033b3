// SPDX-License-Identifier: GPL-3.0-or-later
// The papers' tables beside ours.

#include "reports/html/sections.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

Result<HtmlSection> with_reproduced(HtmlSection section, const std::vector<RecordText>& records,
                                    std::string_view schema,
                                    HtmlTable (*table_of)(const JsonNode& root)) {
  for (const RecordText& record : records) {
    const auto refusal = visit_json(record.json, [&](const JsonNode& root) {
      if (root.at("schema").text() == schema) section.table(table_of(root));
    });
    if (refusal) return Error{record.name + ": " + *refusal};
  }
  return section;
}

}  // namespace touchstone
