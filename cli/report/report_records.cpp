// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/report/report_records.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "harness/cases/files/case_file.hpp"
#include "harness/check/check_record.hpp"
#include "harness/compare/time_record.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/store/store.hpp"
#include "metrics/registry.hpp"
#include "reports/ask_command.hpp"
#include "reports/converge_record.hpp"
#include "reports/energy_record.hpp"
#include "reports/reproduce_text.hpp"
#include "reports/solve_record.hpp"
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
  const bool is_known = failure.quantity || find_metric(row.metric, ratio_variants()) != nullptr;
  if (is_known || !row.plugin.empty()) {
    failure.replay = ask_command(row, id, tolerance);
  } else {
    // A store does not say where its plug-ins are.
    CampaignRow elsewhere = row;
    elsewhere.plugin = row.metric + "=./PLUGIN";
    failure.replay = ask_command(elsewhere, id, tolerance);
  }
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

/// A JSON file of one of these schemas, which are those of records of `what`.
Result<RecordText> read_text_of(const std::string& path, const std::vector<std::string>& schemas,
                                const std::string& what) {
  auto text = read_json_text(path, kMaxInputFile);
  if (!text) return text.error();
  RecordText record{input_name(path), std::move(text).value()};
  const auto refusal = visit_json(record.json, [&](const JsonNode& root) {
    const std::string schema = root.at("schema").text();
    std::string versions;  // readable versions of the schema
    for (const std::string& known : schemas) {
      if (schema == known) return;
      const bool is_version =
          known.substr(0, known.find('/')) == schema.substr(0, schema.find('/'));
      if (is_version) versions += (versions.empty() ? "" : " or ") + known;
    }
    if (!versions.empty()) root.at("schema").refuse("must be " + versions);
    root.at("schema").refuse("must be that of a record of " + what);
  });
  if (refusal) return Error{record.name + ": " + *refusal};
  return record;
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

/// A store of verify or merge, finished or not, with its failures.
Result<VerifyRecord> read_store_record(const std::string& path) {
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

/// Reads the JSON of verify, which lists at most ten wrong cases of each metric and family.
Result<VerifyRecord> verify_record_of(RecordText text) {
  auto parsed = parse_record(text.json, text.name);
  if (!parsed) return parsed.error();
  VerifyRecord record;
  record.text = std::move(text);
  record.result = std::move(parsed.value().result);
  record.partial = partial_sentence(record.text.name, record.result);
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

/// What the record says under `key`; empty if nothing.
std::string text_of(const RecordText& record, const char* key) {
  std::string text;
  visit_json(record.json, [&](const JsonNode& root) {
    if (root.has(key)) text = root.at(key).text();
  });
  return text;
}

std::optional<Error> take_verdicts(RecordText text, ReportInputs& inputs) {
  if (auto error = assign(inputs.verify, verify_record_of(std::move(text)))) return error;
  return std::nullopt;
}

std::optional<Error> take_times(RecordText text, ReportInputs& inputs) {
  auto parsed = parse_time_record(text.json, text.name);
  if (!parsed) return parsed.error();
  inputs.time = {std::move(text), std::move(parsed).value()};
  return std::nullopt;
}

/// Why `check` refuses the record, or nothing.
std::optional<Error> refused_by(const RecordText& text,
                                const std::function<void(const JsonNode&)>& check) {
  const auto refusal = visit_json(text.json, check);
  return refusal ? std::optional(Error{text.name + ": " + *refusal}) : std::nullopt;
}

/// Why the record is not as described, or nothing.
template <class T>
std::optional<Error> refused(const RecordText& text, const RecordDescription<T>& record) {
  return refused_by(text, [&](const JsonNode& root) { record.check(root); });
}

/// A record that is shown as it is, held to itself.
template <void (*kCheck)(const JsonNode&), std::optional<RecordText> ReportInputs::*kPlace>
std::optional<Error> take_checked(RecordText text, ReportInputs& inputs) {
  auto error = refused_by(text, kCheck);
  inputs.*kPlace = std::move(text);
  return error;
}

std::optional<Error> refuse_contraction(RecordText text, ReportInputs& /*inputs*/) {
  return Error{text.name + ": a record of contraction measures no overlaps that could be drawn"};
}

/// The wrong manifolds of `contacts --shrink`.
std::optional<Error> take_contacts(RecordText text, ReportInputs& inputs) {
  if (auto error = refused(text, check_record())) return error;
  std::vector<RecordedContacts> contacts;
  const auto refusal = visit_json(text.json, [&](const JsonNode& root) {
    if (root.at("check").text() != "contacts") {
      root.at("check").refuse("must be \"contacts\" or \"gradient_differences\"");
    }
    if (!root.has("shrunk")) return;
    for (const JsonNode& node : root.at("shrunk").items()) {
      RecordedContacts& one = contacts.emplace_back();
      one.shrunk = shrunk_case_fields().read(node);
      if (!one.shrunk.manifold) continue;
      const auto cases = parse_case_text(one.shrunk.case_file.json, one.shrunk.id);
      if (!cases || cases.value().size() != 1) node.at("case").refuse("must be a case file");
      if (const auto* pair = std::get_if<Pair>(&cases.value().front().bodies)) one.pair = *pair;
    }
  });
  if (refusal) return Error{text.name + ": " + *refusal};
  inputs.contacts = std::move(contacts);
  return std::nullopt;
}

void check_differences(const JsonNode& root) { check_record().check(root); }

template <class Table, const RecordDescription<Table>& (*kRecord)()>
std::optional<Error> take_table(RecordText text, ReportInputs& inputs) {
  auto error = refused(text, kRecord());
  inputs.reproduced.push_back(std::move(text));
  return error;
}

/// What a report shows, by the schema that the record states.
struct RecordKind {
  std::string_view schema;
  const char* what;  ///< one record of it at a time
  std::optional<Error> (*take)(RecordText text, ReportInputs& inputs);
  std::string_view check = {};  ///< which one, where several checks share the schema
};

/// Verdicts first.
const std::vector<RecordKind>& record_kinds() {
  static const std::vector<RecordKind> kKinds = {
      {verify_record().schema, "verdicts", take_verdicts},
      {time_record().schema, "times", take_times},
      {energy_record().schema, "energies",
       take_checked<check_energy_record, &ReportInputs::energy>},
      {converge_record().schema, "overlaps",
       take_checked<check_converge_record, &ReportInputs::converge>},
      {contraction_record().schema, "overlaps", refuse_contraction},
      {check_record().schema, "differences",
       take_checked<check_differences, &ReportInputs::differences>, "gradient_differences"},
      {check_record().schema, "contacts", take_contacts},
      {solve_record().schema, "solvers", take_checked<check_solve_record, &ReportInputs::solve>},
      {table1_record().schema, "Table I", take_table<Table1Result, table1_record>},
      {table2_record().schema, "Table II", take_table<Table2Record, table2_record>},
  };
  return kKinds;
}

/// The kind of the record at `path`, and its text; of a store the text is empty.
Result<std::pair<const RecordKind*, RecordText>> read_kind(const std::string& path) {
  if (begins_as_store(path)) return std::pair(record_kinds().data(), RecordText{path, ""});
  std::vector<std::string> schemas;
  std::vector<std::string> kinds;
  for (const RecordKind& kind : record_kinds()) {
    if (schemas.empty() || schemas.back() != kind.schema) schemas.emplace_back(kind.schema);
    if (kinds.empty() || kinds.back() != kind.what) kinds.emplace_back(kind.what);
  }
  std::string what;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    what += (k == 0 ? "" : k + 1 == kinds.size() ? " or " : ", ") + kinds[k];
  }
  auto text = read_text_of(path, schemas, what);
  if (!text) return text.error();
  const std::string schema = text_of(text.value(), "schema");
  const std::string check = text_of(text.value(), "check");
  const auto kind =
      std::find_if(record_kinds().begin(), record_kinds().end(), [&](const RecordKind& one) {
        return one.schema == schema && (one.check.empty() || one.check == check);
      });
  return std::pair(&*kind, std::move(text).value());
}

}  // namespace

std::optional<Error> read_report_records(const std::vector<std::string>& paths,
                                         ReportInputs& inputs, std::string& verdicts) {
  std::map<std::string, std::string> taken;  // path by kind
  for (const std::string& path : paths) {
    auto read = read_kind(path);
    if (!read) return read.error();
    auto& [kind, text] = read.value();
    const std::string what = kind->what;
    if (const auto [other, is_new] = taken.try_emplace(what, path); !is_new) {
      return Error{"report: " + other->second + " and " + path + " are both records of " + what +
                   ": one of them"};
    }
    if (what == "verdicts") verdicts = path;
    if (text.json.empty()) {
      if (auto error = assign(inputs.verify, read_store_record(path))) return error;
    } else if (auto error = kind->take(std::move(text), inputs)) {
      return error;
    }
  }
  return std::nullopt;
}

Result<EarlierRecords> sort_earlier(const std::vector<std::string>& paths) {
  EarlierRecords earlier;
  for (const std::string& path : paths) {
    bool times = false;
    if (!begins_as_store(path)) {
      const std::string time(time_record().schema);
      const auto text = read_text_of(
          path, {time, std::string(verify_record().schema), std::string(accuracy_record().schema)},
          "verdicts or times");
      if (!text) return text.error();
      times = text_of(text.value(), "schema") == time;
    }
    std::string& place = times ? earlier.times : earlier.verdicts;
    if (!place.empty()) {
      return Error{"--baseline: " + place + " and " + path + " are both records of " +
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

Result<TimeComparison> compare_times(const std::string& path, const TimeRecord& after) {
  const auto before = read_time_record(path);
  if (!before) return before.error();
  return compare_time_records(before.value(), after);
}

}  // namespace touchstone
