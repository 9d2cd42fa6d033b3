// SPDX-License-Identifier: GPL-3.0-or-later
// The vertices of two placed bodies in integers of a fixed width: all doubles of a pair are
// multiples of one power of two. Internal to `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "geometry/rational.hpp"
#include "metrics/arithmetic/fixed_integer.hpp"
#include "metrics/certified/difference.hpp"

namespace touchstone {

/// The unit 2^exponent [m] in which every turned vertex, and the way from A's to B's origin, is an
/// integer, and how many bits those and their differences may have, sign included.
struct ContactUnit {
  int exponent = 0;
  int bits = 0;
};
ContactUnit contact_unit(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                         const Pose& X_WB);

/// Turned vertices of one body, each made once.
template <std::size_t kLimbs>
class ContactArms {
 public:
  using Vector = FixedVector<kLimbs>;
  static constexpr std::size_t kMax = 40;

  /// R v + t - origin, world axes, in units of 2^exponent.
  ContactArms(const SupportMap& map, const Pose& X, const Vec3& origin, int exponent)
      : map_(map), exponent_(exponent) {
    for (std::size_t i = 0; i < 9; ++i) {
      R_[i] = to_dyadic(X.R(static_cast<int>(i / 3), static_cast<int>(i % 3)));
    }
    for (int i = 0; i < 3; ++i) {
      add(shift_[static_cast<std::size_t>(i)], to_dyadic(X.t[i]), {1, 0});
      add(shift_[static_cast<std::size_t>(i)], to_dyadic(origin[i]), {-1, 0});
    }
  }

  /// Holds until the next but one.
  const Vector& vertex(int place) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (place_[k] == place) return vertex_[k];
    }
    const Vec3& v = map_.body_vertex(place);
    const std::array<Dyadic, 3> entry = {to_dyadic(v[0]), to_dyadic(v[1]), to_dyadic(v[2])};
    // The oldest makes room.
    const std::size_t k = next_;
    next_ = (next_ + 1) % kMax;
    count_ = std::max(count_, k + 1);
    place_[k] = place;
    Vector& turned = vertex_[k];
    turned = shift_;
    for (std::size_t i = 0; i < 9; ++i) add(turned[i / 3], R_[i], entry[i % 3]);
    return turned;
  }

 private:
  void add(FixedInteger<kLimbs>& sum, const Dyadic& a, const Dyadic& b) const {
    if (a.integer == 0 || b.integer == 0) return;
    sum.add_shifted(SignedPair{a.integer} * b.integer,
                    static_cast<unsigned>(a.exponent + b.exponent - exponent_));
  }

  const SupportMap& map_;
  int exponent_;
  std::array<Dyadic, 9> R_;
  Vector shift_{};
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::array<int, kMax> place_;
  std::array<Vector, kMax> vertex_;
};

}  // namespace touchstone
