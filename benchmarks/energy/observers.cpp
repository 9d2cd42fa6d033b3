// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/observers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/scenes/spheres.hpp"

namespace touchstone {
namespace {

constexpr double kStopped = 1e-12;  ///< share of the first kinetic energy that counts as rest [1]

const BodyState& mover(const Simulation& simulation) { return simulation.states().front(); }

/// Cosine of the angle between the vertical and the way from the origin to body 0's centre [1].
double cosine_from_vertical(const Simulation& simulation) {
  return mover(simulation).p_W.normalized().y();
}

}  // namespace

void KineticChange::start(const Simulation& simulation) {
  kinetic_0_ = simulation.kinetic_energy();
}

void KineticChange::see(const Simulation& simulation, const StepReport& /*report*/) {
  take(std::abs(simulation.kinetic_energy() / kinetic_0_ - 1));
}

void KineticShare::start(const Simulation& simulation) { kinetic_0_ = simulation.kinetic_energy(); }

void KineticShare::see(const Simulation& simulation, const StepReport& /*report*/) {
  if (done() || --steps_ > 0) return;
  measured_ = simulation.kinetic_energy() / kinetic_0_;
}

void Landing::see(const Simulation& simulation, const StepReport& report) {
  if (!done() && report.carrying > 0) measured_ = simulation.time();
}

void Stop::start(const Simulation& simulation) { kinetic_0_ = simulation.kinetic_energy(); }

void Stop::see(const Simulation& simulation, const StepReport& report) {
  landing_.see(simulation, report);
  if (done() || simulation.kinetic_energy() > kStopped * kinetic_0_) return;
  measured_ = simulation.time() - (from_landing_ ? landing_.measured() : 0);
}

void Deviation::start(const Simulation& simulation) { kinetic_0_ = simulation.kinetic_energy(); }

// Between steps the deviation grows exponentially; a straight line errs by less than a step.
void Deviation::see(const Simulation& simulation, const StepReport& /*report*/) {
  if (done()) return;
  const double now = std::abs(simulation.kinetic_energy() / kinetic_0_ - 1);
  if (now >= share_) {
    const double dt = simulation.scene().dt;
    measured_ = simulation.time() - dt * (now - share_) / (now - last_);
  }
  last_ = now;
}

void LargestGain::start(const Simulation& simulation) { total_ = simulation.total_energy(); }

void LargestGain::see(const Simulation& simulation, const StepReport& /*report*/) {
  const double total = simulation.total_energy();
  const double gain = total - total_;
  take(gain <= 0 ? 0 : gain);
  total_ = total;
}

double WheelEnergy::above_side(const Simulation& simulation) const {
  return simulation.total_energy() - kGravity * std::cos(std::numbers::pi / sides_);
}

void WheelEnergy::start(const Simulation& simulation) { energy_0_ = above_side(simulation); }

// The step turns by exactly |w| h (exponential map). It stands over its edge half a side after an
// impact.
void WheelEnergy::see(const Simulation& simulation, const StepReport& /*report*/) {
  if (done()) return;
  turned_ -= mover(simulation).w_W.z() * simulation.scene().dt;
  if (turned_ * sides_ < 2 * std::numbers::pi * (impacts_ + 0.5)) return;
  measured_ = above_side(simulation) / energy_0_;
}

void RollOff::start(const Simulation& simulation) {
  total_0_ = total_ = simulation.total_energy();
  cosine_ = cosine_from_vertical(simulation);
}

// It has left when a step needs no contact force; that step's beginning is the moment.
void RollOff::see(const Simulation& simulation, const StepReport& report) {
  if (left_) return;
  if (carried_ && report.carrying == 0) {
    left_ = true;
    switch (what_) {
      case What::time:
        measured_ = simulation.time() - simulation.scene().dt;
        break;
      case What::cosine:
        measured_ = cosine_;
        break;
      case What::energy_error:
        measured_ = std::abs(total_ - total_0_);
        break;
    }
  }
  carried_ = carried_ || report.carrying > 0;
  cosine_ = cosine_from_vertical(simulation);
  total_ = simulation.total_energy();
}

void LossBetween::see(const Simulation& simulation, const StepReport& /*report*/) {
  if (done()) return;
  const double angle = std::acos(std::min(1.0, cosine_from_vertical(simulation)));
  const double total = simulation.total_energy();
  const bool begun = total_from_ == total_from_;
  if (!begun && angle >= from_) total_from_ = total;
  if (begun && angle >= to_) measured_ = total_from_ - total;
}

void RollingBegins::start(const Simulation& simulation) {
  sliding_0_ = std::abs(mover(simulation).v_W.x() + mover(simulation).w_W.z());
}

void RollingBegins::see(const Simulation& simulation, const StepReport& /*report*/) {
  if (time_ == time_) return;
  const double sliding = std::abs(mover(simulation).v_W.x() + mover(simulation).w_W.z());
  if (sliding <= 1e-9 * sliding_0_) time_ = simulation.time();
}

void Drift::see(const Simulation& simulation, const StepReport& /*report*/) {
  for (std::size_t i = 0; i < simulation.states().size(); ++i) {
    const double moved = (simulation.states()[i].p_W - simulation.scene().start[i].p_W).norm();
    take(moved);
  }
}

}  // namespace touchstone
