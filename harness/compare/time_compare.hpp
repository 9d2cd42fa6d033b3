// SPDX-License-Identifier: GPL-3.0-or-later
// What got slower or faster from one record of `touchstone time` to another, beyond noise.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/time_record.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {

/// A cell is slower where the ratio of its medians is above this [1] and the rank test agrees.
inline constexpr double kSlowerRatio = 1.10;
/// The rank test on the samples of a cell's repetitions, corrected for all tests made, agrees where
/// its p is less than this [1]. A cell is faster the other way round. A metric as a whole is judged
/// by the median of that ratio over its cells and the rank test with its cells as strata.
///
/// How fast the machine was is no change of a metric: the ratio divided by
/// TimeComparison::floor_ratio has to be beyond the limit as well.
inline constexpr double kTimeSignificance = 0.05;

enum class TimeChange { slower, faster, gone, fresh, untested, same };
inline constexpr std::array<const char*, 6> kTimeChangeNames = {"slower", "faster",   "gone",
                                                                "new",    "untested", "same"};

struct TimeCellChange {
  TimeChange change = TimeChange::same;
  TimeCell cell;
  std::optional<double> before_ns;  ///< medians
  std::optional<double> after_ns;
  std::optional<double> p_adjusted;  ///< Holm's; nothing where it was not tested
  /// Interval of new / old by the rank test at the 95 % level, uncorrected; nothing where
  /// repetitions are too few.
  std::optional<RatioInterval> ratio_interval;

  bool in_both() const { return before_ns && after_ns; }
  /// Above 1: slower. Only of a cell that both records have.
  double ratio() const { return *after_ns / *before_ns; }
};

/// One metric over all its cells that both records have, at least two.
struct TimeMetricChange {
  std::string metric;
  TimeChange change = TimeChange::same;  ///< slower, faster or same
  std::uint64_t cells = 0;
  double ratio = 1;       ///< median over the cells of new / old
  double p_adjusted = 1;  ///< Holm's, with the tests of cells
};

struct TimeComparison {
  std::string before;  ///< names of the records
  std::string after;
  std::vector<TimeCellChange> cells;      ///< in the order of the later record; gone ones last
  std::vector<TimeMetricChange> metrics;  ///< in the order of the later record
  /// Median over the cells in both of new floor / old floor: how fast the machine itself was, as
  /// far as support queries say.
  std::optional<double> floor_ratio;
  /// Whether the machines differ by more than what makes a cell slower or faster.
  bool machines_differ() const;

  std::uint64_t count(TimeChange change) const;  ///< number of cells with this change
  /// A cell, or a metric as a whole.
  bool anything_slower() const;
};

/// `untested` is a cell with so few repetitions that not even samples which lie wholly apart would
/// be significant after the correction. Rejects records without a cell in common.
Result<TimeComparison> compare_time_records(const TimeRecord& before, const TimeRecord& after);

const RecordDescription<TimeComparison>& time_comparison_record();
const RecordFields<TimeCellChange>& time_cell_change_fields();
RecordFields<TimeMetricChange> time_metric_change_fields();

}  // namespace touchstone
