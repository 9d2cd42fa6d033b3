// SPDX-License-Identifier: GPL-3.0-or-later
// The energies of a run over time, as many points as a plot needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace touchstone {

/// Columns of equal lengths.
struct EnergyCurve {
  std::vector<double> time_s, kinetic_J, total_J;
  std::vector<double> true_J;  ///< total energy by exact mechanics; empty if it is not known
};

/// Thins evenly: every step, then every second, fourth, ... is kept, and the last one always. How
/// long a run will be need not be known.
class CurveRecorder {
 public:
  static constexpr std::size_t kMaxPoints = 500;

  /// The start, then each step.
  void add(double time_s, double kinetic_J, double total_J);
  /// Once, after the last step.
  EnergyCurve take();

 private:
  struct Point {
    double time_s, kinetic_J, total_J;
  };
  std::vector<Point> kept_;
  Point last_{};
  std::uint64_t seen_ = 0;
  std::uint64_t every_ = 1;
};

}  // namespace touchstone
