// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a time record: what each measured, as JSON, in CSV and in tables.
#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/compare/time_record.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kMinTime_ns = std::numeric_limits<double>::min();
constexpr double kMaxTime_ns = 1e9 * kMaxWallTime_s;
constexpr double kMaxRatio = 1e18;    ///< two times compared [1]
constexpr double kMaxExponent = 1e3;  ///< in facets [1]
constexpr double kMaxRing = 1000;     ///< pairs of a cell
constexpr double kMaxParts = 1e9;     ///< vertices or facets of a body

using TwoCounts = std::array<std::uint64_t, 2>;

std::string by_text(const TwoCounts& counts) {
  return std::to_string(counts[0]) + "x" + std::to_string(counts[1]);
}

std::string whole_text(double count) { return fixed_text(count, 0); }

FieldText name_field(std::string_view key, std::string_view meaning) {
  return field(key, meaning).in_csv(key).in_table(key);
}
FieldText metric_field() { return name_field("metric", "name of the metric"); }
FieldText family_field() { return name_field("family", "family of the pairs"); }
FieldText regime_field() {
  return name_field("regime", "separated, near, kissing, shallow or deep");
}
FieldText start_field() { return name_field("start", "cold or warm"); }

FieldText time_field(std::string_view key, std::string_view meaning) {
  return field(key, meaning, "ns").in_csv(key).from(kMinTime_ns, kMaxTime_ns);
}
FieldText share_field(std::string_view key, std::string_view meaning, std::string_view header) {
  return field(key, meaning, "", header).null_where("no truth could be afforded").from(0, 1);
}

FieldText exponent_field(std::string_view key, std::string_view meaning, std::string_view header) {
  return field(key, meaning, "", header).from(-kMaxExponent, kMaxExponent);
}

RecordFields<TimeResult> query_time_fields() {
  using R = TimeResult;
  return RecordFields<R>()
      .add(field("queries", "pairs in the ring of each repetition", "", "queries")
               .in_csv("queries")
               .from(1, kMaxRing),
           &R::queries)
      .add(time_field("median_ns", "CPU time of a query, median over the repetitions")
               .in_table("median", duration_text)
               .not_below("p10_ns"),
           &R::median_ns)
      .add(time_field("p10_ns", "10 % quantile").in_table("p10", duration_text), &R::p10_ns)
      .add(time_field("p90_ns", "90 % quantile")
               .in_table("p90", duration_text)
               .not_below("median_ns"),
           &R::p90_ns)
      .add(time_field("floor_ns", "one pair of support queries on the same shapes")
               .in_table("floor", duration_text),
           &R::floor_ns)
      .add(field("empty_ns", "a plug-in that returns at once, on the same pairs", "ns")
               .from(kMinTime_ns, kMaxTime_ns)
               .omitted_where("the metric is called directly"),
           &R::empty_ns)
      .add(field("times_floor", "median over floor", "", "x floor")
               .in_csv("times_floor")
               .from(0, kMaxRatio),
           &R::times_floor);
}

RecordFields<TimeRatio> batch_fields() {
  return RecordFields<TimeRatio>()
      .add(field("batch", "pairs in a batch of the metric; the other is itself, one by one")
               .omitted_where("both are asked one by one")
               .counts(),
           &TimeRatio::batch)
      .column(csv_column("batch"),
              [](const TimeRatio& one) {
                return one.batch > 0 ? std::optional(one.batch) : std::nullopt;
              })
      .add(field("same_bits", "pairs whose answer in a batch has the bits of one by one")
               .in_csv("same_bits")
               .omitted_where("both are asked one by one")
               .counts(),
           &TimeRatio::same_bits);
}

