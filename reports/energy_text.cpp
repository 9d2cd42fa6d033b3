// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/energy_text.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "benchmarks/energy/observable_meaning.hpp"
#include "reports/number_text.hpp"
#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// "50x8", "-x8" of an ideal sphere, "40 sides" of a prism that was chosen by them.
std::string sizes(const std::array<int, 2>& vertices, int sides) {
  const auto one = [](int count) { return count == 0 ? std::string("-") : std::to_string(count); };
  if (sides > 0) return std::to_string(sides) + " sides";
  return one(vertices[0]) + "x" + one(vertices[1]);
}

std::string optional_number(const std::optional<double>& value) {
  return value ? json_number(*value) : "null";
}

std::string numbers(const std::vector<double>& column) {
  return json_row(json_items(column, json_number));
}

std::string curve_json(const EnergyCurve& curve) {
  std::vector<double> potential_J;
  for (std::size_t i = 0; i < curve.total_J.size(); ++i) {
    potential_J.push_back(curve.total_J[i] - curve.kinetic_J[i]);
  }
  return JsonObject()
      .add("time_s", numbers(curve.time_s))
      .add("total_J", numbers(curve.total_J))
      .add("kinetic_J", numbers(curve.kinetic_J))
      .add("potential_J", numbers(potential_J))
      .add("true_J", curve.true_J.empty() ? "null" : numbers(curve.true_J))
      .row();
}

std::string profile_json(const StepProfile& profile) {
  return JsonObject()
      .add("contacts_s", json_number(profile.contacts_s))
      .add("problem_s", json_number(profile.problem_s))
      .add("solve_s", json_number(profile.solve_s))
      .add("other_s", json_number(profile.other_s))
      .row();
}

/// `first`: of its run, the one with what is of the run as a whole and long.
std::string finding_json(const EnergyResult& result, const EnergyFinding& finding, bool first) {
  JsonObject object;
  object.add("scene", json_string(result.scene))
      .add("metric", json_string_or_null(result.metric))
      .add("contacts", json_string(result.contacts))
      .add("stepper", json_string(result.stepper))
      .add("friction", json_string(result.friction))
      .add("dt", json_number(result.dt))
      .add("scale", json_number(result.scale))
      .add("vertices", json_row(json_items(result.vertices, json_count)))
      .add("sides", result.sides > 0 ? std::to_string(result.sides) : "null")
      .add("t_end", json_number(result.t_end))
      .add("ke0", json_number(result.kinetic_0))
      .add("ke_end", json_number(result.kinetic_end))
      .add("energy_drift", json_number(result.energy_drift))
      .add("max_gain", json_number(result.max_gain))
      .add("max_penetration", json_number(result.max_penetration))
      .add("max_contacts", std::to_string(result.max_contacts))
      .add("steps", std::to_string(result.steps))
      .add("unsolved_steps", std::to_string(result.unsolved_steps))
      .add("friction_bounded", std::to_string(result.friction_bounded))
      .add("stabilisation_dropped", std::to_string(result.stabilisation_dropped))
      .add("asked", std::to_string(result.asked))
      .add("unanswered", std::to_string(result.unanswered))
      .add("fault", json_string_or_null(result.fault))
      .add("ms_per_step", JsonObject()
                              .add("contact", json_number(result.contact_ms))
                              .add("solve", json_number(result.solve_ms))
                              .add("rest", json_number(result.rest_ms))
                              .add("total", json_number(result.total_ms))
                              .row())
      .add("observable", json_string(finding.observable))
      .add("measured", json_number(finding.measured))
      .add("truth", optional_number(finding.truth))
      .add("tolerance", finding.truth ? json_number(finding.tolerance) : "null")
      .add("verdict", json_string(energy_verdict_name(finding.verdict)))
      .add("curve", first ? curve_json(result.curve) : "null")
      .add("profile", first ? profile_json(result.profile) : "null");
  return object.text();
}

std::string order_json(const EnergyOrder& order) {
  return JsonObject()
      .add("scene", json_string(order.scene))
      .add("observable", json_string(order.observable))
      .add("against", json_string(order.against))
      .add("vertices", json_row(json_items(order.vertices, json_count)))
      .add("points", std::to_string(order.points))
      .add("order", json_number(order.order))
      .add("truth", optional_number(order.truth))
      .add("tolerance", order.truth ? json_number(order.tolerance) : "null")
      .add("verdict", json_string(energy_verdict_name(order.verdict)))
      .text();
}

std::string verdict_text(EnergyVerdict verdict) {
  return verdict == EnergyVerdict::no_truth ? "." : std::string(energy_verdict_name(verdict));
}

/// "rimless-wheel 40 sides, no-slip, dt 0.01"
std::string run_name(const EnergyResult& result) {
  return result.scene + " " + sizes_text(result) + ", " + result.friction + ", dt " +
         exact_text(result.dt);
}

