// SPDX-License-Identifier: GPL-3.0-or-later
// A feature of C from n and weights w in doubles (distance_check.hpp says why these are enough),
// with vectors in the lanes of a register. Internal to `certified`.
//
// Its points are c_i = (t_B - t_A) + R_B b_i - R_A a_i, from the pair's own doubles. Each body
// gives R v_0 and the steps R (v_i - v_0), as pairs of doubles. From these come
//
// * the distance: n.c_0 + sum w_i n.(c_i - c_0), over |n|;
// * the residuals s_i = n.(c_i - c_0), whose own digits are enough, as n is nearly at right angles
//   to the feature;
// * the witness points, by the algebra of witnesses.hpp.
#pragma once

#include <array>
#include <cstddef>

#include "metrics/arithmetic/pairs_kernel.hpp"
#include "metrics/certified/proof/feature_proof.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

[[gnu::always_inline]] inline LanesPair negative(const LanesPair& a) { return {-a.high, -a.low}; }

/// What a body contributes to the feature's points, world axes, without its offset.
template <std::size_t kCount>
struct Share {
  LanesPair first;                ///< R v_0
  std::array<LanesPair, 2> step;  ///< R (v_i - v_0), set where v_i moves
  std::array<bool, 2> moves;      ///< whether v_i is not v_0
  bool one = true;                ///< whether all vertices are the first

  [[gnu::always_inline]] Share(const Mat3& rotation, const DifferenceBody& body,
                               const DifferencePoint* feature, int DifferencePoint::*place) {
    const LanesOfRotation R(rotation);
    const int v0 = feature[0].*place;
    const Lanes origin = lanes_of(body.vertex(v0));
    first = rotate(R, origin);
    for (std::size_t i = 0; i + 1 < kCount; ++i) {
      const int v = feature[i + 1].*place;
      moves[i] = v != v0;
      if (!moves[i]) continue;
      one = false;
      const LanesPair local = two_sum(lanes_of(body.vertex(v).data()), -origin);
      step[i] = {everywhere(0), everywhere(0)};
      add_rotated(step[i], 1, R, local);
    }
  }

  /// The point with these weights, world.
  [[gnu::always_inline]] LanesPair point(const Vec3& t, const std::array<double, 3>& weight) const {
    LanesPair p = first;
    for (std::size_t i = 0; i + 1 < kCount; ++i) {
      if (moves[i]) add_multiple(p, weight[i + 1], step[i]);
    }
    add(p, {lanes_of(t.data()), everywhere(0)});
    return p;
  }
  /// Takes off what the weights are too large by.
  [[gnu::always_inline]] void correct(LanesPair& p, const std::array<double, 2>& excess) const {
    for (std::size_t i = 0; i + 1 < kCount; ++i) {
      if (moves[i]) p.low = p.low - step[i].high * excess[i];
    }
  }
};

[[gnu::always_inline]] inline Vec3 rounded(const LanesPair& a) { return vector_of(a.high + a.low); }

/// b - a - foot, of which two terms cancel the third.
[[gnu::always_inline]] inline Lanes rest_of(LanesPair b, const LanesPair& a,
                                            const LanesPair& foot) {
  add(b, negative(a));
  add(b, negative(foot));
  return b.high + b.low;
}

/// n.a, n.b and n.c in the lanes, with low parts and the rounding of every product.
[[gnu::always_inline]] inline LanesPair dots(const Lanes& n, const LanesPair& a, const LanesPair& b,
                                             const LanesPair& c) {
  const LanesPair of_a = product(n, a.high);
  const LanesPair of_b = product(n, b.high);
  const LanesPair of_c = product(n, c.high);
  const Rows high(of_a.high, of_b.high, of_c.high);
  const Rows low(of_a.low + n * a.low, of_b.low + n * b.low, of_c.low + n * c.low);
  return sum_of_pairs<LanesPair>({high.x, low.x}, {high.y, low.y}, {high.z, low.z});
}

/// A feature's points, world axes.
template <std::size_t kCount>
struct PlacedFeature {
  Share<kCount> A;
  Share<kCount> B;
  LanesPair first;                ///< c_0
  std::array<LanesPair, 2> edge;  ///< c_i - c_0

  [[gnu::always_inline]] PlacedFeature(const DifferenceSet& set, const DifferencePoint* feature)
      : A(set.R_WA(), set.A(), feature, &DifferencePoint::a),
        B(set.R_WB(), set.B(), feature, &DifferencePoint::b) {
    first = two_sum(lanes_of(set.X_WB().t.data()), -lanes_of(set.X_WA().t.data()));
    LanesPair arms = B.first;
    add(arms, negative(A.first));
    add(first, arms);
    for (std::size_t i = 0; i + 1 < kCount; ++i) {
      if (B.moves[i]) {
        edge[i] = B.step[i];
        if (A.moves[i]) add(edge[i], negative(A.step[i]));
      } else if (A.moves[i]) {
        edge[i] = negative(A.step[i]);
      } else {
        edge[i] = {everywhere(0), everywhere(0)};
      }
    }
  }

