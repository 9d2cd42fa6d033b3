// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/thesis_figures.hpp"

#include <cmath>
#include <utility>

#include "benchmarks/energy/scene_run.hpp"

namespace touchstone {

namespace {

/// Frames at these times [s], of the thesis's h = 0.01.
ThesisFigure frames(int number, const char* title, const char* scene, double gamma,
                    std::vector<double> times) {
  return {
      "thesis-figure" + std::to_string(number), title, scene, {gamma}, std::move(times), {0.01}};
}

ThesisFigure plot(int number, const char* title, const char* scene, std::vector<double> gamma,
                  std::vector<double> dt) {
  return {
      "thesis-figure" + std::to_string(number), title, scene, std::move(gamma), {}, std::move(dt)};
}

/// Before the shaking, and after 10, 20 and 40 shakes.
ThesisFigure brazil_nut_frames() {
  const double shake = 1 / kShakeFrequency;
  ThesisFigure figure = frames(
      16, "Four frames from the Brazil Nut example", "brazil-nut", 1,
      {kShakeStart, kShakeStart + 10 * shake, kShakeStart + 20 * shake, kShakeStart + 40 * shake});
  figure.dt = {5e-3};
  return figure;
}

ThesisFigure peg_frames(const char* name, const char* title, const char* scene) {
  return {name, title, scene, {1}, {1, 2, 3.5, 5}, {5e-3}, {"std", "peg"}};
}

}  // namespace

const std::vector<ThesisFigure>& thesis_figures() {
  static const std::vector<ThesisFigure> kFigures = {
      brazil_nut_frames(),
      frames(18, "Six successive frames from Balance2", "balance2", 1, {0, 2, 3, 5, 6, 12}),
      plot(19,
           "Problem Balance2: effect of constraint stabilization constant gamma on infeasibility",
           "balance2", {0, 0.25, 0.5, 0.75, 1}, {0.1, 0.05, 0.02, 0.01}),
      plot(20, "Problem Balance2: infeasibility", "balance2", {1}, {0.1, 0.02, 0.01, 0.002, 0.001}),
      frames(21, "Six successive frames from Pyramid1", "pyramid1", 1, {0, 1, 2, 3, 4, 10}),
      plot(22, "Problem Pyramid1: infeasibility", "pyramid1", {1}, {0.1, 0.02, 0.01, 0.002, 0.001}),
      frames(23, "Four successive frames from Dice3", "dice3", 0.3, {0, 1, 2, 3}),
      plot(24, "Problem Dice3: infeasibility", "dice3", {1}, {0.1, 0.05, 0.01, 0.005}),
      plot(25, "Problem Setup6: infeasibility", "setup6", {0.3}, {0.1, 0.03, 0.01, 0.003, 0.001}),
      frames(26, "Four successive frames from Setup6", "setup6", 0.3, {0, 2, 4, 6}),
      peg_frames("peg-figure20", "Polygons poured into a box", "polygon-box"),
      peg_frames("peg-figure23", "Polyhedra poured into a box", "polyhedron-box"),
  };
  return kFigures;
}

std::vector<ThesisMethod> scene_methods(const ThesisFigure& figure) {
  if (figure.models.empty()) return {ThesisMethod()};
  std::vector<ThesisMethod> methods;
  for (const std::string& model : figure.models) methods.push_back({model, "", "", {}, model});
  return methods;
}

Scene thesis_scene(const ThesisFigure& figure, const ThesisMethod& method) {
  SceneChoice choice;
  choice.dt = figure.dt.front();
  choice.t_end = figure.times.back();
  Scene scene = make_scene(*find_scene(figure.scene), choice).value();
  scene.gamma = figure.gamma.front();
  if (!method.name.empty()) set_method(scene, method);
  return scene;
}

ThesisMotion thesis_motion(const ThesisFigure& figure, const ThesisMethod& method,
                           const MetricSource& metrics,
                           const std::function<void(std::uint64_t, std::uint64_t)>& progress,
                           const std::function<bool()>& stop_requested) {
  ThesisMotion motion;
  motion.method = method;
  motion.scene = thesis_scene(figure, method);
  SceneRun made(motion.scene, metrics);
  Simulation& simulation = made.simulation;
  simulation.set_stop(stop_requested);
  RunWatch watch;
  watch.start(simulation);
  const std::uint64_t steps = step_count(motion.scene);
  const auto keep = [&] {
    MotionFrame frame{simulation.time(), simulation.states()};
    for (std::size_t i = 0; i < frame.states.size(); ++i) {
      frame.absent.push_back(!simulation.present(i));
    }
    motion.frames.push_back(std::move(frame));
  };
  for (const double time : figure.times) {
    const auto until = static_cast<std::uint64_t>(std::llround(time / figure.dt.front()));
    while (simulation.steps() < until) {
      if (stop_requested && stop_requested()) return motion;
      const StepReport& report = simulation.step();
      if (!report.taken) {
        motion.fault = report.fault;
        return motion;
      }
      motion.unsolved += report.solved && !report.stabilisation_dropped ? 0 : 1;
      watch.see(simulation);
      motion.gains = watch.gains();
      if (progress) progress(simulation.steps(), steps);
    }
    keep();
  }
  return motion;
}

ConvergeOptions thesis_plot(const ThesisFigure& figure, const ThesisMethod& method) {
  ConvergeOptions options;
  options.scenes = {figure.scene};
  options.gamma = figure.gamma;
  options.dt = figure.dt;
  options.contacts = method.contacts;
  options.stepper = method.stepper;
  options.events = method.events;
  return options;
}

}  // namespace touchstone
