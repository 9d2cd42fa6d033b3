// SPDX-License-Identifier: GPL-3.0-or-later
// What speaks against a run whatever its scene: bodies that overlap at the start, and steps that
// gain energy.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dynamics/stepping/simulation.hpp"

namespace touchstone {

/// Two bodies that overlap at the start.
struct StartOverlap {
  double depth_m = 0;  ///< the deepest; 0: none
  std::string bodies;  ///< "upper and floor"
};

/// A step whose gain no motion of the scene explains.
struct WrongGain {
  double time_s = 0;  ///< at its end
  double gain_J = 0;
  double scale_J = 0;  ///< the scene's energies until then, which the gain is compared with
  std::string bodies;  ///< the one that gained most, and what it is deepest in
};

/// Gains of energy of the islands of a step, and of the bodies that are in none, each by itself:
/// what one loses does not hide what another gains. What works on them from outside is left out: a
/// shaken frame, constant torques, bodies on paths. Gravity and constant forces have a potential.
/// What a body has when it enters is not gained.
struct EnergyGains {
  std::uint64_t steps = 0;        ///< steps in which an island gained more than kGain
  double largest_J = 0;           ///< largest gain of an island in a step
  double sum_J = 0;               ///< sum of all gains above kGain
  std::uint64_t wrong_steps = 0;  ///< that gained more than kWrongGain of the scene's energies
  WrongGain first_wrong;          ///< if there are any
};

/// An island gains energy if it gains more than this in a step [J].
inline constexpr double kGain = 1e-9;
/// A gain is wrong if it is more than this share of the scene's energies [1].
inline constexpr double kWrongGain = 0.1;

class RunWatch {
 public:
  void start(const Simulation& simulation);
  /// After each step.
  void see(const Simulation& simulation);

  const StartOverlap& overlap() const { return overlap_; }
  const EnergyGains& gains() const { return gains_; }
  /// The scene's energies until now, which gains are compared with [J].
  double scale_J() const { return kinetic_J_ + weights_J_; }

 private:
  std::string name_pair(const Simulation& simulation, const BodyPair& pair) const;
  void see_start(const Simulation& simulation);
  void see_entered(const Simulation& simulation);
  std::string gaining_bodies(const Simulation& simulation) const;
  void set_energies(const Simulation& simulation);
  double count_gains(const Simulation& simulation);

  double weights_J_ = 0;         ///< weights and loads of present moving bodies, times their radii
  double kinetic_J_ = 0;         ///< the largest so far
  std::vector<double> of_body_;  ///< energy of each body now [J]
  std::vector<double> before_;   ///< and before the last step
  std::vector<char> counted_;
  StartOverlap overlap_;
  EnergyGains gains_;
};

}  // namespace touchstone
