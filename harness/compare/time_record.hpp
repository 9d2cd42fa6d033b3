// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone time` measured: the schema touchstone.time/1 (docs/time.md) as a value, written
// and read.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

inline constexpr const char* kTimeSchema = "touchstone.time/1";

/// Which pairs were asked, in which way. Its order is that of tables.
struct TimeCell {
  std::string metric;
  std::string family;
  std::string regime;                       ///< separated, near, kissing, shallow or deep
  std::string start;                        ///< cold or warm
  std::array<std::uint64_t, 2> vertices{};  ///< of A and of B, as asked for
  friend bool operator==(const TimeCell&, const TimeCell&) = default;
};

/// One cell that was timed. Times are CPU time of one query [ns].
struct TimeResult {
  TimeCell cell;
  std::array<std::uint64_t, 2> facets{};  ///< of A and of B; means over the bodies, rounded
  std::uint64_t queries = 0;              ///< pairs in the ring of each repetition
  double median_ns = 0;                   ///< over the repetitions, as the next two
  double p10_ns = 0;
  double p90_ns = 0;
  double floor_ns = 0;  ///< one pair of support queries on the same shapes, in the same run
  std::optional<double> work_per_query;  ///< support pairs, or else iterations, where counted
  std::optional<double> right_share;     ///< nothing where no truth could be afforded
  std::optional<double> witness_share;   ///< with a right value and valid witness points
  std::uint64_t judged = 0;              ///< pairs whose truth is known
  std::uint64_t crashed = 0;             ///< pairs left out because of it, as the next one
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

/// A metric against the same of another build, on pairs that each was asked once. The times and the
/// ratio are of the pairs that both answered.
struct TimeRatio {
  TimeCell cell;
  std::string before;                 ///< the other metric of the cell
  std::uint64_t pairs = 0;            ///< asked
  std::uint64_t left_out = 0;         ///< of these, because one of both gave no answer
  std::uint64_t passes = 0;           ///< with pairs that both answered
  std::optional<double> median_ns;    ///< over the pairs, wall-clock time
  std::optional<double> before_ns;    ///< the same of the other
  std::optional<double> right_share;  ///< TimeResult::right_share of the cell
  std::optional<double> before_right_share;
  std::optional<double> ratio;  ///< median over the pairs of the ratio of both times
  std::optional<double> low;    ///< the ratio's 95 % interval; nothing where passes are too few
  std::optional<double> high;
  std::string reason;  ///< why there is no ratio; else empty
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

struct TimeRecord {
  std::string name;  ///< of the file, for messages
  /// Keys and their values as JSON text: CPU, flags, versions, load, how it was measured.
  std::vector<std::pair<std::string, std::string>> context;
  std::vector<TimeResult> results;
  std::vector<TimeRatio> ratios;
  std::vector<TimeFit> fits;
  std::vector<TimeShape> shapes;
  std::vector<TimeLeftOut> left_out;
};

std::string time_json(const TimeRecord& record);
/// The results, one row each, without the samples.
std::string time_csv(const TimeRecord& record);

/// Whether the file at `path` is an object that names the schema; false for what cannot be read
/// twice.
bool looks_like_time_record(const std::string& path);

/// Reads touchstone.time/1, of which only the results are kept. Refused, in one line that begins
/// with `name`: anything else, a cell twice, a result without its samples.
Result<TimeRecord> parse_time_record(std::string_view text, const std::string& name);
Result<TimeRecord> read_time_record(const std::string& path);

/// The record's results of `metric` alone, under the name `shown`; refused where it has none.
Result<TimeRecord> results_of_metric(TimeRecord record, const std::string& metric,
                                     const std::string& shown);

}  // namespace touchstone
