// SPDX-License-Identifier: GPL-3.0-or-later
// What a trajectory does that no exact motion does, whoever computed it: bodies overlap, energy is
// gained, momentum changes where nothing acts from outside.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/body_ends.hpp"
#include "benchmarks/energy/trajectory.hpp"

namespace touchstone {

struct TrajectorySample {
  double time_s = 0;
  double kinetic_J = 0;
  double total_J = 0;
  double overlap_m = 0;  ///< the deepest of any pair; 0: none overlaps
  double took_s = 0;     ///< what the step that led here took; 0 at the start
};

struct TrajectoryFindings {
  std::vector<TrajectorySample> samples;  ///< at the start and after each step

  double median_ms = 0, p90_ms = 0, mean_ms = 0;  ///< what a step took

  double max_overlap_m = 0;
  double max_overlap_s = 0;    ///< when
  std::string overlap_bodies;  ///< "box1 and floor"; empty: none overlap

  double max_gain_J = 0;  ///< largest gain of total energy in a step; 0: none gained
  double max_gain_s = 0;  ///< when
  std::uint64_t gaining_steps = 0;
  double gain_sum_J = 0;  ///< sum of the gains of the gaining steps
  double energy_drift_J = 0;

  /// Largest change beyond gravity's, where no body is fixed or has a load; the angular one is
  /// about the centre of mass.
  std::optional<double> momentum_drift;          ///< [kg m/s]
  std::optional<double> angular_momentum_drift;  ///< [kg m^2/s]

  double kinetic_end_J = 0;
  double moved_m = 0;              ///< the farthest that a body is from its start, at the end
  std::optional<double> lowest_m;  ///< centre of a moving body against gravity, at the end
  RunEnd end;
};

/// Overlaps are those of `certified`, in every step. The trajectory is of the scene
/// (not_of_scene).
TrajectoryFindings judge_trajectory(const Scene& scene, const Trajectory& trajectory);

}  // namespace touchstone
