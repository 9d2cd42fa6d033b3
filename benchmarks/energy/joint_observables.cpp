// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured where joints hold bodies, and what mechanics says of it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "benchmarks/energy/observable_parts.hpp"
#include "benchmarks/energy/observers.hpp"
#include "benchmarks/energy/truths.hpp"
#include "dynamics/scenes/jointed.hpp"
#include "dynamics/scenes/linkage.hpp"
#include "dynamics/stepping/joint_rows.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr double kChainAtRest = 1e-6;  ///< drift of what rests [m]
constexpr double kOfStatics = 1e-6;    ///< error of a joint force [N]
constexpr double kExactJoint = 1e-12;  ///< error of a joint that no motion parts [m]

/// Largest distance by which a joint is off after a step [m].
class JointError : public Largest {
 public:
  void start(const Simulation& simulation) override {
    const Scene& scene = simulation.scene();
    for (const Joint& joint : scene.joints) {
      const int A = find_body(scene, joint.body);
      const int B = find_body(scene, joint.other);
      joints_.push_back({A, B, local_joint(joint, scene.start[at(A)], scene.start[at(B)])});
    }
  }
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    const auto pose = [&](int body) { return simulation.states()[at(body)].pose(); };
    for (const auto& [A, B, joint] : joints_) {
      take(held_joint(joint, pose(A), pose(B)).place_error);
    }
  }

 private:
  struct JoinedPair {
    int A, B;
    LocalJoint joint;
  };
  std::vector<JoinedPair> joints_;
};

/// Largest error of a joint force of a chain that hangs from both ends [N].
class HangingForceError : public Largest {
 public:
  explicit HangingForceError(int rods) : rods_(rods) {}
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    const std::vector<Vec3> forces = simulation.joint_forces();
    for (int i = 0; i <= rods_; ++i) {
      take((forces[at(i)] - hanging_joint_force(rods_, i)).norm());
    }
  }

 private:
  int rods_;
};

/// Where mechanics puts body 0 of a jointed scene. Times ascend.
class JointedMotion {
 public:
  explicit JointedMotion(const Scene& scene)
      : scene_(scene), start_(scene.start[0]), length_(pendulum_length(scene)) {}

  Vec3 place(double t) {
    if (length_ > 0) return swung_to(t);
    if (scene_.name == "conical-pendulum") {
      return Eigen::AngleAxisd(conical_rate(scene_) * t, Vec3::UnitY()) * start_.p_W;
    }
    if (scene_.name == "joined-boxes") return thrown_to(t);
    const Vec3& normal = scene_.joints[0].axis_W;
    const Vec3 down_slope = scene_.gravity_W - normal.dot(scene_.gravity_W) * normal;
    return start_.p_W + t * start_.v_W + 0.5 * t * t * down_slope;
  }

 private:
  /// Angle of a pendulum by the classical Runge-Kutta rule: within 1e-11 rad at these steps.
  Vec3 swung_to(double t) {
    constexpr double kMaxStep = 1e-3;  // [s]
    const double rate = scene_.gravity_W.norm() / length_;
    const auto pieces = static_cast<int>(std::ceil((t - time_) / kMaxStep));
    const double h = (t - time_) / std::max(1, pieces);
    for (int i = 0; i < pieces; ++i) {
      const double spin_2 = spin_ - 0.5 * h * rate * std::sin(angle_);
      const double spin_3 = spin_ - 0.5 * h * rate * std::sin(angle_ + 0.5 * h * spin_);
      const double spin_4 = spin_ - h * rate * std::sin(angle_ + 0.5 * h * spin_2);
      const double gain = std::sin(angle_) + 2 * std::sin(angle_ + 0.5 * h * spin_) +
                          2 * std::sin(angle_ + 0.5 * h * spin_2) + std::sin(angle_ + h * spin_3);
      angle_ += h / 6 * (spin_ + 2 * spin_2 + 2 * spin_3 + spin_4);
      spin_ -= h / 6 * rate * gain;
    }
    time_ = t;
    return start_.p_W.norm() * Vec3(std::sin(angle_), -std::cos(angle_), 0);
  }

  /// The two cubes are a symmetric top: its axis, x at the start, goes round the angular momentum L
  /// with the rate |L|/I across.
  Vec3 thrown_to(double t) const {
    const double arm = start_.p_W.norm();
    const double along = 2 * scene_.bodies[0].inertia.x();
    const double across = along + 2 * scene_.bodies[0].mass * arm * arm;
    const Vec3 rate = Vec3(along / across, 1, 1).cwiseProduct(start_.w_W);
    const Vec3 thrown = start_.v_W - start_.w_W.cross(start_.p_W);
    return t * thrown + 0.5 * t * t * scene_.gravity_W +
           Eigen::AngleAxisd(rate.norm() * t, rate.normalized()) * start_.p_W;
  }

