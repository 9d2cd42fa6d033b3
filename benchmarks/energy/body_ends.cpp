// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/body_ends.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "benchmarks/energy/recorded_run.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// End of the whole step that is nearest to the scene's end [s].
double time_of_end(const Scene& scene) {
  const std::uint64_t steps = step_count(scene);
  if (scene.steps.empty()) return static_cast<double>(steps) * scene.dt;
  double time = 0;
  for (std::uint64_t k = 0; k < steps; ++k) time += step_length(scene, k);
  return time;
}

/// Infinity of a coordinate or distance that no run can go on from.
double or_infinite(double x_m) {
  return std::abs(x_m) <= kMaxDistance_m ? x_m : std::numeric_limits<double>::infinity();
}

}  // namespace

std::size_t RunEnd::missed() const {
  return static_cast<std::size_t>(
      std::count_if(expectations.begin(), expectations.end(),
                    [](const MetExpectation& expectation) { return !expectation.met; }));
}

RunEnd run_end(const Scene& scene, const std::vector<BodyState>& states, bool whole) {
  RunEnd end;
  end.asked_s = scene.t_end;
  if (whole) end.time_s = time_of_end(scene);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].fixed && !scene.bodies[i].path) continue;
    const Vec3& p_W = states[i].p_W;
    end.bodies.push_back({scene.bodies[i].name, p_W.unaryExpr(&or_infinite),
                          or_infinite((p_W - scene.start[i].p_W).norm())});
  }
  for (const Expectation& expected : scene.expect) {
    const Vec3& p_W = states[at(find_body(scene, expected.body))].p_W;
    const double away = or_infinite((p_W - expected.position_W).norm());
    end.expectations.push_back({expected, away, whole && away <= expected.within});
  }
  return end;
}

}  // namespace touchstone
