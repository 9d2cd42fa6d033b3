// SPDX-License-Identifier: GPL-3.0-or-later
// The vertices of two placed bodies in integers of a fixed width: all doubles of a pair are
// multiples of one power of two. Internal to `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "metrics/arithmetic/fixed_rotation.hpp"
#include "metrics/certified/support/difference.hpp"

namespace touchstone {

/// The unit 2^exponent [m] in which every rotated vertex, and the way from A's to B's origin, is an
/// integer, and how many bits those and their differences may have, sign included.
struct ContactUnit {
  int exponent = 0;
  int bits = 0;
};
ContactUnit contact_unit(const DifferenceSet& set, const OddPose& X_WA, const OddPose& X_WB);

/// Rotated vertices of one body, each made once.
template <std::size_t kLimbs>
class ContactArms {
 public:
  using Vector = FixedVector<kLimbs>;
  static constexpr std::size_t kMax = 16;

  /// Vertices are R v + t - origin, world axes, in units of 2^exponent.
  ContactArms(const DifferenceBody& body, const OddPose& X, const WholeVector& origin, int exponent)
      : body_(body), X_(X), exponent_(exponent) {
    add_vector(shift_, X.t, 1, exponent);
    add_vector(shift_, origin, -1, exponent);
  }

  /// The reference holds until the next call.
  const Vector& vertex(int place) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (place_[k] == place) return vertex_[k];
    }
    // The oldest makes room.
    const std::size_t k = next_;
    next_ = (next_ + 1) % kMax;
    count_ = std::max(count_, k + 1);
    place_[k] = place;
    Vector& rotated = vertex_[k];
    rotated = shift_;
    add_rotated(rotated, X_.R, odd(body_.vertex(place)), 1, exponent_);
    return rotated;
  }

 private:
  const DifferenceBody& body_;
  const OddPose& X_;
  int exponent_;
  Vector shift_{};
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::array<int, kMax> place_;
  std::array<Vector, kMax> vertex_;
};

}  // namespace touchstone
