// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of feature_proof.hpp, by placed_feature_kernel.hpp. Internal to `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "metrics/certified/proof/placed_feature_kernel.hpp"
#include "metrics/certified/search/simplex.hpp"
#include "metrics/certified/support/difference_supports_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

// One copy for each kind of feature, so that none carries the registers of another.

template <std::size_t kCount>
[[gnu::noinline]] void evaluate(const DifferenceSet& set, const DifferencePoint* feature,
                                const FeatureGuess& guess, MeasuredFeature& measured) {
  const PlacedFeature<kCount> placed(set, feature);
  placed.measure(guess, measured);
  placed.refine(set, guess.n, measured);
}

template <std::size_t kCount>
[[gnu::noinline]] void refine(const DifferenceSet& set, const DifferencePoint* feature,
                              MeasuredFeature& measured) {
  PlacedFeature<kCount>(set, feature).refine(set, measured.n, measured);
}

/// Refines a facet of one body's vertex whose n needs nothing taken off, as in contact: the vertex
/// is a witness point, and the other one is x = H n away. False for others.
[[gnu::noinline]] bool refine_at_vertex(const DifferenceSet& set, const DifferencePoint* facet,
                                        MeasuredFeature& measured) {
  const bool of_A = facet[0].a == facet[1].a && facet[0].a == facet[2].a;
  const bool of_B = facet[0].b == facet[1].b && facet[0].b == facet[2].b;
  const MeasuredFeature::NormalResidual& rest = measured.rest;
  if (!(of_A || of_B) || rest.rise[0] != 0 || rest.rise[1] != 0 || rest.excess != 0) return false;
  const Pose& X = of_A ? set.X_WA() : set.X_WB();
  const Vec3& vertex = of_A ? set.A().vertex(facet[0].a) : set.B().vertex(facet[0].b);
  const LanesOfRotation R(X.R);
  LanesPair own = product(R.x, vertex.data()[0]);
  add(own, product(R.y, vertex.data()[1]));
  add(own, product(R.z, vertex.data()[2]));
  add(own, {lanes_of(X.t.data()), everywhere(0)});
  const Lanes n = lanes_of(measured.n.data());
  LanesPair foot = product(n, measured.distance.high);
  foot.low = foot.low + n * measured.distance.low;
  LanesPair other = own;
  add(other, of_A ? foot : negative(foot));
  measured.refined.n = measured.n;
  measured.refined.p_WA = rounded(of_A ? own : other);
  measured.refined.p_WB = rounded(of_A ? other : own);
  return true;
}

/// The point of a feature that is nearest to 0, with its weights. False where it is another
/// feature's, or would take more care. settle() of gjk_search_kernel.hpp has this algebra for GJK.
template <std::size_t kCount>
[[gnu::always_inline]] inline bool find_nearest(const PlacedFeature<kCount>& feature, Lanes& v,
                                                std::array<double, 3>& weight,
                                                double& squared_slope) {
  const Lanes p = feature.first.high + feature.first.low;
  if constexpr (kCount == 1) {
    v = p;
    weight[0] = 1;
    squared_slope = 0;
    return true;
  } else {
    const Lanes& e1 = feature.edge[0].high;
    const double square1 = dot(e1, e1);
    const double along1 = -dot(p, e1);
    if constexpr (kCount == 2) {
      const Lanes q = p + e1;
      const double along_q = dot(q, e1);
      // From the nearer end, where less cancels.
      const bool near_p = along1 < along_q;
      squared_slope = 1 / square1;
      const double t = (near_p ? along1 : along_q) * squared_slope;
      weight[0] = near_p ? 1 - t : t;
      weight[1] = near_p ? t : 1 - t;
      v = near_p ? p + e1 * t : q - e1 * t;
      return along1 > 0 && along_q > 0;
    } else {
      const Lanes& e2 = feature.edge[1].high;
      const Lanes n = cross(e1, e2);
      const double inverse = 1 / dot(n, n);
      const double along2 = -dot(p, e2);
      const double square2 = dot(e2, e2);
      const double both = dot(e1, e2);
      const double area = square1 * square2 - both * both;
      const double w1 = square2 * along1 - both * along2;
      const double w2 = square1 * along2 - both * along1;
      const double part = 1 / area;
      squared_slope = std::max(square1, square2) * inverse;
      weight[1] = w1 * part;
      weight[2] = w2 * part;
      weight[0] = 1 - weight[1] - weight[2];
      v = n * (dot(n, p) * inverse);
      return area > kWideTriangle * (square1 * square2) && w1 > 0 && w2 > 0 && area - w1 - w2 > 0;
    }
  }
}