/// Of the columns of row_of().
constexpr std::size_t kVerdict = 8, kDrift = 9, kGain = 10, kPenetration = 11, kUnsolved = 12,
                      kStep = 13, kContact = 14, kSolve = 15;

/// A row for each observable; what is of the whole run stands in the first.
std::vector<std::string> row_of(const EnergyResult& result, const EnergyFinding& finding,
                                bool first) {
  const auto once = [first](const std::string& text) { return first ? text : std::string(); };
  std::string scene = result.scene;
  if (result.scale != 1) scene += ", scale " + exact_text(result.scale);
  if (result.yaw != 0) scene += ", yaw " + exact_text(result.yaw);
  const bool happened = finding.measured == finding.measured;
  return {once(scene),
          once(sizes_text(result)),
          once(result.friction),
          finding.observable,
          once(exact_text(result.dt)),
          happened ? short_text(finding.measured) : "never",
          finding.truth ? short_text(*finding.truth) : ".",
          finding.truth ? short_text(finding.tolerance) : ".",
          verdict_text(finding.verdict),
          once(short_text(result.energy_drift)),
          once(short_text(result.max_gain)),
          once(short_text(result.max_penetration)),
          once(count_text(result.not_as_posed)),
          once(short_text(result.total_ms)),
          once(short_text(result.contact_ms)),
          once(short_text(result.solve_ms))};
}

/// What is not as it should be with a run as a whole, a line for each.
std::string run_remarks(const EnergyResult& result) {
  std::string text;
  const auto add = [&](const std::string& what) { text += run_name(result) + ": " + what + "\n"; };
  if (result.unanswered > 0) {
    add(result.contacts + " had no answer to " + std::to_string(result.unanswered) + " of " +
        std::to_string(result.asked) + " questions");
  }
  if (result.not_as_posed > 0) {
    const std::string bounded =
        result.friction_bounded == 0
            ? ""
            : " (" + std::to_string(result.friction_bounded) +
                  " had no solution without slip and were taken with cones of mu = 100)";
    add(std::to_string(result.not_as_posed) + " of " + std::to_string(result.steps) +
        " steps were not solved as posed" + bounded +
        (result.known_unsolved.empty() ? ": whatever it measured is wrong"
                                       : ", which is known: " + result.known_unsolved));
  }
  if (!result.fault.empty()) {
    add("ended early, at " + short_text(result.t_end) + " s: " + result.fault);
  }
  return text;
}

/// The order in which columns are left out of a narrow table: from the right, but the verdict and
/// what speaks against it last.
const std::vector<std::size_t> kExpendable = {kSolve,       kContact, kStep, 7, kGain, 2,
                                              kPenetration, kDrift,   6,     4, 1};

TextTable results_table(const std::vector<EnergyResult>& results) {
  TextTable table({"scene", "vertices", "friction", "observable", "dt\ns", "measured", "truth",
                   "within", "ver-\ndict", "drift\nJ", "gain\nJ", "penetr.\nm", "un-\nsolved",
                   "step\nms", "contact\nms", "solve\nms"},
                  4);
  std::string last;
  for (const EnergyResult& result : results) {
    if (!last.empty() && last != result.scene) table.add_rule();
    last = result.scene;
    bool first = true;
    for (const EnergyFinding& finding : result.findings) {
      // The verdict, and unexpected steps that are not as posed.
      std::vector<std::size_t> wrong;
      if (finding.verdict == EnergyVerdict::wrong) wrong.push_back(kVerdict);
      if (first && result.not_as_posed > 0 && result.known_unsolved.empty())
        wrong.push_back(kUnsolved);
      table.add(row_of(result, finding, std::exchange(first, false)), wrong);
    }
  }
  return table;
}

std::string orders_table(const std::vector<EnergyOrder>& orders, std::optional<std::size_t> room) {
  if (orders.empty()) return "";
  TextTable table({"order of", "observable", "against", "vertices", "points", "order", "expected",
                   "ver-\ndict"},
                  4);
  for (const EnergyOrder& order : orders) {
    const int sides = prism_sides(order.scene, order.vertices);
    table.add({order.scene, order.observable, order.against,
               order.against == "dt" ? sizes(order.vertices, sides) : ".",
               std::to_string(order.points), short_text(order.order),
               order.truth ? short_text(*order.truth) : ".", verdict_text(order.verdict)},
              order.verdict == EnergyVerdict::wrong ? std::vector<std::size_t>{7}
                                                    : std::vector<std::size_t>());
  }
  return "\n" + table.fitted(room, {4, 6, 2});
}

