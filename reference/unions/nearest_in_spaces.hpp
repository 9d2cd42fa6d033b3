// SPDX-License-Identifier: GPL-3.0-or-later
// The point nearest to 0 of up to four half-spaces n.t >= o, in doubles with a proven lower bound of
// its distance, or in fractions.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "reference/unions/differences.hpp"

namespace touchstone {

/// Up to three half-spaces, by ascending numbers; -1: none.
class Spaces {
 public:
  using Plane = Differences::Plane;
  using Numbers = std::array<int, 3>;

  int count() const { return count_; }
  const Plane& plane(int k) const { return planes_[at(k)]; }
  void add(const Plane& plane) {
    auto end = planes_.begin() + count_++;
    *end = plane;
    while (end != planes_.begin() && (end - 1)->space > end->space) {
      std::swap(*(end - 1), *end);
      --end;
    }
  }
  Numbers numbers() const {
    Numbers numbers = {-1, -1, -1};
    for (int k = 0; k < count_; ++k) numbers[at(k)] = plane(k).space;
    return numbers;
  }

 private:
  std::array<Plane, 3> planes_;
  int count_ = 0;
};

struct NearestInSpaces {
  /// The half-spaces whose planes hold the nearest point. It is the nearest point of these alone,
  /// too.
  Spaces::Numbers spaces = {-1, -1, -1};
  double lower = 0;  ///< proven: no point of `spaces` is nearer to 0
  /// Proven: no point of all the half-spaces is nearer to 0. Huge where they have none.
  double lower_of_all = 0;
};

/// The nearest point of `spaces` and `added`, which does not hold the nearest point of `spaces`.
NearestInSpaces nearest_in_spaces(const Spaces& spaces, const Differences::Plane& added);

/// The point nearest to 0 that lies on the planes of all the half-spaces, rounded.
Vec3 nearest_point(const Spaces& spaces);

struct ExactNearest {
  FractionPoint t;
  Rational squared;  ///< |t|^2, in units of 2^(2 exponent)
};

/// The nearest point of up to three half-spaces, or of some of them where they have none.
ExactNearest exact_nearest(const std::vector<const SeparatingHalfSpace*>& spaces);

}  // namespace touchstone