  /// Fills the distance, the weights and what is left over of n.
  [[gnu::always_inline]] void measure(const FeatureGuess& guess, MeasuredFeature& measured) const {
    const Lanes n = lanes_of(guess.n.data());
    const std::array<double, 3>& weight = guess.weight;
    DoubleDouble along;
    if constexpr (kCount == 1) {
      along = dot(n, first);
    } else {
      const LanesPair all = dots(n, first, edge[0], edge[kCount - 2]);
      // The rises are roundings: their own digits are enough.
      double beside = 0;
      for (std::size_t i = 0; i + 1 < kCount; ++i) {
        const double rise = all.high[i + 1];
        measured.rest.rise[i] = rise;
        beside += weight[i + 1] * rise;
      }
      along = sum(DoubleDouble{all.high[0], all.low[0]}, beside);
    }
    const DoubleDouble squared = dot_of_doubles<kFused>(n[0], n[0], n[1], n[1], n[2], n[2]);
    const double excess = (squared.high - 1) + squared.low;
    measured.distance = sum(along, -(0.5 * excess * along.high));
    measured.rest.excess = excess;
    measured.rest.amplification = guess.amplification;
    const double w1 = kCount > 1 ? weight[1] : 0;
    const double w2 = kCount > 2 ? weight[2] : 0;
    measured.weight = {1 - w1 - w2, w1, w2};
  }

  /// Fills `measured.refined` from the rest, all but whether it is known. `direction` is n.
  [[gnu::always_inline]] void refine(const DifferenceSet& set, const Vec3& direction,
                                     MeasuredFeature& measured) const {
    const Lanes n = lanes_of(direction.data());
    const double half_excess = 0.5 * measured.rest.excess;
    const double H = measured.distance.high;
    LanesPair foot = product(n, H);
    foot.low = foot.low + n * (measured.distance.low - H * half_excess);
    const Vec3& t_A = set.X_WA().t;
    const Vec3& t_B = set.X_WB().t;
    Lanes turned;
    if constexpr (kCount == 3) {
      turned = refine_facet(t_A, t_B, foot, measured);
    } else {
      turned = refine_line(t_A, t_B, n, foot, measured);
    }
    measured.refined.n = vector_of(n - (n * half_excess + turned));
    measured.refined.turned = dot(turned, turned);
  }

 private:
  /// Fills the witness points of a facet; returns what n has too much. `foot` is H n / |n|, which is
  /// turned with n.
  [[gnu::always_inline]] Lanes refine_facet(const Vec3& t_A, const Vec3& t_B, LanesPair foot,
                                            MeasuredFeature& measured) const {
    const std::array<double, 2>& rise = measured.rest.rise;
    const Lanes& e1 = edge[0].high;
    const Lanes& e2 = edge[1].high;
    const Lanes normal = cross(e1, e2);
    const double inverse = 1 / dot(normal, normal);
    const Lanes across1 = cross(e2, normal) * inverse;
    const Lanes across2 = cross(normal, e1) * inverse;
    const Lanes turned = across1 * rise[0] + across2 * rise[1];
    foot.low = foot.low - turned * measured.distance.high;
    LanesPair p_A;
    LanesPair p_B;
    if (A.one) {
      p_A = A.point(t_A, measured.weight);
      p_B = p_A;
      add(p_B, foot);
    } else if (B.one) {
      p_B = B.point(t_B, measured.weight);
      p_A = p_B;
      add(p_A, negative(foot));
    } else {
      p_A = A.point(t_A, measured.weight);
      p_B = B.point(t_B, measured.weight);
      const Lanes r = rest_of(p_B, p_A, foot);
      const std::array<double, 2> excess = {dot(r, across1), dot(r, across2)};
      A.correct(p_A, excess);
      B.correct(p_B, excess);
    }
    measured.refined.p_WA = rounded(p_A);
    measured.refined.p_WB = rounded(p_B);
    return turned;
  }

  /// Fills the witness points of a segment or a point; returns what n has too much. `foot` is
  /// H n / |n|.
  [[gnu::always_inline]] Lanes refine_line(const Vec3& t_A, const Vec3& t_B, const Lanes& n,
                                           const LanesPair& foot, MeasuredFeature& measured) const {
    const double H = measured.distance.high;
    LanesPair p_A = A.point(t_A, measured.weight);
    LanesPair p_B = B.point(t_B, measured.weight);
    Lanes r = rest_of(p_B, p_A, foot);
    if constexpr (kCount == 2) {
      const Lanes& e = edge[0].high;
      const double excess = (H * measured.rest.rise[0] + dot(r, e)) / dot(e, e);
      r = r - e * excess;
      A.correct(p_A, {excess, 0});
      B.correct(p_B, {excess, 0});
    }
    measured.refined.p_WA = rounded(p_A);
    measured.refined.p_WB = rounded(p_B);
    return (n * dot(r, n) - r) * (1 / H);
  }
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
