// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <numbers>
#include <sstream>

#include "benchmarks/energy/observable_parts.hpp"
#include "benchmarks/energy/observers.hpp"
#include "benchmarks/energy/truths.hpp"
#include "dynamics/scenes/scene_parts.hpp"
#include "dynamics/scenes/spheres.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr double kKineticTolerance = 1e-9;  ///< relative change of kinetic energy [1]
constexpr double kMaxJudgedStep = 0.0101;   ///< [s]
constexpr int kFinestOfSuite = 16;          ///< K of the suite's finest polygon

Observable conserved() { return observe<KineticChange>("kinetic_change", 0.0, kKineticTolerance); }

/// Stop of a sphere that spins on the lowest vertices of its mesh: at once without slip; under the
/// cone all lowest points have the same lever and, the axes of the cone being world-fixed, sliding
/// directions that mirror each other.
Observable spin_stop(const Scene& scene) {
  const double dt = scene.dt;
  if (scene.friction.kind == FrictionKind::no_slip) {
    return observe<Stop>("stop_time_s", dt, 0.0, false);
  }
  if (scene.friction.kind == FrictionKind::frictionless || scene.friction.mu == 0) {
    return observe<Stop>("stop_time_s", std::nullopt, 0.0, false);
  }
  const Polytope& sphere = *scene.bodies[0].shape;
  const double low = lowest_point(sphere);
  double soonest = kDidNotHappen;
  double latest = kDidNotHappen;
  for (const Vec3& vertex : sphere.vertices()) {
    if (vertex.y() > low + 1e-9) continue;
    const Vec3 point = scene.start[0].q_WB * vertex;
    const double lever = std::hypot(point.x(), point.z());
    // Sliding direction, y x point; the cone's angles count from x towards -z (n = y).
    const double angle = std::atan2(point.x(), point.z());
    const double time = spin_stop_time(scene.start[0].w_W.y(), scene.friction.mu, lever,
                                       angle_to_cone(angle, scene.directions));
    soonest = std::fmin(soonest, time);
    latest = std::fmax(latest, time);
  }
  // Seen at the end of a step.
  const double middle = 0.5 * (soonest + latest + dt);
  return observe<Stop>("stop_time_s", middle, 0.5 * (latest - soonest + dt) * (1 + 1e-9), false);
}

/// Whether no contact of a resting sphere slips: a friction of 10 holds a hundred times what it has
/// to.
bool sticks(const Scene& scene) {
  return scene.friction.kind == FrictionKind::no_slip ||
         (scene.friction.kind == FrictionKind::cone && scene.friction.mu >= 10);
}

/// The growth rate is that of small angles about a pole that does not slip. Its digits leave 1 ms;
/// between two steps the deviation is interpolated.
Observable toppling(const Scene& scene, double displaced) {
  std::optional<double> truth;
  if (sticks(scene) && displaced > 0 && displaced <= 1e-4) truth = toppling_time(displaced);
  return observe<Deviation>("deviation_time_s", truth, 2e-3 + 0.25 * scene.dt, 0.01);
}

std::vector<Observable> encoded_spin(const Scene& scene) {
  const Polytope& sphere = *scene.bodies[0].shape;
  const int vertices = static_cast<int>(sphere.vertices().size());
  if (vertices == 98) {
    const double gap = 1 + lowest_point(sphere);
    const double fall = std::sqrt(2 * gap / kGravity);
    // The fall is half a step ahead, and its end is seen at the end of a step.
    return list(observe<Landing>("landing_time_s", fall, 0.6 * scene.dt),
                observe<Stop>("stop_after_landing_s",
                              sticks(scene) ? std::optional<double>(scene.dt / 2) : std::nullopt,
                              scene.dt / 2 * (1 + 1e-9), true));
  }
  if (vertices >= 994) {
    return list(toppling(scene, vertices > 1000 ? 2e-6 : 1e-6));
  }
  return list(conserved());
}

/// The farthest that a normal at a sphere's highest point leans from the vertical, or at its lowest
/// (`sign` -1): as far as the facets there [rad].
double lean_of_normals(const Polytope& sphere, int sign) {
  double top = -std::numeric_limits<double>::infinity();
  for (const Vec3& vertex : sphere.vertices()) top = std::max(top, sign * vertex.y());
  double lean = 0;
  for (const Facet& facet : sphere.facets()) {
    for (const int v : facet.vertices) {
      if (sign * sphere.vertices()[at(v)].y() < top) continue;
      lean = std::max(lean, std::acos(std::clamp(sign * facet.normal.y(), -1.0, 1.0)));
    }
  }
  return lean;
}

