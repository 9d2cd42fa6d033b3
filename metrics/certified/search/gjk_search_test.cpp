// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/search/gjk_search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

#include "geometry/arithmetic/registers.hpp"
#include "geometry/index.hpp"
#include "metrics/certified/epa/flat_polytope.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261124;

/// Vertex counts of bodies that are scanned in doubles, scanned in integers, and climbed.
constexpr std::array kVertices = {4, 8, 30, 33, 64, 100, 128, 129, 400};

struct Asked {
  GjkResult found;
  DifferenceSimplex simplex;
};

double margin(const DifferenceSet& set) { return 4 * set.rounding(); }

Asked search(const DifferenceSet& set, GjkSearch* towards_zero) {
  Asked asked;
  asked.found = towards_zero(set, margin(set), asked.simplex);
  return asked;
}

/// Pairs of every two sizes, from deep to far apart.
template <class Visit>
void for_each_pair(int turns, const Visit& visit) {
  int index = 0;
  for (int turn = 0; turn < turns; ++turn) {
    for (const int a : kVertices) {
      for (const int b : kVertices) {
        ++index;
        SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << index);
        Random random(kSeed, 3, static_cast<std::uint64_t>(index));
        const Pair pair = placed_about_origin(kSeed, index, make_random_sphere_hull(random, a),
                                              make_random_sphere_hull(random, b), 0.2, 3);
        const DifferenceBodyWith<> A(*pair.A);
        const DifferenceBodyWith<> B(*pair.B);
        visit(DifferenceSet(A, pair.X_WA, B, pair.X_WB));
      }
    }
  }
}

bool same(const DifferencePoint& one, const DifferencePoint& other) {
  return one.same_pair(other) && one.c == other.c;
}

TEST(GjkSearch, NarrowAndWideRegistersGiveTheSameBits) {
  if (machine_registers() == Registers::narrow) GTEST_SKIP() << "no wide registers here";
  for_each_pair(3, [](const DifferenceSet& set) {
    const Asked one = search(set, narrow::search_towards_zero);
    const Asked other = search(set, wide::search_towards_zero);
    EXPECT_EQ(one.found.end, other.found.end);
    EXPECT_EQ(one.found.supports, other.found.supports);
    ASSERT_EQ(one.simplex.count, other.simplex.count);
    for (std::size_t i = 0; i < static_cast<std::size_t>(one.simplex.count); ++i) {
      EXPECT_TRUE(same(one.simplex.points[i], other.simplex.points[i]));
    }
    if (one.found.end != GjkEnd::closed) return;
    EXPECT_EQ(one.simplex.nearest, other.simplex.nearest);
    EXPECT_EQ(one.simplex.weight, other.simplex.weight);
  });
}

/// Its own scans and climbs are as good as those of the maps: nothing is nearer than where it ends.
TEST(GjkSearch, EndsWhereNothingIsNearer) {
  int closed = 0;
  int around = 0;
  for_each_pair(3, [&](const DifferenceSet& set) {
    const Asked asked = search(set, compiled_for(machine_registers(), narrow::search_towards_zero,
                                                 wide::search_towards_zero));
    for (int i = 0; i < asked.simplex.count; ++i) {
      const DifferencePoint& p = asked.simplex.points[at(i)];
      EXPECT_EQ(p.c, set.place(p.a, p.b));
    }
    if (asked.found.end == GjkEnd::closed) {
      ++closed;
      const Vec3& v = asked.simplex.nearest;
      const Vec3 u = -v / v.norm();
      const int a = set.A().map.farthest(set.in_A(-u));
      const int b = set.B().map.farthest(set.in_B(u));
      EXPECT_LE(u.dot(set.place(a, b)) + v.norm(), 2 * margin(set));
      Vec3 sum = Vec3::Zero();
      for (int i = 0; i < asked.simplex.count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        EXPECT_GT(asked.simplex.weight[k], 0);
        sum += asked.simplex.weight[k] * asked.simplex.points[k].c;
      }
      EXPECT_LE((sum - v).norm(), 1e-12 * set.reach());
    } else if (asked.found.end == GjkEnd::holds_zero) {
      ++around;
      DifferenceSimplex four = asked.simplex;
      ASSERT_EQ(four.count, 4);
      EXPECT_FALSE(four.reduce());
    }
  });
  EXPECT_GE(closed, 60);
  EXPECT_GE(around, 60);
}