/// What stands in the table, with units; of columns that are not shown nothing.
std::string legend(const std::vector<EnergyResult>& results, std::size_t hidden) {
  const auto shows = [hidden](std::size_t column) {
    const auto end = kExpendable.begin() + static_cast<std::ptrdiff_t>(hidden);
    return std::find(kExpendable.begin(), end, column) == end;
  };
  std::string text;
  std::vector<std::string> seen;
  for (const EnergyResult& result : results) {
    for (const EnergyFinding& finding : result.findings) {
      const std::string& name = finding.observable;
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
      seen.push_back(name);
      text.append(name).append(": ").append(observable_meaning(name)).append("\n");
    }
  }
  const auto explain = [&](std::size_t column, const char* line) {
    if (shows(column)) text.append(line);
  };
  explain(kDrift, "drift: total energy at the end minus at the start [J]\n");
  explain(kGain, "gain: largest gain of total energy in a step [J]\n");
  explain(kPenetration, "penetr.: deepest overlap of two bodies at the beginning of a step [m]\n");
  explain(kUnsolved, "unsolved: steps that were not solved as posed (docs/complementarity.md)\n");
  std::string parts = shows(kContact) ? "; contact is a part of it" : "";
  if (shows(kSolve)) parts = "; contact and solve are parts of it";
  if (shows(kStep)) text += "step: median time of a step" + parts + " [ms]\n";
  return text;
}

std::string tables_text(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders, std::optional<std::size_t> room) {
  const TextTable table = results_table(results);
  std::string text = table.fitted(room, kExpendable);
  for (const EnergyResult& result : results) text += run_remarks(result);
  return text + orders_table(orders, room) + legend(results, table.hidden(room, kExpendable));
}

struct Verdicts {
  std::size_t right = 0, wrong = 0, without = 0;
  void add(EnergyVerdict verdict) {
    right += verdict == EnergyVerdict::right ? 1 : 0;
    wrong += verdict == EnergyVerdict::wrong ? 1 : 0;
    without += verdict == EnergyVerdict::no_truth ? 1 : 0;
  }
};

/// "3 right, 1 wrong, 2 without a truth", and what the exit code is where it is not 0.
std::string closing(const std::vector<EnergyResult>& results,
                    const std::vector<EnergyOrder>& orders) {
  Verdicts all;
  std::size_t untrue = 0;
  std::map<std::string, std::size_t> faults;
  for (const EnergyResult& result : results) {
    const std::string fault = run_fault(result);
    if (!fault.empty()) ++faults[fault];
    for (const EnergyFinding& finding : result.findings) {
      all.add(finding.verdict);
      untrue += fault.empty() && finding.verdict == EnergyVerdict::wrong ? 1 : 0;
    }
  }
  for (const EnergyOrder& order : orders) {
    all.add(order.verdict);
    untrue += order.verdict == EnergyVerdict::wrong ? 1 : 0;
  }
  std::string text = std::to_string(all.right) + " right, " + std::to_string(all.wrong) +
                     " wrong, " + std::to_string(all.without) + " without a truth\n";
  std::string why;
  for (const auto& [fault, runs] : faults) {
    why += (why.empty() ? "" : ", ") + std::to_string(runs) + " of " +
           std::to_string(results.size()) + (results.size() == 1 ? " run " : " runs ") + fault;
  }
  if (untrue > 0) {
    why += (why.empty() ? "" : ", ") + std::to_string(untrue) + " measured against the truth";
    why += untrue == 1 ? " is wrong" : " are wrong";
  }
  return why.empty() ? text : text + "exit code 1: " + why + "\n";
}

}  // namespace

std::string energy_text(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders, std::optional<std::size_t> room) {
  return tables_text(results, orders, room) + closing(results, orders);
}

std::string partial_energy_text(const std::vector<EnergyResult>& results,
                                std::optional<std::size_t> room) {
  return tables_text(results, {}, room);
}

std::string sizes_text(const EnergyResult& result) { return sizes(result.vertices, result.sides); }

std::string energy_json(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders) {
  std::vector<std::string> entries;
  for (const EnergyResult& result : results) {
    bool first = true;
    for (const EnergyFinding& finding : result.findings) {
      entries.push_back(finding_json(result, finding, std::exchange(first, false)));
    }
  }
  return JsonObject()
      .add("schema", json_string("touchstone.energy/2"))
      .add("versions", versions_json())
      .add("results", json_list(entries))
      .add("orders", json_list(json_items(orders, order_json)))
      .document();
}

bool any_verdict_wrong(const std::vector<EnergyResult>& results,
                       const std::vector<EnergyOrder>& orders) {
  const auto wrong = [](const auto& judged) { return judged.verdict == EnergyVerdict::wrong; };
  return std::any_of(orders.begin(), orders.end(), wrong) ||
         std::any_of(results.begin(), results.end(), [&](const EnergyResult& result) {
           return std::any_of(result.findings.begin(), result.findings.end(), wrong);
         });
}

}  // namespace touchstone
