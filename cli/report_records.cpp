// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/report_records.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

#include "harness/compare/time_record.hpp"
#include "harness/store/store.hpp"
#include "metrics/registry.hpp"
#include "reports/record_rules.hpp"
#include "reports/replay_command.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

const CampaignRow* row_of(const CampaignResult& result, const std::string& metric,
                          const std::string& family) {
  for (const CampaignRow& row : result.rows) {
    if (row.metric == metric && row.family == family) return &row;
  }
  return nullptr;
}

ListedFailure listed(const CampaignRow& row, const std::string& id, double tolerance) {
  ListedFailure failure;
  failure.metric = row.metric;
  failure.family = row.family;
  failure.id = id;
  if (const MetricRow* metric = find_metric(row.metric)) failure.quantity = metric->traits.quantity;
  failure.replay = replay_command(row, id, tolerance);
  // The record does not say where the plug-ins are that this program does not know.
  if (failure.replay.find(" --metric ") != std::string::npos && !failure.quantity) {
    failure.replay = "./touchstone replay " + shell_word(id) + " --plugin PLUGIN";
  }
  if (row.path.empty() && row.family.rfind("file:", 0) == 0) failure.replay += " --file FILE";
  return failure;
}

std::uint64_t wrong_answers(const CampaignResult& result) {
  std::uint64_t wrong = 0;
  for (const CampaignRow& row : result.rows) wrong += row.wrong();
  return wrong;
}

/// By metric and family, in the order of the rows.
FailureList in_order(const CampaignResult& result,
                     std::map<CellName, std::vector<ListedFailure>> cells) {
  FailureList list;
  list.total = wrong_answers(result);
  for (const CampaignRow& row : result.rows) {
    const auto cell = cells.find({row.metric, row.family});
    if (cell == cells.end()) continue;
    for (ListedFailure& failure : cell->second) list.failures.push_back(std::move(failure));
    cells.erase(cell);
  }
  return list;
}

/// A JSON file of one of these schemas.
Result<RecordText> read_text_of(const std::string& path, const std::vector<std::string>& schemas) {
  auto text = read_json_text(path, kMaxInputFile);
  if (!text) return text.error();
  RecordText record{input_name(path), std::move(text).value()};
  const auto refusal = visit_json(record.json, [&](const JsonNode& root) {
    const std::string schema = root.at("schema").text();
    for (const std::string& known : schemas) {
      if (schema == known) return;
    }
    std::string all;
    for (const std::string& known : schemas) all += (all.empty() ? "" : " or ") + known;
    root.at("schema").refuse("must be " + all);
  });
  if (refusal) return Error{record.name + ": " + *refusal};
  return record;
}

/// The record, unless one of its numbers cannot be.
Result<RecordText> checked(Result<RecordText> record, void (*check)(const JsonNode& root)) {
  if (!record) return record;
  const auto refusal = visit_json(record.value().json, check);
  if (refusal) return Error{record.value().name + ": " + *refusal};
  return record;
}

/// What parse_record leaves out: what was not run, what judged, and the files of plug-ins.
std::optional<Error> read_rest(VerifyRecord& record) {
  const auto refusal = visit_json(record.text.json, [&](const JsonNode& root) {
    record.result.versions = root.at("versions").dumped();
    for (const JsonNode& line : root.at("not_run").items()) {
      record.result.not_run.push_back(line.text());
    }
    const std::vector<JsonNode> rows = root.at("results").items();
    for (std::size_t k = 0; k < std::min(rows.size(), record.result.rows.size()); ++k) {
      CampaignRow& row = record.result.rows[k];
      if (!rows[k].has("plugin") || rows[k].at("metric").text() != row.metric) continue;
      row.plugin = rows[k].at("plugin").text();
    }
  });
  if (!refusal) return std::nullopt;
  return Error{record.text.name + ": " + *refusal};
}

/// The row that an id of this metric is counted in: ids begin with their family.
const CampaignRow* row_of_id(const CampaignResult& result, const std::string& metric,
                             const std::string& id) {
  for (const CampaignRow& row : result.rows) {
    if (row.metric == metric && id.rfind(row.family + ":", 0) == 0) return &row;
  }
  return nullptr;
}

/// The kinds of failures that verify --shrink wrote: of each the id, and its shrunk pair.
std::optional<Error> read_shrunk(VerifyRecord& record,
                                 std::map<CellName, std::vector<ListedFailure>>& cells) {
  const auto take = [&](const std::string& metric, const JsonNode& kind) {
    const std::string id = kind.at("id").text();
    const CampaignRow* row = row_of_id(record.result, metric, id);
    if (row == nullptr || kind.at("shrunk").is_null()) return;
    const JsonNode shrunk = kind.at("shrunk");
    RecordedShrunk kept{shrunk.at("case").dumped(), {}};
    for (const JsonNode& text : shrunk.at("does_not_matter").items()) {
      kept.does_not_matter.push_back(text.text());
    }
    if (!record.shrunk.try_emplace({metric, id}, std::move(kept)).second) return;
    ListedFailure failure = listed(*row, id, record.result.tolerance);
    failure.word = shrunk.at("verdict").text();
    if (const JsonNode error = shrunk.at("error_before"); !error.is_null()) {
      failure.error = error.number();
    }
    cells[{metric, row->family}].push_back(std::move(failure));
  };
  const auto refusal = visit_json(record.text.json, [&](const JsonNode& root) {
    if (!root.has("failures")) return;
    for (const JsonNode& metric : root.at("failures").items()) {
      for (const JsonNode& kind : metric.at("kinds").items()) {
        take(metric.at("metric").text(), kind);
      }
    }
  });
  if (!refusal) return std::nullopt;
  return Error{record.text.name + ": " + *refusal};
}

