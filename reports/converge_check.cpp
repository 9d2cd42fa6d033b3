// SPDX-License-Identifier: GPL-3.0-or-later
// What a record of overlaps says twice, held to itself.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "reports/converge_record.hpp"
#include "schema/derived_number.hpp"

namespace touchstone {
namespace {

/// Longest step of a pattern over its h: that of alternating steps [1].
constexpr double kMaxStepOfPattern = 4.0 / 3;

/// C follows from its step, whose length is known where all steps have one.
void check_constant(const JsonNode& run) {
  const JsonNode constant = run.at("constant");
  const double depth = constant.at("depth_m").number();
  if (depth > run.at("max_m").number()) constant.at("depth_m").refuse("must not be above max_m");
  const double way = constant.at("speed").number() * run.at("dt").number();
  if (run.at("pattern").text() != "constant" || constant.at("C").is_null()) return;
  if (way * way < std::numeric_limits<double>::min()) return;
  check_derived(constant.at("C"), depth / (way * way), "depth_m, speed and dt");
}

void check_overlaps_of(const JsonNode& run) {
  constexpr double kRounding = 1e-9;  // relative [1]
  const double end = kMaxStepOfPattern * run.at("steps").number() * run.at("dt").number();
  for (const JsonNode& time : {run.at("max_time_s"), run.at("constant").at("time_s")}) {
    if (time.number() > end * (1 + kRounding)) time.refuse("must not be above steps times dt");
  }
  if (run.at("moving_steps").number() == 0 && run.at("moving_average_m").number() > 0) {
    run.at("moving_average_m").refuse("must be 0 where moving_steps is 0");
  }
  check_constant(run);
}

/// The reasons of a text, "; " before each, but for steps that gained energy, of which no record
/// has the numbers.
std::string without_gains(const std::string& why) {
  constexpr std::string_view kGains = "steps that gained energy from nothing: ";
  std::string kept;
  for (std::size_t begin = 0; begin <= why.size();) {
    const std::size_t end = std::min(why.find("; ", begin), why.size());
    const std::string reason = why.substr(begin, end - begin);
    if (!reason.starts_with(kGains) || reason.size() == kGains.size()) kept += "; " + reason;
    begin = end + 2;
  }
  return kept;
}

/// The energies that a rise is compared with are in no record: any may be wrong, or none.
void check_wrong(const JsonNode& node, ConvergeRun run) {
  const JsonNode wrong = node.at("wrong");
  const std::string said = wrong.is_null() ? "" : without_gains(wrong.text());
  if (node.at("highest_J").is_null()) run.highest_J = HUGE_VAL;
  run.scale_J = 0;
  const std::string with_rise = why_wrong(run);
  run.scale_J = HUGE_VAL;
  const std::string without = why_wrong(run);
  for (const std::string& why : {with_rise, without}) {
    if (said == (why.empty() ? "" : "; " + why)) return;
  }
  wrong.refuse("is not what fault, unsolved, unanswered and highest_J say: " +
               (without.empty() ? "null" : without));
}

void check_model_of(const JsonNode& run) {
  if (run.has("model") != run.has("model_steps")) {
    run.refuse("must have both model and model_steps, or none of them");
  }
}

/// Whether a number of a run was not finite, and is null: what is made of it is so, too.
bool has_lost_numbers(const JsonNode& run) {
  if (run.at("constant").at("C").is_null()) return true;
  for (const std::string& key : run.keys()) {
    if ((key.ends_with("_J") || key.ends_with("_ratio")) && run.at(key.c_str()).is_null()) {
      return true;
    }
  }
  return false;
}

/// Holds each number to the one that runs make, but for rounding of what is at least `scale`.
void check_numbers(const JsonNode& said, const JsonNode& made, double scale, bool may_be_null) {
  for (const std::string& key : made.keys()) {
    const JsonNode number = said.at(key.c_str());
    const JsonNode wanted = made.at(key.c_str());
    if (number.is_null() && (may_be_null || wanted.is_null())) continue;
    if (number.is_null()) number.refuse("must be there, as runs say");
    if (wanted.is_null()) number.refuse("must be null, as runs say");
    check_derived(number, wanted.number(), std::max(scale, std::abs(wanted.number())), "runs");
  }
}

void check_group(const JsonNode& said, const JsonNode& made, bool may_be_null) {
  for (const char* key : {"scene", "pattern"}) {
    if (said.at(key).text() != made.at(key).text()) said.at(key).refuse("is not that of the runs");
  }
  check_derived(said.at("gamma"), made.at("gamma").number(), "runs");
  for (const char* key : {"slope", "no_slope"}) {
    if (said.at(key).is_null() == made.at(key).is_null()) continue;
    said.at(key).refuse(made.at(key).is_null() ? "must be null, as runs say"
                                               : "must be there, as runs say");
  }
  if (!said.at("slope").is_null())
    check_numbers(said.at("slope"), made.at("slope"), 1, may_be_null);
  const std::vector<JsonNode> points = said.at("points").items();
  const std::vector<JsonNode> made_points = made.at("points").items();
  if (points.size() != made_points.size()) {
    said.at("points").refuse("must have an entry for each dt of the runs");
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    check_numbers(points[k], made_points[k], 0, may_be_null);
  }
}

void check_groups(const JsonNode& said, const JsonNode& made, bool may_be_null) {
  const std::vector<JsonNode> groups = said.items();
  const std::vector<JsonNode> made_groups = made.items();
  if (groups.size() != made_groups.size()) {
    said.refuse("must have an entry for each scene, gamma and pattern of the runs");
  }
  for (std::size_t k = 0; k < groups.size(); ++k)
    check_group(groups[k], made_groups[k], may_be_null);
}

}  // namespace

void check_converge_record(const JsonNode& root) {
  std::vector<ConvergeRun> runs = converge_record().read(root).runs;
  const std::vector<JsonNode> nodes = root.at("runs").items();
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    check_overlaps_of(nodes[k]);
    check_wrong(nodes[k], runs[k]);
    check_model_of(nodes[k]);
    runs[k].pattern = *find_pattern(nodes[k].at("pattern").text());
  }
  const bool may_be_null = std::any_of(nodes.begin(), nodes.end(), has_lost_numbers);
  const ConvergeRecord made = {.groups = converge_groups(runs)};
  const auto refusal = visit_json(converge_record().document(made), [&](const JsonNode& again) {
    check_groups(root.at("groups"), again.at("groups"), may_be_null);
  });
  if (refusal) throw JsonRefusal(*refusal);
}

}  // namespace touchstone
