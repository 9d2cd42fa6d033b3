// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/contraction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "benchmarks/energy/scene_run.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kKeptOfWanted = 16;

constexpr std::array kMaps = {FixedPointMap::chi_1, FixedPointMap::chi_2, FixedPointMap::chi_3};
/// Changes below this share of the velocity are rounding.
constexpr double kRounding = 1e-11;
constexpr int kIterations = 60;
/// A contact that slips more slowly counts as sticking [m/s].
constexpr double kSlides = 1e-6;

bool slides(const Simulation& simulation) {
  for (const SolvedIsland& island : simulation.solutions()) {
    const Eigen::VectorXd& slip = island.solution.slip;
    if (slip.size() > 0 && slip.maxCoeff() > kSlides) return true;
  }
  return false;
}

/// Problems of steps with a sliding contact, evenly chosen.
std::vector<StepProblem> problems_of(const std::string& name, const ContractionOptions& options) {
  SceneChoice choice;
  choice.dt = options.dt;
  const Scene scene = make_scene(*find_scene(name), choice).value();
  SceneRun made(scene, options.metric_source);
  Simulation& simulation = made.simulation;
  simulation.set_stop(options.stop_requested);
  // A run may be long: whenever there are too many, every second one is kept.
  const auto wanted = static_cast<std::size_t>(std::max(1, options.problems));
  std::vector<StepProblem> all;
  std::uint64_t sliding = 0;
  std::uint64_t stride = 1;
  for (std::uint64_t k = step_count(scene); k > 0; --k) {
    if (options.stop_requested && options.stop_requested()) break;
    if (!simulation.step().taken) break;
    if (!slides(simulation) || sliding++ % stride != 0) continue;
    all.push_back(simulation.problem());
    if (all.size() < kKeptOfWanted * wanted) continue;
    for (std::size_t i = 0; 2 * i < all.size(); ++i) all[i] = std::move(all[2 * i]);
    all.resize((all.size() + 1) / 2);
    stride *= 2;
  }
  std::vector<StepProblem> chosen;
  const std::size_t count = std::min(wanted, all.size());
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(all[i * all.size() / count]);
  return chosen;
}

ContractionRow row_of(const std::string& scene, FixedPointMap map, double mu,
                      std::vector<StepProblem>& problems) {
  ContractionRow row;
  row.scene = scene;
  row.map = map;
  row.mu = mu;
  std::vector<double> rates, worst;
  for (StepProblem& problem : problems) {
    for (ContactFriction& friction : problem.friction) friction.mu = mu;
    const Contraction found = contract(problem, map);
    const std::vector<double>& changes = found.changes;
    if (changes.size() < 2) continue;
    double largest = 0;
    for (std::size_t k = 1; k < changes.size(); ++k) {
      largest = std::max(largest, changes[k] / changes[k - 1]);
    }
    const auto ratios = static_cast<double>(changes.size() - 1);
    rates.push_back(std::pow(changes.back() / changes.front(), 1 / ratios));
    worst.push_back(largest);
    ++row.problems;
    row.contracted += largest < 1 ? 1 : 0;
    row.solved += found.solved ? 1 : 0;
  }
  row.median_rate = median(rates);
  row.largest_rate = rates.empty() ? 0 : *std::max_element(rates.begin(), rates.end());
  row.median_worst_ratio = median(worst);
  return row;
}

}  // namespace

std::string_view map_name(FixedPointMap map) {
  constexpr std::array<std::string_view, 3> kNames = {"chi_1", "chi_2", "chi_3"};
  return kNames[static_cast<std::size_t>(map)];
}

Contraction contract(const StepProblem& problem, FixedPointMap map) {
  Contraction found;
  ScaledStep step;
  step.assign(problem, StepRows::relaxed);
  Residual residual;
  Eigen::VectorXd last;
  bool at_rest = false;
  FixedPoint().iterate(step, map, kIterations, [&](const StepSolution& s) {
    found.solved =
        found.solved || residual(problem, s, FrictionLaw::stewart_trinkle) <= kAcceptedResidual;
    if (last.size() > 0) {
      const double change = (s.u - last).norm();
      at_rest = !(change > kRounding * std::max(s.u.norm(), problem.free.norm()));
      if (!at_rest) found.changes.push_back(change);
    }
    last = s.u;
    return at_rest;
  });
  return found;
}

std::vector<ContractionRow> contraction_rates(const ContractionOptions& options) {
  std::vector<ContractionRow> rows;
  for (const std::string& scene : options.scenes) {
    std::vector<StepProblem> problems = problems_of(scene, options);
    for (const FixedPointMap map : kMaps) {
      for (const double mu : options.mu) {
        if (options.stop_requested && options.stop_requested()) return rows;
        rows.push_back(row_of(scene, map, mu, problems));
      }
    }
  }
  return rows;
}

}  // namespace touchstone
