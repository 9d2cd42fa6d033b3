// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/time_record.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <tuple>

#include "harness/statistics/quantile.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"
#include "schema/number_rules.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxTimeRecord = std::size_t{64} << 20U;
constexpr std::size_t kMaxSamples = 100'000;

std::string json_pair(const std::array<std::uint64_t, 2>& numbers) {
  return json_row({std::to_string(numbers[0]), std::to_string(numbers[1])});
}

std::string result_json(const TimeResult& result) {
  return JsonObject()
      .add("metric", json_string(result.cell.metric))
      .add("family", json_string(result.cell.family))
      .add("regime", json_string(result.cell.regime))
      .add("start", json_string(result.cell.start))
      .add("vertices", json_pair(result.cell.vertices))
      .add("facets", json_pair(result.facets))
      .add("queries", std::to_string(result.queries))
      .add("median_ns", json_number(result.median_ns))
      .add("p10_ns", json_number(result.p10_ns))
      .add("p90_ns", json_number(result.p90_ns))
      .add("floor_ns", json_number(result.floor_ns))
      .add("work_per_query", json_optional(result.work_per_query))
      .add("right_share", json_optional(result.right_share))
      .add("witness_share", json_optional(result.witness_share))
      .add("judged", std::to_string(result.judged))
      .add("crashed", std::to_string(result.crashed))
      .add("timed_out", std::to_string(result.timed_out))
      .add("times_floor", json_number(result.times_floor()))
      .add("samples_ns", json_row(json_items(result.samples_ns, json_number)))
      .row();
}

std::string ratio_json(const TimeRatio& ratio) {
  return JsonObject()
      .add("metric", json_string(ratio.cell.metric))
      .add("before", json_string(ratio.before))
      .add("family", json_string(ratio.cell.family))
      .add("regime", json_string(ratio.cell.regime))
      .add("start", json_string(ratio.cell.start))
      .add("vertices", json_pair(ratio.cell.vertices))
      .add("pairs", std::to_string(ratio.pairs))
      .add("left_out", std::to_string(ratio.left_out))
      .add("passes", std::to_string(ratio.passes))
      .add("median_ns", json_optional(ratio.median_ns))
      .add("before_ns", json_optional(ratio.before_ns))
      .add("right_share", json_optional(ratio.right_share))
      .add("before_right_share", json_optional(ratio.before_right_share))
      .add("ratio", json_optional(ratio.ratio))
      .add("low", json_optional(ratio.low))
      .add("high", json_optional(ratio.high))
      .add("reason", json_string_or_null(ratio.reason))
      .row();
}

std::string fit_json(const TimeFit& fit) {
  return JsonObject()
      .add("metric", json_string(fit.metric))
      .add("family", json_string(fit.family))
      .add("regime", json_string(fit.regime))
      .add("start", json_string(fit.start))
      .add("facets_from", json_number(fit.facets_from))
      .add("facets_to", json_number(fit.facets_to))
      .add("exponent", json_number(fit.exponent))
      .add("low", json_number(fit.low))
      .add("high", json_number(fit.high))
      .add("points", std::to_string(fit.points))
      .row();
}

std::string shape_json(const TimeShape& shape) {
  return JsonObject()
      .add("metric", json_string(shape.metric))
      .add("family", json_string(shape.family))
      .add("vertices", std::to_string(shape.vertices))
      .add("facets", std::to_string(shape.facets))
      .add("prepare_ns", json_number(shape.prepare_ns))
      .add("bytes", json_number(shape.bytes))
      .add("bytes_per_vertex", json_number(shape.bytes_per_vertex()))
      .row();
}

std::string left_out_json(const TimeLeftOut& left_out) {
  return JsonObject()
      .add("metric", json_string(left_out.cell.metric))
      .add("family", json_string_or_null(left_out.cell.family))
      .add("regime", json_string_or_null(left_out.cell.regime))
      .add("start", json_string_or_null(left_out.cell.start))
      .add("vertices", left_out.cell.vertices[0] == 0 ? "null" : json_pair(left_out.cell.vertices))
      .add("reason", json_string(left_out.reason))
      .row();
}

