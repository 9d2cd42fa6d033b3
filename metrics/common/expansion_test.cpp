// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/expansion.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <utility>

#include "geometry/random.hpp"
#include "geometry/vector.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261205;

/// Points of the plane are seen or not by chance, as rounding would have it.
struct WhimsicalKernel {
  using Point = Vec3;
  struct Plane {
    Vec3 n;
    double level = 0;
  };
  Random* random;
  static Plane plane(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 n = (b - a).cross(c - a).normalized();
    return {n, n.dot(a)};
  }
  static int side(const Plane& plane, const Vec3& p) {
    return plane.n.dot(p) > plane.level ? 1 : -1;
  }
  bool sees(const Plane& plane, const Vec3& p) const {
    return plane.n.dot(p) > plane.level || random->uniform(0, 1) < 0.2;
  }
};

/// What the depth is proven with does not depend on who sees whom.
TEST(Expansion, StaysAClosedCycleWhateverIsSeen) {
  int expansions = 0;
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 5, static_cast<std::uint64_t>(i));
    const WhimsicalKernel kernel{&random};
    Expansion<WhimsicalKernel> polytope;
    polytope.ceiling = std::numeric_limits<double>::infinity();
    ASSERT_TRUE(
        polytope.begin(kernel, {Vec3(1, 1, 1), Vec3(-1, -1, 1), Vec3(-1, 1, -1), Vec3(1, -1, -1)}));
    for (int step = 0; step < 40; ++step) {
      if (!polytope.expand(kernel, polytope.next(), 3 * random.unit_vector())) break;
      ++expansions;
      std::map<std::pair<int, int>, int> edges;
      for (const auto& t : polytope.triangles()) {
        if (!t.alive) continue;
        for (std::size_t e = 0; e < 3; ++e) ++edges[{t.corner[e], t.corner[(e + 1) % 3]}];
      }
      for (const auto& [edge, count] : edges) {
        const auto back = edges.find({edge.second, edge.first});
        ASSERT_TRUE(back != edges.end() && back->second == count);
      }
      if (step % 10 == 9) polytope.rebuild(kernel, [](Vec3& /*point*/) {});
    }
  }
  EXPECT_GT(expansions, 100);
}

}  // namespace
}  // namespace touchstone
