// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/contraction_text.hpp"

#include "reports/converge_record.hpp"
#include "reports/text_table.hpp"

namespace touchstone {
std::string contraction_text(const std::vector<ContractionRow>& rows) {
  TextTable table(contraction_row_fields().titles(), 2);
  std::string last;
  for (const ContractionRow& row : rows) {
    const std::string name = row.scene + std::string(map_name(row.map));
    if (!last.empty() && last != name) table.add_rule();
    last = name;
    table.add(contraction_row_fields().cells(row));
  }
  return table.text() +
         "rate: of the changes of successive velocities on one problem, the geometric mean of "
         "their ratios; below 1 the map contracts.\n"
         "contracted: every change was smaller than the one before; solved: it came to a solution "
         "of Stewart & Trinkle's problem.\n"
         "Only problems that took two changes or more are counted.\n";
}

}  // namespace touchstone
