// SPDX-License-Identifier: GPL-3.0-or-later
// The vertices of two placed bodies in integers of a fixed width: all doubles of a pair are
// multiples of one power of two. Internal to `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "metrics/arithmetic/dyadic.hpp"
#include "metrics/arithmetic/fixed_integer.hpp"
#include "metrics/certified/support/difference.hpp"

namespace touchstone {

/// A pose whose entries are split into integers and exponents.
struct SplitPose {
  explicit SplitPose(const Pose& X)
      : column{SplitVector(X.R.data()), SplitVector(X.R.data() + 3), SplitVector(X.R.data() + 6)},
        t(X.t.data()) {}
  /// The least exponent of R's entries.
  int least_exponent() const {
    return std::min(
        {column[0].least_exponent(), column[1].least_exponent(), column[2].least_exponent()});
  }
  std::array<SplitVector, 3> column;  ///< columns of R
  SplitVector t;
};

/// The unit 2^exponent [m] in which every turned vertex, and the way from A's to B's origin, is an
/// integer, and how many bits those and their differences may have, sign included.
struct ContactUnit {
  int exponent = 0;
  int bits = 0;
};
ContactUnit contact_unit(const DifferenceSet& set, const SplitPose& X_WA, const SplitPose& X_WB);

/// Turned vertices of one body, each made once.
template <std::size_t kLimbs>
class ContactArms {
 public:
  using Vector = FixedVector<kLimbs>;
  static constexpr std::size_t kMax = 16;

  /// Vertices are R v + t - origin, world axes, in units of 2^exponent.
  ContactArms(const DifferenceBody& body, const SplitPose& X, const SplitVector& origin,
              int exponent)
      : body_(body), X_(X), exponent_(exponent) {
    for (std::size_t i = 0; i < 3; ++i) {
      add(shift_[i], X.t.entry[i], 1);
      add(shift_[i], origin.entry[i], -1);
    }
  }

  /// The reference holds until the next call.
  const Vector& vertex(int place) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (place_[k] == place) return vertex_[k];
    }
    const SplitVector v(body_.vertex(place).data());
    // The oldest makes room.
    const std::size_t k = next_;
    next_ = (next_ + 1) % kMax;
    count_ = std::max(count_, k + 1);
    place_[k] = place;
    Vector& turned = vertex_[k];
    turned = shift_;
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t i = 0; i < 3; ++i) add(turned[i], X_.column[j].entry[i], v.entry[j]);
    }
    return turned;
  }

 private:
  void add(FixedInteger<kLimbs>& sum, const ScaledInteger& a, const ScaledInteger& b) const {
    if (a.integer == 0 || b.integer == 0) return;
    sum.add_shifted(SignedPair{a.integer} * b.integer,
                    static_cast<unsigned>(a.exponent + b.exponent - exponent_));
  }
  void add(FixedInteger<kLimbs>& sum, const ScaledInteger& a, int sign) const {
    if (a.integer == 0) return;
    sum.add_shifted(SignedPair{a.integer} * sign, static_cast<unsigned>(a.exponent - exponent_));
  }

  const DifferenceBody& body_;
  const SplitPose& X_;
  int exponent_;
  Vector shift_{};
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::array<int, kMax> place_;
  std::array<Vector, kMax> vertex_;
};

}  // namespace touchstone
