// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/scheme_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "benchmarks/converge/position_order.hpp"
#include "benchmarks/energy/truths.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/penalty_scheme.hpp"
#include "dynamics/stepping/projected_scheme.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kTenThousand = 1e4;  ///< how many times as long: the claim
/// Share of the critical one, on one contact; with 1 the steps are half as long [1].
constexpr double kPenaltyDamping = 0.5;
constexpr double kPenaltySlip = 1e-2;  ///< speed up to which friction is regularised [m/s]
constexpr std::uint64_t kFirstSteps = 4;

Scene scene_until(const char* name, double t_end, int bodies = 0) {
  SceneChoice choice;
  choice.t_end = t_end;
  if (bodies > 0) choice.bodies = bodies;
  return make_scene(*find_scene(name), choice).value();
}

/// Its spin at the end, against that under its cone; a penalty's cone is round.
ComparedScene compared_box() {
  ComparedScene of{scene_until("spinning-box", 2), {}};
  of.error = [](const ComparedScheme& stepped_by, const StepScheme& ended) {
    const Scene& scene = ended.scene();
    const int directions = stepped_by.kind == ComparedScheme::Kind::penalty ? 0 : scene.directions;
    const double energy = spinning_box_energies(scene.friction.mu, directions, {ended.time()})[0];
    const double truth = std::sqrt(2 * energy / scene.bodies[0].inertia.y());
    return std::abs(ended.states()[0].w_W.norm() / truth - 1);
  };
  return of;
}

/// Its kinetic energy at the end. A sphere that rolls off a fixed one of its size has 2/7 of what
/// it spun with, and from theta'' = g/2.8 theta on cosh^2(sqrt(g/2.8) t) times that.
ComparedScene compared_rolling() {
  ComparedScene of{scene_until("rolling-free", 0.05), {}};
  const double begins = 0.5 * kSphereInertia * of.scene.start[0].w_W.squaredNorm();
  of.error = [begins](const ComparedScheme& /*scheme*/, const StepScheme& ended) {
    const double grown = std::cosh(std::sqrt(kGravity / 2.8) * ended.time());
    return std::abs(ended.kinetic_energy() / (kRollingShare * begins * grown * grown) - 1);
  };
  return of;
}

/// The largest displacement of a cube at rest, by its side.
ComparedScene compared_stack() {
  ComparedScene of{scene_until("stack", 2, 3), {}};
  of.error = [](const ComparedScheme& /*scheme*/, const StepScheme& ended) {
    double largest = 0;
    for (std::size_t i = 0; i < ended.states().size(); ++i) {
      largest = std::max(largest, (ended.states()[i].p_W - ended.scene().start[i].p_W).norm());
    }
    return largest;
  };
  return of;
}

/// The largest error of a position, by the largest displacement of a body, against the present
/// scheme with small steps.
ComparedScene compared_balance2(const ClaimOptions& options) {
  constexpr double kReferenceStep = 1.0 / 8192;
  ComparedScene of{scene_until("balance2", 1), {}};
  Scene fine = of.scene;
  fine.dt = kReferenceStep;
  SchemeRun run({}, fine, options.metric_source);
  for (std::uint64_t k = 0; k < step_count(fine); ++k) {
    if (options.stop_requested && options.stop_requested()) break;
    const StepReport& report = run.scheme().step();
    if (!report.taken || !report.solved) of.fault = "the reference has a step that is not solved";
    if (!of.fault.empty()) return of;
  }
  double displacement = 0;
  for (std::size_t i = 0; i < fine.bodies.size(); ++i) {
    displacement =
        std::max(displacement, (run.scheme().states()[i].p_W - fine.start[i].p_W).norm());
  }
  of.error = [reference = run.scheme().states(), displacement](const ComparedScheme& /*scheme*/,
                                                               const StepScheme& ended) {
    double largest = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
      largest = std::max(largest,
                         position_error(ended.scene().bodies[i], ended.states()[i], reference[i]));
    }
    return largest / displacement;
  };
  return of;
}

