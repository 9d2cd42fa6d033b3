// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/observable_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "benchmarks/energy/observers.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr double kAtRest = 1e-6;             ///< drift of what rests [m]
constexpr double kLevel = 1e-9;              ///< change of height of what slides on a plane [m]
constexpr double kMomentumTolerance = 1e-9;  ///< relative change of momentum [1]

/// Largest change of height of any body's centre [m].
class HeightChange : public Largest {
 public:
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    for (std::size_t i = 0; i < simulation.states().size(); ++i) {
      const double from = simulation.scene().start[i].p_W.y();
      take(std::abs(simulation.states()[i].p_W.y() - from));
    }
  }
};

/// Largest change of the horizontal momentum of all bodies, relative to the sum of its sizes at the
/// start [1].
class MomentumChange : public Largest {
 public:
  void start(const Simulation& simulation) override {
    first_ = momentum(simulation);
    for (std::size_t i = 0; i < simulation.states().size(); ++i) {
      sizes_ += simulation.scene().bodies[i].mass * simulation.states()[i].v_W.norm();
    }
  }
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    take((momentum(simulation) - first_).norm() / sizes_);
  }

 private:
  static Vec3 momentum(const Simulation& simulation) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < simulation.states().size(); ++i) {
      sum += simulation.scene().bodies[i].mass * simulation.states()[i].v_W;
    }
    return {sum.x(), 0, sum.z()};
  }

  Vec3 first_ = Vec3::Zero();
  double sizes_ = 0;
};

/// Deepest overlap of two bodies at the beginning of a step [m].
class OverlapDepth : public Largest {
 public:
  void see(const Simulation& /*simulation*/, const StepReport& report) override {
    take(std::max(0.0, -report.smallest_gap));
  }
};

/// How many moving bodies have had their centre outside the scene's box [1].
class Outside : public Observer {
 public:
  void start(const Simulation& simulation) override {
    left_.assign(simulation.scene().bodies.size(), 0);
  }
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    const Scene& scene = simulation.scene();
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const bool inside = scene.stay_box->contains(simulation.states()[i].p_W);
      if (!scene.bodies[i].fixed && !inside) left_[i] = 1;
    }
  }
  bool only_grows() const override { return true; }
  double measured() const override {
    return static_cast<double>(std::count(left_.begin(), left_.end(), 1));
  }

 private:
  std::vector<char> left_;
};

/// How many bodies lean by more than 45 degrees at the end [1].
class Fallen : public Observer {
 public:
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    fallen_ = 0;
    for (std::size_t i = 0; i < simulation.states().size(); ++i) {
      const Vec3 up = simulation.states()[i].q_WB * Vec3::UnitY();
      fallen_ += !simulation.scene().bodies[i].fixed && up.y() < std::sqrt(0.5) ? 1 : 0;
    }
  }
  double measured() const override { return fallen_; }

 private:
  double fallen_ = kDidNotHappen;
};

/// Whether the friction is that of the scene, with which it is known what happens.
bool default_friction(const SceneChoice& choice) { return !choice.friction && !choice.directions; }

/// On a plane nothing lifts a cube that slides, unless friction tips it over its leading edge: that
/// works at half a side below the centre, and the floor presses at most half a side before it.
/// Without friction only the cubes work on each other along the plane, so that their momentum stays
/// as it is.
std::vector<Observable> sliding_boxes(const Scene& scene) {
  Observable level = observe<HeightChange>("height_change_m", 0.0, kLevel);
  const bool cone = scene.friction.kind == FrictionKind::cone;
  if (scene.friction.kind == FrictionKind::no_slip || (cone && scene.friction.mu > 1)) {
    leave_unjudged(level, "friction of more than mu = 1 may tip a cube over its leading edge");
  }
  if (scene.friction.kind != FrictionKind::frictionless) return list(std::move(level));
  return list(std::move(level),
              observe<MomentumChange>("momentum_change", 0.0, kMomentumTolerance));
}

}  // namespace

int moving_bodies(const Scene& scene) {
  return static_cast<int>(std::count_if(scene.bodies.begin(), scene.bodies.end(),
                                        [](const Body& body) { return !body.fixed; }));
}

std::vector<Observable> many_body_observables(const Scene& scene, const SceneChoice& choice) {
  const std::string& name = scene.name;
  if (name == "stack" || name == "pyramid") return list(observe<Drift>("drift_m", 0.0, kAtRest));
  if (name == "sliding-boxes") return sliding_boxes(scene);
  // A body cannot go through a wall, and is not thrown over one.
  if (scene.stay_box) {
    return list(observe<Outside>("outside", 0.0, 0.0),
                observe<OverlapDepth>("overlap_m", std::nullopt, 0.0));
  }
  if (name == "tetra-pairs") {
    Observable overlap = observe<OverlapDepth>("overlap_m", std::nullopt, 0.0);
    overlap.limit = 0;
    return list(std::move(overlap));
  }
  if (name == "dominoes") {
    const bool known = default_friction(choice) && !choice.t_end;
    const auto all = known ? std::optional<double>(moving_bodies(scene)) : std::nullopt;
    return list(observe<Fallen>("fallen", all, 0.0));
  }
  std::vector<Observable> of_joints = joint_observables(scene, choice);
  return of_joints.empty() ? unjudged_observables(scene) : std::move(of_joints);
}

}  // namespace touchstone
