// SPDX-License-Identifier: GPL-3.0-or-later
// What audits of cases have in common: progress, and the list of cases that are not clean.
#pragma once

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "cli/process/progress.hpp"
#include "harness/audit/audit.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

/// What was found on each family that has cases.
template <class Row>
struct Findings {
  std::vector<Row> rows;
  double elapsed_s = 0;

  bool clean() const {
    return std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.clean(); });
  }
};

template <class Row>
Findings<Row> with_progress(const char* of, AuditOptions options,
                            const std::function<std::vector<Row>(const AuditOptions&)>& run) {
  Progress progress("audit", of);
  options.progress = progress.updates();
  Findings<Row> found{run(options), progress.elapsed_s()};
  std::erase_if(found.rows, [](const Row& row) { return row.cases == 0; });
  return found;
}

/// The ids that rows name, a line each; empty if there are none.
template <class Row>
std::string unclean_text(const std::vector<Row>& rows) {
  std::string ids;
  for (const Row& row : rows) {
    for (const std::string& id : row.ids) ids += "  " + id + "\n";
  }
  return ids.empty() ? "" : "not clean:\n" + ids;
}

/// The ids that a row names, as JSON.
template <class Row>
std::string ids_json(const Row& row) {
  return json_list(json_items(row.ids, json_string));
}

/// What an audit writes: each step of its indentation is one space.
inline std::string audit_document(const JsonObject& record) {
  std::istringstream lines(record.document());
  std::string document;
  for (std::string line; std::getline(lines, line);) {
    document += line.substr(line.find_first_not_of(' ') / 2) + "\n";
  }
  return document;
}

}  // namespace touchstone
