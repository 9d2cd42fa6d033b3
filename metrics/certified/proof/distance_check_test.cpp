// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/distance_check.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "geometry/index.hpp"
#include "metrics/certified/proof/feature_proof.hpp"
#include "metrics/common/exact_distance.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261205;

bool same(const MeasuredFeature& one, const MeasuredFeature& other) {
  return one.distance.high == other.distance.high && one.distance.low == other.distance.low &&
         one.n == other.n && one.weight == other.weight &&
         one.refined.known == other.refined.known &&
         (!one.refined.known ||
          (one.refined.n == other.refined.n && one.refined.p_WA == other.refined.p_WA &&
           one.refined.p_WB == other.refined.p_WB && one.refined.turned == other.refined.turned));
}

bool same(const DistanceCheck& one, const DistanceCheck& other) {
  return one.verdict == other.verdict && one.beyond.same_pair(other.beyond) &&
         one.dropped == other.dropped && one.ties.any == other.ties.any &&
         one.ties.may_turn_normal == other.ties.may_turn_normal && same(one.feature, other.feature);
}

/// Triangles lie anywhere in the difference, right or wrong.
TEST(DistanceCheck, NarrowAndWideRegistersGiveTheSameBits) {
  if (machine_registers() == Registers::narrow) GTEST_SKIP() << "no wide registers here";
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 7, static_cast<std::uint64_t>(i));
    const Pair pair = placed_about_origin(kSeed, i, make_random_sphere_hull(random, 12),
                                          make_box(Vec3(1, 0.5, 0.25)), 0.1, 4);
    const DifferenceBodyWith<> A(*pair.A);
    const DifferenceBodyWith<> B(*pair.B);
    const DifferenceSet set(A, pair.X_WA, B, pair.X_WB, Registers::wide);
    const DifferenceSet narrow(A, pair.X_WA, B, pair.X_WB, Registers::narrow);
    const Vec3 u = random.unit_vector();
    std::array<DifferencePoint, 3> corner;
    DifferenceSimplex feature;
    for (DifferencePoint& p : corner) {
      p = set.support(u + 0.5 * random.unit_vector());
      feature.add(p);
    }
    EXPECT_TRUE(same(check_facet(narrow, corner), check_facet(set, corner)));
    const DoubleDouble distance = check_facet(set, corner).feature.distance;
    EXPECT_EQ(order_of(narrow, {corner[1], corner[2], corner[0]}, corner, distance),
              order_of(set, {corner[1], corner[2], corner[0]}, corner, distance));
    feature.reduce();
    EXPECT_TRUE(same(check_separated(narrow, feature), check_separated(set, feature)));
  }
}

/// What GJK in doubles ends with.
DifferenceSimplex nearest_simplex(const DifferenceSet& set) {
  DifferenceSimplex simplex;
  simplex.add(set.support(set.offset()));
  for (int step = 0; step < 50 && simplex.reduce(); ++step) {
    const Vec3 v = simplex.nearest;
    const DifferencePoint next = set.support(-v);
    if (!(v.dot(v - next.c) > 1e-13 * v.norm()) || simplex.has(next)) break;
    simplex.add(next);
  }
  return simplex;
}

/// A direction in doubles is off by more than the square of which is nothing; what is left over of
/// it is taken off, and the feature is proven without double-double directions.
TEST(DistanceCheck, OfNearBodiesADirectionInDoublesIsMadeRight) {
  int quick = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 9, static_cast<std::uint64_t>(i));
    Pair pair = placed_about_origin(kSeed, i, make_random_sphere_hull(random, 30),
                                    make_box(Vec3(1, 0.5, 0.25)), 3, 4);
    const DifferenceBodyWith<> A(*pair.A);
    const DifferenceBodyWith<> B(*pair.B);
    const ExactDistance far = find_exact_distance(A.exactly(), pair.X_WA, B.exactly(), pair.X_WB);
    if (!(far.phi > 0)) continue;
    pair.X_WA.t -= (far.phi - (i % 2 == 0 ? 1e-5 : 1e-8)) * far.n;
    const ExactDistance truth = find_exact_distance(A.exactly(), pair.X_WA, B.exactly(), pair.X_WB);
    const DifferenceSet set(A, pair.X_WA, B, pair.X_WB);
    const DifferenceSimplex feature = nearest_simplex(set);
    const DistanceCheck check = check_separated(set, feature);
    if (check.verdict != DistanceCheck::Verdict::proven) continue;
    EXPECT_LE(std::abs(check.feature.distance.high - truth.phi), 0x1p-52 * truth.phi);
    if (!check.feature.refined.known) continue;
    ++quick;
    EXPECT_LE((check.feature.refined.n + truth.n).lpNorm<Eigen::Infinity>(), 0x1p-52);
    EXPECT_LE((check.feature.refined.p_WA - truth.p_WA).norm(), 1e-15);
  }
  EXPECT_GE(quick, 150);
}

