// SPDX-License-Identifier: GPL-3.0-or-later
// The observers of the energy scenes. Body 0 is the one that moves.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "benchmarks/energy/observer.hpp"

namespace touchstone {

inline constexpr double kDidNotHappen = std::numeric_limits<double>::quiet_NaN();

/// Measures the largest of what it takes, from the first step on; NaN once one was NaN.
class Largest : public Observer {
 public:
  bool only_grows() const override { return true; }
  double measured() const override { return value_; }

 protected:
  void take(double value) {
    const bool larger = !seen_ || !(value <= value_);
    if (larger && (!seen_ || value_ == value_)) value_ = value;
    seen_ = true;
  }

 private:
  bool seen_ = false;
  double value_ = kDidNotHappen;
};

/// Has seen enough once it has measured something.
class SeenOnce : public Observer {
 public:
  bool done() const override { return measured_ == measured_; }
  double measured() const override { return measured_; }

 protected:
  double measured_ = kDidNotHappen;
};

/// Largest |KE/KE0 - 1| over the whole run; NaN once it was NaN.
class KineticChange : public Largest {
 public:
  void start(const Simulation& simulation) override;
  void see(const Simulation& simulation, const StepReport& report) override;

 private:
  double kinetic_0_ = 0;
};

/// KE/KE0 after so many steps.
class KineticShare : public SeenOnce {
 public:
  explicit KineticShare(std::int64_t steps) : steps_(steps) {}
  void start(const Simulation& simulation) override;
  void see(const Simulation& simulation, const StepReport& report) override;
  bool done() const override { return steps_ <= 0; }

 private:
  std::int64_t steps_;
  double kinetic_0_ = 0;
};

/// End of the first step in which a contact carries [s].
class Landing : public SeenOnce {
 public:
  void see(const Simulation& simulation, const StepReport& report) override;
};

/// When the kinetic energy has fallen to 1e-12 of what it was at the start [s]; `from_landing`:
/// counted from the end of the first step in which a contact carries.
class Stop : public SeenOnce {
 public:
  explicit Stop(bool from_landing) : from_landing_(from_landing) {}
  void start(const Simulation& simulation) override;
  void see(const Simulation& simulation, const StepReport& report) override;

 private:
  bool from_landing_;
  Landing landing_;
  double kinetic_0_ = 0;
};

/// When the kinetic energy first differs from its first value by so large a share [s].
class Deviation : public SeenOnce {
 public:
  explicit Deviation(double share) : share_(share) {}
  void start(const Simulation& simulation) override;
  void see(const Simulation& simulation, const StepReport& report) override;

 private:
  double share_;
  double kinetic_0_ = 0;
  double last_ = 0;
};

/// Largest gain of total energy in a step [J].
class LargestGain : public Largest {
 public:
  void start(const Simulation& simulation) override;
  void see(const Simulation& simulation, const StepReport& report) override;
  bool done() const override { return true; }  ///< it never prolongs a run

 private:
  double total_ = 0;
};

/// E'_m/E'_0 of the rimless wheel: its energy above the level of a side down, when it stands over
/// its edge after m impacts, by its energy at the start.
class WheelEnergy : public SeenOnce {
 public:
  WheelEnergy(int sides, int impacts) : sides_(sides), impacts_(impacts) {}
  void start(const Simulation& simulation) override;
  void see(const Simulation& simulation, const StepReport& report) override;

 private:
  double above_side(const Simulation& simulation) const;
  int sides_;
  int impacts_;
  double turned_ = 0;
  double energy_0_ = 0;
};

/// When body 0 leaves what it rolls on, and the state then.
class RollOff : public Observer {
 public:
  enum class What { time, cosine, energy_error };
  explicit RollOff(What what) : what_(what) {}
  void start(const Simulation& simulation) override;
  void see(const Simulation& simulation, const StepReport& report) override;
  bool done() const override { return left_; }
  double measured() const override { return left_ ? measured_ : kDidNotHappen; }

 private:
  What what_;
  double total_0_ = 0;
  double cosine_ = 0;  ///< cosine of the angle from the vertical, as the step begins [1]
  double total_ = 0;
  bool carried_ = false;
  bool left_ = false;
  double measured_ = 0;
};

/// Total energy that is lost while body 0's centre goes from one angle from the vertical
/// to another, as seen from the origin [J].
class LossBetween : public SeenOnce {
 public:
  LossBetween(double from, double to) : from_(from), to_(to) {}
  void see(const Simulation& simulation, const StepReport& report) override;

 private:
  double from_, to_;
  double total_from_ = kDidNotHappen;
};

/// Speed of body 0 at the end [m/s].
class FinalSpeed : public Observer {
 public:
  void see(const Simulation& simulation, const StepReport&) override {
    speed_ = simulation.states()[0].v_W.norm();
  }
  double measured() const override { return speed_; }

 private:
  double speed_ = kDidNotHappen;
};

/// How far body 0 has sunk at the end [m].
class Sinking : public Observer {
 public:
  void start(const Simulation& simulation) override { from_ = simulation.states()[0].p_W.y(); }
  void see(const Simulation& simulation, const StepReport&) override {
    sunk_ = from_ - simulation.states()[0].p_W.y();
  }
  double measured() const override { return sunk_; }

 private:
  double from_ = 0;
  double sunk_ = kDidNotHappen;
};

/// Work of the bodies on paths until the end; `lost`: less the gain of total energy [J].
class PathWork : public Observer {
 public:
  explicit PathWork(bool lost) : lost_(lost) {}
  void start(const Simulation& simulation) override { total_0_ = simulation.total_energy(); }
  void see(const Simulation& simulation, const StepReport&) override {
    work_ = simulation.work_of_paths();
    if (!lost_) return;
    work_ -= simulation.total_energy() - total_0_ - simulation.entered_energy();
  }
  double measured() const override { return work_; }

 private:
  bool lost_;
  double total_0_ = 0;
  double work_ = kDidNotHappen;
};

/// When body 0, a unit sphere rolling along x, stops sliding at its lowest point: |v_x + w_z| is
/// at most 1e-9 of the first speed [s].
class RollingBegins : public Observer {
 public:
  void start(const Simulation& simulation) override;
  void see(const Simulation& simulation, const StepReport& report) override;
  double measured() const override { return time_; }

 private:
  double sliding_0_ = 0;
  double time_ = kDidNotHappen;
};

/// Largest distance of any body from where it started [m].
class Drift : public Largest {
 public:
  void see(const Simulation& simulation, const StepReport& report) override;
};

}  // namespace touchstone
