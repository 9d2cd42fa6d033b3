// SPDX-License-Identifier: GPL-3.0-or-later
// What changed between two time records.
#include "reports/text_table.hpp"
#include "reports/time_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxComparedCells = 40;  ///< cells that the table shows without --full

}  // namespace

std::string time_comparison_text(const TimeComparison& comparison, bool full) {
  TextTable table(time_cell_change_fields(), "start");
  std::size_t lines = 0;
  std::size_t more = 0;
  for (const TimeChange change : {TimeChange::slower, TimeChange::faster, TimeChange::fresh,
                                  TimeChange::gone, TimeChange::untested, TimeChange::same}) {
    const bool differs = change == TimeChange::slower || change == TimeChange::faster;
    if (!full && !differs) continue;
    for (const TimeCellChange& cell : comparison.cells) {
      if (cell.change != change) continue;
      if (!full && ++lines > kMaxComparedCells) {
        ++more;
        continue;
      }
      table.add(time_cell_change_fields().cells(cell),
                change == TimeChange::slower ? std::vector<std::size_t>{table.column("change")}
                                             : std::vector<std::size_t>());
    }
  }
  std::string text = lines > 0 || full ? table.text() : "";
  if (more > 0) text += "and " + std::to_string(more) + " more cells (--full shows all)\n";
  text += how_many(comparison.cells.size(), "cell") + ": ";
  for (std::size_t k = 0; k < kTimeChangeNames.size(); ++k) {
    text += (k > 0 ? ", " : "") + std::to_string(comparison.count(static_cast<TimeChange>(k))) +
            " " + kTimeChangeNames.at(k);
  }
  text += "\n";
  for (const TimeMetricChange& metric : comparison.metrics) {
    if (!full && metric.change == TimeChange::same) continue;
    text += metric.metric +
            " as a whole: " + kTimeChangeNames.at(static_cast<std::size_t>(metric.change)) + ", " +
            short_text(metric.ratio) + " times over " + std::to_string(metric.cells) +
            " cells (p = " + short_text(metric.p_adjusted) + ")\n";
  }
  text += "Support queries took " + short_text(*comparison.floor_ratio) +
          " times as long as in the old run.\n";
  if (comparison.machines_differ()) {
    text +=
        "The machine was another, or busier: slower and faster are cells that differ by more.\n";
  }
  text += comparison.anything_slower() ? "Something got slower.\n" : "Nothing got slower.\n";
  return text;
}

}  // namespace touchstone