std::array<std::uint64_t, 2> read_pair(const JsonNode& node) {
  const auto items = node.items();
  if (items.size() != 2) node.refuse("must be two numbers");
  return {items[0].count(), items[1].count()};
}

double read_time(const JsonNode& node) {
  const double ns = node.nonnegative();
  if (ns == 0) node.refuse("must be a time above 0");
  return ns;
}

/// What a result's numbers must be. Times are in nanoseconds.
constexpr std::array kResultNumbers = {NumberRule{"queries", 1},
                                       NumberRule{.key = "median_ns", .at_least = "p10_ns"},
                                       NumberRule{.key = "p90_ns", .at_least = "median_ns"},
                                       NumberRule{"floor_ns"},
                                       NumberRule{"times_floor"},
                                       NumberRule{"work_per_query"},
                                       NumberRule{"right_share", 0, 1},
                                       NumberRule{"witness_share", 0, 1},
                                       NumberRule{"judged"},
                                       NumberRule{"crashed"},
                                       NumberRule{"timed_out"}};
constexpr std::array kRatioNumbers = {NumberRule{"pairs"},
                                      NumberRule{.key = "pairs", .at_least = "left_out"},
                                      NumberRule{"passes"},
                                      NumberRule{"median_ns"},
                                      NumberRule{"before_ns"},
                                      NumberRule{"right_share", 0, 1},
                                      NumberRule{"before_right_share", 0, 1},
                                      NumberRule{.key = "ratio", .at_least = "low"},
                                      NumberRule{.key = "high", .at_least = "ratio"}};
constexpr std::array kFitNumbers = {
    NumberRule{"facets_from"}, NumberRule{.key = "facets_to", .at_least = "facets_from"},
    NumberRule{.key = "exponent", .min = kAnyNumber, .at_least = "low"},
    NumberRule{.key = "high", .min = kAnyNumber, .at_least = "exponent"}, NumberRule{"points", 2}};
constexpr std::array kShapeNumbers = {NumberRule{"vertices", 1}, NumberRule{"facets"},
                                      NumberRule{"prepare_ns"}, NumberRule{"bytes", kAnyNumber},
                                      NumberRule{"bytes_per_vertex", kAnyNumber}};

/// The quantiles are those of the samples, but for rounding by whoever scales a record.
void check_quantile(const JsonNode& node, const std::vector<double>& samples, double q) {
  constexpr double kRounding = 1e-9;
  const double wanted = quantile(samples, q);
  if (!(std::abs(node.number() - wanted) <= kRounding * wanted)) {
    node.refuse("is not what its samples_ns say: " + json_number(wanted));
  }
}

TimeResult read_time_result(const JsonNode& node) {
  check_numbers(node, kResultNumbers);
  TimeResult result;
  result.cell.metric = node.at("metric").text();
  result.cell.family = node.at("family").text();
  result.cell.regime = node.at("regime").text();
  result.cell.start = node.at("start").text();
  result.cell.vertices = read_pair(node.at("vertices"));
  result.facets = read_pair(node.at("facets"));
  result.queries = node.at("queries").count();
  result.median_ns = read_time(node.at("median_ns"));
  result.p10_ns = read_time(node.at("p10_ns"));
  result.p90_ns = read_time(node.at("p90_ns"));
  result.floor_ns = read_time(node.at("floor_ns"));
  const JsonNode work = node.at("work_per_query");
  if (!work.is_null()) result.work_per_query = work.nonnegative();
  const JsonNode share = node.at("right_share");
  if (!share.is_null()) result.right_share = share.nonnegative();
  const JsonNode samples = node.at("samples_ns");
  for (const JsonNode& sample : samples.items()) result.samples_ns.push_back(read_time(sample));
  if (result.samples_ns.empty() || result.samples_ns.size() > kMaxSamples) {
    samples.refuse("must have one number for each repetition");
  }
  check_quantile(node.at("median_ns"), result.samples_ns, 0.5);
  check_quantile(node.at("p10_ns"), result.samples_ns, 0.1);
  check_quantile(node.at("p90_ns"), result.samples_ns, 0.9);
  return result;
}

