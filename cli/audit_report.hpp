// SPDX-License-Identifier: GPL-3.0-or-later
// What every audit of cases has in common: its progress, and how its findings are given out.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "cli/console.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "harness/audit/audit.hpp"

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
  options.progress = [&progress](std::uint64_t done, std::uint64_t total) {
    progress.update(done, total);
  };
  Findings<Row> found{run(options), progress.elapsed_s()};
  std::erase_if(found.rows, [](const Row& row) { return row.cases == 0; });
  return found;
}

/// The exit code: `verdict`, unless the JSON could not be written.
int report_audit(OutputFile& output, const std::string& json, const std::string& text,
                 double elapsed_s, int jobs, int verdict);

/// The ids that rows name, a line each; empty if there are none.
template <class Row>
std::string unclean_text(const std::vector<Row>& rows) {
  std::string ids;
  for (const Row& row : rows) {
    for (const std::string& id : row.ids) ids += "  " + id + "\n";
  }
  return ids.empty() ? "" : "not clean:\n" + ids;
}

}  // namespace touchstone