/// One run with `steps` steps; `found`: whether it is accurate.
LargestStep run_with(const ComparedScheme& of_scheme, const ComparedScene& of, std::uint64_t steps,
                     const ClaimOptions& options) {
  Scene scene = of.scene;
  scene.dt = scene.t_end / static_cast<double>(steps);
  LargestStep ran;
  ran.h = scene.dt;
  ran.steps = steps;
  ran.fault = of.fault;
  SchemeRun run(of_scheme, scene, options.metric_source);
  for (std::uint64_t k = 0; k < steps; ++k) {
    if (options.stop_requested && options.stop_requested()) ran.fault = "it was stopped";
    if (!ran.fault.empty()) return ran;
    const StepReport& report = run.scheme().step();
    ran.seconds += report.times.total;
    ran.overlap = std::max(ran.overlap, -report.smallest_gap);
    if (!report.taken) ran.fault = report.fault;
    if (report.taken && !report.solved) ran.fault = "a step is not solved";
  }
  if (!ran.fault.empty()) return ran;
  ran.error = of.error(of_scheme, run.scheme());
  ran.found = ran.error <= kComparedError;
  if (!ran.found) ran.fault = "an error of " + short_text(100 * ran.error) + " %";
  return ran;
}

Check comparison_check() {
  Check check;
  check.name = "comparators";
  check.heading = "The largest step of each scheme within 1 % of the truth (thesis, ch. 1 and 7)\n";
  check.subjects = "scheme";
  check.sources = "scene";
  check.unanswered = "failed";
  CheckClaim error = {"error", "relative error at the end of the run [1]", kLargestColumn};
  CheckClaim overlap = {"overlap", "deepest overlap in the run [m]", kLargestColumn};
  CheckClaim longer = {"longer", "steps of the present scheme are ten thousand times as long",
                       kMeasuredColumns};
  error.judged = overlap.judged = longer.judged = false;
  check.claims = {error, overlap, longer};
  check.counts = {{"h_s", "largest step [s], the least of all scenes", "h\ns", true},
                  {"steps", "steps of that run", "steps"},
                  {"time_us", "time of all its steps [us]", "time\nus"}};
  check.legend =
      "h: steps are halved from a quarter of the scene's time on; this one and its half have an "
      "error of at most 1 %.\n"
      "longer, max error: the step of touchstone by that of a penalty.\n"
      "penalty D: a mean body sinks by D m on one contact. failed: none that was tried.\n";
  check.shown = 4;
  return check;
}

CheckRow comparison_row(const Check& check, const ComparedScheme& scheme, const ComparedScene& of,
                        const LargestStep& step, const LargestStep& present) {
  CheckRow row = empty_row(check, {.name = scheme.name()});
  if (scheme.kind == ComparedScheme::Kind::penalty) row.subject.known_bad = "longer";
  row.subject.answers_all = scheme.kind == ComparedScheme::Kind::present;
  const std::string& id = of.scene.name;
  row.family = id;
  row.cases = 1;
  if (!step.found) {
    row.unanswered = 1;
    row.first_unanswered = {id, step.fault + " at h = " + short_text(step.h) + " s"};
    row.claim("error").add({true, false, row.first_unanswered.why, step.error}, id);
    return row;
  }
  row.claim("error").add({true, true, "", step.error}, id);
  row.claim("overlap").add({true, true, "", step.overlap}, id);
  if (scheme.kind == ComparedScheme::Kind::penalty && present.found) {
    const double ratio = present.h / step.h;
    const std::string why =
        short_text(ratio) + " times as long, overlap " + short_text(step.overlap) + " m";
    row.claim("longer").add({true, ratio >= kTenThousand, why, ratio}, id);
  }
  row.count("h_s").add(step.h);
  row.count("steps").add(static_cast<double>(step.steps));
  row.count("time_us").add(1e6 * step.seconds);
  return row;
}

}  // namespace

