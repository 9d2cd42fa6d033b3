// SPDX-License-Identifier: GPL-3.0-or-later
// The point of C = B + (-A) nearest to 0, from a first guess, in double-double: what proves the
// features that the walk ends with, and goes on where rounding has misled it. Internal to `vclip`.
//
// gjk/precise_search.cpp has this search, too, on purpose: it goes on from GJK's simplex, whose
// near twins it keeps, and corrects a foot that doubles give. Here no search comes before, so the
// foot is solved for directly (small_hull.hpp).
//
// x is the nearest point of the hull of at most three points of C, each the difference b - a of two
// vertices. If no vertex pair has (b - a).x < x.x, then |x| is the distance: x bounds it from
// above, as a point of C, and from below, as the direction of a separating plane. Otherwise the
// farthest such pair enters, and the nearest point of the larger hull, which is nearer, is found by
// Wolfe's method [wolfe1976nearest]. No set of pairs returns, as |x| decreases; where rounding
// hides that, a count of pairs ends it.
//
// Points of C are sums of products of the pair's own doubles, hence known to some 2^-100 of the
// coordinates; differences smaller than that are not told from 0. Support queries are made in
// doubles, and the neighbours that these leave in doubt are compared in double-double.
//
// Unequal bodies are those whose arms together are more than 2^15 times the smaller one: there a
// normal that is off by a rounding turns the larger body past the claim. So it has to be the normal
// of the very feature. Integers decide where that is in doubt: at contact, where other vertices are
// as near, and where x or the feature is too small for its direction. From a ratio of 2^50 on signs
// are in doubt, too, and double-doubles say nothing.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/pose.hpp"
#include "metrics/vclip/clip_body.hpp"

namespace touchstone {

/// Vertices of A and B by their places, and their weight in x.
struct WeightedPair {
  int a = -1;
  int b = -1;
  double weight = 0;
};

class NearestPairs {
 public:
  enum class End {
    separated,
    tied,      ///< 0 is x, as far as double-doubles can tell: on the boundary of C, or inside
    touching,  ///< 0 is on the boundary, to 1e-15 of the smaller body
    overlap,   ///< 0 is inside a tetrahedron of vertex pairs
    stuck      ///< double-doubles do not tell, or more pairs entered than are allowed
  };

  /// The bodies and poses outlive the search.
  NearestPairs(const ClipBody& A, const Pose& X_WA, const ClipBody& B, const Pose& X_WB);

  /// Begins with up to three pairs, of weights >= 0.
  End run(std::span<const WeightedPair> start);
  struct Touching {
    End end;      ///< touching, overlap or stuck
    Vec3 normal;  ///< unit, world; c.n is at most rounding for every c of C
  };
  /// Decides a tie; d = x_A - x_B, world [m].
  Touching touching(const Vec3& d) const;

  std::size_t count() const { return count_; }
  WeightedPair pair(std::size_t i) const { return {points_[i].a, points_[i].b, weight_[i].high}; }
  double distance() const { return length_.high / unit_; }  ///< |x| [m]
  Vec3 normal() const;                                      ///< -x/|x|, world
  WitnessPoints witnesses() const;
  int supports() const { return supports_; }
  int entered() const { return entered_; }  ///< pairs that the start did not have

 private:
  struct Point {
    Dd3 c;  ///< b - a, world, in the unit below
    int a = -1;
    int b = -1;
  };
  using Weights = std::array<DoubleDouble, 4>;

  Point point(int a, int b) const;
  bool minimise(Weights& y);
  bool reduce();
  void keep_heaviest();
  void take(const NearestPairs& other);
  double smaller_reach() const;
  double ratio() const;
  bool unequal() const;
  bool surely_of_feature() const;
  bool alone(const ClipBody& body, const Mat3& R, double sign, int Point::*place) const;
  double direction_error() const;
  Point lowest();
  int farthest(const ClipBody& body, const Mat3& R, double sign, int start) const;
  bool has(const Point& p) const;

  const ClipBody& A_;
  const Pose& X_WA_;
  const ClipBody& B_;
  const Pose& X_WB_;
  Dd3 offset_;                 ///< t_B - t_A [m]
  double unit_ = 1;            ///< the power of two that makes coordinates about 1 [1/m]
  Vec3 shift_ = Vec3::Zero();  ///< moves bodies that touch apart, in that unit
  std::array<Point, 4> points_;
  Weights weight_;
  std::size_t count_ = 0;
  Dd3 x_{};              ///< in that unit
  DoubleDouble length_;  ///< |x|
  int supports_ = 0;
  int entered_ = 0;
};

}  // namespace touchstone
