// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/nut_rise.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "benchmarks/energy/scene_run.hpp"
#include "geometry/index.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kOnTop = 0.1;  ///< share of the others that may lie higher

/// After how many shakes ranks are shown.
std::vector<int> shown_shakes(int shakes) {
  std::vector<int> shown;
  for (const int after : {0, 1, 2, 3, 4, 5, 10, 15, 20, 25, 30, 35, 40}) {
    if (after <= shakes) shown.push_back(after);
  }
  return shown;
}

Check nut_check() {
  Check check;
  check.name = "brazil-nut";
  check.heading = "The rank of a large body among small ones that are shaken (Brazil nut)\n";
  check.subjects = "run";
  check.sources = "shakes";
  check.unanswered = "failed";
  CheckClaim on_top = {"on_top", "at most a tenth of the small bodies lie higher",
                       kMeasuredColumns};
  on_top.judged = false;
  CheckClaim above = {"above_mean", "the large body lies above the mean of the small ones",
                      kMeasuredColumns};
  above.judged = false;
  check.claims = {on_top,
                  above,
                  {"solved", "every step until then is solved as posed", kViolatedColumn},
                  {"inside", "no body is outside the box", kViolatedColumn}};
  check.counts = {{"least_above", "least share of the small bodies that lie higher, of all seeds",
                   "least above", true}};
  check.legend =
      "Cases are runs with a seed each. max error of on_top: the largest share that lies higher; "
      "of "
      "above_mean: its largest height above the mean [m], 0 below it.\n";
  check.shown = 1;
  return check;
}

ClaimFinding bounded(bool holds, double error) {
  ClaimFinding found = ClaimFinding::of(holds);
  found.error = error;
  return found;
}

void judge_state(const Simulation& simulation, bool solved, const std::string& id, CheckRow& row) {
  const Scene& scene = simulation.scene();
  const NutRank rank = nut_rank(scene, simulation.states());
  ++row.cases;
  row.claim("on_top").add(bounded(rank.above <= kOnTop, rank.above), id);
  row.count("least_above").add(rank.above);
  row.claim("above_mean").add(bounded(rank.over_mean_m > 0, rank.over_mean_m), id);
  row.claim("solved").add(ClaimFinding::of(solved), id);
  bool inside = true;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    inside =
        inside && (scene.bodies[i].fixed || scene.stay_box->contains(simulation.states()[i].p_W));
  }
  row.claim("inside").add(ClaimFinding::of(inside), id);
}

/// A row for each number of shakes that is shown; those that a run did not come to are unanswered.
std::vector<CheckRow> rank_run(const Check& check, const NutRun& run, std::uint64_t seed,
                               const ClaimOptions& options) {
  const std::vector<int> shown = shown_shakes(run.shakes);
  std::vector<CheckRow> rows;
  for (const int after : shown) {
    rows.push_back(empty_row(check, {.name = run.name}));
    rows.back().family = std::to_string(after);
  }
  SceneChoice choice;
  choice.bodies = run.bodies;
  choice.seed = seed;
  choice.t_end = kShakeStart + run.shakes / kShakeFrequency;
  auto made = covered_nut(choice, run.nuts);
  if (!made) return rows;
  Scene scene = std::move(made).value();
  scene.name = "covered-nut";
  SceneRun motion(scene, options.metric_source);
  motion.simulation.set_stop(options.stop_requested);
  const std::string id = run.name + ", seed " + std::to_string(seed);
  bool solved = true;
  std::string fault;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double until = kShakeStart + shown[k] / kShakeFrequency - 0.5 * scene.dt;
    while (fault.empty() && motion.simulation.time() < until) {
      const StepReport& report = motion.simulation.step();
      if (!report.taken) fault = report.stopped ? "it was stopped" : report.fault;
      solved = solved && report.solved && !report.stabilisation_dropped;
    }
    if (fault.empty()) {
      judge_state(motion.simulation, solved, id, rows[k]);
    } else {
      ++rows[k].cases;
      ++rows[k].unanswered;
      rows[k].first_unanswered = {id, fault};
    }
  }
  return rows;
}

/// The long runs: as they are, then with one thing changed at a time.
std::vector<NutRun> long_runs() {
  using Shape = NutChoice::Shape;
  constexpr int kVaried = 120;
  std::vector<NutRun> runs = {{"270 bodies", 270, 5}, {"120 bodies", kVaried, 2}};
  const auto vary = [&runs](const std::string& name, const NutChoice& nuts) {
    runs.push_back({name, kVaried, 2, 40, nuts});
  };
  for (const auto& [name, shape] :
       {std::pair{"spheres", Shape::spheres}, std::pair{"cubes", Shape::cubes},
        std::pair{"tetrahedra", Shape::tetrahedra}, std::pair{"hulls", Shape::hulls}}) {
    vary(name, {.shape = shape});
  }
  for (const double ratio : {1.5, 2.0, 3.0, 4.0}) {
    vary("ratio " + short_text(ratio), {.ratio = ratio});
  }
  vary("smooth walls", {.smooth_walls = true});
  for (const double amplitude : {1.5, 2.0, 4.0}) {
    vary("amplitude " + short_text(amplitude) + " g", {.amplitude = amplitude});
  }
  return runs;
}

}  // namespace

NutRank nut_rank(const Scene& scene, const std::vector<BodyState>& states) {
  const double height = states[0].p_W.y();
  int others = 0;
  int higher = 0;
  double sum = 0;
  for (std::size_t i = 1; i < states.size(); ++i) {
    if (scene.bodies[i].fixed) continue;
    ++others;
    higher += states[i].p_W.y() > height ? 1 : 0;
    sum += states[i].p_W.y();
  }
  return {static_cast<double>(higher) / others, height - sum / others};
}

CheckReport rank_nuts(const std::vector<NutRun>& runs, const ClaimOptions& options) {
  CheckReport report{nut_check(), 1, {}, {}};
  std::vector<std::pair<std::size_t, std::uint64_t>> items;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (int seed = 1; seed <= runs[r].seeds; ++seed) items.emplace_back(r, seed);
  }
  std::vector<std::vector<CheckRow>> of_runs(runs.size());
  run_items(
      options, items.size(), [] { return NoBench(); },
      [&](NoBench& /*bench*/, std::size_t k) {
        return rank_run(report.check, runs[items[k].first], items[k].second, options);
      },
      [&](std::size_t k, std::vector<CheckRow> rows) {
        std::vector<CheckRow>& all = of_runs[items[k].first];
        if (all.empty()) {
          all = std::move(rows);
          return;
        }
        for (std::size_t i = 0; i < rows.size(); ++i) all[i].add(rows[i]);
      });
  for (std::vector<CheckRow>& rows : of_runs) {
    std::move(rows.begin(), rows.end(), std::back_inserter(report.rows));
  }
  return report;
}

CheckReport check_nut_rise(const ClaimOptions& options) {
  if (options.full) return rank_nuts(long_runs(), options);
  return rank_nuts({{"60 bodies", 60, 1, 1}}, options);
}

}  // namespace touchstone
