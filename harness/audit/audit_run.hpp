// SPDX-License-Identifier: GPL-3.0-or-later
// Runs an audit of cases on all threads: a row for each family.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "geometry/query_scope.hpp"
#include "harness/audit/audit.hpp"
#include "harness/runners/run_driver.hpp"

namespace touchstone {

/// A case to look at, and its index in its family.
struct AuditCase {
  const Family& family;
  std::uint64_t index;
  Case c;
};

/// `check(bench, audit_case)` finds the row of one case; it is added to that of its family, in case
/// order.
template <class Row, class MakeBench, class Check>
std::vector<Row> run_audit_cases(const AuditOptions& options, const MakeBench& make_bench,
                                 const Check& check) {
  std::vector<Row> rows(options.families.size());
  for (std::size_t f = 0; f < rows.size(); ++f) rows[f].family = options.families[f]->name;
  const std::vector<AuditItem> items = audit_items(options);
  run_items(
      {options.jobs, {}, options.progress}, items.size(), make_bench,
      [&](auto& bench, std::size_t k) {
        const Family& family = *options.families[items[k].family];
        const AuditCase item{family, items[k].index,
                             make_case(family, options.seed, items[k].index)};
        const CaseScope scope(item.c.id.c_str());
        return check(bench, item);
      },
      [&](std::size_t k, const Row& found) { rows[items[k].family].add(found); });
  return rows;
}

/// Leaves of each row the first kAuditIds ids in the order of their text.
template <class Row>
void keep_first_ids(std::vector<Row>& rows) {
  for (Row& row : rows) {
    std::sort(row.ids.begin(), row.ids.end());
    row.ids.resize(std::min(row.ids.size(), kAuditIds));
  }
}

}  // namespace touchstone