std::string ComparedScheme::name() const {
  switch (kind) {
    case ComparedScheme::Kind::present:
      return "touchstone";
    case ComparedScheme::Kind::penalty:
      return "penalty " + short_text(depth);
    case ComparedScheme::Kind::post_stabilised:
      return "post_stabilised";
    case ComparedScheme::Kind::event_driven:
      break;
  }
  return "event_driven";
}

std::vector<ComparedScheme> compared_schemes(bool full) {
  std::vector<ComparedScheme> schemes = {{ComparedScheme::Kind::present},
                                         {ComparedScheme::Kind::post_stabilised},
                                         {ComparedScheme::Kind::event_driven}};
  for (const double depth : full ? std::vector{1e-3, 1e-5, 1e-7} : std::vector{1e-3, 1e-5}) {
    schemes.push_back({ComparedScheme::Kind::penalty, depth});
  }
  return schemes;
}

SchemeRun::SchemeRun(const ComparedScheme& scheme, const Scene& scene, const MetricSource& metrics)
    : method_(make_contacts(*find_contact_row(scene.contacts), metrics, scene.events)),
      stepper_(find_stepper(scene.stepper)->make()),
      of_projection_(stepper_->another()) {
  switch (scheme.kind) {
    case ComparedScheme::Kind::present:
      scheme_ = std::make_unique<Simulation>(scene, *method_, *stepper_);
      return;
    case ComparedScheme::Kind::penalty:
      scheme_ = std::make_unique<PenaltyScheme>(
          scene, *method_, penalty_for_depth(scene, scheme.depth, kPenaltyDamping, kPenaltySlip));
      return;
    case ComparedScheme::Kind::post_stabilised:
    case ComparedScheme::Kind::event_driven:
      scheme_ = std::make_unique<ProjectedScheme>(scheme.kind == ComparedScheme::Kind::event_driven
                                                      ? ProjectedScheme::Kind::event_driven
                                                      : ProjectedScheme::Kind::post_stabilised,
                                                  scene, *method_, *stepper_, *of_projection_);
      return;
  }
}

std::vector<ComparedScene> compared_scenes(const ClaimOptions& options) {
  std::vector<ComparedScene> scenes;
  scenes.push_back(compared_box());
  scenes.push_back(compared_rolling());
  scenes.push_back(compared_stack());
  scenes.push_back(compared_balance2(options));
  return scenes;
}

LargestStep largest_step(const ComparedScheme& scheme, const ComparedScene& of,
                         const ClaimOptions& options, std::uint64_t max_steps) {
  LargestStep longer;
  for (std::uint64_t steps = kFirstSteps; steps <= max_steps; steps *= 2) {
    LargestStep ran = run_with(scheme, of, steps, options);
    if (longer.found && ran.found) return longer;
    longer = std::move(ran);
    if (options.stop_requested && options.stop_requested()) break;
  }
  if (longer.found) longer.fault = "half of it was not tried";
  longer.found = false;
  return longer;
}

CheckReport compare_schemes(const ClaimOptions& options) {
  const std::vector<ComparedScheme> schemes = compared_schemes(options.full);
  const std::vector<ComparedScene> scenes = compared_scenes(options);
  const std::uint64_t max_steps = options.full ? 1 << 18 : 1 << 14;
  CheckReport report{comparison_check(), 0, {}, {}};
  std::vector<LargestStep> present;
  run_items(
      options, schemes.size() * scenes.size(), [] { return NoBench(); },
      [&](NoBench& /*bench*/, std::size_t k) {
        return largest_step(schemes[k / scenes.size()], scenes[k % scenes.size()], options,
                            max_steps);
      },
      [&](std::size_t k, const LargestStep& step) {
        const std::size_t s = k % scenes.size();
        if (k < scenes.size()) present.push_back(step);
        report.rows.push_back(
            comparison_row(report.check, schemes[k / scenes.size()], scenes[s], step, present[s]));
      });
  return report;
}

}  // namespace touchstone
