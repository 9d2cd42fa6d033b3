// SPDX-License-Identifier: GPL-3.0-or-later
// The exact nearest point of A - B to the origin: a walk in doubles (Gilbert, Johnson & Keerthi
// 1988) guesses the corral, the exact optimality conditions accept it, or exact Wolfe finds it.
#pragma once

#include <array>

#include "reference/exact/wolfe.hpp"
#include "reference/exact_vector.hpp"
#include "reference/oracle/exact_pair.hpp"

namespace touchstone {

/// Up to four vertices a_i - b_j of A - B.
struct Corral {
  struct Point {
    int i = 0;
    int j = 0;
  };
  std::array<Point, 4> point;
  int count = 0;
};

class NearestPoint {
 public:
  /// Finds it from scratch; afterwards the accessors hold.
  void find(ExactPair& pair);
  /// A corral of one to three points by the walk in doubles alone.
  const Corral& guess(ExactPair& pair);

  bool at_origin() const { return is_zero(direction_.u); }  ///< whether the origin is in A - B
  /// u, a positive multiple of the nearest point, with gap(u) and u.u. Zero at the origin.
  const ExactDirection& direction() const { return direction_; }
  const ExactFaces& faces() const { return faces_; }  ///< A(u) and B(u), if u is not 0
  /// The nearest point is the sum of weight a_i - b_j over the corral, divided by the sum of
  /// weights.
  const Corral& corral() const { return corral_; }
  const std::array<Integer, 3>& weights() const { return weights_; }
  const Integer& weight_sum() const { return weight_sum_; }
  bool exact_walk() const { return exact_walk_; }  ///< whether the guess was not good enough

 private:
  bool verify(ExactPair& pair);
  void walk_exactly(ExactPair& pair);

  Corral corral_;
  ExactDirection direction_;
  ExactFaces faces_;
  std::array<Integer, 3> weights_;
  Integer weight_sum_;
  bool exact_walk_ = false;
  std::array<Integer3, 3> x_;
  Integer3 e_;
  Integer3 f_;
  Integer3 scratch_;
};

/// u = x times a positive number, in integers.
void clear_denominators(const ExactVec3& x, Integer3& u);

}  // namespace touchstone
