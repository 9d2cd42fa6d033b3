// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/nut_rise.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "benchmarks/energy/scene_run.hpp"
#include "geometry/index.hpp"
#include "harness/statistics/statistics.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Adds where the large body is, which is body 0.
void add_place(const Simulation& simulation, NutMotion& motion) {
  const std::vector<BodyState>& states = simulation.states();
  const double height = states[0].p_W.y();
  int others = 0;
  int higher = 0;
  double sum = 0;
  for (std::size_t i = 1; i < states.size(); ++i) {
    if (simulation.scene().bodies[i].fixed) continue;
    ++others;
    higher += states[i].p_W.y() > height ? 1 : 0;
    sum += states[i].p_W.y();
  }
  motion.higher.push_back(higher);
  motion.height_m.push_back(height);
  motion.mean_m.push_back(sum / others);
}

/// Notes which bodies are outside the box.
void see_outside(const Simulation& simulation, std::vector<char>& left) {
  const Scene& scene = simulation.scene();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const bool inside = scene.stay_box->contains(simulation.states()[i].p_W);
    if (!scene.bodies[i].fixed && !inside) left[i] = 1;
  }
}

void add_to(const StepReport& report, NutMotion& motion) {
  ++motion.steps;
  motion.unsolved += report.solved && !report.stabilisation_dropped ? 0 : 1;
  motion.residual = std::max(motion.residual, report.residual);
  motion.overlap_m = std::max(motion.overlap_m, -report.smallest_gap);
  motion.time_s += report.times.total;
}

NutMotion shake(const NutRun& run, int seed, const MetricSource& metrics,
                const RunControl& control) {
  NutMotion motion;
  motion.seed = seed;
  SceneChoice choice;
  choice.bodies = run.bodies;
  choice.seed = static_cast<std::uint64_t>(seed);
  choice.t_end = kShakeStart + run.shakes / kShakeFrequency;
  auto made = covered_nut(choice, run.nuts);
  if (!made) {
    motion.fault = made.reason();
    return motion;
  }
  Scene scene = std::move(made).value();
  scene.name = "covered-nut";
  SceneRun running(scene, metrics);
  Simulation& simulation = running.simulation;
  simulation.set_stop(control.stop_requested);
  std::vector<char> left(scene.bodies.size(), 0);
  for (int shakes = 0; shakes <= run.shakes; ++shakes) {
    const double until = kShakeStart + shakes / kShakeFrequency - 0.5 * scene.dt;
    while (simulation.time() < until) {
      const StepReport& report = simulation.step();
      if (!report.taken) {
        motion.fault = report.stopped ? "it was stopped" : report.fault;
        return motion;
      }
      add_to(report, motion);
      see_outside(simulation, left);
      motion.outside = static_cast<int>(std::count(left.begin(), left.end(), 1));
    }
    add_place(simulation, motion);
  }
  return motion;
}

/// `number(seed)` over the seeds that came to so many shakes.
template <class Number>
std::optional<NutSpread> spread_of(const NutRise& rise, int shakes, const Number& number) {
  std::vector<double> values;
  for (const NutMotion& motion : rise.seeds) {
    if (motion.higher.size() > at(shakes)) values.push_back(number(motion));
  }
  if (values.empty()) return std::nullopt;
  const auto [least, largest] = std::minmax_element(values.begin(), values.end());
  return NutSpread{mean_of(values), mean_half_width(values), *least, *largest};
}

double share_in(const NutRun& run, const NutMotion& motion, int shakes) {
  return static_cast<double>(motion.higher[at(shakes)]) / (run.bodies - 1);
}

}  // namespace

std::string_view shape_name(NutChoice::Shape shape) {
  constexpr std::string_view kNames[] = {"mixed", "spheres", "cubes", "tetrahedra", "hulls"};
  return kNames[static_cast<std::size_t>(shape)];
}

std::optional<NutSpread> share_above(const NutRise& rise, int shakes) {
  return spread_of(rise, shakes,
                   [&](const NutMotion& motion) { return share_in(rise.run, motion, shakes); });
}

std::optional<NutSpread> height_over_mean(const NutRise& rise, int shakes) {
  return spread_of(rise, shakes, [&](const NutMotion& motion) {
    return motion.height_m[at(shakes)] - motion.mean_m[at(shakes)];
  });
}

int seeds_on_top(const NutRise& rise, int shakes) {
  return static_cast<int>(
      std::count_if(rise.seeds.begin(), rise.seeds.end(), [&](const NutMotion& motion) {
        return motion.higher.size() > at(shakes) &&
               share_in(rise.run, motion, shakes) <= kOnTopShare;
      }));
}

bool nut_run_failed(const NutRise& rise) {
  return std::any_of(rise.seeds.begin(), rise.seeds.end(), [](const NutMotion& motion) {
    return !motion.fault.empty() || motion.unsolved > 0 || motion.outside > 0;
  });
}

std::vector<NutRun> nut_runs(bool full) {
  if (!full) return {{"bodies", "60", 60, 1, 1}};
  constexpr int kVaried = 120;
  std::vector<NutRun> runs = {{"bodies", "270", 270, 5}, {"bodies", "120", kVaried}};
  const auto vary = [&runs](const std::string& what, const std::string& name,
                            const NutChoice& nuts) {
    runs.push_back({what, name, kVaried, 1, 40, nuts});
  };
  using enum NutChoice::Shape;
  for (const NutChoice::Shape shape : {spheres, cubes, tetrahedra, hulls}) {
    vary("shape", std::string(shape_name(shape)), {.shape = shape});
  }
  for (const double ratio : {1.5, 2.0, 3.0, 4.0}) {
    vary("ratio", short_text(ratio), {.ratio = ratio});
  }
  vary("walls", "smooth", {.smooth_walls = true});
  for (const double amplitude : {1.5, 2.0, 4.0}) {
    vary("amplitude", short_text(amplitude) + " g", {.amplitude = amplitude});
  }
  return runs;
}

std::vector<NutRise> shake_nuts(const std::vector<NutRun>& runs, const MetricSource& metrics,
                                const RunControl& control) {
  std::vector<NutRise> rises;
  std::vector<std::pair<std::size_t, int>> items;
  for (const NutRun& run : runs) {
    for (int seed = 1; seed <= run.seeds; ++seed) items.emplace_back(rises.size(), seed);
    rises.push_back({run, {}});
  }
  run_items(
      control, items.size(), [] { return NoBench(); },
      [&](NoBench& /*bench*/, std::size_t k) {
        return shake(runs[items[k].first], items[k].second, metrics, control);
      },
      [&](std::size_t k, NutMotion motion) {
        rises[items[k].first].seeds.push_back(std::move(motion));
      });
  std::erase_if(rises, [](const NutRise& rise) { return rise.seeds.empty(); });
  return rises;
}

}  // namespace touchstone
