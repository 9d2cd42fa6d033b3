// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/contacts/broad_phase.hpp"

#include <gtest/gtest.h>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

std::vector<IndexPair> all_pairs(const std::vector<BoundingSphere>& spheres) {
  std::vector<IndexPair> pairs;
  for (int a = 0; a < static_cast<int>(spheres.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(spheres.size()); ++b) {
      const BoundingSphere& A = spheres[at(a)];
      const BoundingSphere& B = spheres[at(b)];
      if (A.fixed && B.fixed) continue;
      if ((A.center_W - B.center_W).norm() <= A.radius + B.radius) pairs.push_back({a, b});
    }
  }
  return pairs;
}

TEST(BroadPhase, FindsThePairsThatOverlapInOrder) {
  BroadPhase phase;
  for (std::uint64_t round = 0; round < 200; ++round) {
    Random random(3, round);
    std::vector<BoundingSphere> spheres(random.below(60));
    const Vec3 stretched(round % 3 == 0 ? 10 : 1, round % 3 == 1 ? 10 : 1, 1);
    for (BoundingSphere& sphere : spheres) {
      sphere.center_W = 5 * random.in_unit_ball().cwiseProduct(stretched);
      sphere.radius = random.below(10) == 0 ? 20 : random.uniform(0, 1);
      sphere.fixed = random.below(4) == 0;
    }
    EXPECT_EQ(phase.find(spheres), all_pairs(spheres)) << "round " << round;
  }
}

TEST(BroadPhase, FindsWhatTouchesToRounding) {
  BroadPhase phase;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<BoundingSphere> spheres(30);
    for (std::size_t i = 0; i < spheres.size(); ++i) {
      spheres[i].center_W[axis] = 0.1 * static_cast<double>(i);
      spheres[i].radius = 0.05;
    }
    EXPECT_EQ(phase.find(spheres).size(), spheres.size() - 1);
  }
}

TEST(BroadPhase, FewBodiesAreNoPair) {
  BroadPhase phase;
  EXPECT_TRUE(phase.find({}).empty());
  EXPECT_TRUE(phase.find({BoundingSphere{}}).empty());
}

}  // namespace
}  // namespace touchstone
