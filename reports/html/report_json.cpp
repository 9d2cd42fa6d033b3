// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report_json.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "reports/html/pair_json.hpp"
#include "reports/html/thinned_curve.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

std::string context_json(const ReportContext& context) {
  return JsonObject()
      .add("versions", context.versions)
      .add("machine", json_string(context.machine))
      .add("cores", std::to_string(context.cores))
      .add("when", json_string(context.when))
      .add("command", json_string(context.command))
      .add("partial", context.partial ? "true" : "false")
      .row();
}

/// Text that repeats, as a list of what there is and a position in it for each entry.
class NamedColumn {
 public:
  void add(const std::string& name) {
    const auto [place, added] = places_.emplace(name, names_.size());
    if (added) names_.push_back(name);
    positions_.push_back(std::to_string(place->second));
  }
  std::string names() const { return json_row(json_items(names_, json_string)); }
  std::string positions() const { return json_row(positions_); }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> names_;
  std::vector<std::string> positions_;
};

constexpr const char* kIdPlace = "{id}";

/// The command with the id taken out, which the commands of a metric and family share.
std::string with_id_taken_out(const ListedFailure& failure) {
  std::string command = failure.replay;
  const std::size_t at = command.find(failure.id);
  if (at != std::string::npos) command.replace(at, failure.id.size(), kIdPlace);
  return command;
}

/// Six digits: the list of all failures is long, and plots need no more.
std::string short_number(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", x);
  return text.data();
}

std::string error_json(const std::optional<double>& error) {
  if (!error) return "null";
  return std::isinf(*error) ? json_string("Infinity") : short_number(*error);
}

std::string failures_json(const FailureList& list) {
  NamedColumn metrics;
  NamedColumn families;
  NamedColumn words;
  NamedColumn replays;
  std::vector<std::string> ids;
  std::vector<std::string> errors;
  for (const ListedFailure& failure : list.failures) {
    metrics.add(failure.metric);
    families.add(failure.family);
    words.add(failure.word.empty() ? "wrong" : failure.word);
    replays.add(with_id_taken_out(failure));
    ids.push_back(json_string(failure.id));
    errors.push_back(error_json(failure.error));
  }
  return JsonObject()
      .add("total", json_count(list.total))
      .add("listed", json_count(list.failures.size()))
      .add("with_answers", list.with_answers ? "true" : "false")
      .add("metrics", metrics.names())
      .add("families", families.names())
      .add("words", words.names())
      .add("replays", replays.names())
      .add("metric", metrics.positions())
      .add("family", families.positions())
      .add("word", words.positions())
      .add("replay_of", replays.positions())
      .add("id", json_row(ids))
      .add("error", json_row(errors))
      .row();
}

std::string shown_json(const FailureList& list, const ShownFailure& shown) {
  const ListedFailure& failure = list.failures.at(shown.failure);
  return JsonObject()
      .add("failure", std::to_string(shown.failure))
      .add("pair", std::to_string(shown.pair))
      .add("claim", claim_json({failure.metric, failure.word, failure.answer, failure.error,
                                failure.quantity}))
      .add("shrunk", shown.shrunk)
      .row();
}

/// Writes the numbers of `json` that are not whole with six digits.
void shorten_numbers(nlohmann::json& json) {
  // Not stod, which throws where a number is denormal.
  if (json.is_number_float()) {
    json = std::strtod(short_number(json.get<double>()).c_str(), nullptr);
  }
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

std::string report_json(const ReportInputs& inputs, const std::vector<ShownFailure>& shown,
                        const std::vector<std::string>& pairs) {
  JsonObject object;
  object.add("schema", json_string("touchstone.report/1"))
      .add("made", context_json(inputs.context))
      .add("verify", inputs.verify ? verify_data(inputs.verify->text) : "null")
      .add("time", inputs.time ? time_data(inputs.time->text) : "null")
      .add("energy", inputs.energy ? energy_data(*inputs.energy) : "null")
      .add("reproduce",
           json_row(json_items(inputs.reproduced,
                               [](const RecordText& r) { return parse_json(r.json).dump(); })))
      .add("against",
           inputs.time_against
               ? JsonObject().add("time", time_comparison_record().document(*inputs.time_against)).row()
               : "null");
  if (inputs.verify) {
    const FailureList& list = inputs.verify->failures;
    object.add("failures", failures_json(list))
        .add("shown", json_row(json_items(
                          shown, [&](const ShownFailure& one) { return shown_json(list, one); })));
  }
  return object.add("pairs", json_row(pairs)).document();
}

std::string pair_page_json(const ReportContext& context, const std::string& pair) {
  return JsonObject()
      .add("schema", json_string("touchstone.report/1"))
      .add("made", context_json(context))
      .add("pairs", json_row({pair}))
      .document();
}

}  // namespace touchstone
