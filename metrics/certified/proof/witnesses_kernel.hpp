// SPDX-License-Identifier: GPL-3.0-or-later
// Witnesses from what a check in doubles leaves over, with vectors in the lanes of a register
// (witnesses.hpp has the algebra). Internal to `certified`.
#pragma once

#include <array>
#include <cstddef>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/certified/proof/witness_refinement.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// A body's vertices of the feature, local [m].
struct Own {
  std::array<const double*, 3> vertex;
  bool one = true;  ///< whether there is but one

  [[gnu::always_inline]] explicit Own(const std::array<const double*, 3>& v)
      : vertex(v), one(v[1] == v[0] && v[2] == v[0]) {}
};

[[gnu::always_inline]] inline LanesPair turned_and_moved(const Pose& X, const LanesPair& v) {
  LanesPair p{lanes_of(X.t.data()), everywhere(0)};
  add_rotated(p, 1, LanesOfRotation(X.R), v);
  return p;
}

/// R v + t of a vertex.
[[gnu::always_inline]] inline LanesPair placed(const Pose& X, const double* v) {
  const LanesOfRotation R(X.R);
  LanesPair p{lanes_of(X.t.data()), everywhere(0)};
  add(p, product(R.x, v[0]));
  add(p, product(R.y, v[1]));
  add(p, product(R.z, v[2]));
  return p;
}

/// The sum of the placed vertices with these weights, whose sum is 1.
[[gnu::always_inline]] inline LanesPair weighted(const Pose& X, const Own& own, int count,
                                                 const std::array<double, 3>& weight) {
  if (own.one) return placed(X, own.vertex[0]);
  const Lanes first = lanes_of(own.vertex[0]);
  LanesPair sum{first, everywhere(0)};
  for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i) {
    if (own.vertex[i] == own.vertex[0]) continue;
    add_multiple(sum, weight[i], two_sum(lanes_of(own.vertex[i]), Lanes(-first.v)));
  }
  return turned_and_moved(X, sum);
}

/// Takes off what the weights are too large by.
[[gnu::always_inline]] inline void correct(LanesPair& p, const Pose& X, const Own& own, int count,
                                           const std::array<double, 2>& excess) {
  if (own.one) return;
  Lanes off = everywhere(0);
  for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i) {
    off = off + (lanes_of(own.vertex[i]) - lanes_of(own.vertex[0])) * excess[i - 1];
  }
  p.low = p.low - LanesOfRotation(X.R) * off;
}

[[gnu::always_inline]] inline LanesPair minus(const LanesPair& a, const LanesPair& b) {
  LanesPair difference = two_sum(a.high, Lanes(-b.high.v));
  difference.low = difference.low + (a.low - b.low);
  return difference;
}

[[gnu::always_inline]] inline Vec3 sum_of(const LanesPair& a) { return vector_of(a.high + a.low); }

/// The witness points of a facet; returns what n has too much. `foot`: H n / |n|, turned with n.
[[gnu::always_inline]] inline Lanes refine_facet(const DifferenceSet& set,
                                                 const DifferencePoint* feature, const Own& of_A,
                                                 const Own& of_B, const MeasuredFeature& measured,
                                                 LanesPair foot, LanesPair& p_A, LanesPair& p_B) {
  const std::array<double, 2>& rise = measured.rest.rise;
  const Lanes first = lanes_of(feature[0].c.data());
  const Lanes e1 = lanes_of(feature[1].c.data()) - first;
  const Lanes e2 = lanes_of(feature[2].c.data()) - first;
  const Lanes normal = cross(e1, e2);
  const double inverse = 1 / dot(normal, normal);
  const Lanes across1 = cross(e2, normal) * inverse;
  const Lanes across2 = cross(normal, e1) * inverse;
  const Lanes turned = across1 * rise[0] + across2 * rise[1];
  foot.low = foot.low - turned * measured.distance.high;
  if (of_A.one) {
    p_A = placed(set.X_WA(), of_A.vertex[0]);
    p_B = p_A;
    add(p_B, foot);
  } else if (of_B.one) {
    p_B = placed(set.X_WB(), of_B.vertex[0]);
    p_A = minus(p_B, foot);
  } else {
    p_A = weighted(set.X_WA(), of_A, 3, measured.weight);
    p_B = weighted(set.X_WB(), of_B, 3, measured.weight);
    const LanesPair rest = minus(minus(p_B, p_A), foot);
    const Lanes r = rest.high + rest.low;
    const std::array<double, 2> excess = {dot(r, across1), dot(r, across2)};
    correct(p_A, set.X_WA(), of_A, 3, excess);
    correct(p_B, set.X_WB(), of_B, 3, excess);
  }
  return turned;
}

/// The square of how far n was turned [1]. One copy for each kind of feature, so that none carries
/// the registers of another.
template <int count>
[[gnu::noinline]] double refine(const DifferenceSet& set, const DifferencePoint* feature,
                                const std::array<const double*, 3>& v_A,
                                const std::array<const double*, 3>& v_B,
                                const MeasuredFeature& measured, Witnesses& found) {
  const Own of_A(v_A);
  const Own of_B(v_B);
  const Pose& X_WA = set.X_WA();
  const Pose& X_WB = set.X_WB();
  const Lanes n = lanes_of(measured.n.data());
  const double H = measured.distance.high;
  const double half_excess = 0.5 * measured.rest.excess;
  // H n / |n|.
  LanesPair foot = product(n, H);
  foot.low = foot.low + n * (measured.distance.low - H * half_excess);
  LanesPair p_A;
  LanesPair p_B;
  Lanes turned;
  if constexpr (count == 3) {
    turned = refine_facet(set, feature, of_A, of_B, measured, foot, p_A, p_B);
  } else {
    const double inverse = 1 / H;
    p_A = weighted(X_WA, of_A, count, measured.weight);
    p_B = weighted(X_WB, of_B, count, measured.weight);
    const LanesPair rest = minus(minus(p_B, p_A), foot);
    Lanes r = rest.high + rest.low;
    if constexpr (count == 2) {
      const Lanes e = lanes_of(feature[1].c.data()) - lanes_of(feature[0].c.data());
      const double excess = (H * measured.rest.rise[0] + dot(r, e)) / dot(e, e);
      r = r - e * excess;
      correct(p_A, X_WA, of_A, count, {excess, 0});
      correct(p_B, X_WB, of_B, count, {excess, 0});
    }
    turned = (n * dot(r, n) - r) * inverse;
  }
  found.n = vector_of(n - (n * half_excess + turned));
  found.p_WA = sum_of(p_A);
  found.p_WB = sum_of(p_B);
  return dot(turned, turned);
}

}  // namespace

double refine_witnesses(const DifferenceSet& set, const DifferencePoint* feature, int count,
                        const std::array<const double*, 3>& v_A,
                        const std::array<const double*, 3>& v_B, const MeasuredFeature& measured,
                        Witnesses& found) {
  if (count == 3) return refine<3>(set, feature, v_A, v_B, measured, found);
  if (count == 2) return refine<2>(set, feature, v_A, v_B, measured, found);
  return refine<1>(set, feature, v_A, v_B, measured, found);
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
