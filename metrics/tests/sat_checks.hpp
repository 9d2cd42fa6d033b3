// SPDX-License-Identifier: GPL-3.0-or-later
// What every separating axis test is held to, whatever the axes it looks at.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

inline void expect_depth_of_face_contact(const Metric& metric) {
  const Answer answer = ask(metric, boxes_apart(Vec3(1.5, 0.25, -0.125)));
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, -0.5);
  EXPECT_EQ(*answer.normal, Vec3(-1, 0, 0));
  EXPECT_FALSE(answer.witnesses.has_value());
}

/// An edge of each cube meets the other's at right angles.
inline void expect_depth_of_crossed_edges(const Metric& metric) {
  Pair pair = boxes_apart(Vec3(0, 0, 0));
  const double c = std::sqrt(0.5);
  pair.X_WA.R << c, 0, c, 0, 1, 0, -c, 0, c;
  pair.X_WB.R << 1, 0, 0, 0, c, -c, 0, c, c;
  pair.X_WB.t.z() = 2 * std::sqrt(2.0) - 0.125;
  const Answer answer = ask(metric, pair);
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_NEAR(answer.value, -0.125, 2e-15);
  EXPECT_LE((*answer.normal - Vec3(0, 0, -1)).norm(), 1e-15);
}

inline void expect_positive_zero_where_kissing(const Metric& metric) {
  const Answer answer = ask(metric, boxes_apart(Vec3(0, -2, 0.5)));
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, 0);
  EXPECT_FALSE(std::signbit(answer.value));
  EXPECT_EQ(*answer.normal, Vec3(0, 1, 0));
}

inline void expect_sign_only_where_apart(const Metric& metric, const Vec3& p_AB) {
  const Answer answer = ask(metric, boxes_apart(p_AB));
  EXPECT_EQ(answer.status, AnswerStatus::sign_only);
  EXPECT_EQ(answer.sign, 1);
  EXPECT_FALSE(answer.normal.has_value());
}

/// Poses that are not finite have no answer; the largest finite ones have their sign.
inline void expect_only_finite_poses_taken(const Metric& metric) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_EQ(ask(metric, boxes_apart(Vec3(0, bad, 0))).status, AnswerStatus::no_answer);
    Pair turned = boxes_apart(Vec3(1, 0, 0));
    turned.X_WA.R(1, 2) = bad;
    EXPECT_EQ(ask(metric, turned).status, AnswerStatus::no_answer);
  }
  const double largest = std::numeric_limits<double>::max();
  Pair pair = boxes_apart(Vec3(-largest, 0, 0));
  pair.X_WA.t.x() = largest;
  EXPECT_EQ(ask(metric, pair).sign, 1);
}

/// A body 1e7 to 1e10 times the other, its vertices doubled or trebled at 1e-16 to 1e-9 of its
/// size: there are facets, merged or not, as large as the other body, which is above one of the
/// vertices.
inline Pair with_unequal_near_duplicates(Random& random, int index) {
  const auto power = [&](int least, int most) {
    return std::pow(10.0, random.uniform(least, most));
  };
  const double ratio = power(7, 10);
  const double apart = power(-16, -9);
  const PolytopePtr plain = index % 2 == 0 ? make_random_sphere_hull(random, 4 + index % 9)
                                           : make_prism(3 + index % 7, 1, random.uniform(0.1, 1));
  std::vector<Vec3> points;
  for (const Vec3& v : plain->vertices()) {
    for (std::uint64_t copies = 1 + random.below(3); copies > 0; --copies) {
      Vec3 copy = v;
      for (double& x : copy) x += apart * power(-3, 0) * random.uniform(-1, 1);
      points.emplace_back(ratio * copy);
    }
  }
  Pair pair{hull_of(points), {}, make_random_sphere_hull(random, 4 + index % 11), {}};
  if (index % 3 > 0) pair.X_WA.R = random.rotation();
  const std::vector<Vec3>& corners = pair.A->vertices();
  pair.X_WA.t = -(pair.X_WA.R * corners[random.below(corners.size())]);
  pair.X_WB = Pose{random.rotation(), 0.7 * random.unit_vector()};
  if (index % 5 == 0) {
    std::swap(pair.A, pair.B);
    std::swap(pair.X_WA, pair.X_WB);
  }
  return pair;
}

/// How far value and gap(normal) may be from the truth [m].
struct DepthLimits {
  double value = 0;
  double normal = 0;
};

/// Depth and normal against the exact truth; of `count` pairs at least `penetrating` overlap, and
/// one in twenty does not. make_pair(random, index), limits_of(pair, truth).
template <class MakePair, class LimitsOf>
void expect_true_depths(const Metric& metric, std::uint64_t seed, int count, int penetrating,
                        MakePair make_pair, LimitsOf limits_of) {
  Oracle oracle;
  int found = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << " index " << i);
    Random random(seed, 1, static_cast<std::uint64_t>(i));
    const Pair pair = make_pair(random, i);
    const Truth truth = oracle.solve(pair, false);
    const Answer answer = ask(metric, pair);
    if (answer.status == AnswerStatus::sign_only) {
      ASSERT_EQ(answer.sign, truth.sign);
      continue;
    }
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    ++found;
    const DepthLimits limits = limits_of(pair, truth);
    ASSERT_LE(error_of(answer.value, truth), limits.value);
    ASSERT_NEAR(answer.normal->norm(), 1, 1e-15);
    // Beside a much larger body the last bit of a right normal costs more gap than any limit here.
    ASSERT_TRUE(gap_reaches(pair, *answer.normal, truth, limits.normal) ||
                near_optimal(pair, *answer.normal, TruthOnDemand(truth), Quantity::euclidean,
                             normal_allowance(Scalar::float64)));
  }
  EXPECT_GE(found, penetrating);
  EXPECT_LE(found, count - count / 20);
}

inline void expect_true_depths_of_unequal_near_duplicates(const Metric& metric,
                                                          std::uint64_t seed) {
  expect_true_depths(metric, seed, 600, 200, with_unequal_near_duplicates,
                     [](const Pair& pair, const Truth& truth) {
                       const double limit = 1e-12 * pair_size(pair) + 0x1p-52 * std::abs(truth.phi);
                       return DepthLimits{limit, limit};
                     });
}

}  // namespace touchstone