/// Where few vertices are scanned GJK begins with those that come next, too: 2.6 supports a pair in
/// place of 3.5.
TEST(GjkSearch, OfSmallHullsEndsAfterFewSupports) {
  int supports = 0;
  constexpr int kPairs = 400;
  for (int index = 0; index < kPairs; ++index) {
    Random random(kSeed, 9, static_cast<std::uint64_t>(index));
    const Pair pair = placed_about_origin(kSeed, index, make_random_sphere_hull(random, 8),
                                          make_random_sphere_hull(random, 8), 2.5, 3);
    const DifferenceBodyWith<> A(*pair.A);
    const DifferenceBodyWith<> B(*pair.B);
    const Asked asked =
        search(DifferenceSet(A, pair.X_WA, B, pair.X_WB), narrow::search_towards_zero);
    EXPECT_EQ(asked.found.end, GjkEnd::closed) << index;
    supports += asked.found.supports;
  }
  EXPECT_LT(supports, 3 * kPairs);
}

/// The bodies have moved since the last search. Where the last feature is nearest at a
/// point of its side the search says so, and leaves what reduce() takes.
TEST(GjkSearch, BeginsWithTheLastFeature) {
  GjkSearch* const by_machine =
      compiled_for(machine_registers(), narrow::search_towards_zero, wide::search_towards_zero);
  int index = 0;
  int settled = 0;
  int unsettled = 0;
  for_each_pair(3, [&](const DifferenceSet& set) {
    Asked last = search(set, narrow::search_towards_zero);
    if (last.found.end != GjkEnd::closed) return;
    Random random(kSeed, 7, static_cast<std::uint64_t>(++index));
    Pose X_WB = set.X_WB();
    const auto turn = [&] { return random.uniform(-0.05, 0.05); };
    X_WB.R = make_pose(std::array<double, 4>{1, turn(), turn(), turn()}, Vec3::Zero()).value().R *
             X_WB.R;
    const DifferenceSet moved(set.A(), set.X_WA(), set.B(), X_WB);
    // Places are all that it may count on.
    for (DifferencePoint& p : last.simplex.points) p.c.setConstant(std::nan(""));
    Asked warm{{}, last.simplex};
    warm.found = by_machine(moved, margin(moved), warm.simplex);
    Asked other{{}, last.simplex};
    other.found = narrow::search_towards_zero(moved, margin(moved), other.simplex);
    EXPECT_EQ(warm.found.end, other.found.end);
    if (warm.found.end == GjkEnd::unsettled) {
      ++unsettled;
      const int count = warm.simplex.count;
      EXPECT_EQ(count, last.simplex.count);
      ASSERT_TRUE(warm.simplex.reduce());
      EXPECT_LT(warm.simplex.count, count);
      warm.found = by_machine(moved, margin(moved), warm.simplex);
    } else {
      ++settled;
    }
    const Asked cold = search(moved, by_machine);
    if (warm.found.end != GjkEnd::closed || cold.found.end != GjkEnd::closed) return;
    EXPECT_LE((warm.simplex.nearest - cold.simplex.nearest).norm(), 1e-7 * moved.reach());
    EXPECT_NEAR(warm.simplex.nearest.norm(), cold.simplex.nearest.norm(), 1e-12 * moved.reach());
    for (int i = 0; i < warm.simplex.count; ++i) {
      const DifferencePoint& p = warm.simplex.points[at(i)];
      EXPECT_EQ(p.c, moved.place(p.a, p.b));
    }
  });
  EXPECT_GE(settled, 30);
  EXPECT_GE(unsettled, 10);
}

