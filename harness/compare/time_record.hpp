// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone time` measured, as a value, and the record that keeps it (docs/time.md).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"
#include "schema/record_fields.hpp"
#include "schema/version.hpp"

namespace touchstone {

inline constexpr double kMaxWallTime_s = 1e10;  ///< longest time that a record may have: centuries

/// Which pairs were asked, in which way. Its order is that of tables.
struct TimeCell {
  std::string metric;
  std::string family;
  std::string regime;                       ///< separated, near, kissing, shallow or deep
  std::string start;                        ///< cold or warm
  std::array<std::uint64_t, 2> vertices{};  ///< asked for: A's, B's
  friend auto operator<=>(const TimeCell&, const TimeCell&) = default;
};

/// One cell that was timed. Times are CPU time of one query [ns].
struct TimeResult {
  TimeCell cell;
  std::string quantity = {};              ///< "ratio"; empty: the distance
  std::array<std::uint64_t, 2> facets{};  ///< A's, B's: means over the bodies, rounded
  std::uint64_t queries = 0;              ///< pairs in the ring of each repetition
  double median_ns = 0;                   ///< over the repetitions, like p10 and p90
  double p10_ns = 0;
  double p90_ns = 0;
  double floor_ns = 0;  ///< one pair of support queries on the same shapes, in the same run
  /// Time of a plug-in that returns at once, on the same pairs; nothing where the metric is called
  /// directly.
  std::optional<double> empty_ns = {};
  std::optional<double> work_per_query;  ///< support pairs, or else iterations, where counted
  std::optional<double> right_share;     ///< nothing where no truth could be afforded
  std::optional<double> witness_share;   ///< with a right value and valid witness points
  std::uint64_t judged = 0;              ///< pairs whose truth is known
  std::uint64_t crashed = 0;             ///< pairs left out because the metric crashed
  std::uint64_t timed_out = 0;
  std::vector<double> samples_ns;  ///< mean of each repetition, in the order of time

  double times_floor() const { return median_ns / floor_ns; }
  double mean_facets() const {
    return (static_cast<double>(facets[0]) + static_cast<double>(facets[1])) / 2;
  }
};

/// What a metric makes of one body before the first query.
struct TimeShape {
  std::string metric;
  std::string family;
  std::uint64_t vertices = 0;
  std::uint64_t facets = 0;
  double prepare_ns = 0;  ///< median over the bodies
  double bytes = 0;       ///< allocated and kept, mean over the bodies
  double bytes_per_vertex() const { return bytes / static_cast<double>(vertices); }
};

/// A metric against the same metric of another build, or asked in batches against one by one, on
/// pairs that each was asked once. The times and the ratio are over the pairs that both answered.
struct TimeRatio {
  TimeCell cell;
  std::string before;                 ///< the other metric of the cell; the metric if in batches
  std::uint64_t pairs = 0;            ///< asked
  std::uint64_t left_out = 0;         ///< pairs that one or both did not answer
  std::uint64_t passes = 0;           ///< with pairs that both answered
  std::optional<double> median_ns;    ///< the metric's median wall-clock time over the pairs
  std::optional<double> before_ns;    ///< the other metric's median over these pairs
  std::optional<double> right_share;  ///< TimeResult::right_share of the cell, or of its batches
  std::optional<double> before_right_share;
  std::optional<double> ratio;  ///< median over the pairs of the ratio of both times
  std::optional<double> low;    ///< the ratio's 95 % interval; nothing where passes are too few
  std::optional<double> high;
  std::string reason;                           ///< why `ratio` is absent; else empty
  std::optional<double> empty_ns = {};          ///< median of a plug-in that returns at once
  std::optional<double> net_ratio = {};         ///< the ratio of both times less empty_ns
  std::uint64_t batch = 0;                      ///< pairs in a batch; 0: both metrics one by one
  std::optional<std::uint64_t> same_bits = {};  ///< pairs with the bits of one by one in a batch
};

/// time = c facets^exponent by least squares in logarithms, over equal sizes, with the 95 %
/// confidence interval of the exponent.
struct TimeFit {
  std::string metric;
  std::string family;
  std::string regime;
  std::string start;
  double facets_from = 0;
  double facets_to = 0;
  double exponent = 0;
  double low = 0;
  double high = 0;
  std::uint64_t points = 0;
};

/// A cell that was not timed. An empty family, regime or start means all of them; vertices 0 all
/// sizes.
struct TimeLeftOut {
  TimeCell cell;
  std::string reason;
};

struct TimeCache {
  int level = 0;
  std::string type;
  std::uint64_t bytes = 0;
  int cpus = 0;  ///< CPUs that share it
};

/// On which machine, under what load and how it was measured.
struct TimeContext {
  std::string cpu;
  int cpus = 0;
  double mhz = 0;
  std::vector<TimeCache> caches;
  std::string system;
  std::string flags;  ///< compiler flags
  std::string google_benchmark;
  std::string clock;
  Versions versions;
  std::vector<double> load_before = {};  ///< averages over 1, 5 and 15 minutes
  std::vector<double> load_after = {};
  std::uint64_t seed = 0;
  double cell_s = 0;
  double elapsed_s = 0;
};

struct TimeRecord {
  std::string name;  ///< file name, for messages
  TimeContext context;
  std::vector<TimeResult> results;
  std::vector<TimeRatio> ratios;
  std::vector<TimeFit> fits;
  std::vector<TimeShape> shapes;
  std::vector<TimeLeftOut> left_out;
};

const RecordDescription<TimeRecord>& time_record();

/// Columns and titles are those of CSV and of the tables in the terminal.
RecordFields<TimeCell> time_cell_fields();
RecordFields<TimeResult> time_result_fields();
RecordFields<TimeShape> time_shape_fields();
RecordFields<TimeRatio> time_ratio_fields();
RecordFields<TimeFit> time_fit_fields();
RecordFields<TimeLeftOut> time_left_out_fields();

/// The results, one row each, without the samples; beside each its ratio, where it has one.
std::string time_csv(const TimeRecord& record);

/// Vertices of both bodies: "8x200".
std::string size_text(const TimeCell& cell);
/// "99.50%"; "?" where no truth could be afforded.
std::string right_share_text(const std::optional<double>& share);

/// Whether the file at `path` is an object that names the schema; false for what cannot be read
/// twice.
bool looks_like_time_record(const std::string& path);

/// Rejects, in one line that begins with `name`: another record, a cell twice, a result without
/// its samples or whose quantiles are not theirs.
Result<TimeRecord> parse_time_record(std::string_view text, const std::string& name);
Result<TimeRecord> read_time_record(const std::string& path);

/// The record's results of `metric` alone, under the name `shown`; refused where it has none.
Result<TimeRecord> results_of_metric(TimeRecord record, const std::string& metric,
                                     const std::string& shown);

}  // namespace touchstone
