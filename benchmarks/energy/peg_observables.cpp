// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/observable_parts.hpp"

#include <memory>
#include <string>

#include "benchmarks/energy/observers.hpp"
#include "benchmarks/energy/overlap_sum.hpp"
#include "dynamics/scenes/peg.hpp"

namespace touchstone {
namespace {

constexpr double kFreeFall = 1e-10;  ///< error of a speed that nothing changes but gravity [m/s]

/// Largest difference of a moving body's velocity from that of a free fall without spin, of any of
/// its points [m/s].
class FallError : public Largest {
 public:
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    const Scene& scene = simulation.scene();
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      if (scene.bodies[i].fixed) continue;
      const BodyState& state = simulation.states()[i];
      const Vec3 falling = scene.start[i].v_W + simulation.time() * scene.gravity_W;
      take((state.v_W - falling).norm() + state.w_W.norm() * scene.bodies[i].reach());
    }
  }
};

/// 1 if the first body is at the end beside and below the fixed one's centre, on the side where it
/// started; else 0.
class SlidOff : public Observer {
 public:
  void start(const Simulation& simulation) override {
    fixed_ = static_cast<std::size_t>(find_body(simulation.scene(), kFixedCorner));
    side_ = beside(simulation);
  }
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    const bool below = simulation.states()[0].p_W.y() < simulation.states()[fixed_].p_W.y();
    slid_ = below && beside(simulation).dot(side_) > 0 ? 1 : 0;
  }
  double measured() const override { return slid_; }

 private:
  Vec3 beside(const Simulation& simulation) const {
    const Vec3 apart = simulation.states()[0].p_W - simulation.states()[fixed_].p_W;
    return {apart.x(), 0, apart.z()};
  }

  std::size_t fixed_ = 0;
  Vec3 side_ = Vec3::Zero();
  double slid_ = 0;
};

/// Largest overlap after a step, all pairs together [m^2 or m^3].
class ExactOverlap : public Largest {
 public:
  void start(const Simulation& simulation) override {
    sum_ = std::make_unique<OverlapSum>(simulation.scene());
  }
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    take(sum_->measure(simulation));
  }

 private:
  std::unique_ptr<OverlapSum> sum_;
};

Observable exact_overlap(const Scene& scene) {
  Observable overlap = observe<ExactOverlap>(scene.planar ? "overlap_area_m2" : "overlap_volume_m3",
                                             std::nullopt, 0.0);
  overlap.limit = 0;
  return overlap;
}

}  // namespace

std::vector<Observable> peg_observables(const Scene& scene, const SceneChoice& choice) {
  const std::string& name = scene.name;
  if (name.starts_with("corner-pass")) {
    return list(observe<FallError>("fall_error_m_s", 0.0, kFreeFall));
  }
  if (name.starts_with("two-corners")) {
    // Where it slides is known without friction, and when: with time enough.
    const bool known = scene.friction.kind == FrictionKind::frictionless && !choice.t_end;
    return list(observe<SlidOff>("slid_off", known ? std::optional(1.0) : std::nullopt, 0.0),
                exact_overlap(scene));
  }
  if (name == "corner-cross") return list(exact_overlap(scene));
  return {};
}

}  // namespace touchstone