/// What touches at two vertices has any normal that both have, and friction has to hold the weight
/// on it. The K-edge cone holds least half way between two of its directions.
std::vector<Observable> duct(const Scene& scene) {
  Observable kept = conserved();
  const double lean = std::min(lean_of_normals(*scene.bodies[0].shape, -1),
                               lean_of_normals(*scene.bodies[1].shape, 1));
  const bool cone = scene.friction.kind == FrictionKind::cone;
  const double mu = cone ? scene.friction.mu * sure_grip(scene.directions) : 0;
  if (scene.friction.kind != FrictionKind::no_slip && std::tan(lean) > mu) {
    std::ostringstream why;
    why << "where two vertices touch the normal may lean by " << std::setprecision(3)
        << lean * 180 / std::numbers::pi << " degrees, and this friction need not hold the sphere";
    leave_unjudged(kept, why.str());
  }
  return list(std::move(kept));
}

/// Whether the first two bodies are spheres, not meshes of them.
bool are_ideal(const Scene& scene) {
  return scene.bodies[0].shape->radius() > 0 && scene.bodies[1].shape->radius() > 0;
}

/// KE1/KE0 of rolling spheres: without slip a sphere in contact that starts with spin w and no
/// velocity leaves its first step with (0.4/1.4) w, hence 2/7 of its energy; between walls that
/// hold its centre it keeps no energy.
std::vector<Observable> rolling(const Scene& scene, bool walls) {
  const bool ideal = are_ideal(scene);
  std::optional<double> truth;
  if (ideal && scene.friction.kind == FrictionKind::no_slip) truth = walls ? 0.0 : kRollingShare;
  // The weight's impulse in the first step times mu is enough to stop it.
  if (ideal && scene.friction.kind == FrictionKind::cone && scene.directions % 4 == 0 &&
      scene.friction.mu * kGravity * scene.dt >= kSphereInertia) {
    truth = walls ? 0.0 : kRollingShare;
  }
  Observable first = observe<KineticShare>("kinetic_share_1", truth, 1e-9, std::int64_t{1});
  if (ideal) return list(std::move(first));
  // At most as many as a run can have.
  const std::int64_t steps = std::llround(std::min(1 / scene.dt, 1e15));
  return list(std::move(first),
              observe<KineticShare>("kinetic_share_1s", std::nullopt, 0.0, steps));
}

std::vector<Observable> rimless_wheel(const Scene& scene) {
  constexpr int kImpacts = 16;
  const int sides = static_cast<int>(scene.bodies[0].shape->vertices().size() / 2);
  const double share = std::pow(wheel_restitution(sides), 2 * kImpacts);
  const bool known = scene.friction.kind == FrictionKind::no_slip && sides >= 16;
  // An impact is seen up to a step late, which changes what it takes by a share of h times the
  // impacts per second: in all 0.5 to 0.65 N (1 - share) h was measured, for 16 to 256 sides.
  const double tolerance = sides * (1 - share) * scene.dt;
  Observable energy =
      observe<WheelEnergy>("energy_share_16", known ? std::optional<double>(share) : std::nullopt,
                           tolerance, sides, kImpacts);
  if (energy.truth && scene.dt > 1.5e-3) {
    leave_unjudged(energy, "dt is above 0.0015 s, and an impact is seen to a step only");
  }
  return list(std::move(energy), observe<LargestGain>("largest_gain_J", 0.0, 1e-12));
}

std::vector<Observable> roll_off(const Scene& scene) {
  if (!are_ideal(scene)) {
    return list(observe<LossBetween>("energy_loss_J", std::nullopt, 0.0, 0.4, 0.8));
  }
  const bool known = scene.friction.kind == FrictionKind::no_slip;
  const double radius = scene.bodies[1].shape->radius();
  const auto truth = [known](double value) {
    return known ? std::optional<double>(value) : std::nullopt;
  };
  // The moment is known to a step; by how much the cosine changes in one is known, and so is what
  // is lost until then.
  constexpr double kSteps = 1.5;
  const double cosine_rate = 1.4 / std::sqrt(0.5 * (1 + radius));  // [1/s]
  return list(observe<RollOff>("leaving_time_s", truth(roll_off_time(kRollOffAngle, radius)),
                               kSteps * scene.dt, RollOff::What::time),
              observe<RollOff>("leaving_cosine", truth(roll_off_cosine(kRollOffAngle)),
                               kSteps * cosine_rate * scene.dt, RollOff::What::cosine),
              observe<RollOff>("energy_error_J", truth(0),
                               1.25 * roll_off_loss(kRollOffAngle, radius) * scene.dt,
                               RollOff::What::energy_error));
}

