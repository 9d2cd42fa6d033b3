// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of bodies in motion: scenes of the library, run.
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "benchmarks/concepts/concept_figures.hpp"
#include "benchmarks/energy/energy_run.hpp"
#include "benchmarks/energy/observers.hpp"
#include "benchmarks/energy/truths.hpp"

namespace touchstone {
namespace {

/// Runs a scene, and calls see(simulation) at its start and after each step, until that is false.
template <class See>
void run_scene(const Scene& scene, const MetricSource& metrics, const See& see) {
  const auto method = make_contacts(*find_contact_row(scene.contacts), metrics, scene.events);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  const std::uint64_t steps = step_count(scene);
  for (bool goes_on = see(simulation); goes_on && simulation.steps() < steps;) {
    goes_on = simulation.step().taken && see(simulation);
  }
}

/// The end of a prism about z, at a pose, moved by -origin.
std::vector<Vec3> prism_end(const Polytope& prism, const Pose& pose, const Vec3& origin) {
  std::vector<Vec3> corners;
  for (const Facet& facet : prism.facets()) {
    if (facet.normal.z() < 0.5) continue;
    for (const int v : facet.vertices) {
      corners.push_back(pose.R * prism.vertices()[static_cast<std::size_t>(v)] + pose.t - origin);
    }
  }
  return corners;
}

constexpr const char* kFalling = "one-fast";  ///< a body of the scene corner-pass
constexpr const char* kPassedBox = "box3";    ///< the box that it falls past
constexpr std::uint64_t kShownSteps[] = {5, 12, 19, 25};

/// Adds the falling body after the steps that are shown.
void add_fall(const std::string& model, ShapeStyle style, const MetricSource& metrics,
              GeometryDrawing& drawing) {
  Scene scene = make_scene(*find_scene("corner-pass"), {}).value();
  scene.model = model;
  const auto box = static_cast<std::size_t>(find_body(scene, kPassedBox));
  const auto falling = static_cast<std::size_t>(find_body(scene, kFalling));
  const Vec3 origin(scene.start[box].p_W.x(), 0, 0);
  if (drawing.shapes.empty()) {
    const Polytope& block = *scene.bodies[box].shape;
    drawing.shapes.push_back(
        {"fixed box", ShapeStyle::body_A, prism_end(block, scene.start[box].pose(), origin), true});
  }
  std::size_t next = 0;
  run_scene(scene, metrics, [&](const Simulation& simulation) {
    if (simulation.steps() != kShownSteps[next]) return true;
    const Polytope& square = *scene.bodies[falling].shape;
    drawing.shapes.push_back(
        {"", style, prism_end(square, simulation.states()[falling].pose(), origin), true});
    return ++next < std::size(kShownSteps);
  });
}

constexpr int kWheelSides = 16;
constexpr int kWheelImpacts = 16;

/// What share of the energy is left after each impact in a run whose step is dt.
FigureCurve wheel_curve(double dt, const std::string& name, const MetricSource& metrics) {
  SceneChoice choice;
  choice.vertices_A = kWheelSides;
  choice.dt = dt;
  std::vector<WheelEnergy> after;
  for (int impacts = 1; impacts <= kWheelImpacts; ++impacts) {
    after.emplace_back(kWheelSides, impacts);
  }
  run_scene(make_scene(*find_scene("rimless-wheel"), choice).value(), metrics,
            [&](const Simulation& simulation) {
              for (WheelEnergy& energy : after) {
                if (simulation.steps() == 0) {
                  energy.start(simulation);
                } else {
                  energy.see(simulation, simulation.report());
                }
              }
              return !after.back().done();
            });
  FigureCurve curve{name, {0}, {1}, true};
  for (int impacts = 1; impacts <= kWheelImpacts; ++impacts) {
    curve.x.push_back(impacts);
    curve.y.push_back(after[static_cast<std::size_t>(impacts - 1)].measured());
  }
  return curve;
}

/// One run of the spinning or the rolling sphere.
struct SphereRun {
  const char* name;
  const char* scene;
  int vertices;  ///< number of vertices of each sphere; 0: ideal spheres
  double t_end;  ///< [s]
};

/// The kinetic energy of a run over time, divided by its first value.
FigureCurve sphere_curve(const SphereRun& run, const MetricSource& metrics) {
  SceneChoice choice;
  choice.vertices_A = choice.vertices_B = run.vertices;
  choice.t_end = run.t_end;
  EnergyOptions options;
  options.metric_source = metrics;
  // Without a choice it is a scene that no observable ends early.
  const EnergyTask task{make_scene(*find_scene(run.scene), choice).value(), std::nullopt};
  const EnergyResult result = run_energy({task}, options).value().front();
  FigureCurve curve{run.name, result.curve.time_s, {}};
  for (const double kinetic_J : result.curve.kinetic_J) {
    curve.y.push_back(kinetic_J / result.kinetic_0);
  }
  return curve;
}

GeometryDrawing sphere_plot(const std::vector<SphereRun>& runs, const MetricSource& metrics) {
  GeometryDrawing plot;
  plot.x_label = "time [s]";
  plot.y_label = "kinetic energy / its first value [1]";
  for (const SphereRun& run : runs) plot.curves.push_back(sphere_curve(run, metrics));
  return plot;
}

}  // namespace

std::vector<ConceptPanel> draw_trap(const MetricSource& metrics) {
  GeometryDrawing drawing;
  add_fall("std", ShapeStyle::body_B, metrics, drawing);
  add_fall("peg", ShapeStyle::grown_B, metrics, drawing);
  return {
      {"A square falls 1 mm beside a corner: with std (filled) and with peg (dashed)", drawing}};
}

std::vector<ConceptPanel> draw_wheel(const MetricSource& metrics) {
  GeometryDrawing plot;
  plot.x_label = "impacts";
  plot.y_label = "energy above rest on a side / its first value [1]";
  FigureCurve truth{"exact", {}, {}};
  for (int impacts = 0; impacts <= kWheelImpacts; ++impacts) {
    truth.x.push_back(impacts);
    truth.y.push_back(std::pow(wheel_restitution(kWheelSides), 2 * impacts));
  }
  plot.curves = {std::move(truth), wheel_curve(1e-2, "dt = 0.01 s", metrics),
                 wheel_curve(1e-3, "dt = 0.001 s", metrics)};
  return {{"What the impacts leave of the energy of a rimless wheel of 16 sides", plot}};
}

std::vector<ConceptPanel> draw_spheres(const MetricSource& metrics) {
  const std::vector<SphereRun> spinning = {{"50 vertices", "encoded-spin", 50, 5},
                                           {"98 vertices", "encoded-spin", 98, 5},
                                           {"2,258 vertices", "encoded-spin", 2258, 5}};
  const std::vector<SphereRun> rolling = {{"ideal, walls", "rolling-encoded", 0, 0.4},
                                          {"ideal, no walls", "rolling-free", 0, 0.4},
                                          {"50 vertices, walls", "rolling-encoded", 50, 0.4},
                                          {"98 vertices, walls", "rolling-encoded", 98, 0.4}};
  return {{"Spinning sphere, without slip", sphere_plot(spinning, metrics)},
          {"Rolling sphere on a fixed one, without slip", sphere_plot(rolling, metrics)}};
}

}  // namespace touchstone