/// Whether only vertices of the feature reach as far as it.
[[gnu::always_inline]] inline bool only(const SupportMap& map, const ReachedVertices& reached,
                                        const DifferencePoint* feature, std::size_t count,
                                        int DifferencePoint::*place) {
  // Places of up to 32 vertices include copies of the last one.
  const auto there = static_cast<unsigned>(map.count());
  std::uint64_t low = reached.places[0] & (there < 64 ? (std::uint64_t{1} << there) - 1 : ~0ULL);
  std::uint64_t high = reached.places[1];
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<unsigned>(feature[i].*place);
    const std::uint64_t bit = std::uint64_t{1} << (at % 64);
    const std::uint64_t in_high = -static_cast<std::uint64_t>(at >= 64);
    low &= ~(bit & ~in_high);
    high &= ~(bit & in_high);
  }
  return reached.known && (low | high) == 0;
}

template <std::size_t kCount, Bodies kBodies>
[[gnu::noinline]] bool confirm(const DifferenceSet& set, const DifferencePoint* feature,
                               double least, FeatureGuess& guess, ReachedByFeature& reached,
                               MeasuredFeature& measured) {
  // The placing reads poses and vertices only, so it overlaps with the offset of the centres.
  const PlacedFeature<kCount> placed(set, feature);
  Lanes v;
  double squared_slope;
  if (!find_nearest(placed, v, guess.weight, squared_slope)) return false;
  const double square = dot(v, v);
  if (!(square > least * least)) return false;
  const double size = 1.75 * norm_1(v);
  BodySupports<kBodies> A(set.A(), set.R_WA());
  BodySupports<kBodies> B(set.B(), set.R_WB());
  const Lanes u_A = A.in_axes(v);
  const Lanes u_B(-B.in_axes(v).v);
  reached.A = A.reaching(u_A, size, feature[0].a);
  reached.B = B.reaching(u_B, size, feature[0].b);
  const auto alone = [&] {
    return only(set.A().map, reached.A, feature, kCount, &DifferencePoint::a) &&
           only(set.B().map, reached.B, feature, kCount, &DifferencePoint::b);
  };
  if (!alone()) {
    if (!A.is_quantized() && !B.is_quantized()) return false;
    A.sharpen(reached.A, u_A, size, feature[0].a);
    B.sharpen(reached.B, u_B, size, feature[0].b);
    if (!alone()) return false;
  }
  const double distance = std::sqrt(square);
  guess.n = vector_of(Lanes(v.v / everywhere(distance).v));
  guess.amplification = amplification_of_feature(set, squared_slope);
  placed.measure(guess, measured);
  placed.refine(set, guess.n, measured);
  return true;
}

}  // namespace

void evaluate_feature(const DifferenceSet& set, const DifferencePoint* feature, int count,
                      const FeatureGuess& guess, MeasuredFeature& measured) {
  if (count == 3) return evaluate<3>(set, feature, guess, measured);
  if (count == 2) return evaluate<2>(set, feature, guess, measured);
  return evaluate<1>(set, feature, guess, measured);
}

void measure_facet(const DifferenceSet& set, const DifferencePoint* facet,
                   const FeatureGuess& guess, MeasuredFeature& measured) {
  PlacedFeature<3>(set, facet).measure(guess, measured);
}

void refine_feature(const DifferenceSet& set, const DifferencePoint* feature, int count,
                    MeasuredFeature& measured) {
  if (count == 3) {
    if (!refine_at_vertex(set, feature, measured)) refine<3>(set, feature, measured);
    return;
  }
  if (count == 2) return refine<2>(set, feature, measured);
  return refine<1>(set, feature, measured);
}

bool confirm_feature(const DifferenceSet& set, const DifferencePoint* feature, int count,
                     double least, FeatureGuess& guess, ReachedByFeature& reached,
                     MeasuredFeature& measured) {
  return for_bodies(set, [&](auto bodies) {
    constexpr Bodies kBodies = decltype(bodies)::value;
    if (count == 3) return confirm<3, kBodies>(set, feature, least, guess, reached, measured);
    if (count == 2) return confirm<2, kBodies>(set, feature, least, guess, reached, measured);
    return confirm<1, kBodies>(set, feature, least, guess, reached, measured);
  });
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
