// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/vclip/feature_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using End = FeatureWalk::End;

constexpr std::uint64_t kSeed = 20261123;
constexpr int kEnough = 1000;

struct Bodies {
  explicit Bodies(Pair p) : pair(std::move(p)), A(*pair.A), B(*pair.B) {}
  FeatureWalk walk() const {
    const Vec3 d = (pair.X_WA.R * A.center - pair.X_WB.R * B.center) + (pair.X_WA.t - pair.X_WB.t);
    return {A, pair.X_WA.R, B, pair.X_WB.R, d};
  }
  Pair pair;
  ClipBody A;
  ClipBody B;
};

std::vector<Feature> all_features(const Polytope& body) {
  std::vector<Feature> features;
  const auto add = [&](FeatureKind kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) features.push_back({kind, static_cast<int>(i)});
  };
  add(FeatureKind::vertex, body.extreme().size());
  add(FeatureKind::edge, body.edges().size());
  add(FeatureKind::facet, body.facets().size());
  return features;
}

bool is_facet(const Feature& feature) { return feature.kind == FeatureKind::facet; }

TEST(FeatureWalk, EndsAtTheSameFeaturesWhereverItBegins) {
  Random random(kSeed, 0, 0);
  for (int i = 0; i < 10; ++i) {
    const PolytopePtr A = make_random_sphere_hull(random, 10);
    const PolytopePtr B = make_random_sphere_hull(random, 12);
    const Bodies bodies(placed_apart(random, A, B, 2.5, 4));
    FeaturePair first;
    for (const Feature& a : all_features(*A)) {
      for (const Feature& b : all_features(*B)) {
        if (is_facet(a) && is_facet(b)) continue;
        FeaturePair pair{{a, b}};
        FeatureWalk walk = bodies.walk();
        ASSERT_EQ(walk.run(pair, kEnough), End::nearest) << "pair " << i << ", seed " << kSeed;
        EXPECT_LE(walk.steps(), 60);
        if (first.of[0].kind == FeatureKind::none) first = pair;
        EXPECT_TRUE(pair == first);
      }
    }
  }
}

