// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/energy_text.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/console.hpp"
#include "cli/version.hpp"
#include "harness/json_text.hpp"

namespace touchstone {
namespace {

std::string sizes(const std::array<int, 2>& vertices) {
  const auto one = [](int count) { return count == 0 ? std::string("-") : std::to_string(count); };
  return one(vertices[0]) + "x" + one(vertices[1]);
}

std::string optional_number(const std::optional<double>& value) {
  return value ? json_number(*value) : "null";
}

std::string finding_json(const EnergyResult& result, const EnergyFinding& finding) {
  JsonObject object;
  object.add("scene", json_string(result.scene))
      .add("metric", result.metric.empty() ? "null" : json_string(result.metric))
      .add("contacts", json_string(result.contacts))
      .add("stepper", json_string(result.stepper))
      .add("friction", json_string(result.friction))
      .add("dt", json_number(result.dt))
      .add("scale", json_number(result.scale))
      .add("vertices",
           json_row({std::to_string(result.vertices[0]), std::to_string(result.vertices[1])}))
      .add("t_end", json_number(result.t_end))
      .add("ke0", json_number(result.kinetic_0))
      .add("ke_end", json_number(result.kinetic_end))
      .add("energy_drift", json_number(result.energy_drift))
      .add("max_gain", json_number(result.max_gain))
      .add("max_penetration", json_number(result.max_penetration))
      .add("max_contacts", std::to_string(result.most_contacts))
      .add("steps", std::to_string(result.steps))
      .add("unsolved_steps", std::to_string(result.unsolved_steps))
      .add("stabilisation_dropped", std::to_string(result.stabilisation_dropped))
      .add("asked", std::to_string(result.asked))
      .add("unanswered", std::to_string(result.unanswered))
      .add("fault", result.fault.empty() ? "null" : json_string(result.fault))
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
      .add("verdict", json_string(energy_verdict_name(finding.verdict)));
  return object.text();
}

std::string order_json(const EnergyOrder& order) {
  return JsonObject()
      .add("scene", json_string(order.scene))
      .add("observable", json_string(order.observable))
      .add("against", json_string(order.against))
      .add("vertices",
           json_row({std::to_string(order.vertices[0]), std::to_string(order.vertices[1])}))
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

}  // namespace

std::string energy_text(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders) {
  TextTable table(
      {"scene", "vertices", "friction", "observable", "dt", "measured", "truth", "within",
       "verdict", "drift\nJ", "gain\nJ", "penetr.\nm", "unsolved", "ms/step", "contact", "solve"},
      4);
  std::string last;
  std::string faults;
  std::uint64_t right = 0;
  std::uint64_t wrong = 0;
  for (const EnergyResult& result : results) {
    if (!last.empty() && last != result.scene) table.add_rule();
    last = result.scene;
    bool first = true;
    for (const EnergyFinding& finding : result.findings) {
      right += finding.verdict == EnergyVerdict::right ? 1 : 0;
      wrong += finding.verdict == EnergyVerdict::wrong ? 1 : 0;
      const auto once = [&first](const std::string& text) { return first ? text : std::string(); };
      std::string scaled = result.scale == 1 ? "" : ", scale " + exact_text(result.scale);
      if (result.yaw != 0) scaled += ", yaw " + exact_text(result.yaw);
      table.add({once(result.scene + scaled), once(sizes(result.vertices)), once(result.friction),
                 finding.observable, once(exact_text(result.dt)),
                 finding.measured == finding.measured ? short_text(finding.measured) : "never",
                 finding.truth ? short_text(*finding.truth) : ".",
                 finding.truth ? short_text(finding.tolerance) : ".", verdict_text(finding.verdict),
                 once(short_text(result.energy_drift)), once(short_text(result.max_gain)),
                 once(short_text(result.max_penetration)),
                 once(count_text(result.unsolved_steps + result.stabilisation_dropped)),
                 once(short_text(result.total_ms)), once(short_text(result.contact_ms)),
                 once(short_text(result.solve_ms))});
      first = false;
    }
    if (result.unanswered > 0) {
      faults += result.scene + " " + sizes(result.vertices) + ", dt " + exact_text(result.dt) +
                ", " + result.friction + ": " + result.contacts + " had no answer to " +
                std::to_string(result.unanswered) + " of " + std::to_string(result.asked) +
                " questions\n";
    }
    if (!result.fault.empty()) {
      faults += result.scene + " " + sizes(result.vertices) + " ended at " +
                short_text(result.t_end) + " s: " + result.fault + "\n";
    }
  }
  std::string text = table.text() + faults;
  if (!orders.empty()) {
    TextTable fits(
        {"order of", "observable", "against", "vertices", "points", "order", "expected", "verdict"},
        4);
    for (const EnergyOrder& order : orders) {
      right += order.verdict == EnergyVerdict::right ? 1 : 0;
      wrong += order.verdict == EnergyVerdict::wrong ? 1 : 0;
      fits.add({order.scene, order.observable, order.against,
                order.against == "dt" ? sizes(order.vertices) : ".", std::to_string(order.points),
                short_text(order.order), order.truth ? short_text(*order.truth) : ".",
                verdict_text(order.verdict)});
    }
    text += "\n" + fits.text();
  }
  text +=
      std::to_string(right) + " right, " + std::to_string(wrong) +
      " wrong. Times in ms, medians of a step. drift, gain: of total energy, over the run and in "
      "a step.\nunsolved: steps not solved as posed (docs/complementarity.md); a run with one, or "
      "that ended early, is wrong.\n";
  return text;
}

std::string energy_json(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders) {
  std::vector<std::string> entries;
  for (const EnergyResult& result : results) {
    for (const EnergyFinding& finding : result.findings) {
      entries.push_back(finding_json(result, finding));
    }
  }
  std::vector<std::string> fits;
  fits.reserve(orders.size());
  for (const EnergyOrder& order : orders) fits.push_back(order_json(order));
  return JsonObject()
             .add("schema", json_string("touchstone.energy/1"))
             .add("versions", versions_json())
             .add("results", json_list(entries))
             .add("orders", json_list(fits))
             .text() +
         "\n";
}

std::optional<Error> make_csv_directory(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directory(directory, error);
  if (error || !std::filesystem::is_directory(directory)) {
    return Error{"--csv: '" + directory + "' is no directory and cannot be made" +
                 (error ? ": " + error.message() : "")};
  }
  return std::nullopt;
}

std::optional<Error> write_energy_csv(const std::string& directory,
                                      const std::vector<EnergyResult>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    const EnergyResult& result = results[i];
    std::string name = result.scene;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '/' || c == ' '; }, '_');
    const std::string path = directory + "/" + std::to_string(i + 1) + "-" + name + "-" +
                             sizes(result.vertices) + "-dt" + exact_text(result.dt) + ".csv";
    std::ofstream file(path);
    file << "time_s,kinetic_J,total_J,smallest_gap_m,contacts\n";
    for (const EnergySample& sample : result.samples) {
      file << exact_text(sample.time_s) << ',' << exact_text(sample.kinetic_J) << ','
           << exact_text(sample.total_J) << ',' << exact_text(sample.smallest_gap_m) << ','
           << sample.contacts << '\n';
    }
    file.flush();
    if (!file) return Error{path + ": cannot write"};
  }
  return std::nullopt;
}

int energy_exit_code(const std::vector<EnergyResult>& results,
                     const std::vector<EnergyOrder>& orders) {
  for (const EnergyResult& result : results) {
    if (!result.fault.empty()) return kExitJudgedWrong;
    for (const EnergyFinding& finding : result.findings) {
      if (finding.verdict == EnergyVerdict::wrong) return kExitJudgedWrong;
    }
  }
  for (const EnergyOrder& order : orders) {
    if (order.verdict == EnergyVerdict::wrong) return kExitJudgedWrong;
  }
  return kExitAsExpected;
}

}  // namespace touchstone