/// What stands beside the cell.
RecordFields<TimeRatio> own_ratio_fields() {
  using Ratio = TimeRatio;
  const auto of_answered = [](std::string_view key, std::string_view meaning, std::string_view unit,
                              double most) {
    return field(key, meaning, unit).null_where("there is none").from(0, most);
  };
  const auto right = [](auto share) {
    return [share](const Ratio& one) { return right_share_text(one.*share); };
  };
  return RecordFields<Ratio>()
      .add(name_field("before", "the other metric of the cell"), &Ratio::before)
      .add(field("pairs", "pairs asked of both", "", "pairs").counts().not_below("left_out"),
           &Ratio::pairs)
      .add(field("left_out", "pairs to which one of both gave no answer", "", "left\nout").counts(),
           &Ratio::left_out)
      .add(field("passes", "passes with pairs that both answered", "", "passes").counts(),
           &Ratio::passes)
      .add(of_answered("median_ns", "median, wall-clock time", "ns", kMaxTime_ns)
               .in_table("time\nnow", duration_text),
           &Ratio::median_ns)
      .add(of_answered("before_ns", "median of the other metric", "ns", kMaxTime_ns)
               .in_table("time\nbefore", duration_text),
           &Ratio::before_ns)
      .add_as(share_field("right_share", "right answers among those judged", "right\nnow"),
              &Ratio::right_share, right(&Ratio::right_share))
      .add_as(share_field("before_right_share", "right answers of the other", "right\nbefore"),
              &Ratio::before_right_share, right(&Ratio::before_right_share))
      .add(of_answered("ratio", "median ratio of a pair's times", "", kMaxRatio)
               .in_csv("ratio")
               .in_table("ratio")
               .not_below("low"),
           &Ratio::ratio)
      .add(field("low", "lower end of the ratio's 95 % interval", "", "95 %\nfrom")
               .null_where("passes are too few")
               .in_csv("ratio_low")
               .from(0, kMaxRatio),
           &Ratio::low)
      .add(field("high", "upper end of that interval", "", "95 %\nto")
               .null_where("passes are too few")
               .in_csv("ratio_high")
               .from(0, kMaxRatio)
               .not_below("ratio"),
           &Ratio::high)
      .add(field("net_ratio", "the ratio of both times less empty_ns", "", "less\nempty")
               .omitted_where("metrics are called directly, or take no longer")
               .from(0, kMaxRatio),
           &Ratio::net_ratio)
      .add(field("empty_ns", "median of a plug-in that returns at once", "ns")
               .omitted_where("metrics are called directly")
               .from(0, kMaxTime_ns),
           &Ratio::empty_ns)
      .include(batch_fields())
      .add(field("reason", "why there is no ratio").null_where("there is one"), &Ratio::reason);
}

}  // namespace

RecordFields<TimeCell> time_cell_fields() {
  using Cell = TimeCell;
  return RecordFields<Cell>()
      .add(metric_field(), &Cell::metric)
      .add(family_field(), &Cell::family)
      .add(regime_field(), &Cell::regime)
      .add(start_field(), &Cell::start)
      .add_as(field("vertices", "vertices of A and of B, as asked for", "", "vertices")
                  .from(1, kMaxParts),
              &Cell::vertices, size_text)
      .column(csv_column("vertices_a"), [](const Cell& c) { return c.vertices[0]; })
      .column(csv_column("vertices_b"), [](const Cell& c) { return c.vertices[1]; });
}

RecordFields<TimeResult> time_result_fields() {
  using R = TimeResult;
  const auto right = [](const R& r) { return right_share_text(r.right_share); };
  const auto points = [](const R& r) {
    return r.witness_share ? right_share_text(r.witness_share) : "-";
  };
  return RecordFields<R>()
      .include(&R::cell, time_cell_fields())
      .add(field("quantity", "what the metric gives")
               .one_of({"ratio"})
               .omitted_where("it is the distance"),
           &R::quantity)
      .add_as(field("facets", "facets of A and of B, means over the bodies, rounded", "", "facets")
                  .from(1, kMaxParts),
              &R::facets, [](const R& r) { return by_text(r.facets); })
      .column(csv_column("facets_a"), [](const R& r) { return r.facets[0]; })
      .column(csv_column("facets_b"), [](const R& r) { return r.facets[1]; })
      .include(query_time_fields())
      .add(field("work_per_query", "support pairs of a query, or else iterations", "", "work")
               .null_where("they are not counted")
               .in_csv("work_per_query")
               .counts(),
           &R::work_per_query)
      .add_as(share_field("right_share", "right answers among those judged", "right")
                  .in_csv("right_share"),
              &R::right_share, right)
      .add_as(share_field("witness_share", "right answers with valid witness points", "points")
                  .null_where("it is not known, or none are given")
                  .in_csv("witness_share"),
              &R::witness_share, points)
      .add(field("judged", "pairs whose truth is known").in_csv("judged").from(0, kMaxRing),
           &R::judged)
      .add(field("crashed", "pairs left out, crashed").in_csv("crashed").from(0, kMaxRing),
           &R::crashed)
      .add(field("timed_out", "pairs left out, timed out").in_csv("timed_out").from(0, kMaxRing),
           &R::timed_out)
      .add(field("samples_ns", "mean of each repetition", "ns").from(kMinTime_ns, kMaxTime_ns),
           &R::samples_ns);
}

