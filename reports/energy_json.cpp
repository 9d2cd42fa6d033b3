// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "reports/energy_text.hpp"
#include "reports/model_text.hpp"
#include "reports/overlap_json.hpp"
#include "schema/json_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

std::string numbers(const std::vector<double>& column) {
  return json_row(json_items(column, json_number));
}

std::string energy_curve_json(const EnergyCurve& curve) {
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

/// Steps that gained energy from nothing; null if there are none.
std::string wrong_gains_json(const EnergyGains& gains) {
  if (gains.wrong_steps == 0) return "null";
  return JsonObject()
      .add("steps", std::to_string(gains.wrong_steps))
      .add("time_s", json_number(gains.first_wrong.time_s))
      .add("gain_J", json_number(gains.first_wrong.gain_J))
      .add("scale_J", json_number(gains.first_wrong.scale_J))
      .add("bodies", json_string(gains.first_wrong.bodies))
      .row();
}

std::string start_overlap_json(const StartOverlap& overlap) {
  if (overlap.depth_m == 0) return "null";
  return JsonObject()
      .add("depth_m", json_number(overlap.depth_m))
      .add("bodies", json_string(overlap.bodies))
      .row();
}

/// Bodies that enter later; null if there are none.
std::string late_json(const LateBodies& late) {
  if (!late.any()) return "null";
  return JsonObject()
      .add("entered", std::to_string(late.entered))
      .add("energy_J", json_number(late.energy_J))
      .add("delayed", std::to_string(late.delayed))
      .add("max_delay_s", json_number(late.max_delay_s))
      .add("never", json_row(json_items(late.never, json_string)))
      .row();
}

/// Null if it was not asked for.
std::string overlap_json(const EnergyResult& result) {
  if (!result.overlap) return "null";
  JsonObject object;
  object.add("unit", json_string(result.overlap_unit));
  return add_overlap(*result.overlap, object).row();
}

/// The one with most contacts of any step.
std::string largest_island_json(const EnergyResult& result) {
  return JsonObject()
      .add("bodies", std::to_string(result.largest_bodies))
      .add("contacts", std::to_string(result.largest_contacts))
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
      .add("bodies", std::to_string(result.bodies))
      .add("sides", result.sides > 0 ? std::to_string(result.sides) : "null")
      .add("t_end", json_number(result.t_end))
      .add("ke0", json_number(result.kinetic_0))
      .add("ke_end", json_number(result.kinetic_end))
      .add("energy_drift", json_number(result.energy_drift))
      .add("max_gain", json_number(result.gains.largest_J))
      .add("gaining_steps", std::to_string(result.gains.steps))
      .add("gain_sum", json_number(result.gains.sum_J))
      .add("wrong_gains", wrong_gains_json(result.gains))
      .add("start_overlap", start_overlap_json(result.start_overlap))
      .add("late", late_json(result.late))
      .add("overlap", overlap_json(result))
      .add("max_penetration", json_number(result.max_penetration))
      .add("max_contacts", std::to_string(result.max_contacts))
      .add("max_islands", std::to_string(result.max_islands))
      .add("largest_island", largest_island_json(result))
      .add("joint_error", JsonObject()
                              .add("anchor_m", json_number(result.max_anchor_error))
                              .add("axis_rad", json_number(result.max_axis_error))
                              .row())
      .add("steps", std::to_string(result.steps))
      .add("unsolved_steps", std::to_string(result.unsolved_steps))
      .add("friction_bounded", std::to_string(result.friction_bounded))
      .add("no_slip_inconsistent", std::to_string(result.no_slip_inconsistent))
      .add("stabilisation_dropped", std::to_string(result.stabilisation_dropped))
      .add("asked", std::to_string(result.asked))
      .add("unanswered", std::to_string(result.unanswered))
      .add("fault", json_string_or_null(result.fault))
      .add("timed_out", result.timed_out ? "true" : "false")
      .add("ms_per_step", JsonObject()
                              .add("contact", json_number(result.contact_ms))
                              .add("solve", json_number(result.solve_ms))
                              .add("rest", json_number(result.rest_ms))
                              .add("total", json_number(result.total_ms))
                              .row())
      .add("observable", json_string(finding.observable))
      .add("measured", json_number(finding.measured))
      .add("truth", json_optional(finding.truth))
      .add("tolerance", finding.truth ? json_number(finding.tolerance) : "null")
      .add("tolerance_below", finding.truth
                                  ? json_number(finding.tolerance_below.value_or(finding.tolerance))
                                  : "null")
      .add("verdict", json_string(energy_verdict_name(finding.verdict)))
      .add("no_verdict", json_string_or_null(finding.unjudged))
      .add("curve", first ? energy_curve_json(result.curve) : "null")
      .add("profile", first ? profile_json(result.profile) : "null");
  if (const auto steps = counted_model(result.model)) {
    object.add("model", json_string(steps->model))
        .add("model_steps", model_step_fields().row(*steps));
  }
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
      .add("truth", json_optional(order.truth))
      .add("tolerance", order.truth ? json_number(order.tolerance) : "null")
      .add("verdict", json_string(energy_verdict_name(order.verdict)))
      .text();
}

}  // namespace

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
      .add("schema", json_string("touchstone.energy/3"))
      .add("versions", versions_json())
      .add("results", json_list(entries))
      .add("orders", json_list(json_items(orders, order_json)))
      .document();
}

}  // namespace touchstone
