// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/time_record.hpp"

#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include "harness/statistics/statistics.hpp"
#include "schema/derived_number.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxTimeRecord = std::size_t{64} << 20U;
constexpr std::size_t kMaxSamples = 100'000;

RecordFields<TimeContext> time_context_fields() {
  using Context = TimeContext;
  static const auto kCaches =
      RecordFields<TimeCache>()
          .add(field("level", "1 is nearest to the processor").from(1, 9), &TimeCache::level)
          .add(field("type", "Data, Instruction or Unified"), &TimeCache::type)
          .add(field("bytes", "size of the cache", "byte").counts(), &TimeCache::bytes)
          .add(field("cpus", "processors that share it").counts(), &TimeCache::cpus);
  return RecordFields<Context>()
      .add(field("cpu", "name of the processor"), &Context::cpu)
      .add(field("cpus", "processors of the machine").counts(), &Context::cpus)
      .add(field("mhz", "clock of the processor", "MHz").counts(), &Context::mhz)
      .add(field("caches", "caches of the processor"), &Context::caches, kCaches)
      .add(field("system", "operating system and architecture"), &Context::system)
      .add(field("flags", "flags of the compiler"), &Context::flags)
      .add(field("google_benchmark", "version of Google Benchmark"), &Context::google_benchmark)
      .add(field("clock", "what the times are of"), &Context::clock)
      .add(field("versions", "what wrote the record"), &Context::versions, version_fields())
      .add(field("load_before", "load averages before the run").counts(), &Context::load_before)
      .add(field("load_after", "load averages after it").counts(), &Context::load_after)
      .add(field("seed", "seed of the pairs"), &Context::seed)
      .add(field("cell_s", "time that a cell was given", "s").from(0, kMaxWallTime_s),
           &Context::cell_s)
      .add(field("elapsed_s", "time that the run took", "s").from(0, kMaxWallTime_s),
           &Context::elapsed_s);
}

/// What the description does not say of a result.
void check_samples(const JsonNode& node, const TimeResult& result) {
  const JsonNode samples = node.at("samples_ns");
  if (result.samples_ns.empty() || result.samples_ns.size() > kMaxSamples) {
    samples.refuse("must have one number for each repetition");
  }
  for (const auto& [key, q] : {std::pair("median_ns", 0.5), {"p10_ns", 0.1}, {"p90_ns", 0.9}}) {
    check_derived(node.at(key), quantile(result.samples_ns, q), "its samples_ns");
  }
  check_derived(node.at("times_floor"), result.times_floor(), "median_ns and floor_ns");
}

/// Shares are those of the pairs that are judged.
void check_shares(const JsonNode& node, const TimeResult& result) {
  constexpr double kRounding = 1e-9;  // relative to the number that is judged [1]
  const auto judged = static_cast<double>(result.judged);
  if (result.right_share.has_value() != (judged > 0)) {
    node.at("right_share").refuse("must be null exactly where judged is 0");
  }
  if (result.witness_share && judged == 0) {
    node.at("witness_share").refuse("must be null where judged is 0");
  }
  const double right = result.right_share.value_or(0) * judged;
  if (std::abs(right - std::round(right)) > kRounding * judged) {
    node.at("right_share").refuse("is no share of judged");
  }
}

TimeRecord time_record_from_json(const JsonNode& root, const std::string& name) {
  TimeRecord record = time_record().read(root);
  record.name = name;
  const std::vector<JsonNode> nodes = root.at("results").items();
  std::set<TimeCell> known;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    check_samples(nodes[k], record.results[k]);
    check_shares(nodes[k], record.results[k]);
    if (!known.insert(record.results[k].cell).second) {
      nodes[k].refuse("the cell is that of an earlier row");
    }
  }
  const std::vector<JsonNode> shapes = root.at("shapes").items();
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    check_derived(shapes[k].at("bytes_per_vertex"), record.shapes[k].bytes_per_vertex(),
                  "bytes and vertices");
  }
  const std::vector<JsonNode> left_out = root.at("left_out").items();
  for (std::size_t k = 0; k < left_out.size(); ++k) {
    const JsonNode vertices = left_out[k].at("vertices");
    if (vertices.is_null()) continue;
    const std::vector<JsonNode> both = vertices.items();
    record.left_out[k].cell.vertices = {both[0].count(), both[1].count()};
  }
  return record;
}

}  // namespace

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
