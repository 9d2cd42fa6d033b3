// SPDX-License-Identifier: GPL-3.0-or-later
// Every number of a record, changed by itself to what it cannot be: its reader refuses it, but for
// the few that are listed here with the reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "harness/campaign/tally.hpp"
#include "harness/compare/record_samples.hpp"
#include "harness/compare/time_record.hpp"
#include "harness/compare/verdict_records.hpp"
#include "reports/energy_record.hpp"
#include "reports/tests/record_numbers.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string energies_refused(const std::string& text) {
  return visit_json(text, check_energy_record).value_or("");
}
std::string times_refused(const std::string& text) {
  const auto read = parse_time_record(text, "x");
  return read ? "" : read.reason();
}
std::string verdicts_refused(const std::string& text) {
  const auto read = parse_record(text, "x");
  return read ? "" : read.reason();
}

/// Names each change that is accepted: "results.#.scale 1e300".
std::set<std::string> accepted_changes(const json& good, RecordReader refused) {
  std::set<std::string> accepted;
  const json flat = good.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    if (!value.is_number()) continue;
    for (const double wrong : {-1.0, 1e300}) {
      json changed = good;
      changed[json::json_pointer(pointer)] = wrong < 0 ? json(-1) : json(wrong);
      const std::string reason = refused(changed.dump());
      EXPECT_EQ(reason.find('\n'), std::string::npos) << reason;
      if (!reason.empty()) continue;
      std::string place = std::regex_replace(pointer.substr(1), std::regex("/[0-9]+"), ".#");
      place = std::regex_replace(place, std::regex("/"), ".");
      accepted.insert(place + (wrong < 0 ? " -1" : " 1e300"));
    }
  }
  return accepted;
}

}  // namespace

void expect_accepted(const std::string& good, RecordReader refused, const AllowedChanges& allowed) {
  ASSERT_EQ(refused(good), "");
  std::set<std::string> expected;
  for (const auto& [change, reason] : allowed) expected.insert(change);
  EXPECT_EQ(accepted_changes(json::parse(good), refused), expected);
}

std::string refused_with(const std::string& good, RecordReader refused, const std::string& pointer,
                         const std::string& value) {
  json changed = json::parse(good);
  changed[json::json_pointer(pointer)] = json::parse(value);
  return refused(changed.dump());
}

