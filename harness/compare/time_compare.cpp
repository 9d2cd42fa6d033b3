// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/time_compare.hpp"

#include <algorithm>
#include <utility>

#include "harness/statistics/statistics.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

const TimeResult* find_result(const TimeRecord& record, const TimeCell& cell) {
  const auto found = std::find_if(record.results.begin(), record.results.end(),
                                  [&](const TimeResult& result) { return result.cell == cell; });
  return found == record.results.end() ? nullptr : &*found;
}

/// Two-sided p-value of samples of these sizes that lie wholly apart: 2 / binomial(m + n, m).
double least_p(std::size_t m, std::size_t n) {
  double p = 2;
  for (std::size_t k = 1; k <= m; ++k) p *= static_cast<double>(k) / static_cast<double>(n + k);
  return p;
}

struct Both {
  std::size_t index;  ///< in the comparison's cells
  const TimeResult* before;
  const TimeResult* after;
};

/// Cells with few repetitions would only spend the correction of the others, so they are taken out,
/// those that can say least first and alike ones together, until all that remain could become
/// significant beside `others` more tests.
std::vector<Both> testable(std::vector<Both> cells, std::size_t others) {
  const auto least = [](const Both& both) {
    return least_p(both.before->samples_ns.size(), both.after->samples_ns.size());
  };
  std::stable_sort(cells.begin(), cells.end(),
                   [&](const Both& a, const Both& b) { return least(a) < least(b); });
  while (!cells.empty() &&
         least(cells.back()) * static_cast<double>(cells.size() + others) >= kTimeSignificance) {
    const double dropped = least(cells.back());
    while (!cells.empty() && least(cells.back()) == dropped) cells.pop_back();
  }
  return cells;
}

struct MetricCells {
  std::string metric;
  std::vector<Stratum> strata;
  std::vector<double> ratios;
};

/// Metrics with at least two cells: one alone is tested already.
std::vector<MetricCells> by_metric(const std::vector<Both>& cells) {
  std::vector<MetricCells> metrics;
  for (const Both& both : cells) {
    const std::string& name = both.after->cell.metric;
    auto found = std::find_if(metrics.begin(), metrics.end(),
                              [&](const MetricCells& m) { return m.metric == name; });
    if (found == metrics.end()) found = metrics.insert(found, {name, {}, {}});
    found->strata.push_back({both.before->samples_ns, both.after->samples_ns});
    found->ratios.push_back(both.after->median_ns / both.before->median_ns);
  }
  std::erase_if(metrics, [](const MetricCells& m) { return m.strata.size() < 2; });
  return metrics;
}

/// `floor_ratio`: what the machine itself explains of the ratio.
TimeChange judged(double ratio, double floor_ratio, double p_adjusted) {
  if (p_adjusted >= kTimeSignificance) return TimeChange::same;
  const double in_floors = ratio / floor_ratio;
  if (std::min(ratio, in_floors) > kSlowerRatio) return TimeChange::slower;
  return std::max(ratio, in_floors) < 1 / kSlowerRatio ? TimeChange::faster : TimeChange::same;
}

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

std::uint64_t TimeComparison::count(TimeChange change) const {
  return static_cast<std::uint64_t>(std::count_if(
      cells.begin(), cells.end(), [&](const TimeCellChange& c) { return c.change == change; }));
}

bool TimeComparison::machines_differ() const {
  return floor_ratio && (*floor_ratio > kSlowerRatio || *floor_ratio < 1 / kSlowerRatio);
}

bool TimeComparison::anything_slower() const {
  const auto slower = [](const auto& tested) { return tested.change == TimeChange::slower; };
  return std::any_of(cells.begin(), cells.end(), slower) ||
         std::any_of(metrics.begin(), metrics.end(), slower);
}

Result<TimeComparison> compare_time_records(const TimeRecord& before, const TimeRecord& after) {
  TimeComparison comparison;
  comparison.before = before.name;
  comparison.after = after.name;
  std::vector<Both> both;
  std::vector<double> floor_ratios;
  for (const TimeResult& result : after.results) {
    TimeCellChange change;
    change.cell = result.cell;
    change.after_ns = result.median_ns;
    if (const TimeResult* old = find_result(before, result.cell)) {
      change.before_ns = old->median_ns;
      change.change = TimeChange::untested;
      change.ratio_interval = ratio_interval(old->samples_ns, result.samples_ns);
      both.push_back({comparison.cells.size(), old, &result});
      floor_ratios.push_back(result.floor_ns / old->floor_ns);
    } else {
      change.change = TimeChange::fresh;
    }
    comparison.cells.push_back(std::move(change));
  }
  if (both.empty()) {
    return Error{before.name + " and " + after.name + " have no cell in common"};
  }
  for (const TimeResult& result : before.results) {
    if (find_result(after, result.cell) != nullptr) continue;
    TimeCellChange change;
    change.change = TimeChange::gone;
    change.cell = result.cell;
    change.before_ns = result.median_ns;
    comparison.cells.push_back(std::move(change));
  }
  const double floor_ratio = quantile(floor_ratios, 0.5);
  comparison.floor_ratio = floor_ratio;

  const std::vector<MetricCells> metrics = by_metric(both);
  const std::vector<Both> tested = testable(std::move(both), metrics.size());
  std::vector<double> p_values;
  p_values.reserve(tested.size() + metrics.size());
  for (const Both& cell : tested) {
    p_values.push_back(mann_whitney_p(cell.before->samples_ns, cell.after->samples_ns));
  }
  for (const MetricCells& metric : metrics) p_values.push_back(stratified_rank_p(metric.strata));
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t k = 0; k < tested.size(); ++k) {
    TimeCellChange& change = comparison.cells[tested[k].index];
    change.p_adjusted = adjusted[k];
    change.change = judged(change.ratio(), floor_ratio, adjusted[k]);
  }
  for (std::size_t k = 0; k < metrics.size(); ++k) {
    const double ratio = quantile(metrics[k].ratios, 0.5);
    const double p = adjusted[tested.size() + k];
    comparison.metrics.push_back(
        {metrics[k].metric, judged(ratio, floor_ratio, p), metrics[k].strata.size(), ratio, p});
  }
  return comparison;
}

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

RecordFields<TimeMetricChange> time_metric_change_fields() {
  using Compared = TimeMetricChange;
  return RecordFields<Compared>()
      .add(field("metric", "name of the metric", "", "metric"), &Compared::metric)
      .add(field("change", "what became of the metric", "", "change")
               .one_of({"slower", "faster", "same"}),
           change_name<Compared>)
      .add(field("cells", "its cells that both records have", "", "cells"), &Compared::cells)
      .add(field("ratio", "median over the cells of new over old", "", "ratio"), &Compared::ratio)
      .add(field("p_adjusted", "p-value, corrected as of cells", "", "p"), &Compared::p_adjusted);
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
