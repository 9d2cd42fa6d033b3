// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report_json.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "reports/ask_command.hpp"
#include "reports/html/report_record.hpp"
#include "reports/html/thinned_curve.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

/// Text that repeats, as a list of what there is and a position in it for each entry.
class NamedColumn {
 public:
  NamedColumn(std::vector<std::string>& names, std::vector<std::size_t>& positions)
      : names_(names), positions_(positions) {}

  void add(const std::string& name) {
    const auto [place, added] = places_.emplace(name, names_.size());
    if (added) names_.push_back(name);
    positions_.push_back(place->second);
  }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::string>& names_;
  std::vector<std::size_t>& positions_;
};

constexpr const char* kIdPlace = "{id}";

/// The command with the id taken out, which the commands of a metric and family share. The id is
/// where ask_command() has it: it may stand in the path of a file, too.
std::string with_id_taken_out(const ListedFailure& failure) {
  std::string command = failure.replay;
  for (const std::string before : {" --case ", " ask "}) {
    const std::size_t argument = command.find(before + shell_word(failure.id));
    if (argument == std::string::npos) continue;
    const std::size_t at = command.find(failure.id, argument + before.size());
    if (at != std::string::npos) command.replace(at, failure.id.size(), kIdPlace);
    break;
  }
  return command;
}

FailureColumns failure_columns(const FailureList& list) {
  FailureColumns columns;
  columns.total = list.total;
  columns.listed = list.failures.size();
  columns.with_answers = list.with_answers;
  NamedColumn metrics(columns.metrics, columns.metric);
  NamedColumn families(columns.families, columns.family);
  NamedColumn words(columns.words, columns.word);
  NamedColumn replays(columns.replays, columns.replay_of);
  for (const ListedFailure& failure : list.failures) {
    metrics.add(failure.metric);
    families.add(failure.family);
    words.add(failure.word.empty() ? "wrong" : failure.word);
    replays.add(with_id_taken_out(failure));
    columns.id.push_back(failure.id);
    columns.error.push_back(failure.error ? std::optional(AnyReal{shortened(*failure.error)})
                                          : std::nullopt);
  }
  return columns;
}

/// Nothing where its answer is not known.
std::optional<PairClaim> claim_of(const ListedFailure& failure) {
  PairClaim claim{failure.metric, failure.word, {}, failure.error, failure.quantity};
  const auto refusal = visit_json(failure.answer, [&](const JsonNode& root) {
    claim.answer = stored_answer_fields().read(root);
  });
  return refusal ? std::nullopt : std::optional(claim);
}

std::vector<ShownRecord> shown_of(const FailureList& list, const std::vector<ShownFailure>& shown) {
  std::vector<ShownRecord> records;
  for (const ShownFailure& one : shown) {
    records.push_back({one.failure, one.pair, claim_of(list.failures.at(one.failure)), one.shrunk});
  }
  return records;
}

/// Writes the numbers of `json` that are not whole with six digits.
void shorten_numbers(nlohmann::json& json) {
  if (json.is_number_float()) json = shortened(json.get<double>());
  if (!json.is_structured()) return;
  for (auto& entry : json) shorten_numbers(entry);
}

/// Without the samples of its repetitions, which the page does not show.
std::string time_data(const RecordText& record) {
  nlohmann::json json = parse_json(record.json);
  for (auto& result : json["results"]) result.erase("samples_ns");
  shorten_numbers(json);
  return json.dump();
}

/// A column of a curve as numbers; none where it is not one.
std::vector<double> numbers_of(const nlohmann::json& column) {
  std::vector<double> numbers;
  if (!column.is_array()) return numbers;
  for (const nlohmann::json& x : column) numbers.push_back(x.is_number() ? x.get<double>() : 0);
  return numbers;
}

/// With fewer points, the same of all columns.
void thin(nlohmann::json& curve) {
  constexpr std::size_t kMaxPoints = 120;
  std::vector<std::vector<double>> shaping;
  std::size_t size = 0;
  for (const char* key : {"total_J", "kinetic_J"}) {
    if (curve.contains(key)) shaping.push_back(numbers_of(curve[key]));
    if (!shaping.empty() && shaping.back().empty()) shaping.pop_back();
    if (!shaping.empty()) size = shaping.front().size();
  }
  for (const auto& column : curve) {
    if (column.is_array() && column.size() != size) return;
  }
  if (shaping.empty() || shaping.back().size() != size) return;
  const std::vector<std::size_t> places = thinned_places(shaping, kMaxPoints);
  for (auto& column : curve) {
    if (!column.is_array()) continue;
    nlohmann::json kept = nlohmann::json::array();
    for (const std::size_t place : places) kept.push_back(column[place]);
    column = std::move(kept);
  }
}

std::string energy_data(const RecordText& record) {
  nlohmann::json json = parse_json(record.json);
  for (auto& result : json["results"]) {
    if (!result.contains("curve") || !result["curve"].is_object()) continue;
    thin(result["curve"]);
    shorten_numbers(result["curve"]);
  }
  return json.dump();
}

/// What plots and filters need; the tables have the rest.
std::string verify_data(const RecordText& record) {
  nlohmann::json json = parse_json(record.json);
  for (auto& row : json["results"]) {
    nlohmann::json kept;
    for (const char* key : {"metric", "family", "group", "cases", "right", "not_applicable",
                            "wrong", "error_histogram", "ulp_histogram", "degeneracy"}) {
      if (row.contains(key)) kept[key] = row[key];
    }
    row = std::move(kept);
  }
  json.erase("failures");
  shorten_numbers(json);
  return json.dump();
}

}  // namespace

double shortened(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", x);
  // Not stod, which throws where a number is denormal.
  return std::strtod(text.data(), nullptr);
}

std::string report_json(const ReportInputs& inputs, const std::vector<ShownFailure>& shown,
                        const std::vector<RawJson>& pairs) {
  const RawJson none = {"null"};
  ReportRecord record{.made = inputs.context, .pairs = pairs};
  record.verify = inputs.verify ? RawJson{verify_data(inputs.verify->text)} : none;
  record.time = inputs.time ? RawJson{time_data(inputs.time->text)} : none;
  record.energy = inputs.energy ? RawJson{energy_data(*inputs.energy)} : none;
  record.against = none;
  if (inputs.time_against) {
    const std::string time = time_comparison_record().document(*inputs.time_against);
    record.against.json = JsonObject().add("time", time).row();
  }
  record.reproduce.emplace();
  for (const RecordText& text : inputs.reproduced) {
    record.reproduce->push_back({parse_json(text.json).dump()});
  }
  if (inputs.verify) {
    record.failures = failure_columns(inputs.verify->failures);
    record.shown = shown_of(inputs.verify->failures, shown);
  }
  return report_record().document(record);
}

std::string pair_page_json(const ReportContext& context, const PairPage& pair) {
  return report_record().document({.made = context, .pairs = {{pair_fields().row(pair)}}});
}

}  // namespace touchstone
