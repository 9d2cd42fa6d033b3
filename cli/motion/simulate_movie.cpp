// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <utility>

#include "cli/motion/judged_runs.hpp"
#include "cli/motion/movie_files.hpp"
#include "cli/motion/simulate.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// What sets each run apart from the others: "peg", "dt 0.01 s", "50 bodies".
std::vector<std::string> run_names(const std::vector<EnergyTask>& tasks) {
  const auto differs = [&tasks](const auto& of) {
    return std::any_of(tasks.begin(), tasks.end(), [&](const EnergyTask& task) {
      return of(task.scene) != of(tasks.front().scene);
    });
  };
  const bool by_model = differs([](const Scene& scene) { return scene.model; });
  const bool by_step = differs([](const Scene& scene) { return scene.dt; });
  const bool by_bodies = differs([](const Scene& scene) { return scene.bodies.size(); });
  std::vector<std::string> names;
  std::map<std::string, int> seen;
  for (const EnergyTask& task : tasks) {
    const Scene& scene = task.scene;
    std::vector<std::string> parts;
    if (by_model) parts.push_back(scene.model);
    if (by_step) parts.push_back("dt " + exact_text(scene.dt) + " s");
    if (by_bodies) parts.push_back(std::to_string(scene.bodies.size()) + " bodies");
    if (parts.empty()) parts.push_back(scene.stepper);
    const std::string name = joined(parts);
    const int number = ++seen[name];
    names.push_back(number == 1 ? name : name + " (" + std::to_string(number) + ")");
  }
  return names;
}

/// Bodies whose shapes differ would need a page each.
bool same_bodies(const Scene& a, const Scene& b) {
  return std::equal(a.bodies.begin(), a.bodies.end(), b.bodies.begin(), b.bodies.end(),
                    [](const Body& one, const Body& other) {
                      return one.name == other.name &&
                             one.shape->radius() == other.shape->radius() &&
                             one.shape->vertices() == other.shape->vertices();
                    });
}

}  // namespace

int write_movie(const SimulateArguments& typed, std::vector<EnergyTask> chosen) {
  auto made = with_methods(typed, std::move(chosen));
  if (!made) return end_with_line(typed, made.reason(), kExitBadInput);
  const std::vector<EnergyTask>& tasks = made.value();
  const Scene& scene = tasks.front().scene;
  for (const EnergyTask& task : tasks) {
    if (same_bodies(task.scene, scene)) continue;
    return end_with_line(typed, "--html: the runs have different bodies: a page shows one scene",
                         kExitBadInput);
  }
  if (const std::string fault = movie_fault(scene); !fault.empty()) {
    return end_with_line(typed, fault, kExitBadInput);
  }
  const double time_limit_s = *typed.time_limit;
  const std::string& path = *typed.html;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  OutputFile page;
  if (const auto error = page.open(path)) return fail(error->reason, kExitBadInput);
  const std::vector<std::string> names = run_names(tasks);
  std::vector<Movie> movies;
  std::uint64_t steps = 0;
  std::uint64_t unsolved_steps = 0;
  std::string fault, cut_short;
  for (std::size_t i = 0; i < tasks.size() && received_signal() == 0; ++i) {
    auto run = run_movie("simulate", tasks[i].scene, names[i], time_limit_s);
    if (!run) return end_with_line(typed, run.reason(), kExitBadInput);
    const Movie& movie = movies.emplace_back(std::move(run).value());
    steps += movie.steps;
    unsolved_steps += movie.unsolved_steps;
    if (!movie.fault.empty()) fault = movie.fault;
    if (movie.cut_short) cut_short = movie.fault;
  }
  const int shown = show_movies(page, scene, std::move(movies));
  if (shown != kExitAsExpected) return shown;
  return end_of_run(typed, steps, unsolved_steps, cut_short, fault);
}

}  // namespace touchstone
