// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts as springs and dampers with regularised friction: what complementarity is compared with.
//
// At each contact point of gap phi < 0, with the speed v_n along the normal at which the bodies
// part and the sliding velocity v_t,
//
//   f_n = max(0, -k phi - d v_n),    f_t = -mu f_n v_t / max(|v_t|, v_s).
//
// Semi-implicit Euler: forces at the start of a step give the velocities at its end, with which the
// bodies move. Gyroscopic torques are those of `Simulation` (free_spin). Points come from the same
// contact method as there. A contact of no slip has mu = 100, as the authors of the energy
// benchmarks encode it. Friction cones are round.
//
// A step of a mass m on one point without damping is stable for h < 2 sqrt(m / k), sliding slower
// than v_s for h < 2 v_s m / (mu f_n).
#pragma once

#include <memory>
#include <vector>

#include "dynamics/contacts/pair_contacts.hpp"
#include "dynamics/stepping/step_scheme.hpp"

namespace touchstone {

/// The spring of a contact point.
struct PenaltyOptions {
  double stiffness = 1e5;    ///< k, > 0 [N/m]
  double damping = 0;        ///< d, >= 0 [N s/m]
  double slip_speed = 1e-2;  ///< v_s, > 0 [m/s]
};

/// Springs on one of which the mean moving mass m of a scene with gravity rests at `depth` [m]:
/// k = m g/depth, and d = 2 sqrt(k m) times `damping_ratio` [1].
PenaltyOptions penalty_for_depth(const Scene& scene, double depth, double damping_ratio,
                                 double slip_speed);

class PenaltyScheme : public StepScheme {
 public:
  /// Copies a sound scene without comparator_fault. `method` outlives this.
  PenaltyScheme(const Scene& scene, const ContactMethod& method, const PenaltyOptions& options);
  PenaltyScheme(const PenaltyScheme&) = delete;
  PenaltyScheme& operator=(const PenaltyScheme&) = delete;

  /// Its energies leave out what the springs hold. Not taken if a velocity is no longer finite: the
  /// step was too long for the springs.
  const StepReport& step() override;
  const Scene& scene() const override { return scene_; }
  const std::vector<BodyState>& states() const override { return states_; }
  double time() const override { return time_; }

 private:
  void add_contacts(const BodyPair& pair);
  void add_force(int body, const Vec3& force_W, const Vec3& point_W);
  bool change_velocity(std::size_t body, double h);

  Scene scene_;
  std::unique_ptr<ContactMethod> planar_;  ///< contacts of a planar scene, else nullptr
  PenaltyOptions options_;
  std::vector<BodyState> states_;
  std::vector<Vec3> force_W_, torque_W_;  ///< on each body [N], [N m]
  PairContacts contacts_;
  StepReport report_;
  std::uint64_t steps_ = 0;
  double time_ = 0;
};

}  // namespace touchstone