/// Warm. The feature of the pose before is that of the next one or is not, by chance.
TEST(DistanceCheck, TheLastFeatureIsProvenOnlyWhileItIsTheNearest) {
  int proven = 0;
  int open = 0;
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 10, static_cast<std::uint64_t>(i));
    // Vertices are scanned in doubles, in single precision with one word of bits, and with two.
    constexpr std::array<int, 4> kVertices = {8, 30, 50, 120};
    Pair pair = placed_about_origin(kSeed, i, make_random_sphere_hull(random, kVertices[at(i % 4)]),
                                    make_box(Vec3(1, 0.5, 0.25)), 2.5, 4);
    const DifferenceBodyWith<> A(*pair.A);
    const DifferenceBodyWith<> B(*pair.B);
    const DifferenceSimplex last = nearest_simplex(DifferenceSet(A, pair.X_WA, B, pair.X_WB));
    if (last.count > 3) continue;
    const double angle = i % 3 == 0 ? 0.3 : 0.01;
    pair.X_WA.R = Eigen::AngleAxisd(angle, random.unit_vector()).toRotationMatrix() * pair.X_WA.R;
    pair.X_WA.t += angle * random.unit_vector();
    const ExactDistance truth = find_exact_distance(A.exactly(), pair.X_WA, B.exactly(), pair.X_WB);
    const DifferenceSet set(A, pair.X_WA, B, pair.X_WB);
    Answer answer;
    const bool answered = narrow::answer_last(set, last, 1e-9, answer);
    if (machine_registers() == Registers::wide) {
      Answer by_wide;
      EXPECT_EQ(wide::answer_last(set, last, 1e-9, by_wide), answered);
      EXPECT_EQ(by_wide.value, answer.value);
      EXPECT_EQ(by_wide.tail, answer.tail);
      EXPECT_EQ(by_wide.normal, answer.normal);
      ASSERT_EQ(by_wide.witnesses.has_value(), answered);
      if (answered) {
        EXPECT_EQ(by_wide.witnesses->p_WA, answer.witnesses->p_WA);
        EXPECT_EQ(by_wide.witnesses->p_WB, answer.witnesses->p_WB);
      }
    }
    ++(answered ? proven : open);
    if (!answered) continue;
    EXPECT_LE(std::abs(answer.value - truth.phi), 0x1p-52 * truth.phi);
    EXPECT_LE((*answer.normal - truth.n).lpNorm<Eigen::Infinity>(), 0x1p-52);
    EXPECT_FALSE(narrow::answer_last(set, last, 1.001 * truth.phi, answer));
  }
  EXPECT_GE(proven, 150);
  EXPECT_GE(open, 50);
}

/// A facet's plane, computed from another corner, has a distance that differs by rounding alone.
/// The search would go to and fro between two such planes if each were nearer than the other.
TEST(DistanceCheck, AFacetIsAsNearFromAnotherCorner) {
  int proven = 0;
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 8, static_cast<std::uint64_t>(i));
    const Pair pair = placed_about_origin(kSeed, i, make_random_sphere_hull(random, 12),
                                          make_box(Vec3(1, 0.5, 0.25)), 0.1, 0.5);
    const DifferenceBodyWith<> A(*pair.A);
    const DifferenceBodyWith<> B(*pair.B);
    const DifferenceSet set(A, pair.X_WA, B, pair.X_WB);
    const Vec3 u = random.unit_vector();
    std::array<DifferencePoint, 3> corner;
    for (DifferencePoint& p : corner) p = set.support(u + 0.5 * random.unit_vector());
    const DistanceCheck facet = check_facet(set, corner);
    if (facet.verdict != DistanceCheck::Verdict::proven) continue;
    ++proven;
    EXPECT_EQ(order_of(set, {corner[1], corner[2], corner[0]}, corner, facet.feature.distance),
              Order::as_near);
  }
  EXPECT_GE(proven, 30);
}

}  // namespace
}  // namespace touchstone
