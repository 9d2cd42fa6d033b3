// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/time_record.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include "harness/statistics/statistics.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxTimeRecord = std::size_t{64} << 20U;
constexpr std::size_t kMaxSamples = 100'000;

constexpr double kLeastTime = std::numeric_limits<double>::min();

using TwoCounts = std::array<std::uint64_t, 2>;

std::string by_text(const TwoCounts& counts) {
  return std::to_string(counts[0]) + "x" + std::to_string(counts[1]);
}

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
  return field(key, meaning, "ns").in_csv(key).from(kLeastTime);
}
FieldText share_field(std::string_view key, std::string_view meaning) {
  return field(key, meaning).null_where("no truth could be afforded").from(0, 1);
}

RecordFields<TimeResult> query_time_fields() {
  using R = TimeResult;
  return RecordFields<R>()
      .add(field("queries", "pairs in the ring of each repetition")
               .in_csv("queries")
               .in_table("queries")
               .from(1),
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
      .add(field("times_floor", "median over floor")
               .in_csv("times_floor")
               .in_table("x floor")
               .from(0),
           &R::times_floor);
}

const RecordFields<TimeRatio>& time_ratio_fields() {
  using Ratio = TimeRatio;
  const auto of_answered = [](std::string_view key, std::string_view meaning,
                              std::string_view unit) {
    return field(key, meaning, unit).null_where("there is none").from(0);
  };
  static const auto kFields =
      RecordFields<Ratio>()
          .include(&Ratio::cell, time_cell_fields())
          .add(field("before", "the other metric of the cell"), &Ratio::before)
          .add(field("pairs", "pairs asked of both").not_below("left_out"), &Ratio::pairs)
          .add(field("left_out", "pairs to which one of both gave no answer"), &Ratio::left_out)
          .add(field("passes", "passes with pairs that both answered"), &Ratio::passes)
          .add(of_answered("median_ns", "median, wall-clock time", "ns"), &Ratio::median_ns)
          .add(of_answered("before_ns", "median of the other metric", "ns"), &Ratio::before_ns)
          .add(share_field("right_share", "right answers among those judged"), &Ratio::right_share)
          .add(share_field("before_right_share", "right answers of the other"),
               &Ratio::before_right_share)
          .add(of_answered("ratio", "median ratio of a pair's times", "").not_below("low"),
               &Ratio::ratio)
          .add(field("low", "lower end of the ratio's 95 % interval")
                   .null_where("passes are too few"),
               &Ratio::low)
          .add(field("high", "upper end of that interval")
                   .null_where("passes are too few")
                   .not_below("ratio"),
               &Ratio::high)
          .add(field("reason", "why there is no ratio").null_where("there is one"), &Ratio::reason);
  return kFields;
}

const RecordFields<TimeFit>& time_fit_fields() {
  using Fit = TimeFit;
  static const auto kFields =
      RecordFields<Fit>()
          .add(metric_field(), &Fit::metric)
          .add(family_field(), &Fit::family)
          .add(regime_field(), &Fit::regime)
          .add(start_field(), &Fit::start)
          .add(field("facets_from", "facets of the smallest bodies").from(0), &Fit::facets_from)
          .add(field("facets_to", "facets of the largest bodies").not_below("facets_from"),
               &Fit::facets_to)
          .add(field("exponent", "power of the facets").not_below("low"), &Fit::exponent)
          .add(field("low", "lower end of its 95 % interval"), &Fit::low)
          .add(field("high", "upper end of that interval").not_below("exponent"), &Fit::high)
          .add(field("points", "sizes").from(2), &Fit::points);
  return kFields;
}

const RecordFields<TimeLeftOut>& time_left_out_fields() {
  using Left = TimeLeftOut;
  constexpr std::string_view kAll = "all of them are left out";
  const auto vertices = [](const Left& left) {
    return left.cell.vertices[0] == 0 ? std::nullopt : std::optional(left.cell.vertices);
  };
  static const auto kFields =
      RecordFields<Left>()
          .add(
              metric_field(), [](auto& left) -> auto& { return left.cell.metric; })
          .add(
              family_field().null_where(kAll), [](auto& left) -> auto& { return left.cell.family; })
          .add(
              regime_field().null_where(kAll), [](auto& left) -> auto& { return left.cell.regime; })
          .add(
              start_field().null_where(kAll), [](auto& left) -> auto& { return left.cell.start; })
          .add(field("vertices", "vertices of A and of B").null_where(kAll), vertices)
          .add(field("reason", "why it was not timed"), &Left::reason);
  return kFields;
}

const RecordFields<TimeContext>& time_context_fields() {
  using Context = TimeContext;
  static const auto kCaches =
      RecordFields<TimeCache>()
          .add(field("level", "1 is nearest to the processor"), &TimeCache::level)
          .add(field("type", "Data, Instruction or Unified"), &TimeCache::type)
          .add(field("bytes", "size", "byte"), &TimeCache::bytes)
          .add(field("cpus", "processors that share it"), &TimeCache::cpus);
  static const auto kFields =
      RecordFields<Context>()
          .add(field("cpu", "name of the processor"), &Context::cpu)
          .add(field("cpus", "processors of the machine"), &Context::cpus)
          .add(field("mhz", "clock of the processor", "MHz"), &Context::mhz)
          .add(field("caches", "caches of the processor"), &Context::caches, kCaches)
          .add(field("system", "operating system and architecture"), &Context::system)
          .add(field("flags", "flags of the compiler"), &Context::flags)
          .add(field("google_benchmark", "version of Google Benchmark"), &Context::google_benchmark)
          .add(field("clock", "what the times are of"), &Context::clock)
          .add(field("versions", "what wrote the record"), &Context::versions, version_fields())
          .add(field("load_before", "load averages before the run"), &Context::load_before)
          .add(field("load_after", "load averages after it"), &Context::load_after)
          .add(field("seed", "seed of the pairs"), &Context::seed)
          .add(field("cell_s", "time that a cell was given", "s"), &Context::cell_s)
          .add(field("elapsed_s", "time that the run took", "s"), &Context::elapsed_s);
  return kFields;
}

/// The quantiles are those of the samples, but for rounding by whoever scales a record.
void check_quantile(const JsonNode& node, const std::vector<double>& samples, double q) {
  constexpr double kRounding = 1e-9;
  const double wanted = quantile(samples, q);
  if (!(std::abs(node.number() - wanted) <= kRounding * wanted)) {
    node.refuse("is not what its samples_ns say: " + json_number(wanted));
  }
}

/// What the description does not say of a result.
void check_samples(const JsonNode& node, const TimeResult& result) {
  const JsonNode samples = node.at("samples_ns");
  if (result.samples_ns.empty() || result.samples_ns.size() > kMaxSamples) {
    samples.refuse("must have one number for each repetition");
  }
  check_quantile(node.at("median_ns"), result.samples_ns, 0.5);
  check_quantile(node.at("p10_ns"), result.samples_ns, 0.1);
  check_quantile(node.at("p90_ns"), result.samples_ns, 0.9);
}

TimeRecord time_record_from_json(const JsonNode& root, const std::string& name) {
  TimeRecord record = time_record().read(root);
  record.name = name;
  const std::vector<JsonNode> nodes = root.at("results").items();
  std::set<TimeCell> known;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    check_samples(nodes[k], record.results[k]);
    if (!known.insert(record.results[k].cell).second) {
      nodes[k].refuse("the cell is that of an earlier row");
    }
  }
  return record;
}

}  // namespace

