// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/triangle_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261122;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Triangles of random levels; each that is expanded makes some farther ones, and kills another.
struct Triangles {
  explicit Triangles(std::uint64_t index) : random(kSeed, 7, index) {}

  int make(double least) {
    level.push_back(least + random.uniform(0, 1));
    alive.push_back(true);
    return static_cast<int>(level.size()) - 1;
  }
  void kill(int t) { alive[at(t)] = false; }
  double least() const {
    double found = kInfinity;
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (alive[i]) found = std::min(found, level[i]);
    }
    return found;
  }
  double level_of(int t) const { return level[at(t)]; }
  int next(TriangleQueue& queue, double ceiling) const {
    return queue.next([this](int t) { return alive[at(t)]; }, ceiling);
  }

  Random random;
  std::vector<double> level;
  std::vector<bool> alive;
};

void fill(Triangles& triangles, TriangleQueue& queue, int count, double ceiling) {
  for (int i = 0; i < count; ++i) {
    const int made = triangles.make(0);
    queue.push(triangles.level_of(made), made, ceiling);
  }
}

TEST(TriangleQueue, GivesTheLeastFirstWithoutACeiling) {
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Triangles triangles(0);
  TriangleQueue queue;
  queue.clear();
  const int many = 20 * static_cast<int>(TriangleQueue::kMaxSorted);
  fill(triangles, queue, many, kInfinity);
  for (int left = many; left > 0; --left) {
    const int next = triangles.next(queue, kInfinity);
    ASSERT_GE(next, 0);
    EXPECT_FALSE(queue.in_waves());
    EXPECT_EQ(triangles.level_of(next), triangles.least());
    triangles.kill(next);
  }
  EXPECT_EQ(triangles.next(queue, kInfinity), -1);
}

TEST(TriangleQueue, LeavesNoneBelowTheLeastThatIsLeftAfterWaves) {
  int waves = 0;
  for (std::uint64_t index = 0; index < 50; ++index) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << index);
    Triangles triangles(index);
    TriangleQueue queue;
    queue.clear();
    double ceiling = 2;
    fill(triangles, queue, 1000, ceiling);
    ASSERT_TRUE(queue.in_waves());
    // Everything from 1 on is on a facet, and gives a ceiling.
    for (;;) {
      const int next = triangles.next(queue, ceiling);
      ASSERT_GE(next, 0);
      const double level = triangles.level_of(next);
      if (level < 1) {
        triangles.kill(next);
        for (int k = 0; k < 2; ++k) {
          const int made = triangles.make(level);
          queue.push(triangles.level_of(made), made, ceiling);
        }
        const auto other = static_cast<int>(
            triangles.random.below(static_cast<std::uint32_t>(triangles.level.size())));
        if (triangles.level_of(other) < 1) triangles.kill(other);
      } else if (queue.in_waves()) {
        ++waves;
        queue.set_aside();
        ceiling = std::min(ceiling, level);
      } else {
        EXPECT_EQ(level, triangles.least());
        break;
      }
    }
  }
  EXPECT_GT(waves, 0);
}

}  // namespace
}  // namespace touchstone
