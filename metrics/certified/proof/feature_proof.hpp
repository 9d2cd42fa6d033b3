// SPDX-License-Identifier: GPL-3.0-or-later
// The distance of a feature of C whose direction and foot are known in doubles, and its normal and
// witness points, compiled for narrow and for wide registers: the same bits. Internal to
// `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "metrics/certified/proof/conclusion.hpp"

namespace touchstone {

/// How much farther a feature's foot may be off than its points [1]; `squared_slope` is
/// DifferenceSimplex::squared_slope.
inline double amplification_of_feature(const DifferenceSet& set, double squared_slope) {
  return 2 + 8 * set.reach() * std::sqrt(squared_slope);
}
/// The guess from a triangle's corners in doubles, counterclockwise from outside.
inline FeatureGuess guess_facet(const DifferenceSet& set, const DifferencePoint* corner) {
  const Vec3 e1 = corner[1].c - corner[0].c;
  const Vec3 e2 = corner[2].c - corner[0].c;
  const double longest = std::max(e1.squaredNorm(), e2.squaredNorm());
  return {e1.cross(e2).normalized(), foot_weights(corner[0].c, corner[1].c, corner[2].c),
          amplification_of_feature(set, longest / e1.cross(e2).squaredNorm())};
}

/// Fills the distance, the weights, what is left over of n, and what is refined by it.
using FeatureProof = void(const DifferenceSet& set, const DifferencePoint* feature, int count,
                          const FeatureGuess& guess, MeasuredFeature& measured);
/// Fills the distance of a triangle, the weights and what is left over of n.
using FacetMeasure = void(const DifferenceSet& set, const DifferencePoint* facet,
                          const FeatureGuess& guess, MeasuredFeature& measured);
/// Fills what is refined (witnesses.hpp) from the distance, n, the weights and what is left over.
using FeatureRefinement = void(const DifferenceSet& set, const DifferencePoint* feature, int count,
                               MeasuredFeature& measured);
/// Tries the feature that GJK has closed in on. True if it is the nearest one for certain and its
/// witness points are sound; then it fills the answer, but for the features.
using ClosedAnswer = bool(const DifferenceSet& set, const DifferenceSimplex& feature,
                          const ReachedByFeature& reached, Answer& answer);
/// Tries the last answer's feature, of which only the places are read, as ClosedAnswer does. Its
/// point nearest to 0 has to be in its interior, and farther than `least` [m]. Both bodies have to
/// be scanned.
using LastAnswer = bool(const DifferenceSet& set, const DifferenceSimplex& feature, double least,
                        Answer& answer);
namespace narrow {
FeatureProof evaluate_feature;
FacetMeasure measure_facet;
FeatureRefinement refine_feature;
ClosedAnswer answer_closed;
LastAnswer answer_last;
}  // namespace narrow
namespace wide {
FeatureProof evaluate_feature;
FacetMeasure measure_facet;
FeatureRefinement refine_feature;
ClosedAnswer answer_closed;
LastAnswer answer_last;
}  // namespace wide

}  // namespace touchstone