RecordFields<TimeShape> time_shape_fields() {
  using S = TimeShape;
  return RecordFields<S>()
      .add(metric_field().in_table("prepared by"), &S::metric)
      .add(family_field(), &S::family)
      .add(field("vertices", "vertices of the body", "", "vertices").from(1, kMaxCount),
           &S::vertices)
      .add(field("facets", "its facets", "", "facets").counts(), &S::facets)
      .add(field("prepare_ns", "time to prepare it, median over the bodies", "ns")
               .in_table("time", duration_text)
               .from(0, kMaxTime_ns),
           &S::prepare_ns)
      .add(field("bytes", "memory that is kept, mean over the bodies", "byte").counts(), &S::bytes)
      .add(field("bytes_per_vertex", "memory that is kept, for each vertex of the body", "byte",
                 "bytes per vertex")
               .counts(),
           &S::bytes_per_vertex);
}

RecordFields<TimeRatio> time_ratio_fields() {
  return RecordFields<TimeRatio>()
      .include(&TimeRatio::cell, time_cell_fields())
      .include(own_ratio_fields());
}

RecordFields<TimeFit> time_fit_fields() {
  using Fit = TimeFit;
  return RecordFields<Fit>()
      .add(metric_field(), &Fit::metric)
      .add(family_field(), &Fit::family)
      .add(regime_field(), &Fit::regime)
      .add(start_field(), &Fit::start)
      .add(field("facets_from", "facets of the smallest bodies")
               .in_table("facets\nfrom", whole_text)
               .counts(),
           &Fit::facets_from)
      .add(field("facets_to", "facets of the largest bodies")
               .in_table("facets\nto", whole_text)
               .counts()
               .not_below("facets_from"),
           &Fit::facets_to)
      .add(exponent_field("exponent", "power of the facets", "exponent").not_below("low"),
           &Fit::exponent)
      .add(exponent_field("low", "lower end of its 95 % interval", "95 %\nfrom"), &Fit::low)
      .add(exponent_field("high", "upper end of that interval", "95 %\nto").not_below("exponent"),
           &Fit::high)
      .add(field("points", "number of sizes that the fit is of", "", "sizes").from(2, kMaxCount),
           &Fit::points);
}

RecordFields<TimeLeftOut> time_left_out_fields() {
  using Left = TimeLeftOut;
  constexpr std::string_view kAll = "all of them are left out";
  const auto vertices = [](const Left& left) {
    return left.cell.vertices[0] == 0 ? std::nullopt : std::optional(left.cell.vertices);
  };
  return RecordFields<Left>()
      .add(
          metric_field(), [](auto& left) -> auto& { return left.cell.metric; })
      .add(
          family_field().null_where(kAll), [](auto& left) -> auto& { return left.cell.family; })
      .add(
          regime_field().null_where(kAll), [](auto& left) -> auto& { return left.cell.regime; })
      .add(
          start_field().null_where(kAll), [](auto& left) -> auto& { return left.cell.start; })
      .add(field("vertices", "vertices of A and of B").counts().null_where(kAll), vertices)
      .add(field("reason", "why it was not timed"), &Left::reason);
}

std::string time_csv(const TimeRecord& record) {
  struct Row {
    const TimeResult* result;
    const TimeRatio* ratio;  ///< nullptr: none
  };
  static const auto kFields = RecordFields<Row>()
                                  .include(&Row::result, time_result_fields())
                                  .include(&Row::ratio, own_ratio_fields());
  std::vector<Row> rows;
  for (const TimeResult& result : record.results) {
    const auto ratio = std::find_if(record.ratios.begin(), record.ratios.end(),
                                    [&](const TimeRatio& one) { return one.cell == result.cell; });
    rows.push_back({&result, ratio == record.ratios.end() ? nullptr : &*ratio});
  }
  return kFields.csv(rows);
}

std::string size_text(const TimeCell& cell) { return by_text(cell.vertices); }

std::string right_share_text(const std::optional<double>& share) {
  // More than the pairs that are judged, whose shares are exact in it.
  constexpr std::uint64_t kWhole = 1'000'000'000;
  if (!share) return "?";
  const double part = std::round(*share * static_cast<double>(kWhole));
  return percent_text(static_cast<std::uint64_t>(part), kWhole) + "%";
}

}  // namespace touchstone
