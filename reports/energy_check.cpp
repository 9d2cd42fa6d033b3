// SPDX-License-Identifier: GPL-3.0-or-later
// What a record of energies says twice, held to itself.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "benchmarks/energy/energy_findings.hpp"
#include "reports/energy_record.hpp"
#include "schema/derived_number.hpp"

namespace touchstone {
namespace {

double number_at(const JsonNode& row, const char* key) { return read_value<double>(row.at(key)); }

bool counts_any(const JsonNode& row, const char* key) { return number_at(row, key) > 0; }

/// What follows from what was measured alone.
std::string verdict_by_truth(const JsonNode& row) {
  const double truth = number_at(row, "truth");
  if (std::isnan(truth)) return "no_truth";
  return is_within(number_at(row, "measured"), truth, number_at(row, "tolerance"),
                   number_at(row, "tolerance_below"))
             ? "right"
             : "wrong";
}

/// Holds a verdict to what judge_all() says. The record does not say of which scenes it is known
/// that steps are not solved, nor at which time a truth was to be expected.
void check_verdict(const JsonNode& row) {
  const JsonNode verdict = row.at("verdict");
  const std::string said = verdict.text();
  const bool unanswered =
      counts_any(row, "asked") && number_at(row, "unanswered") >= number_at(row, "asked");
  if (!row.at("fault").is_null() || unanswered || !row.at("wrong_gains").is_null()) {
    if (said != "wrong") verdict.refuse("must be wrong where its run has a fault");
    return;
  }
  const bool unsolved =
      counts_any(row, "unsolved_steps") || counts_any(row, "stabilisation_dropped");
  const bool too_early =
      row.at("measured").is_null() && row.at("observable").text().ends_with("_time_s");
  const std::string wanted = verdict_by_truth(row);
  if (said == wanted || (unsolved && said == "wrong") || (too_early && said == "no_truth")) return;
  verdict.refuse("is not what measured, truth and tolerance say: " + wanted);
}

/// NaN is above nothing.
void check_not_above(const JsonNode& inner, const char* key, const JsonNode& row,
                     const char* upper) {
  if (number_at(inner, key) > number_at(row, upper)) {
    inner.at(key).refuse("must not be above " + std::string(upper));
  }
}

void check_steps(const JsonNode& row) {
  check_derived(row.at("t_end"), number_at(row, "steps") * number_at(row, "dt"), "steps and dt");
  check_not_above(row.at("largest_island"), "contacts", row, "max_contacts");
  if (!row.at("late").is_null()) check_not_above(row.at("late"), "max_delay_s", row, "t_end");
}

void check_wrong_gains(const JsonNode& row, const JsonNode& gains) {
  check_not_above(gains, "steps", row, "steps");
  check_not_above(gains, "time_s", row, "t_end");
  check_not_above(gains, "gain_J", row, "max_gain");
  if (number_at(gains, "gain_J") < kWrongGain * number_at(gains, "scale_J")) {
    gains.at("gain_J").refuse("is not wrong by scale_J");
  }
}

/// Gains are counted, and summed up, above kGain.
void check_gains(const JsonNode& row) {
  if (!row.at("wrong_gains").is_null()) check_wrong_gains(row, row.at("wrong_gains"));
  const JsonNode sum = row.at("gain_sum");
  const JsonNode largest = row.at("max_gain");
  if (sum.is_null() || largest.is_null()) return;  // they overflow
  const bool any = counts_any(row, "gaining_steps");
  if (any != (sum.number() > kGain)) sum.refuse("is not as gaining_steps say");
  if (any != (largest.number() > kGain)) largest.refuse("is not as gaining_steps say");
  if (any && sum.number() < largest.number()) sum.refuse("must not be below max_gain");
}

void check_times(const JsonNode& row, const std::vector<JsonNode>& times) {
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double time = times[k].number();
    if (k > 0 && time <= times[k - 1].number()) times[k].refuse("must be above the time before it");
    if (time > number_at(row, "t_end")) times[k].refuse("must not be above t_end");
  }
}

/// Skips what overflows.
void check_difference(const JsonNode& node, double x, double y, double z, std::string_view from) {
  if (node.is_null() || !std::isfinite(x - y - z)) return;
  check_derived(node, x - y - z, std::max({std::abs(x), std::abs(y), std::abs(z)}), from);
}

/// Refuses energies above `most`, the energy at the start and all that enters: by exact mechanics a
/// scene gains none. `largest`: the largest term of that sum, to which rounding is relative [J].
void check_true_energies(const JsonNode& energies, double most, double largest) {
  if (energies.is_null() || !std::isfinite(most)) return;
  constexpr double kRounding = 1e-9;  // relative [1]
  for (const JsonNode& energy : energies.items()) {
    if (energy.number() <= most + kRounding * largest) continue;
    energy.refuse("must not be above total_J at the start");
  }
}

/// `whole`: whether no run was interrupted, which may be within a step, with energies of its own.
void check_curve(const JsonNode& row, bool whole) {
  const JsonNode curve = row.at("curve");
  const auto times = curve.at("time_s").items();
  check_times(row, times);
  for (const char* key : {"total_J", "kinetic_J", "potential_J", "true_J"}) {
    if (curve.at(key).is_null() || curve.at(key).items().size() == times.size()) continue;
    curve.at(key).refuse("must have an entry for each of time_s");
  }
  if (times.empty()) return;
  const auto total = read_value<std::vector<double>>(curve.at("total_J"));
  const auto kinetic = read_value<std::vector<double>>(curve.at("kinetic_J"));
  const auto potential = curve.at("potential_J").items();
  for (std::size_t k = 0; k < times.size(); ++k) {
    check_difference(potential[k], total[k], kinetic[k], 0, "total_J and kinetic_J");
  }
  check_difference(row.at("ke0"), kinetic.front(), 0, 0, "kinetic_J");
  if (whole && row.at("fault").is_null() && !row.at("timed_out").truth()) {
    check_difference(row.at("ke_end"), kinetic.back(), 0, 0, "kinetic_J");
  }
  const double entered = row.at("late").is_null() ? 0 : number_at(row.at("late"), "energy_J");
  check_difference(row.at("energy_drift"), total.back(), total.front(), entered, "total_J");
  const double largest = std::max(
      {std::abs(entered), std::abs(kinetic.front()), std::abs(total.front() - kinetic.front())});
  check_true_energies(curve.at("true_J"), total.front() + entered, largest);
}

/// A row without a curve is of the run of the row before it.
void check_same_run(const JsonNode& row, const JsonNode& before) {
  for (const FieldShape& field : energy_run_fields().shapes()) {
    const std::string key(field.text.key);
    if (row.at(key.c_str()).dumped() == before.at(key.c_str()).dumped()) continue;
    row.at(key.c_str()).refuse("is not that of the row before, which is of the same run");
  }
}

/// Where the run ended early an expectation may be missed though its body is near.
void check_expectations(const JsonNode& end) {
  for (const JsonNode& met : end.at("expectations").items()) {
    const bool is_near = number_at(met, "away_m") <= number_at(met, "within_m");
    if (met.at("met").truth() && !is_near) met.at("met").refuse("is not what away_m says");
  }
}

void check_order(const JsonNode& order) {
  const double truth = number_at(order, "truth");
  const double tolerance = number_at(order, "tolerance");
  const std::string wanted = std::isnan(truth) ? "no_truth"
                             : is_within(number_at(order, "order"), truth, tolerance, tolerance)
                                 ? "right"
                                 : "wrong";
  if (order.at("verdict").text() == wanted) return;
  order.at("verdict").refuse("is not what order, truth and tolerance say: " + wanted);
}

}  // namespace

void check_energy_record(const JsonNode& root) {
  energy_record().check(root);
  const std::vector<JsonNode> rows = root.at("results").items();
  if (rows.empty() && !root.has("partial")) {
    root.at("results").refuse("must not be empty where the run was not interrupted");
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!rows[k].at("curve").is_null()) {
      check_curve(rows[k], !root.has("partial"));
    } else if (k > 0) {
      check_same_run(rows[k], rows[k - 1]);
    } else {
      rows[k].at("curve").refuse("must be there in the first row of a run");
    }
    if (rows[k].has("end")) check_expectations(rows[k].at("end"));
    check_steps(rows[k]);
    check_gains(rows[k]);
    check_verdict(rows[k]);
  }
  for (const JsonNode& order : root.at("orders").items()) check_order(order);
}

}  // namespace touchstone