/// In integers of 16 bits all of these are at one level. The search compares them in doubles.
TEST(GjkSearch, VerticesThatIntegersCannotTellApart) {
  int closed = 0;
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 4, static_cast<std::uint64_t>(i));
    std::vector<Vec3> points = {Vec3(-1, 0, 0), Vec3(0, -1, 0), Vec3(0, 1, 0), Vec3(0, 0, -1)};
    // A cap about x of a radius of 1e-5: heights differ by less than 1e-10.
    for (int k = 0; k < 60; ++k) {
      const Vec3 beside(0, random.uniform(-1e-5, 1e-5), random.uniform(-1e-5, 1e-5));
      points.push_back((Vec3(1, 0, 0) + beside).normalized());
    }
    Pair pair = placed_about_origin(kSeed, i, hull_of(points), make_box(Vec3(1, 1, 1)), 4, 5);
    const DifferenceBodyWith<> A(*pair.A);
    const DifferenceBodyWith<> B(*pair.B);
    ASSERT_EQ(A.arms.kind(), ScannedArms::Kind::quantized);
    pair.X_WB = pair.X_WA;
    pair.X_WB.t +=
        pair.X_WA.R * Vec3(2.5, random.uniform(-1e-6, 1e-6), random.uniform(-1e-6, 1e-6));
    const DifferenceSet set(A, pair.X_WA, B, pair.X_WB);
    const Asked asked = search(set, narrow::search_towards_zero);
    if (asked.found.end != GjkEnd::closed) continue;  // slivers stay open
    ++closed;
    const Vec3 v = asked.simplex.nearest;
    const int a = A.map.farthest(set.in_A(v));
    EXPECT_LE(
        v.normalized().dot(pair.X_WA.R * (A.map.arm(a) - A.map.arm(asked.simplex.points[0].a))),
        margin(set));
  }
  EXPECT_GE(closed, 20);
}

TEST(PolytopeSearch, NarrowAndWideRegistersGiveTheSameBits) {
  if (machine_registers() == Registers::narrow) GTEST_SKIP() << "no wide registers here";
  const auto one = std::make_unique<FlatPolytope>();
  const auto other = std::make_unique<FlatPolytope>();
  int grown = 0;
  for_each_pair(1, [&](const DifferenceSet& set) {
    const Asked asked = search(set, narrow::search_towards_zero);
    DifferenceSimplex four = asked.simplex;
    if (asked.found.end != GjkEnd::holds_zero) return;
    DoubleKernel kernel;
    kernel.margin = margin(set);
    if (kernel.side(DoubleKernel::plane(four.points[0], four.points[1], four.points[2]),
                    four.points[3]) > 0) {
      std::swap(four.points[1], four.points[2]);
    }
    for (FlatPolytope* polytope : {one.get(), other.get()}) {
      polytope->begin(four.points);
      narrow::find_planes(*polytope);
    }
    const PolytopeQueries by_one = narrow::expand_flat(set, *one, kernel.margin, 100);
    const PolytopeQueries by_other = wide::expand_flat(set, *other, kernel.margin, 100);
    EXPECT_EQ(by_one.count, by_other.count);
    EXPECT_EQ(by_one.triangle, by_other.triangle);
    EXPECT_EQ(by_one.open, by_other.open);
    EXPECT_EQ(by_one.height, by_other.height);
    EXPECT_EQ(by_one.lowest, by_other.lowest);
    EXPECT_TRUE(same(by_one.next, by_other.next));
    grown += by_one.count;
    // The point that is left is beyond the least triangle by no more than rounding.
    if (by_one.open) {
      EXPECT_LE(by_one.height, one->level[at(one->least)] + kernel.margin);
    }
  });
  EXPECT_GE(grown, 100);
}

}  // namespace
}  // namespace touchstone