  const Scene& scene_;
  BodyState start_;
  double length_;
  double time_ = 0;
  double angle_ = kSwing;
  double spin_ = 0;
};

/// Largest distance of body 0's centre from where a jointed scene has it after a step [m].
class PlaceError : public Largest {
 public:
  void start(const Simulation& simulation) override { motion_.emplace(simulation.scene()); }
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    take((simulation.states()[0].p_W - motion_->place(simulation.time())).norm());
  }

 private:
  std::optional<JointedMotion> motion_;
};

/// Time between two passages of body 0 over x = 0 in the same direction, interpolated [s]: a period
/// of what swings or goes round.
class Period : public SeenOnce {
 public:
  void start(const Simulation& simulation) override { last_x_ = simulation.states()[0].p_W.x(); }
  void see(const Simulation& simulation, const StepReport& /*report*/) override {
    const double x = simulation.states()[0].p_W.x();
    const double time = simulation.time();
    if (last_x_ > 0 && x <= 0) {
      const double now = time - x / (x - last_x_) * (time - last_time_);
      if (passed_ == passed_ && !done()) measured_ = now - passed_;
      if (passed_ != passed_) passed_ = now;
    }
    last_x_ = x;
    last_time_ = time;
  }

 private:
  double last_x_ = 0;
  double last_time_ = 0;
  double passed_ = kDidNotHappen;
};

/// The anchors part by the second order of a step's turn, h^2 spin^2/4 for each rod of 1 m, and the
/// next step brings them together. A single rod has spin^2 = 3 g at its lowest: 7.4 h^2. Of two and
/// three 47 h^2 and 32 h^2 were measured; longer chains whip.
std::vector<Observable> links(const Scene& scene, const SceneChoice& choice) {
  constexpr std::array<double, 3> kMaxOverStepSquared = {10, 60, 40};  // [m/s^2]
  const int rods = moving_bodies(scene);
  if (choice.both_ends.value_or(false)) {
    return list(observe<HangingForceError>("joint_force_error_N", 0.0, kOfStatics, rods),
                observe<Drift>("drift_m", 0.0, kChainAtRest));
  }
  Observable error = observe<JointError>("joint_error_m", std::nullopt, 0.0);
  error.limit = 0;
  if (rods <= 3 && scene.t_end <= 2 && scene.gamma == 1) {
    error.truth = 0;
    error.tolerance = kMaxOverStepSquared[at(rods - 1)] * scene.dt * scene.dt;
  }
  return list(std::move(error));
}

/// What was measured of a jointed scene in 3 s, over the power of the step h that it is of, and a
/// quarter more: the tolerances. The scheme is ahead by half a step, which moves the place by order
/// 1 and leaves the period of a plane swing of order 2. Correcting a joint takes or gives energy of
/// order 1: what goes round a cone then has another period, which no second half makes up for.
struct JointedRow {
  std::string_view scene;
  double joint_over_h2;     ///< error of a joint [m/s^2]; 0: it has none
  double place_over_h;      ///< error of the place [m/s]
  double period_error = 0;  ///< error of the period, over h or h^2 [1, 1/s]
  double period_order = 0;  ///< 0: it has no period
};
constexpr std::array<JointedRow, 6> kJointed = {{
    {"hinge-pendulum", 4.3, 1.15, 4.6, 2},
    {"conical-pendulum", 7.2, 4.4, 0.59, 1},
    {"point-pendulum", 5.7, 1.9, 5.3, 2},
    {"four-bar", 3.4, 1.05, 5.1, 2},
    {"joined-boxes", 3.0, 18.5},
    {"gliding-box", 0, 8.9},
}};

}  // namespace

std::vector<Observable> joint_observables(const Scene& scene, const SceneChoice& choice) {
  if (scene.name == "links") return links(scene, choice);
  const auto* const row = std::find_if(kJointed.begin(), kJointed.end(),
                                       [&](const JointedRow& r) { return r.scene == scene.name; });
  if (row == kJointed.end()) return {};
  const double h = scene.dt;
  std::vector<Observable> all =
      list(observe<JointError>("joint_error_m", 0.0,
                               row->joint_over_h2 > 0 ? row->joint_over_h2 * h * h : kExactJoint),
           observe<PlaceError>("place_error_m", 0.0, row->place_over_h * h));
  if (row->period_order > 0) {
    const double length = pendulum_length(scene);
    const double period =
        length > 0 ? pendulum_period(kSwing, length) : 2 * std::numbers::pi / conical_rate(scene);
    all.push_back(
        observe<Period>("period_s", period, row->period_error * std::pow(h, row->period_order)));
    // It is seen from the first quarter on.
    if (scene.t_end < 1.3 * period) all.back().truth.reset();
  }
  if (scene.gamma != 1 || scene.t_end > kJointedTime) {
    for (Observable& observable : all) observable.truth.reset();
  }
  return all;
}

}  // namespace touchstone