/// Not of a pipe, which would be robbed of its first bytes.
bool begins_as_json(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return false;
  char first = 0;
  std::ifstream file(path);
  return file >> first && (first == '{' || first == '[');
}

}  // namespace

Result<VerifyRecord> read_store_record(const std::string& path) {
  if (begins_as_json(path)) return Error{"--db: " + path + " is JSON: name it with --verify"};
  auto opened = Store::open(path);
  if (!opened) return opened.error();
  Store& store = *opened.value();
  VerifyRecord record;
  record.result = store.result();
  record.text = {path, campaign_json(record.result)};
  if (!store.complete()) {
    record.partial = path + " holds " + std::to_string(store.chunks_done()) + " of " +
                     std::to_string(store.chunks_in_shard()) +
                     " parts of its campaign: touchstone verify --db " + path + " goes on";
  }
  const CampaignDescription& description = store.description();
  for (const SourceEntry& source : description.sources) {
    record.fingerprints[source.name] = source.fingerprint;
  }
  std::map<CellName, std::vector<ListedFailure>> cells;
  store.each_failure([&](const StoredFailure& stored) {
    const SourceEntry& source = description.sources[stored.source];
    const std::string& metric = description.metrics[source.metrics[stored.metric]].name;
    const CampaignRow* row = row_of(record.result, metric, source.name);
    if (row == nullptr) return;
    ListedFailure failure = listed(*row, stored.id, record.result.tolerance);
    failure.word = stored.word;
    if (!std::isnan(stored.error)) failure.error = stored.error;
    failure.answer = stored.answer;
    cells[{metric, source.name}].push_back(std::move(failure));
  });
  record.failures = in_order(record.result, std::move(cells));
  record.failures.with_answers = true;
  sort_by_gravity(record.failures);
  return record;
}

Result<VerifyRecord> read_verify_record(const std::string& path) {
  if (begins_as_store(path)) return Error{"--verify: " + path + " is a store: name it with --db"};
  auto text = read_text_of(path, {"touchstone.verify/4", "touchstone.verify/3",
                                  "touchstone.verify/2", "touchstone.verify/1"});
  if (!text) return text.error();
  auto parsed = parse_record(text.value().json, text.value().name);
  if (!parsed) return parsed.error();
  VerifyRecord record;
  record.text = std::move(text).value();
  record.result = std::move(parsed.value().result);
  if (auto error = read_rest(record)) return std::move(*error);
  std::map<CellName, std::vector<ListedFailure>> cells;
  if (auto error = read_shrunk(record, cells)) return std::move(*error);
  for (const CampaignRow& row : record.result.rows) {
    for (const std::string& id : row.worst) {
      if (record.shrunk.contains({row.metric, id})) continue;
      cells[{row.metric, row.family}].push_back(listed(row, id, record.result.tolerance));
    }
  }
  record.failures = in_order(record.result, std::move(cells));
  return record;
}

std::string schema_of(const RecordText& record) {
  std::string schema;
  visit_json(record.json, [&](const JsonNode& root) { schema = root.at("schema").text(); });
  return schema;
}

Result<RecordText> read_time_text(const std::string& path) {
  auto record = read_text_of(path, {kTimeSchema});
  if (!record) return record;
  const auto parsed = parse_time_record(record.value().json, record.value().name);
  if (!parsed) return parsed.error();
  return record;
}

Result<RecordText> read_energy_text(const std::string& path) {
  return checked(
      read_text_of(path, {"touchstone.energy/3", "touchstone.energy/2", "touchstone.energy/1"}),
      check_energy_record);
}

Result<RecordText> read_converge_text(const std::string& path) {
  auto text = read_text_of(path, {"touchstone.converge/1", "touchstone.contraction/1"});
  if (text.ok() && schema_of(text.value()) == "touchstone.contraction/1") {
    return Error{"--converge: " + text.value().name +
                 " is of converge --contraction, which measures no overlaps that could be drawn"};
  }
  return checked(std::move(text), check_converge_record);
}

Result<RecordText> read_reproduced_text(const std::string& path) {
  return read_text_of(path, {"touchstone.table1/1", "touchstone.table2/1"});
}

Result<EarlierRecords> sort_earlier(const std::vector<std::string>& paths) {
  EarlierRecords earlier;
  for (const std::string& path : paths) {
    bool times = false;
    if (!begins_as_store(path)) {
      const auto text = read_text_of(
          path, {kTimeSchema, "touchstone.verify/4", "touchstone.verify/3", "touchstone.verify/2",
                 "touchstone.verify/1", "touchstone.accuracy/2", "touchstone.accuracy/1"});
      if (!text) return text.error();
      times = schema_of(text.value()) == kTimeSchema;
    }
    std::string& place = times ? earlier.times : earlier.verdicts;
    if (!place.empty()) {
      return Error{"--against: " + place + " and " + path + " are both records of " +
                   (times ? "times" : "verdicts") + ": one of them"};
    }
    place = path;
    if (times) {
      const auto record = read_time_record(path);
      if (!record) return record.error();
    } else if (const auto record = read_record(path); !record) {
      return record.error();
    }
  }
  return earlier;
}

Result<Comparison> compare_verdicts(const std::string& before, const std::string& after) {
  const auto old = read_record(before);
  if (!old) return old.error();
  const auto now = read_record(after);
  if (!now) return now.error();
  return compare_records(old.value(), now.value());
}

Result<TimeComparison> compare_times(const std::string& path, const RecordText& time) {
  const auto before = read_time_record(path);
  if (!before) return before.error();
  const auto after = parse_time_record(time.json, time.name);
  if (!after) return after.error();
  return compare_time_records(before.value(), after.value());
}

}  // namespace touchstone
