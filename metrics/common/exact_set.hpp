// SPDX-License-Identifier: GPL-3.0-or-later
// The points of C in integers that grow, the foot of 0 on their features, and the way back to
// doubles, correctly rounded. Internal to the exact metrics.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "geometry/arithmetic/rational.hpp"
#include "metrics/arithmetic/exact_arms.hpp"

namespace touchstone {

struct ExactPoint {
  exact::Integer3 c;
  int a = -1;
  int b = -1;
};

/// C, in units of 2^world.
class ExactSet {
 public:
  /// `most_world` bounds world() from above: a caller's own numbers have to be whole in that unit.
  ExactSet(const exact::Body& A, const Pose& X_WA, const exact::Body& B, const Pose& X_WB,
           int most_world = std::numeric_limits<int>::max());

  ExactPoint point(int a, int b) const;
  /// Arm b less arm a, world: the point of C that it would be if x_A were x_B.
  ExactPoint of_arms(int a, int b) const;
  ExactPoint support(const exact::Integer3& u);
  /// From one vertex of A, or of B, to another, by their places.
  exact::Integer3 side_A(int from, int to) const;
  exact::Integer3 side_B(int from, int to) const;
  /// x_A - x_B.
  exact::Integer3 offset() const { return exact::operator-(origin_A_, origin_B_); }
  const exact::Integer3& x_A() const { return origin_A_; }
  const exact::Integer3& x_B() const { return origin_B_; }
  const exact::Arms& arms_A() const { return arms_A_; }
  const exact::Arms& arms_B() const { return arms_B_; }
  int world() const { return world_; }
  int supports() const { return supports_; }

  /// sqrt(numerator / denominator) in metres, rounded once, and what that leaves out.
  DoubleDouble rounded_root(const Integer& numerator, const Integer& denominator) const;
  /// The placed vertices of A, or of B, with these weights over their sum [m].
  Vec3 rounded_point(bool of_A, const std::array<const ExactPoint*, 3>& p,
                     const std::array<Integer, 3>& weight, int count) const;

 private:
  int R_exponent_;
  int world_;
  exact::Arms arms_A_;
  exact::Arms arms_B_;
  exact::Integer3 origin_A_;  ///< the interior points
  exact::Integer3 origin_B_;
  int supports_ = 0;
};

/// The point V / D nearest to 0 of the affine hull of up to three points, and its weights times a
/// positive number.
struct Foot {
  exact::Integer3 V;
  Integer D;
  std::array<Integer, 3> weight;
  bool exists = false;

  bool inside(int count) const {
    return std::all_of(weight.begin(), weight.begin() + count,
                       [](const Integer& w) { return sgn(w) >= 0; });
  }
  bool at_zero() const { return exact::is_zero(V); }
};
Foot foot_of(const std::array<const ExactPoint*, 3>& p, int count);

}  // namespace touchstone