/// Names a neighbouring truth that a right run of this cone could be taken for, or is empty.
std::string cone_mistaken_for(double mu, int directions, double h, double first, double last) {
  std::vector<int> neighbours;
  if (directions == kRoundCone) {
    neighbours = {2 * kFinestOfSuite};
  } else {
    neighbours = {kRoundCone};
    if (directions > 4) neighbours.push_back(directions / 2);
    if (directions < 64) neighbours.push_back(2 * directions);
  }
  for (const int other : neighbours) {
    const StopWindow window = spinning_box_stop_window(mu, other, h);
    if (window.last < first || window.first > last) continue;
    return other == kRoundCone ? "the round cone" : "the cone of K = " + std::to_string(other);
  }
  return "";
}

std::vector<Observable> spinning_box(const Scene& scene) {
  const bool known = scene.friction.kind == FrictionKind::cone && scene.friction.mu > 0 &&
                     scene.directions % 4 == 0;
  if (!known) return list(observe<Stop>("stop_time_s", std::nullopt, 0.0, false));
  const double mu = scene.friction.mu;
  const double dt = scene.dt;
  const double truth = spinning_box_stop_time(mu, scene.directions);
  const StopWindow window = spinning_box_stop_window(mu, scene.directions, dt);
  // A tenth of a step for what is of order 2.
  Observable stop =
      observe<Stop>("stop_time_s", truth, std::max(window.last - truth, dt) + 0.1 * dt, false);
  stop.tolerance_below = std::max(truth - window.first, 0.0) + 0.1 * dt;
  const std::string other = cone_mistaken_for(
      mu, scene.directions, dt, truth - *stop.tolerance_below, truth + stop.tolerance);
  if (!other.empty()) {
    leave_unjudged(stop, "at this dt a run of " + other + " could pass as well");
  }
  return list(std::move(stop));
}

std::vector<Observable> slide_to_roll(const Scene& scene) {
  const bool known = scene.bodies[0].shape->radius() > 0 &&
                     scene.friction.kind == FrictionKind::cone && scene.friction.mu > 0;
  const auto truth = [known](double value) {
    return known ? std::optional<double>(value) : std::nullopt;
  };
  // What slides slows down evenly, and the step in which it rolls is seen at its end.
  Observable rolling = observe<RollingBegins>(
      "rolling_time_s", truth(2 * kSlidingSpeed / (7 * scene.friction.mu * kGravity)),
      1.1 * scene.dt);
  rolling.tolerance_below = 0.1 * scene.dt;
  return list(
      observe<FinalSpeed>("final_speed_m_s", truth(kSlidingSpeed / (1 + kSphereInertia)), 1e-9),
      std::move(rolling));
}

/// The capsule rolls as long as friction holds it and the slope does not end. The scheme is ahead by
/// half a step of each velocity.
std::vector<Observable> rolling_capsule(const Scene& scene) {
  constexpr double kRollingRounding = 1e-9;
  const double share = capsule_inertia_share(kCapsuleRadius, kCapsuleHalfLength);
  const double a = rolling_acceleration(kCapsuleSlope, share);
  const double time = static_cast<double>(step_count(scene)) * scene.dt;
  const double ahead = a * time * scene.dt / 2;
  const bool cone = scene.friction.kind == FrictionKind::cone;
  const double grip = cone ? scene.friction.mu * sure_grip(scene.directions) : 0;
  const bool holds = scene.friction.kind == FrictionKind::no_slip ||
                     grip > std::tan(kCapsuleSlope) * share / (1 + share);
  const bool known = holds && a * time * time / 2 + ahead < kFloorHalfWidth;
  const auto truth = [known](double value) {
    return known ? std::optional<double>(value) : std::nullopt;
  };
  Observable rolled =
      observe<Drift>("roll_m", truth(a * time * time / 2), ahead + kRollingRounding);
  rolled.tolerance_below = kRollingRounding;
  return list(observe<FinalSpeed>("final_speed_m_s", truth(a * time), kRollingRounding),
              std::move(rolled));
}