TEST(FeatureWalk, LeavesALocalMinimumBehindAFacet) {
  const PolytopePtr tips =
      hull_of({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  Pair apart{tips, Pose{}, box, Pose{}};
  apart.X_WB.t = Vec3(0.1, 0.2, -3);
  const Bodies bodies(apart);
  // The tip that points down is behind the box' lower facet, which faces away, and no edge of the
  // tip leads to it.
  const auto& facets = box->facets();
  const auto below = std::find_if(facets.begin(), facets.end(),
                                  [](const Facet& f) { return f.normal.z() < -0.9; });
  int tip = -1;
  for (int i = 0; i < bodies.A.map.count(); ++i) {
    if (bodies.A.map.arm(i).z() < -0.9) tip = i;
  }
  FeaturePair pair{{Feature{FeatureKind::vertex, tip},
                    Feature{FeatureKind::facet, static_cast<int>(below - facets.begin())}}};
  FeatureWalk walk = bodies.walk();
  ASSERT_EQ(walk.run(pair, kEnough), End::nearest);
  EXPECT_EQ(pair.of[0].index, tip);
  EXPECT_EQ(pair.of[1].kind, FeatureKind::facet);
  EXPECT_GT(facets[at(pair.of[1].index)].normal.z(), 0.9);
}

TEST(FeatureWalk, EndsInOverlapWhereThereIsOne) {
  Random random(kSeed, 1, 0);
  Oracle oracle;
  int overlapping = 0;
  for (int i = 0; i < 300; ++i) {
    const PolytopePtr body = make_random_sphere_hull(random, 15);
    const Bodies bodies(placed_apart(random, body, body, 0.05, 1.8));
    const bool overlap = oracle.solve(bodies.pair, false).sign < 0;
    overlapping += overlap ? 1 : 0;
    FeaturePair pair{{Feature{FeatureKind::vertex, 0}, Feature{FeatureKind::vertex, 0}}};
    EXPECT_EQ(bodies.walk().run(pair, kEnough), overlap ? End::overlap : End::nearest)
        << i << ", seed " << kSeed;
  }
  EXPECT_GT(overlapping, 100);
  EXPECT_LT(overlapping, 290);
}

TEST(FeatureWalk, NoticesThatItGoesInCircles) {
  // A body and its mirror image in a point of one of its edges, which is then an edge of both;
  // moved along it, and turned. Rounding clips parallel edges in contact to and fro.
  Random random(kSeed, 2, 0);
  int circles = 0;
  for (int i = 0; i < 2000; ++i) {
    const PolytopePtr A = make_random_sphere_hull(random, 8);
    std::vector<Vec3> opposite;
    for (const Vec3& v : A->vertices()) opposite.emplace_back(-v);
    const Edge& edge = A->edges()[random.below(A->edges().size())];
    const Vec3& v0 = A->vertices()[at(edge.v0)];
    const Vec3& v1 = A->vertices()[at(edge.v1)];
    const Mat3 R = random.rotation();
    const Vec3 apart = v0 + v1 + random.uniform(-1, 1) * (v1 - v0);
    const Bodies bodies(Pair{A, Pose{R, Vec3::Zero()}, hull_of(opposite), Pose{R, R * apart}});
    FeaturePair features{{Feature{FeatureKind::vertex, 0}, Feature{FeatureKind::vertex, 0}}};
    FeatureWalk walk = bodies.walk();
    const End end = walk.run(features, kEnough);
    EXPECT_NE(end, End::far) << i << ", seed " << kSeed;
    EXPECT_LE(walk.steps(), 100);
    circles += end == End::circle ? 1 : 0;
  }
  EXPECT_GT(circles, 0);
}

TEST(FeatureWalk, StopsWhereItIsTold) {
  Random random(kSeed, 3, 0);
  const PolytopePtr body = make_random_sphere_hull(random, 2000);
  const Bodies bodies(placed_apart(random, body, body, 3, 4));
  FeaturePair pair{{Feature{FeatureKind::vertex, 0}, Feature{FeatureKind::vertex, 0}}};
  FeatureWalk walk = bodies.walk();
  EXPECT_EQ(walk.run(pair, 5), End::far);
  EXPECT_EQ(walk.steps(), 5);
  EXPECT_EQ(walk.run(pair, kEnough), End::nearest);
}

TEST(NearestOnSegments, HoldsInsideAtEndsAndForParallels) {
  const Vec3 x = Vec3::UnitX();
  const Vec3 y = Vec3::UnitY();
  const auto at = [](const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v) {
    const SegmentParameters k = nearest_on_segments(p, u, q, v);
    return (p + k.s * u - q - k.t * v).norm();
  };
  EXPECT_EQ(at(Vec3(0, 0, 0), x, Vec3(0.5, -0.5, 2), y), 2);
  EXPECT_EQ(at(Vec3(0, 0, 0), x, Vec3(4, 0, 0), y), 3);
  EXPECT_EQ(at(Vec3(0, 0, 0), x, Vec3(0.5, 3, 0), y), 3);
  EXPECT_EQ(at(Vec3(0, 0, 0), x, Vec3(0.5, 0, 2), x), 2);
  EXPECT_EQ(at(Vec3(0, 0, 0), x, Vec3(-4, 0, 0), x), 3);
  EXPECT_EQ(at(Vec3(0, 0, 0), x, Vec3(3, 0, 0), -x), 1);
}

TEST(NearestOnSegments, HoldsWithoutLengthAndBeyondTheRangeOfSquares) {
  const Vec3 o = Vec3::Zero();
  const Vec3 x = Vec3::UnitX();
  const auto expect = [](const SegmentParameters& at, double s, double t) {
    EXPECT_EQ(at.s, s);
    EXPECT_EQ(at.t, t);
  };
  expect(nearest_on_segments(Vec3(0.25, 1, 0), o, o, x), 0, 0.25);
  expect(nearest_on_segments(o, x, Vec3(0.25, 1, 0), o), 0.25, 0);
  expect(nearest_on_segments(o, o, x, o), 0, 0);
  // What is nothing when squared is a point.
  expect(nearest_on_segments(Vec3(0.5, 1, 0), 1e-200 * x, o, x), 0, 0.5);
  for (const Vec3& p : {Vec3(1e200, 1e200, 1e200), Vec3(-1e300, 1e300, 0)}) {
    const SegmentParameters at = nearest_on_segments(p, x, o, x);
    EXPECT_TRUE(at.s >= 0 && at.s <= 1 && at.t >= 0 && at.t <= 1);
  }
}

}  // namespace
}  // namespace touchstone
