// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/position_order.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "benchmarks/energy/scene_run.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "harness/statistics/statistics.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Errors up to this are rounding [m].
constexpr double kPlaceRounding = 1e-10;

/// Moving bodies of scenes that may have any number.
constexpr int kMovingBodies = 4;

struct PositionScene {
  const char* name;
  double t_end;  ///< [s]
  bool impacts = false;
};

/// Without impacts: of Dice3 the part before the upper cube lands.
const std::vector<PositionScene>& position_scenes() {
  static const std::vector<PositionScene> kScenes = {
      {"sliding-boxes", 0.5}, {"spinning-box", 1},  {"slide-to-roll", 1}, {"roll-off", 1},
      {"rimless-wheel", 0.1}, {"dice3", 0.4},       {"dice3", 3, true},   {"setup6", 2, true},
      {"pyramid1", 1, true},  {"balance2", 2, true}};
  return kScenes;
}

/// Steps on; false if that did not work.
bool advance_run(Simulation& simulation, int steps) {
  for (int k = 0; k < steps; ++k) {
    if (!simulation.step().taken) return false;
  }
  return true;
}

struct PositionItem {
  const PositionScene* scene;
  double dt;
};

std::optional<double> error_of(const PositionItem& item, const ClaimOptions& options) {
  SceneChoice choice;
  choice.dt = item.dt;
  choice.t_end = item.scene->t_end;
  const SceneRow& row = *find_scene(item.scene->name);
  if (row.reads.find('n') != std::string_view::npos) choice.bodies = kMovingBodies;
  const auto scene = make_scene(row, choice);
  if (!scene) return std::nullopt;
  return largest_position_error(scene.value(), options);
}

Check positions_check() {
  Check check;
  check.name = "thesis-accuracy";
  check.heading = "Errors of positions against a step of h/64 (thesis, abstract: O(h))\n";
  check.subjects = "scenes";
  check.sources = "scene";
  check.unanswered = "wrong";
  check.claims = {{"order", "the error falls at least as h^0.9", kMeasuredColumns}};
  check.legend =
      "The error: the largest way of any body's centre and its reach times the angle that it is "
      "off.\nmax error: the largest error/h [m/s].\n";
  check.shown = kFirstViolations;
  return check;
}

}  // namespace

double position_error(const Body& body, const BodyState& state, const BodyState& reference) {
  return (state.p_W - reference.p_W).norm() +
         body.reach() * state.q_WB.angularDistance(reference.q_WB);
}

std::optional<double> largest_position_error(const Scene& scene, const ClaimOptions& options) {
  Scene fine = scene;
  fine.dt = scene.dt / kReferenceSteps;
  SceneRun run(scene, options.metric_source);
  SceneRun reference(fine, options.metric_source);
  double largest = 0;
  while (run.simulation.steps() < step_count(scene)) {
    if (options.stop_requested && options.stop_requested()) return std::nullopt;
    if (!advance_run(run.simulation, 1)) return std::nullopt;
    if (!advance_run(reference.simulation, kReferenceSteps)) return std::nullopt;
    for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
      largest = std::max(largest, position_error(scene.bodies[k], run.simulation.states()[k],
                                                 reference.simulation.states()[k]));
    }
  }
  return largest;
}

ClaimFinding first_order(const PositionErrors& errors) {
  ClaimFinding found;
  found.checked = !errors.dt.empty();
  if (!found.checked) return found;
  double largest = 0;
  for (std::size_t k = 0; k < errors.dt.size(); ++k) {
    largest = std::max(largest, errors.error_m[k]);
    found.error = std::max(found.error, errors.error_m[k] / errors.dt[k]);
    found.why += (k == 0 ? "" : ", ") + short_text(errors.error_m[k]) +
                 " m at h = " + short_text(errors.dt[k]) + " s";
  }
  const auto slope = log_slope(errors.dt, errors.error_m);
  found.held = largest <= kPlaceRounding || (slope && *slope >= kFirstOrder);
  if (slope) found.why = "slope " + short_text(*slope) + ": " + found.why;
  return found;
}

CheckReport check_positions(const ClaimOptions& options) {
  const std::vector<double> steps =
      options.full ? std::vector{0.02, 0.01, 0.005, 0.0025} : std::vector{0.02, 0.01};
  std::vector<PositionItem> items;
  for (const PositionScene& scene : position_scenes()) {
    for (const double dt : steps) items.push_back({&scene, dt});
  }
  CheckReport report{positions_check(), 0, {}, {}};
  PositionErrors errors;
  run_items(
      options, items.size(), [] { return NoBench(); },
      [&](NoBench& /*bench*/, std::size_t k) { return error_of(items[k], options); },
      [&](std::size_t k, const std::optional<double>& error) {
        const PositionScene& scene = *items[k].scene;
        if (items[k].dt == steps.front()) {
          errors = {};
          const CheckSubject subject = {.name = scene.impacts ? "impacts" : "no impact",
                                        .answers_all = !scene.impacts,
                                        .judged = !scene.impacts};
          report.rows.push_back(empty_row(report.check, subject));
          report.rows.back().family = scene.name;
          ++report.rows.back().cases;
        }
        CheckRow& row = report.rows.back();
        if (error) {
          errors.dt.push_back(items[k].dt);
          errors.error_m.push_back(*error);
        } else if (row.unanswered == 0) {
          row.unanswered = 1;
          row.first_unanswered = {scene.name, "a run ended early"};
        }
        if (items[k].dt == steps.back() && row.unanswered == 0) {
          row.claim("order").add(first_order(errors), scene.name);
        }
      });
  return report;
}

}  // namespace touchstone
