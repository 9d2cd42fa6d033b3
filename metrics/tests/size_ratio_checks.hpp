// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of bodies of any sizes and size ratios, and what a separating axis test claims about them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Points of a box or, in two of three cases unless boxes alone are wanted, on the unit sphere.
inline std::vector<Vec3> points_of_some_body(Random& random, bool boxes_only) {
  if (boxes_only || random.below(3) == 0) return make_box(Vec3(1, 0.5, 0.75))->vertices();
  std::vector<Vec3> points;
  for (std::uint64_t k = 5 + random.below(10); k > 0; --k) points.push_back(random.unit_vector());
  return points;
}

inline PolytopePtr scaled_hull(std::vector<Vec3> points, double size) {
  for (Vec3& p : points) p *= size;
  return hull_of(points);
}

/// A body `ratio` times the other, of size `small`, which is in it or beside it at a vertex, an
/// edge or a face of the large one; in either order.
inline Pair pair_of_ratio(Random& random, double small, double ratio, bool boxes_only = false) {
  const PolytopePtr large = scaled_hull(points_of_some_body(random, boxes_only), ratio * small);
  Pair pair{large, {}, scaled_hull(points_of_some_body(random, boxes_only), small), {}};
  if (random.below(2) == 0) pair.X_WA.R = random.rotation();
  const std::vector<int>& corners = large->facets()[random.below(large->facets().size())].vertices;
  Vec3 foot = Vec3::Zero();
  const std::size_t count = std::min<std::size_t>(1 + random.below(3), corners.size());
  for (std::size_t k = 0; k < count; ++k) {
    foot += large->vertices()[at(corners[k])] / static_cast<double>(count);
  }
  pair.X_WA.t = -(pair.X_WA.R * foot);
  pair.X_WB = Pose{random.rotation(), small * random.in_unit_ball()};
  if (random.below(2) == 0) {
    std::swap(pair.A, pair.B);
    std::swap(pair.X_WA, pair.X_WB);
  }
  return pair;
}

/// Sign, depth (or to an ulp) and normal are right at `tolerance` of the size. Whether it gives a
/// depth.
inline bool expect_right(const Metric& metric, Oracle& oracle, const Pair& pair, double tolerance,
                         Scalar scalar = Scalar::float64) {
  const Truth truth = oracle.solve(pair, false);
  const Answer answer = ask(metric, pair);
  const double size = pair_size(pair);
  const bool sign_matters = std::abs(truth.phi) > tolerance * size;
  if (answer.status == AnswerStatus::sign_only) {
    if (sign_matters) {
      EXPECT_EQ(answer.sign, truth.sign);
    }
    return false;
  }
  EXPECT_EQ(answer.status, AnswerStatus::answered) << answer.note;
  if (answer.status != AnswerStatus::answered) return false;
  EXPECT_LE(error_of(answer.value, truth), std::max(tolerance * size, ulp_of(truth.phi, size)));
  EXPECT_TRUE(gap_reaches(pair, *answer.normal, truth, tolerance * size) ||
              near_optimal(pair, *answer.normal, TruthOnDemand(truth), Quantity::euclidean,
                           normal_allowance(scalar)));
  return true;
}

}  // namespace touchstone