/// What is true while the plate pushes: without slip, or as the cone that has the vertical among
/// its directions lets the cube slide. The scheme is ahead by half a step of each velocity, and
/// loses what an impact of each step's change of velocity would.
std::vector<Observable> pushed_cube(const Scene& scene) {
  constexpr double kPushedRounding = 1e-6;
  constexpr double kMaxSlide = 9;  // then it is at the end of the plate [m]
  const bool no_slip = scene.friction.kind == FrictionKind::no_slip;
  const double mu = scene.friction.kind == FrictionKind::cone ? scene.friction.mu : 0;
  const double a = kPlateAcceleration;
  const double h = scene.dt;
  const double time = static_cast<double>(step_count(scene)) * h;
  const double sliding = no_slip ? 0 : std::max(0.0, kGravity - mu * a);
  const double slide = sliding * time * time / 2;
  const double pushed = a * a * time * time / 2;  // work on 1 kg [J]
  const bool known = (mu == 0 || scene.directions % 4 == 0) && slide < kMaxSlide;
  const auto truth = [known](double value) {
    return known ? std::optional<double>(value) : std::nullopt;
  };
  const double late = time * h / 2;
  const auto above = [late](Observable observable, double rate) {
    observable.tolerance_below = observable.tolerance;
    observable.tolerance += rate * late * (1 + kPushedRounding);
    return observable;
  };
  return list(
      above(observe<Sinking>("slide_m", truth(slide), kPushedRounding), sliding),
      above(observe<PathWork>("path_work_J", truth(pushed), kPushedRounding * (1 + pushed), false),
            a * a),
      above(observe<PathWork>("lost_work_J", truth(mu * a * slide), kPushedRounding * (1 + pushed),
                              true),
            a * a + sliding * sliding + mu * a * sliding));
}

std::vector<Observable> observables_of(const Scene& scene, const SceneChoice& choice) {
  const std::string& name = scene.name;
  if (name == "vertex-spin") return list(conserved());
  if (name == "duct") return duct(scene);
  if (name == "edge-spin" || name == "face-spin") return list(spin_stop(scene));
  if (name == "encoded-spin") return encoded_spin(scene);
  if (name == "toppling-pole") {
    const int vertices = static_cast<int>(scene.bodies[0].shape->vertices().size());
    const double displaced = choice.displaced.value_or(vertices > 1000 ? 2e-6 : 1e-6);
    return list(toppling(scene, displaced));
  }
  if (name == "rolling-encoded") return rolling(scene, choice.walls.value_or(true));
  if (name == "rolling-free") return rolling(scene, false);
  if (name == "rimless-wheel") return rimless_wheel(scene);
  if (name == "roll-off") return roll_off(scene);
  if (name == "spinning-box") return spinning_box(scene);
  if (name == "slide-to-roll") return slide_to_roll(scene);
  if (name == "rolling-capsule") return rolling_capsule(scene);
  if (name == "pushed-cube") return pushed_cube(scene);
  std::vector<Observable> of_corners = peg_observables(scene, choice);
  return of_corners.empty() ? many_body_observables(scene, choice) : std::move(of_corners);
}

}  // namespace

std::vector<Observable> unjudged_observables(const Scene& scene) {
  Observable kinetic = observe<KineticChange>("kinetic_change", std::nullopt, 0.0);
  const bool moved = std::any_of(scene.bodies.begin(), scene.bodies.end(),
                                 [](const Body& body) { return body.path.has_value(); });
  if (!moved) return list(std::move(kinetic));
  return list(std::move(kinetic), observe<PathWork>("path_work_J", std::nullopt, 0.0, false),
              observe<PathWork>("lost_work_J", std::nullopt, 0.0, true));
}

std::vector<Observable> scene_observables(const Scene& scene, const SceneChoice& choice) {
  std::vector<Observable> observables = observables_of(scene, choice);
  if (scene.dt > kMaxJudgedStep) {
    for (Observable& observable : observables) {
      if (!observable.truth) continue;
      leave_unjudged(observable,
                     "dt is above 0.01 s: within tolerances that grow with the step "
                     "every result would be right");
    }
  }
  return observables;
}

}  // namespace touchstone