namespace {

EnergyFinding finding(const std::string& observable, double measured, std::optional<double> truth,
                      EnergyVerdict verdict) {
  EnergyFinding made;
  made.observable = observable;
  made.measured = measured;
  made.truth = truth;
  made.tolerance = 0.75;
  made.verdict = verdict;
  return made;
}

/// A run that has a number in each place where a record may have one.
EnergyResult full_run() {
  EnergyResult run;
  run.scene = "pile";
  run.contacts = "certified";
  run.stepper = "stewart_trinkle";
  run.friction = "no-slip";
  run.dt = 0.5;
  run.vertices = {12, 8};
  run.sides = 6;
  run.bodies = 3;
  run.t_end = 1;
  run.steps = 2;
  run.kinetic_0 = 1;
  run.kinetic_end = 2;
  run.energy_drift = 0.5;
  run.late.entered = run.late.delayed = 1;
  run.late.energy_J = 2;
  run.late.max_delay_s = 0.5;
  run.end.emplace();
  run.end->bodies = {{"ball", Vec3(1, 2, 3), 1}};
  run.end->expectations = {{{"ball", Vec3(1, 2, 3), 0.1}, 0.05, true}};
  run.overlap = OverlapStatistics{2, 1, 2, 3, 2, 4};
  run.overlap_unit = "m^3";
  run.gains = {2, 0.5, 0.75, 1, {0.5, 0.5, 1, "ball"}};
  run.start_overlap = {0.25, "ball and floor"};
  run.max_penetration = 0.25;
  run.model.model = "peg";
  run.model.potential = 4;
  run.model.traps = 1;
  run.max_contacts = 3;
  run.max_islands = 2;
  run.largest_bodies = 2;
  run.largest_contacts = 2;
  run.asked = 8;
  run.contact_ms = 1;
  run.solve_ms = 2;
  run.rest_ms = 1;
  run.total_ms = 4;
  run.profile = {1, 1, 1, 1};
  run.curve = {
      .time_s = {0, 0.5, 1}, .kinetic_J = {1, 1, 2}, .total_J = {3, 3, 5.5}, .true_J = {3, 3, 5}};
  run.findings = {finding("place_error_m", 0.5, 0, EnergyVerdict::wrong),
                  finding("height_m", 3, std::nullopt, EnergyVerdict::wrong)};
  return run;
}

/// The run without a fault.
EnergyResult sound_run() {
  EnergyResult run = full_run();
  run.gains = {};
  run.findings[0].verdict = EnergyVerdict::right;
  run.findings[1].verdict = EnergyVerdict::no_truth;
  return run;
}

json energy_json(const std::vector<EnergyResult>& runs) {
  const EnergyOrder order = {"pile", "place_error_m",     "dt", {12, 8}, 3, 1.02, 1,
                             0.1,    EnergyVerdict::right};
  return json::parse(energy_record().document(energy_record_of(runs, {order})));
}

TEST(RecordNumbers, OfEnergiesThatCannotBeAreRefused) {
  const AllowedChanges allowed = {
      {"results.#.curve.true_J.# -1", "an energy has any zero"},
      {"results.#.end.bodies.#.position_m.# -1", "it may be anywhere"},
      {"results.#.end.expectations.#.position_m.# -1", "it may be anywhere"},
  };
  // With one row of a run, such that no other row contradicts it.
  EnergyResult one = sound_run();
  one.findings.pop_back();
  expect_accepted(energy_json({one}).dump(), energies_refused, allowed);
}

TEST(RecordNumbers, OfEnergiesWithAFaultAreRefusedToo) {
  EnergyResult one = full_run();
  one.findings.pop_back();
  const json good = energy_json({one});
  ASSERT_EQ(energies_refused(good.dump()), "");
  const std::set<std::string> accepted = accepted_changes(good, energies_refused);
  for (const std::string key :
       {"steps", "gaining_steps", "max_gain", "wrong_gains.steps", "wrong_gains.time_s",
        "wrong_gains.gain_J", "wrong_gains.scale_J"}) {
    EXPECT_FALSE(accepted.contains("results.#." + key + " 1e300")) << key;
    EXPECT_FALSE(accepted.contains("results.#." + key + " -1")) << key;
  }
}

TEST(RecordNumbers, OfEnergiesThatContradictEachOtherAreNamed) {
  const json good = energy_json({sound_run()});
  const auto says = [&](const std::string& pointer, const json& value) {
    json changed = good;
    changed[json::json_pointer("/results/0" + pointer)] = value;
    return energies_refused(changed.dump());
  };
  EXPECT_THAT(
      says("/measured", 1.5),
      HasSubstr("results[0].verdict: is not what measured, truth and tolerance say: wrong"));
  EXPECT_THAT(says("/fault", "it fell"), HasSubstr("verdict: must be wrong where its run has a"));
  EXPECT_THAT(says("/curve/time_s/1", 1), HasSubstr("time_s[2]: must be above the time before"));
  EXPECT_THAT(says("/t_end", 2), HasSubstr("t_end: is not what steps and dt say: 1"));
  EXPECT_THAT(says("/energy_drift", 0.75), HasSubstr("energy_drift: is not what total_J say: 0.5"));
  EXPECT_THAT(says("/largest_island/contacts", 4), HasSubstr("must not be above max_contacts"));
  json changed = good;
  changed["results"] = json::array();
  EXPECT_THAT(energies_refused(changed.dump()), HasSubstr("results: must not be empty where"));
  changed = good;
  changed["results"][1]["bodies"] = 2;
  EXPECT_THAT(energies_refused(changed.dump()), HasSubstr("results[1].bodies: is not that of the"));
  changed = good;
  changed["orders"][0]["order"] = 2;
  EXPECT_THAT(energies_refused(changed.dump()), HasSubstr("orders[0].verdict: is not what order"));
  EXPECT_THAT(says("/curve/true_J/1", 5.5), HasSubstr("true_J[1]: must not be above total_J at"));
  // A small scene is held to its own energies.
  EnergyResult small = sound_run();
  for (auto* energies : {&small.curve.kinetic_J, &small.curve.total_J, &small.curve.true_J}) {
    for (double& energy : *energies) energy *= 1e-20;
  }
  for (double* energy :
       {&small.kinetic_0, &small.kinetic_end, &small.energy_drift, &small.late.energy_J}) {
    *energy *= 1e-20;
  }
  json of_small = energy_json({small});
  EXPECT_EQ(energies_refused(of_small.dump()), "");
  of_small["results"][0]["curve"]["true_J"][1] = 1e-18;
  EXPECT_THAT(energies_refused(of_small.dump()), HasSubstr("true_J[1]: must not be above total_J"));
  // Whatever a run that blows up says of later.
  EnergyResult blown = sound_run();
  blown.curve.kinetic_J[1] = 1e20;
  blown.curve.total_J[1] = 1e20;
  blown.curve.true_J[1] = 6;
  EXPECT_THAT(energies_refused(energy_json({blown}).dump()), HasSubstr("true_J[1]: must not be"));
  EXPECT_THAT(says("/scale", 2e6), HasSubstr("scale: must be from 1e-06 to 1e+06"));
  EXPECT_THAT(says("/max_penetration", 2e62), HasSubstr("max_penetration: must be from 0 to "));
  EXPECT_THAT(says("/joint_error/anchor_m", 2e62), HasSubstr("anchor_m: must be from 0 to "));
  EXPECT_THAT(says("/tolerance", 2e9), HasSubstr("tolerance: must be from 0 to 1e+09"));
  EXPECT_THAT(says("/overlap/max", 2e200), HasSubstr("max: must be from 0 to "));
  // Unsolved steps may speak against a run, and a time may not have come.
  EnergyResult unsolved = sound_run();
  unsolved.unsolved_steps = 1;
  unsolved.findings[0].verdict = EnergyVerdict::wrong;
  unsolved.findings[1] = finding("stop_time_s", NAN, 5, EnergyVerdict::no_truth);
  EXPECT_EQ(energies_refused(energy_json({unsolved}).dump()), "");
}

TEST(RecordNumbers, OfTimesThatCannotBeAreRefused) {
  TimeRecord times;
  times.context.caches = {{1, "Data", 32768, 1}};
  times.context.load_before = times.context.load_after = {1};
  TimeResult result;
  result.cell = {"one", "random-hulls", "shallow", "cold", {8, 8}};
  result.facets = {12, 12};
  result.queries = 10;
  result.judged = 2;
  result.floor_ns = 20;
  result.samples_ns = {100};
  result.median_ns = result.p10_ns = result.p90_ns = 100;
  result.work_per_query = 2;
  result.right_share = result.witness_share = 0.5;
  times.results = {result};
  times.ratios = {{result.cell, "before", 10, 2, 5, 10.0, 11.0, 1.0, 1.0, 0.9, 0.8, 1.1, ""}};
  times.fits = {{"one", "random-hulls", "shallow", "cold", 12, 168, -1, -2, 1.1, 80}};
  times.shapes = {{"one", "random-hulls", 8, 12, 100, 1000}};
  times.left_out = {{result.cell, "too slow"}};
  const AllowedChanges allowed = {{"fits.#.exponent -1", "an exponent has any sign"},
                                  {"fits.#.low -1", "an exponent has any sign"},
                                  {"fits.#.high -1", "an exponent has any sign"}};
  expect_accepted(time_record().document(times), times_refused, allowed);
}

TEST(RecordNumbers, OfVerdictsThatCannotBeAreRefused) {
  CampaignRow row;
  row.metric = "one";
  row.family = "boxes";
  row.cases = 3;
  row.right = row.answered = row.value.right = row.right_at_own = 3;
  row.normal.absent = row.witness.absent = 3;
  ErrorStream errors;
  for (const double error : {0.5, 0.75, 2.0}) errors.add(error);
  row.error_abs = row.error_rel_size = errors.summary();
  row.error_histogram = ErrorHistogram();
  for (const double error : {0.5, 0.75, 2.0}) row.error_histogram->add(error);
  row.ulp_histogram[3] = 3;
  const std::string good = verify_record().document(result_of({row}));
  expect_accepted(good, verdicts_refused, {});
  EXPECT_THAT(refused_with(good, verdicts_refused, "/results", "[]"),
              HasSubstr("results: must not be empty where nothing was left out"));
}

}  // namespace
}  // namespace touchstone