const RecordFields<TimeCell>& time_cell_fields() {
  using Cell = TimeCell;
  static const auto kFields =
      RecordFields<Cell>()
          .add(metric_field(), &Cell::metric)
          .add(family_field(), &Cell::family)
          .add(regime_field(), &Cell::regime)
          .add(start_field(), &Cell::start)
          .add(field("vertices", "vertices of A and of B, as asked for"), &Cell::vertices)
          .column(csv_column("vertices_a"), [](const Cell& c) { return c.vertices[0]; })
          .column(csv_column("vertices_b"), [](const Cell& c) { return c.vertices[1]; })
          .column(table_column("vertices"), size_text);
  return kFields;
}

const RecordFields<TimeResult>& time_result_fields() {
  using R = TimeResult;
  const auto share_text = [](auto share, const char* unknown) {
    return [share, unknown](const R& r) {
      return r.*share ? right_share_text(r.*share, r.judged) : std::string(unknown);
    };
  };
  static const auto kFields =
      RecordFields<R>()
          .include(&R::cell, time_cell_fields())
          .add(field("facets", "facets of A and of B, means over the bodies, rounded"), &R::facets)
          .column(csv_column("facets_a"), [](const R& r) { return r.facets[0]; })
          .column(csv_column("facets_b"), [](const R& r) { return r.facets[1]; })
          .column(table_column("facets"), [](const R& r) { return by_text(r.facets); })
          .include(query_time_fields())
          .add(field("work_per_query", "support pairs of a query, or else iterations")
                   .null_where("they are not counted")
                   .in_csv("work_per_query")
                   .in_table("work")
                   .from(0),
               &R::work_per_query)
          .add(share_field("right_share", "right answers among those judged").in_csv("right_share"),
               &R::right_share)
          .column(table_column("right"), share_text(&R::right_share, "?"))
          .add(share_field("witness_share", "right answers with valid witness points")
                   .null_where("it is not known, or none are given")
                   .in_csv("witness_share"),
               &R::witness_share)
          .column(table_column("points"), share_text(&R::witness_share, "-"))
          .add(field("judged", "pairs whose truth is known").in_csv("judged"), &R::judged)
          .add(field("crashed", "pairs left out, crashed").in_csv("crashed"), &R::crashed)
          .add(field("timed_out", "pairs left out, timed out").in_csv("timed_out"), &R::timed_out)
          .add(field("samples_ns", "mean of each repetition", "ns").from(kLeastTime),
               &R::samples_ns);
  return kFields;
}