/// Checks a table that is written and not read.
void check_rows(const JsonNode& root, const char* key, std::span<const NumberRule> rules) {
  if (!root.has(key)) return;
  for (const JsonNode& row : root.at(key).items()) check_numbers(row, rules);
}

TimeRecord time_record_from_json(const JsonNode& root, const std::string& name) {
  if (root.at("schema").text() != kTimeSchema) {
    root.refuse(std::string("the schema is not ") + kTimeSchema);
  }
  TimeRecord record;
  record.name = name;
  std::set<
      std::tuple<std::string, std::string, std::string, std::string, std::array<std::uint64_t, 2>>>
      known;
  for (const JsonNode& node : root.at("results").items()) {
    TimeResult result = read_time_result(node);
    const TimeCell& cell = result.cell;
    if (!known.insert({cell.metric, cell.family, cell.regime, cell.start, cell.vertices}).second) {
      node.refuse("the cell is that of an earlier row");
    }
    record.results.push_back(std::move(result));
  }
  check_rows(root, "ratios", kRatioNumbers);
  check_rows(root, "fits", kFitNumbers);
  check_rows(root, "shapes", kShapeNumbers);
  return record;
}

}  // namespace

std::string time_json(const TimeRecord& record) {
  JsonObject context;
  for (const auto& [key, value] : record.context) context.add(key, value);
  return JsonObject()
      .add("schema", json_string(kTimeSchema))
      .add("context", context.text())
      .add("results", json_list(json_items(record.results, result_json)))
      .add("ratios", json_list(json_items(record.ratios, ratio_json)))
      .add("fits", json_list(json_items(record.fits, fit_json)))
      .add("shapes", json_list(json_items(record.shapes, shape_json)))
      .add("left_out", json_list(json_items(record.left_out, left_out_json)))
      .document();
}

std::string time_csv(const TimeRecord& record) {
  std::string text =
      "metric,family,regime,start,vertices_a,vertices_b,facets_a,facets_b,queries,median_ns,p10_ns,"
      "p90_ns,floor_ns,times_floor,work_per_query,right_share,judged,crashed,timed_out,"
      "before,ratio,ratio_low,ratio_high,witness_share\n";
  const auto optional = [](const std::optional<double>& x) {
    return x ? json_number(*x) : std::string();
  };
  for (const TimeResult& result : record.results) {
    const TimeCell& cell = result.cell;
    const auto ratio = std::find_if(record.ratios.begin(), record.ratios.end(),
                                    [&](const TimeRatio& one) { return one.cell == result.cell; });
    const bool compared = ratio != record.ratios.end();
    const std::array<std::string, 24> fields = {cell.metric,
                                                cell.family,
                                                cell.regime,
                                                cell.start,
                                                std::to_string(cell.vertices[0]),
                                                std::to_string(cell.vertices[1]),
                                                std::to_string(result.facets[0]),
                                                std::to_string(result.facets[1]),
                                                std::to_string(result.queries),
                                                json_number(result.median_ns),
                                                json_number(result.p10_ns),
                                                json_number(result.p90_ns),
                                                json_number(result.floor_ns),
                                                json_number(result.times_floor()),
                                                optional(result.work_per_query),
                                                optional(result.right_share),
                                                std::to_string(result.judged),
                                                std::to_string(result.crashed),
                                                std::to_string(result.timed_out),
                                                compared ? ratio->before : "",
                                                compared ? optional(ratio->ratio) : "",
                                                compared ? optional(ratio->low) : "",
                                                compared ? optional(ratio->high) : "",
                                                optional(result.witness_share)};
    for (std::size_t k = 0; k < fields.size(); ++k) {
      if (k > 0) text += ',';
      text += fields.at(k);
    }
    text += '\n';
  }
  return text;
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
  return text.find(json_string(kTimeSchema)) != std::string::npos;
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
