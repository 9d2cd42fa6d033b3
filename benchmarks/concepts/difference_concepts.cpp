// SPDX-License-Identifier: GPL-3.0-or-later
// The figure of central differences: how far they are from the gradient, by their step.
#include <algorithm>
#include <cmath>
#include <string>

#include "benchmarks/concepts/concept_figures.hpp"
#include "geometry/pair.hpp"
#include "geometry/shapes.hpp"
#include "metrics/gradient.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr const char* kDifferencedMetric = "certified";
constexpr double kMinDifferenceStep = 1e-12;  ///< [rad]
/// Errors below are drawn as this one: they are 0, or as good as that [m/rad].
constexpr double kMinShownError = 1e-14;

/// Cube A of half-width 1, turned about x by `tilt` and then by `lift` about y, so that its lowest
/// corner is 0.25 above plate B.
Pair turned_cube_above_plate(double tilt, double lift) {
  Pair pair{make_box(Vec3(1, 1, 1)), {}, make_box(Vec3(4, 4, 1)), {}};
  pair.X_WA.R = (Eigen::AngleAxisd(lift, Vec3::UnitY()) * Eigen::AngleAxisd(tilt, Vec3::UnitX()))
                    .toRotationMatrix();
  double lowest = 0;
  for (const Vec3& v : pair.A->vertices()) lowest = std::min(lowest, (pair.X_WA.R * v).z());
  pair.X_WA.t.z() = 1.25 - lowest;
  return pair;
}

Answer asked_about(const Metric& metric, const Pair& pair) {
  const auto A = metric.prepare(*pair.A);
  const auto B = metric.prepare(*pair.B);
  const auto workspace = metric.make_workspace();
  return metric.evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
}

/// The error of the rate of phi as A turns about x, against the gradient of the metric's answer;
/// logarithms to base 10 of steps [rad] and errors [m/rad].
FigureCurve error_curve(const std::string& name, const Pair& pair, const MetricSource& metrics) {
  const auto metric = metrics(kDifferencedMetric);
  const MetricTraits& traits = find_metric(kDifferencedMetric)->traits;
  const auto gradient = gradient_of(asked_about(*metric, pair), traits, pair);
  const auto phi_turned_by = [&](double angle) {
    Pair turned = pair;
    turned.X_WA.R = Eigen::AngleAxisd(angle, Vec3::UnitX()).toRotationMatrix() * pair.X_WA.R;
    return asked_about(*metric, turned).value;
  };
  FigureCurve curve{name, {}, {}, true};
  for (double step = 0.1; step >= kMinDifferenceStep; step *= std::sqrt(0.1)) {
    const double rate = (phi_turned_by(step) - phi_turned_by(-step)) / (2 * step);
    curve.x.push_back(std::log10(step));
    curve.y.push_back(std::log10(std::max(std::abs(rate - gradient->w_A.x()), kMinShownError)));
  }
  return curve;
}

}  // namespace

std::vector<ConceptPanel> draw_differences(const MetricSource& metrics) {
  GeometryDrawing plot;
  plot.x_label = "log10 of the step [rad]";
  plot.y_label = "log10 of the error [m/rad]";
  plot.curves = {
      error_curve("a corner over a face", turned_cube_above_plate(0.5, 0.3), metrics),
      error_curve("a face tilted by 1e-3", turned_cube_above_plate(1e-3, 1e-3), metrics),
      error_curve("a face tilted by 1e-6", turned_cube_above_plate(1e-6, 1e-6), metrics)};
  return {{"Central differences of phi, a body turned", plot}};
}

}  // namespace touchstone
