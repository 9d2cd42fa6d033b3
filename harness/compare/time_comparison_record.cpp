// SPDX-License-Identifier: GPL-3.0-or-later
// The record of what changed between two time records.
#include "harness/compare/time_compare.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

template <class Changed>
const char* change_name(const Changed& changed) {
  return kTimeChangeNames.at(static_cast<std::size_t>(changed.change));
}

RecordFields<TimeComparison> count_fields() {
  RecordFields<TimeComparison> fields;
  for (std::size_t k = 0; k < kTimeChangeNames.size(); ++k) {
    fields.add(field(kTimeChangeNames.at(k), "number of cells"),
               [k](const TimeComparison& comparison) {
                 return comparison.count(static_cast<TimeChange>(k));
               });
  }
  return fields;
}

}  // namespace

const RecordFields<TimeCellChange>& time_cell_change_fields() {
  using Compared = TimeCellChange;
  const auto ratio = [](const Compared& change) {
    return change.in_both() ? std::optional(change.ratio()) : std::nullopt;
  };
  const auto interval = [](const Compared& change) {
    using Ends = std::array<double, 2>;
    const auto& ends = change.ratio_interval;
    return ends ? std::optional(Ends{ends->low, ends->high}) : std::nullopt;
  };
  static const auto kFields =
      RecordFields<Compared>()
          .column(table_column("change"), change_name<Compared>)
          .include(&Compared::cell, time_cell_fields())
          .add(field("change", "what became of the cell")
                   .one_of({kTimeChangeNames.begin(), kTimeChangeNames.end()})
                   .in_page("change"),
               change_name<Compared>)
          .add(field("old_ns", "old median", "ns")
                   .null_where("the cell is new")
                   .in_table("old", duration_text),
               &Compared::before_ns)
          .add(field("new_ns", "new median", "ns")
                   .null_where("the cell is gone")
                   .in_table("new", duration_text),
               &Compared::after_ns)
          .add(field("ratio", "new over old", "", "ratio").null_where("one record lacks the cell"),
               ratio)
          .add(field("ratio_interval", "ratios that the rank test does not reject at 95 %")
                   .null_where("repetitions are too few"),
               interval)
          .add(field("p_adjusted", "p-value, corrected by Holm's method for the number of tests",
                     "", "p")
                   .null_where("it was not tested"),
               &Compared::p_adjusted);
  return kFields;
}

const RecordFields<TimeMetricChange>& time_metric_change_fields() {
  using Compared = TimeMetricChange;
  static const auto kFields =
      RecordFields<Compared>()
          .add(field("metric", "name of the metric", "", "metric"), &Compared::metric)
          .add(field("change", "what became of the metric", "", "change")
                   .one_of({"slower", "faster", "same"}),
               change_name<Compared>)
          .add(field("cells", "its cells that both records have", "", "cells"), &Compared::cells)
          .add(field("ratio", "median over the cells of new over old", "", "ratio"),
               &Compared::ratio)
          .add(field("p_adjusted", "p-value, corrected as of cells", "", "p"),
               &Compared::p_adjusted);
  return kFields;
}

const RecordDescription<TimeComparison>& time_comparison_record() {
  using Record = TimeComparison;
  static const RecordDescription<Record> kRecord = {
      "touchstone.time-compare/1", "What got slower or faster from one time record to another",
      RecordFields<Record>()
          .add(field("old", "name of the earlier record"), &Record::before)
          .add(field("new", "name of the later record"), &Record::after)
          .add(field("floor_ratio", "how many times as long support queries took")
                   .null_where("it is not known"),
               &Record::floor_ratio)
          .add_part(field("summary", "how many cells changed in which way"), count_fields())
          .add(field("metrics", "metrics as a whole"), &Record::metrics,
               time_metric_change_fields())
          .add(field("cells", "each cell of either record"), &Record::cells,
               time_cell_change_fields())};
  return kRecord;
}

}  // namespace touchstone
