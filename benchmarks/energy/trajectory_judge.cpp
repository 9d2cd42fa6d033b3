// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/trajectory_judge.hpp"

#include <algorithm>

#include "benchmarks/energy/overlap_sum.hpp"
#include "benchmarks/energy/run_watch.hpp"
#include "benchmarks/energy/step_series.hpp"
#include "dynamics/contacts/broad_phase.hpp"
#include "geometry/index.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

using States = std::vector<BodyState>;

/// The deepest overlap of a step.
struct OverlappingPair {
  double depth_m = 0;
  IndexPair pair;
};

/// Signed distances of all pairs of a scene that may overlap.
class Overlaps {
 public:
  explicit Overlaps(const Scene& scene) : scene_(scene), pairs_(scene) {}

  OverlappingPair deepest(const States& states) {
    spheres_.resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      const Body& body = scene_.bodies[i];
      spheres_[i] = {states[i].p_W, body.reach(), body.fixed};
    }
    OverlappingPair deepest;
    for (const IndexPair& pair : broad_phase_.find(spheres_)) {
      if (pairs_.joined(pair)) continue;
      const double depth = -distance(pair, states);
      if (depth > deepest.depth_m) deepest = {depth, pair};
    }
    return deepest;
  }

 private:
  double distance(const IndexPair& pair, const States& states) {
    const Answer answer = pairs_.ask(pair, states);
    if (answer.status != AnswerStatus::answered) return 0;
    return answer.value -
           (scene_.bodies[at(pair.A)].shape->radius() + scene_.bodies[at(pair.B)].shape->radius());
  }

  const Scene& scene_;
  CertifiedPairs pairs_;
  BroadPhase broad_phase_;
  std::vector<BoundingSphere> spheres_;
};

struct Momenta {
  double mass = 0;
  Vec3 linear = Vec3::Zero();   ///< [kg m/s]
  Vec3 angular = Vec3::Zero();  ///< about the centre of mass [kg m^2/s]
};

Momenta momenta(const Scene& scene, const States& states) {
  Momenta sum;
  Vec3 moment = Vec3::Zero();
  Vec3 about_origin = Vec3::Zero();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = scene.bodies[i];
    const BodyState& s = states[i];
    sum.mass += body.mass;
    sum.linear += body.mass * s.v_W;
    moment += body.mass * s.p_W;
    about_origin += body.mass * s.p_W.cross(s.v_W) + angular_momentum(body, s);
  }
  sum.angular = about_origin - (moment / sum.mass).cross(sum.linear);
  return sum;
}

/// Where nothing but gravity acts from outside.
void find_momentum_drift(const Scene& scene, const Trajectory& run, TrajectoryFindings& found) {
  const bool held = std::any_of(scene.bodies.begin(), scene.bodies.end(),
                                [](const Body& body) { return body.fixed || body.loaded(); });
  if (held) return;
  const Momenta first = momenta(scene, run.states.front());
  double linear = 0;
  double angular = 0;
  for (std::size_t k = 0; k < run.states.size(); ++k) {
    const Momenta now = momenta(scene, run.states[k]);
    const Vec3 impulse = now.mass * static_cast<double>(k) * run.dt * scene.gravity_W;
    linear = std::max(linear, (now.linear - first.linear - impulse).norm());
    angular = std::max(angular, (now.angular - first.angular).norm());
  }
  found.momentum_drift = linear;
  found.angular_momentum_drift = angular;
}

TrajectorySample energies(const Scene& scene, const States& states) {
  TrajectorySample sample;
  for (std::size_t i = 0; i < states.size(); ++i) {
    sample.kinetic_J += kinetic_energy(scene.bodies[i], states[i]);
    sample.total_J += potential_energy(scene.bodies[i], states[i], scene.gravity_W);
  }
  sample.total_J += sample.kinetic_J;
  return sample;
}

void find_gains(TrajectoryFindings& found) {
  for (std::size_t k = 1; k < found.samples.size(); ++k) {
    const double gain = found.samples[k].total_J - found.samples[k - 1].total_J;
    if (gain > found.max_gain_J) {
      found.max_gain_J = gain;
      found.max_gain_s = found.samples[k].time_s;
    }
    if (!(gain > kGain)) continue;  // the difference of infinite energies is a NaN
    ++found.gaining_steps;
    found.gain_sum_J += gain;
  }
  found.energy_drift_J = found.samples.back().total_J - found.samples.front().total_J;
}

/// What constant torques do in a step that ends in these states [J].
double work_of_torques(const Scene& scene, const States& states, double dt) {
  double sum = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    sum += dt * scene.bodies[i].torque_W.dot(states[i].w_W);
  }
  return sum;
}

void find_end(const Scene& scene, const Trajectory& run, TrajectoryFindings& found) {
  const bool whole = run.fault.empty() && run.took_s.size() >= step_count(scene);
  found.end = run_end(scene, run.states.back(), whole);
  found.kinetic_end_J = found.samples.back().kinetic_J;
  const double gravity = scene.gravity_W.norm();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].fixed) continue;
    const Vec3& p = run.states.back()[i].p_W;
    found.moved_m = std::max(found.moved_m, (p - run.states.front()[i].p_W).norm());
    if (gravity == 0) continue;
    const double height = -p.dot(scene.gravity_W) / gravity;
    found.lowest_m = std::min(found.lowest_m.value_or(height), height);
  }
}

void find_times(const Trajectory& run, TrajectoryFindings& found) {
  if (run.took_s.empty()) return;
  found.mean_ms = 1e3 * mean_of(run.took_s);
  found.median_ms = 1e3 * median(run.took_s);
  found.p90_ms = 1e3 * quantile(run.took_s, 0.9);
}

}  // namespace

TrajectoryFindings judge_trajectory(const Scene& scene, const Trajectory& run) {
  TrajectoryFindings found;
  Overlaps overlaps(scene);
  double worked = 0;
  for (std::size_t k = 0; k < run.states.size(); ++k) {
    TrajectorySample sample = energies(scene, run.states[k]);
    if (k > 0) worked += work_of_torques(scene, run.states[k], run.dt);
    sample.total_J -= worked;
    sample.time_s = static_cast<double>(k) * run.dt;
    sample.took_s = k == 0 ? 0 : run.took_s[k - 1];
    const OverlappingPair overlap = overlaps.deepest(run.states[k]);
    sample.overlap_m = overlap.depth_m;
    if (overlap.depth_m > found.max_overlap_m) {
      found.max_overlap_m = overlap.depth_m;
      found.max_overlap_s = sample.time_s;
      found.overlap_bodies =
          scene.bodies[at(overlap.pair.A)].name + " and " + scene.bodies[at(overlap.pair.B)].name;
    }
    found.samples.push_back(sample);
  }
  find_times(run, found);
  find_gains(found);
  find_momentum_drift(scene, run, found);
  find_end(scene, run, found);
  return found;
}

}  // namespace touchstone
