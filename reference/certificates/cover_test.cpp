// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates/cover.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

Pair overlapping_cubes(const Vec3& t) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  return {box, {}, box, {Mat3::Identity(), t}};
}

TEST(Cover, NewRayIsTheSumOfRaysOfOneNumberOfDigits) {
  const CoverCone cone = {IntegerVec3{1, 0, 0}, IntegerVec3{0, 5, 1}, IntegerVec3{0, 0, 2}};
  EXPECT_EQ(levelled(cone)[0], (IntegerVec3{4, 0, 0}));
  EXPECT_EQ(levelled(cone)[1], (IntegerVec3{0, 5, 1}));
  EXPECT_EQ(levelled(cone)[2], (IntegerVec3{0, 0, 4}));
  EXPECT_EQ(ray_between(cone, {1, 1, 1}), (IntegerVec3{4, 5, 5}));
  EXPECT_EQ(ray_between(cone, {2, 0, 2}), (IntegerVec3{1, 0, 1}));
}

TEST(Cover, ProvesTheDepthOfEveryOverlapAndNoMore) {
  Oracle oracle;
  int overlapping = 0;
  for_every_agreement_case(agreement_cases(20), [&](const Pair& pair, int /*index*/) {
    const Truth truth = oracle.solve(pair, false);
    if (truth.sign >= 0) return;
    const auto cover = find_cover(pair, truth);
    ASSERT_TRUE(cover.has_value());
    EXPECT_TRUE(cover_proves(pair, *cover, truth.phi_squared));
    EXPECT_FALSE(cover_proves(
        pair, *cover, truth.phi_squared * Rational(1'000'000'001) / Rational(1'000'000'000)));
    ++overlapping;
  });
  EXPECT_GE(overlapping, 40);
}

TEST(Cover, OfBoxesHasFewLeaves) {
  const Pair pair = overlapping_cubes({1.5, 0.25, 0});
  Oracle oracle;
  const auto cover = find_cover(pair, oracle.solve(pair, false));
  ASSERT_TRUE(cover.has_value());
  EXPECT_EQ(cover->size(), 8U);
}

TEST(Cover, ChangedProvesNothingMore) {
  Random random(11, 3, 1);
  Pair pair = random_hulls(random, 1);
  Oracle oracle;
  const Truth truth = oracle.solve(pair, false);
  ASSERT_LT(truth.sign, 0);
  const auto whole = find_cover(pair, truth);
  ASSERT_TRUE(whole.has_value());
  const Rational more = truth.phi_squared * Rational(1001) / Rational(1000);
  int refused = 0;
  for (std::size_t k = 0; k < whole->size(); ++k) {
    Cover other = *whole;
    CoverNode& node = other[k];
    if (node.leaf) {
      node.vertices.vertex_B = static_cast<int>(random.below(pair.B->vertices().size()));
    } else {
      node.weights[random.below(3)] += 1;
    }
    EXPECT_FALSE(cover_proves(pair, other, more));
    if (!cover_proves(pair, other, truth.phi_squared)) ++refused;
  }
  EXPECT_GE(refused, 5);
}

TEST(Cover, ThatIsNoneIsRefused) {
  const Pair pair = overlapping_cubes({1.5, 0, 0});
  Oracle oracle;
  const Truth truth = oracle.solve(pair, false);
  const auto whole = find_cover(pair, truth);
  ASSERT_TRUE(whole.has_value());
  ASSERT_TRUE(cover_proves(pair, *whole, truth.phi_squared));
  Cover other = *whole;
  other.pop_back();
  EXPECT_FALSE(cover_proves(pair, other, truth.phi_squared)) << "a cone is left";
  other = *whole;
  other.push_back(other.back());
  EXPECT_FALSE(cover_proves(pair, other, truth.phi_squared)) << "no cone is left";
  // Splits that would leave no cone, or cones that do not cover theirs.
  for (const std::array<Integer, 3>& weights :
       {std::array<Integer, 3>{0, 0, 0}, {1, 0, 0}, {2, -1, 0}}) {
    EXPECT_FALSE(cover_proves(pair, Cover(8, CoverNode{false, {}, weights}), truth.phi_squared));
  }
  other = *whole;
  other.insert(other.begin(), {false, {}, {Integer(1) << 50'000, 1, 0}});
  other.insert(other.begin() + 1, other[1]);
  EXPECT_FALSE(cover_proves(pair, other, truth.phi_squared)) << "a ray is too long";
}

TEST(Cover, HasAGreatestLevel) {
  const Pair pair = overlapping_cubes({1.5, 0, 0});
  const Truth truth = Oracle().solve(pair, false);
  Cover cover = find_cover(pair, truth).value();
  ASSERT_TRUE(cover.front().leaf);
  const CoverNode leaf = cover.front();
  const auto nested = [&](int levels) {
    Cover other = cover;
    for (int k = 0; k < levels; ++k) {
      other.insert(other.begin(), {false, {}, {1, 1, 0}});
      other.insert(other.begin() + k + 1, leaf);
    }
    return cover_proves(pair, other, truth.phi_squared);
  };
  EXPECT_TRUE(nested(kMaxCoverLevel));
  EXPECT_FALSE(nested(kMaxCoverLevel + 1));
}

}  // namespace
}  // namespace touchstone