const RecordFields<TimeShape>& time_shape_fields() {
  using S = TimeShape;
  static const auto kFields =
      RecordFields<S>()
          .add(metric_field().in_table("prepared by"), &S::metric)
          .add(family_field(), &S::family)
          .add(field("vertices", "vertices of the body").in_table("vertices").from(1), &S::vertices)
          .add(field("facets", "its facets").in_table("facets"), &S::facets)
          .add(field("prepare_ns", "time to prepare it, median over the bodies", "ns")
                   .in_table("time", duration_text)
                   .from(0),
               &S::prepare_ns)
          .add(field("bytes", "memory that is kept, mean over the bodies", "byte"), &S::bytes)
          .add(field("bytes_per_vertex", "that memory for each vertex", "byte")
                   .in_table("bytes per vertex"),
               &S::bytes_per_vertex);
  return kFields;
}

const RecordDescription<TimeRecord>& time_record() {
  using Record = TimeRecord;
  static const RecordDescription<Record> kRecord = {
      "touchstone.time/1", "What a query of each metric takes",
      RecordFields<Record>()
          .add(field("context", "on which machine, under what load and how it was measured")
                   .with_lines(),
               &Record::context, time_context_fields())
          .add(field("results", "each cell that was timed"), &Record::results, time_result_fields())
          .add(field("ratios", "metrics against another build"), &Record::ratios,
               time_ratio_fields())
          .add(field("fits", "time = c facets^exponent"), &Record::fits, time_fit_fields())
          .add(field("shapes", "how bodies are prepared"), &Record::shapes, time_shape_fields())
          .add(field("left_out", "cells not timed"), &Record::left_out, time_left_out_fields())};
  return kRecord;
}

std::string time_csv(const TimeRecord& record) {
  struct Row {
    const TimeResult* result;
    const TimeRatio* ratio;
  };
  static const TimeRatio kNone;
  const auto of_ratio = [](auto member) {
    return [member](const Row& row) { return row.ratio->*member; };
  };
  static const auto kFields =
      RecordFields<Row>()
          .include([](const Row& row) -> const TimeResult& { return *row.result; },
                   time_result_fields())
          .column(csv_column("before"), of_ratio(&TimeRatio::before))
          .column(csv_column("ratio"), of_ratio(&TimeRatio::ratio))
          .column(csv_column("ratio_low"), of_ratio(&TimeRatio::low))
          .column(csv_column("ratio_high"), of_ratio(&TimeRatio::high));
  std::vector<Row> rows;
  for (const TimeResult& result : record.results) {
    const auto ratio = std::find_if(record.ratios.begin(), record.ratios.end(),
                                    [&](const TimeRatio& one) { return one.cell == result.cell; });
    rows.push_back({&result, ratio == record.ratios.end() ? &kNone : &*ratio});
  }
  return kFields.csv(rows);
}

std::string size_text(const TimeCell& cell) { return by_text(cell.vertices); }

std::string right_share_text(const std::optional<double>& share, std::uint64_t judged) {
  if (!share) return "?";
  const double count = std::round(*share * static_cast<double>(judged));
  return percent_text(static_cast<std::uint64_t>(count), judged) + "%";
}

bool looks_like_time_record(const std::string& path) {
  if (path == "-") return false;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  if (static_cast<std::size_t>(status.st_size) > kMaxTimeRecord) return false;
  std::ifstream file(path, std::ios::binary);
  if (file.peek() != '{') return false;
  // Wherever the key stands: a program that rewrites a record may sort its keys.
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.find(json_string(time_record().schema)) != std::string::npos;
}

Result<TimeRecord> parse_time_record(std::string_view text, const std::string& name) {
  return read_json(text, name,
                   [&](const JsonNode& root) { return time_record_from_json(root, name); });
}

Result<TimeRecord> read_time_record(const std::string& path) {
  const auto text = read_json_text(path, kMaxTimeRecord);
  if (!text) return text.error();
  return parse_time_record(text.value(), input_name(path));
}

Result<TimeRecord> results_of_metric(TimeRecord record, const std::string& metric,
                                     const std::string& shown) {
  std::erase_if(record.results,
                [&](const TimeResult& result) { return result.cell.metric != metric; });
  if (record.results.empty()) {
    return Error{record.name + ": has no result of the metric " + metric};
  }
  for (TimeResult& result : record.results) result.cell.metric = shown;
  record.name += " (" + metric + ")";
  return record;
}

}  // namespace touchstone
