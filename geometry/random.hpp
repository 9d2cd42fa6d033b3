// SPDX-License-Identifier: GPL-3.0-or-later
// Counter-based random numbers: stream (key) and position give the same bits on every machine,
// without state to carry.
#pragma once

#include <cstdint>

#include "geometry/pose.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// The k-th draw of stream (a, b, c) is a fixed function of a, b, c and k (SplitMix64 finalizer
/// over mixed keys).
class Random {
 public:
  explicit Random(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0);

  std::uint64_t bits();
  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform();
  double uniform(double low, double high);
  /// Uniform integer in [0, n), n >= 1, without bias.
  std::uint64_t below(std::uint64_t n);
  /// Uniform on the unit sphere (Marsaglia's rejection: only + - * / and sqrt), normalised.
  Vec3 unit_vector();
  /// Uniform in the unit ball (rejection).
  Vec3 in_unit_ball();
  /// Uniform rotation as a matrix of doubles (unit quaternion by rejection, then the quaternion's
  /// rational matrix).
  Mat3 rotation();

 private:
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

}  // namespace touchstone
