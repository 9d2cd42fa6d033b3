// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/body_cache.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "geometry/loop_bound.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261127;

std::vector<PolytopePtr> samples() {
  Random random(kSeed);
  std::vector<PolytopePtr> bodies;
  for (int k = 0; k < 40; ++k) {
    bodies.push_back(make_random_sphere_hull(random, 6 + k));
    // Its rounded side faces are not flat: the claimed facets do not hold, and the hull is found.
    bodies.push_back(make_antiprism(5 + k, 1, 0.3));
  }
  return bodies;
}

TEST(BodyCache, GivesTheBodyThatIsAskedForHoweverManyThereAre) {
  BodyCache cache;
  for (int round = 0; round < 2; ++round) {
    for (const PolytopePtr& polytope : samples()) {
      const BodyCache::Entry& entry = cache.find(polytope);
      EXPECT_EQ(entry.polytope->vertices(), polytope->vertices());
      EXPECT_EQ(entry.body->vertex_count(), static_cast<int>(polytope->vertices().size()));
    }
  }
}

#ifdef TOUCHSTONE_PLANTS_LOOPS
/// A body whose making ends by an exception belongs to nobody afterwards.
TEST(BodyCache, WhatCouldNotBeMadeIsNotFound) {
  BodyCache cache;
  int thrown = 0;
  for (int round = 0; round < 2; ++round) {
    for (const PolytopePtr& polytope : samples()) {
      loop_plant = [](const char* loop) { return std::string_view(loop).starts_with("oracle"); };
      try {
        cache.find(polytope);
      } catch (const EndlessLoop&) {
        ++thrown;
      }
      loop_plant = nullptr;
      const BodyCache::Entry& entry = cache.find(polytope);
      EXPECT_EQ(entry.polytope->vertices(), polytope->vertices());
      EXPECT_EQ(entry.body->vertex_count(), static_cast<int>(polytope->vertices().size()));
    }
  }
  EXPECT_GE(thrown, 40);
}
#endif

}  // namespace
}  // namespace touchstone
