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

/// Thins so that no spike is lost: of every two, four, ... steps in a row those are kept with the
/// smallest and largest total and kinetic energy, and always the first and the last step. How long
/// a run will be need not be known.
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
  /// Some steps in a row, of which at most four are kept.
  struct Bucket {
    Point min_total, max_total, min_kinetic, max_kinetic;

    explicit Bucket(const Point& point)
        : min_total(point), max_total(point), min_kinetic(point), max_kinetic(point) {}
    void take(const Bucket& later);
    std::vector<Point> points() const;
  };

  bool has_room() const;
  void merge_pairs();

  std::vector<Bucket> buckets_;
  std::size_t points_ = 0;  ///< points that the full buckets keep
  Point first_{}, last_{};
  std::uint64_t seen_ = 0;
  std::uint64_t every_ = 1;  ///< steps in a bucket
};

}  // namespace touchstone
