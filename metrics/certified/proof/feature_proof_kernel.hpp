// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of feature_proof.hpp, by placed_feature_kernel.hpp. Internal to `certified`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "metrics/certified/proof/placed_feature_kernel.hpp"
#include "metrics/certified/search/foot_kernel.hpp"
#include "metrics/certified/support/difference_supports_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// Calls `ask` with the number of a feature's points, as a constant of the compiler.
template <class Ask>
[[gnu::always_inline]] inline auto for_count(int count, const Ask& ask) {
  if (count == 3) return ask(std::integral_constant<std::size_t, 3>());
  if (count == 2) return ask(std::integral_constant<std::size_t, 2>());
  return ask(std::integral_constant<std::size_t, 1>());
}

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

/// The foot of 0 on a feature.
template <std::size_t kCount>
[[gnu::always_inline]] inline Foot foot_of(const PlacedFeature<kCount>& feature) {
  const Lanes p = feature.first.high + feature.first.low;
  if constexpr (kCount == 1) {
    return {p, {1, 0, 0}, 0, true, true};
  } else {
    const Lanes& e1 = feature.edge[0].high;
    if constexpr (kCount == 2) {
      return foot_on_segment(p, p + e1, e1);
    } else {
      return foot_on_triangle(p, e1, feature.edge[1].high);
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

template <std::size_t kCount>
[[gnu::always_inline]] inline bool only_of(const DifferenceSet& set,
                                           const ReachedByFeature& reached,
                                           const DifferencePoint* feature) {
  return only(set.A().map, reached.A, feature, kCount, &DifferencePoint::a) &&
         only(set.B().map, reached.B, feature, kCount, &DifferencePoint::b);
}

/// The last answer's feature. It `holds` if its nearest point is inside it, and no other vertex
/// reaches as far.
template <std::size_t kCount>
struct Confirmed {
  PlacedFeature<kCount> placed;
  Foot foot;
  double square;  ///< of the foot's distance [m^2]
  bool holds = false;

  /// See LastAnswer.
  template <Bodies kBodies>
  [[gnu::always_inline]] Confirmed(const DifferenceSet& set, const DifferencePoint* feature,
                                   double least, std::integral_constant<Bodies, kBodies> /*kind*/)
      // The placing reads poses and vertices only, so it overlaps with the offset of the centres.
      : placed(set, feature), foot(foot_of(placed)) {
    if (!foot.inside) return;
    const Lanes& v = foot.point;
    square = dot(v, v);
    if (!(square > least * least)) return;
    const double size = 1.75 * norm_1(v);
    BodySupports<kBodies> A(set.A(), set.R_WA());
    BodySupports<kBodies> B(set.B(), set.R_WB());
    const Lanes u_A = A.in_axes(v);
    const Lanes u_B(-B.in_axes(v).v);
    ReachedByFeature reached = {A.reaching(u_A, size, feature[0].a),
                                B.reaching(u_B, size, feature[0].b)};
    holds = only_of<kCount>(set, reached, feature);
    if (holds || (!A.is_quantized() && !B.is_quantized())) return;
    A.sharpen(reached.A, u_A, size, feature[0].a);
    B.sharpen(reached.B, u_B, size, feature[0].b);
    holds = only_of<kCount>(set, reached, feature);
  }
};

/// Fills the answer from a feature that no other vertex reaches as far as, if what doubles know of
/// its foot v suffices; the square of v is given.
template <std::size_t kCount>
[[gnu::always_inline]] inline bool give(const DifferenceSet& set,
                                        const PlacedFeature<kCount>& placed,
                                        const DifferencePoint* feature, const Lanes& v,
                                        double square, const double* weight, double squared_slope,
                                        Answer& answer) {
  FeatureGuess guess;
  std::copy_n(weight, 3, guess.weight.begin());
  guess.n = vector_of(Lanes(v.v / everywhere(std::sqrt(square)).v));
  guess.amplification = amplification_of_feature(set, squared_slope);
  MeasuredFeature measured;
  placed.measure(guess, measured);
  placed.refine(set, guess.n, measured);
  const double angle = guess.amplification * set.rounding() / measured.distance.high;
  if (!check::FeatureCorners(feature, kCount).tied ||
      !check::turned_little(check::doubt_of(angle)) ||
      !touchstone::conclude(set, kCount, guess, measured,
                            [&] { evaluate<kCount>(set, feature, guess, measured); }) ||
      !measured.refined.sound) {
    return false;
  }
  answer.status = AnswerStatus::answered;
  answer.value = measured.distance.high;
  answer.tail = measured.distance.low;
  answer.normal = -measured.refined.n;
  answer.witnesses = WitnessPoints{measured.refined.p_WA, measured.refined.p_WB};
  return true;
}

template <std::size_t kCount>
[[gnu::noinline]] bool answer_from(const DifferenceSet& set, const DifferenceSimplex& simplex,
                                   const ReachedByFeature& reached, Answer& answer) {
  const DifferencePoint* feature = simplex.points.data();
  if (!only_of<kCount>(set, reached, feature)) return false;
  const Lanes v = lanes_of(simplex.nearest);
  return give<kCount>(set, PlacedFeature<kCount>(set, feature), feature, v, dot(v, v),
                      simplex.weight.data(), simplex.squared_slope, answer);
}

template <std::size_t kCount, Bodies kBodies>
[[gnu::noinline]] bool answer_again(const DifferenceSet& set, const DifferencePoint* feature,
                                    double least, Answer& answer) {
  const Confirmed<kCount> found(set, feature, least, std::integral_constant<Bodies, kBodies>());
  return found.holds && give<kCount>(set, found.placed, feature, found.foot.point, found.square,
                                     found.foot.weight.data(), found.foot.squared_slope, answer);
}

}  // namespace

void evaluate_feature(const DifferenceSet& set, const DifferencePoint* feature, int count,
                      const FeatureGuess& guess, MeasuredFeature& measured) {
  for_count(count, [&](auto points) { evaluate<points>(set, feature, guess, measured); });
}

void measure_facet(const DifferenceSet& set, const DifferencePoint* facet,
                   const FeatureGuess& guess, MeasuredFeature& measured) {
  PlacedFeature<3>(set, facet).measure(guess, measured);
}

void refine_feature(const DifferenceSet& set, const DifferencePoint* feature, int count,
                    MeasuredFeature& measured) {
  for_count(count, [&](auto points) { refine<points>(set, feature, measured); });
}

bool answer_closed(const DifferenceSet& set, const DifferenceSimplex& simplex,
                   const ReachedByFeature& reached, Answer& answer) {
  return for_count(simplex.count,
                   [&](auto points) { return answer_from<points>(set, simplex, reached, answer); });
}

bool answer_last(const DifferenceSet& set, const DifferenceSimplex& simplex, double least,
                 Answer& answer) {
  return for_bodies(set, [&](auto bodies) {
    return for_count(simplex.count, [&](auto points) {
      return answer_again<points, decltype(bodies)::value>(set, simplex.points.data(), least,
                                                           answer);
    });
  });
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
