// SPDX-License-Identifier: GPL-3.0-or-later
// What doubles say an overlap is, held against rationals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/overlap.hpp"
#include "reference/overlap/clip.hpp"
#include "reference/tests/oracle_samples.hpp"

namespace touchstone {
namespace {

/// How many overlaps were above 0, and of how many doubles were enough.
struct Tally {
  int pairs = 0;
  int overlapping = 0;
  int by_doubles = 0;
};

void expect_within(const RoundedOverlap& found, const Rational& truth, Tally& tally) {
  ++tally.pairs;
  tally.overlapping += static_cast<int>(truth > 0);
  tally.by_doubles += static_cast<int>(!found.exact && found.value > 0);
  EXPECT_LE(abs(Rational(Rational(found.value) - truth)), Rational(found.error));
  EXPECT_LE(found.error, kOverlapError * found.value);
  EXPECT_EQ(found.value == 0, truth == 0);
}

void expect_volume(const Pair& pair, Tally& tally) {
  OverlapMeter meter;
  const Rational truth = meter.volume(pair);
  expect_within(meter.rounded_volume(pair), truth, tally);
  expect_within(meter.rounded_volume({pair.B, pair.X_WB, pair.A, pair.X_WA}), truth, tally);
}

void expect_area(const Pair& pair, Tally& tally) {
  OverlapMeter meter;
  const Rational truth = meter.projected_area(pair, 2);
  expect_within(meter.rounded_projected_area(pair, 2), truth, tally);
  expect_within(meter.rounded_projected_area({pair.B, pair.X_WB, pair.A, pair.X_WA}, 2), truth,
                tally);
}

PolytopePtr random_solid(Random& random, double radius) {
  std::vector<Vec3> points;
  const int count = 8 + static_cast<int>(random.below(7));
  for (int i = 0; i < count; ++i) points.emplace_back(radius * random.unit_vector());
  return hull_of(points);
}

/// A convex polygon times an interval of z.
PolytopePtr random_prism(Random& random, double radius) {
  std::vector<Vec3> points;
  const int count = 4 + static_cast<int>(random.below(5));
  for (int i = 0; i < count; ++i) {
    Vec3 corner = random.unit_vector();
    corner.z() = 0;
    corner *= radius / corner.norm();
    for (const double z : {-radius, radius}) points.emplace_back(corner.x(), corner.y(), z);
  }
  return hull_of(points);
}

/// About the z axis, its third row and column exact.
Mat3 turned(Random& random) {
  Vec3 x = random.unit_vector();
  x.z() = 0;
  x.normalize();
  Mat3 R = Mat3::Identity();
  R.topLeftCorner<2, 2>() << x.x(), -x.y(), x.y(), x.x();
  return R;
}

/// A at the origin, B turned by R, the extreme vertices along u and -u together and then pushed
/// into each other: deep, or as little as rounding leaves. Every third time one is beside the
/// other.
Pair pushed_together(Random& random, const PolytopePtr& A, const PolytopePtr& B, const Mat3& R,
                     const Vec3& u, double radius) {
  const auto extreme = [](const Polytope& body, const Vec3& along) {
    return *std::max_element(
        body.vertices().begin(), body.vertices().end(),
        [&](const Vec3& a, const Vec3& b) { return along.dot(a) < along.dot(b); });
  };
  const double depth = radius * std::pow(10, -random.uniform(0.5, 16));
  Vec3 t = extreme(*A, u) - R * extreme(*B, -(R.transpose() * u)) - depth * u;
  if (random.below(3) == 0) t += 0.1 * radius * u.cross(Vec3::UnitZ());
  return {A, {}, B, {R, t}};
}

void move_both(Pair& pair, const Vec3& by) {
  pair.X_WA.t += by;
  pair.X_WB.t += by;
}

TEST(RoundedOverlap, OfSolidsIsWithinItsBound) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 700; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed, 31);
    const double radius = seed % 5 == 4 ? 1e-6 : 1;
    const PolytopePtr A = random_solid(random, radius);
    const PolytopePtr B = random_solid(random, radius);
    const Mat3 R = random.rotation();
    const Vec3 u = random.unit_vector();
    Pair pair = pushed_together(random, A, B, R, u, radius);
    if (seed % 5 == 3) move_both(pair, {1e6, -3e6, 2e6});
    expect_volume(pair, tally);
    ASSERT_FALSE(testing::Test::HasFailure());
  }
  EXPECT_GT(tally.overlapping, 850);
  EXPECT_GT(tally.by_doubles, tally.overlapping * 97 / 100);
}

/// Products of numbers near 1 leave an overlap of k^2 2^-104 between two parallel faces, of which
/// double-doubles know the sign, and for small k hardly the size.
TEST(RoundedOverlap, OfFacesThatOverlapByTheRoundingOfDoubleDoublesIsWithinItsBound) {
  Tally tally;
  for (int k = 1; k < 3000; k += 7) {
    SCOPED_TRACE(k);
    const double grown = 1 + k * 0x1p-52;
    Pair pair{make_box(Vec3(1, 1, 1)), {}, make_box(Vec3(grown, 1, 1)), {}};
    pair.X_WA.t.x() = -2 * k * 0x1p-52;
    pair.X_WB.R(0, 0) = grown;
    pair.X_WB.t = Vec3(2, 0.5, 0.25);
    expect_volume(pair, tally);
    ASSERT_FALSE(testing::Test::HasFailure());
  }
  EXPECT_EQ(tally.overlapping, tally.pairs);
  EXPECT_GT(tally.by_doubles, tally.pairs / 10);
  EXPECT_LT(tally.by_doubles, tally.pairs);
}

TEST(RoundedOverlap, OfPrismsIsWithinItsBound) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed, 32);
    const double radius = seed % 5 == 4 ? 1e-6 : 1;
    const PolytopePtr A = random_prism(random, radius);
    const PolytopePtr B = random_prism(random, radius);
    const Mat3 R = turned(random);
    Vec3 u = random.unit_vector();
    u.z() = 0;
    u.normalize();
    Pair pair = pushed_together(random, A, B, R, u, radius);
    pair.X_WA.t.z() = pair.X_WB.t.z() = 0;
    if (seed % 5 == 3) move_both(pair, {1e6, -3e6, 0});
    expect_area(pair, tally);
    ASSERT_FALSE(testing::Test::HasFailure());
  }
  EXPECT_GT(tally.overlapping, 3500);
  EXPECT_GT(tally.by_doubles, tally.overlapping * 97 / 100);
}

TEST(RoundedOverlap, OfABodyInAnotherIsItsOwn) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed, 33);
    const Pose inside = {random.rotation(), random.in_unit_ball()};
    expect_volume({random_solid(random, 0.5), inside, make_box({3, 3, 3}), {}}, tally);
    const Pose in_plane = {turned(random), Vec3(0.5, 0.25, 0)};
    expect_area({random_prism(random, 0.5), in_plane, make_box({3, 3, 3}), {}}, tally);
  }
  EXPECT_EQ(tally.by_doubles, tally.pairs);
}

TEST(RoundedOverlap, OfWhatOnlyTouchesIsExactlyZero) {
  Tally tally;
  for (const Vec3& t : {Vec3(2, 0.5, 0), Vec3(2, 2, 0.5), Vec3(2, 2, 2), Vec3(5, 0, 0)}) {
    for (const Vec3& from : {Vec3(0, 0, 0), Vec3(3, -4, 5)}) {
      Pair pair = {cube(), {}, cube(), {Mat3::Identity(), t}};
      move_both(pair, from);
      expect_volume(pair, tally);
      expect_area(pair, tally);
    }
  }
  EXPECT_EQ(tally.overlapping, 0);
  EXPECT_EQ(OverlapMeter().rounded_volume({cube(), {}, cube(), at(2, 0, 0)}).value, 0);
  EXPECT_FALSE(OverlapMeter().rounded_volume({cube(), {}, cube(), at(5, 0, 0)}).exact)
      << "what is certainly apart needs no rationals";
}

TEST(RoundedOverlap, OfCoplanarFacetsAndEqualBodiesIsExact) {
  OverlapMeter meter;
  for (const Pair& pair : {Pair{cube(), {}, cube(), at(1.5, 0, 0)}, Pair{cube(), {}, cube(), {}}}) {
    Tally tally;
    expect_volume(pair, tally);
    expect_area(pair, tally);
    EXPECT_TRUE(meter.rounded_volume(pair).exact);
    EXPECT_TRUE(meter.rounded_projected_area(pair, 2).exact);
  }
  EXPECT_EQ(meter.rounded_volume({cube(), {}, cube(), at(1.5, 0, 0)}).value, 2);
}

TEST(RoundedOverlap, OfSliversIsWithinItsBound) {
  Tally tally;
  for (const double depth : {1e-14, 1e-16, 1e-20, 1e-30, 2e-31, 1e-60}) {
    // Facets of the same size would be coplanar.
    const PolytopePtr low = hull_of({{-2, -1, -1},
                                     {0, -1, -1},
                                     {-2, 1, -1},
                                     {0, 1, -1},
                                     {-2, -1, 1},
                                     {0, -1, 1},
                                     {-2, 1, 1},
                                     {0, 1, 1}});
    const PolytopePtr tip =
        hull_of({{-depth, 0.25, 0.125}, {1, 0, 0}, {1, 0.5, 0}, {1, 0.25, 0.5}});
    const PolytopePtr slab = hull_of({{-depth, -0.5, -0.5},
                                      {1, -0.5, -0.5},
                                      {-depth, 0.75, -0.5},
                                      {1, 0.75, -0.5},
                                      {-depth, -0.5, 0.5},
                                      {1, -0.5, 0.5},
                                      {-depth, 0.75, 0.5},
                                      {1, 0.75, 0.5}});
    for (const PolytopePtr& body : {tip, slab}) {
      expect_volume({low, {}, body, {}}, tally);
      expect_area({low, {}, body, {}}, tally);
    }
  }
  EXPECT_EQ(tally.overlapping, tally.pairs);
  EXPECT_GT(tally.by_doubles, 10);
}

TEST(RoundedOverlap, OfAnySizeIsWithinItsBound) {
  for (const double scale : {0x1p-105, 0x1p-90, 0x1p-40, 0x1p40, 0x1p90, 0x1p105}) {
    Tally tally;
    const PolytopePtr small = make_box({scale, 0.75 * scale, 0.5 * scale});
    const PolytopePtr other = make_box({0.25 * scale, 0.5 * scale, scale});
    expect_volume({small, {}, other, at(scale, 0.125 * scale, 0.25 * scale)}, tally);
    expect_area({small, {}, other, at(scale, 0.125 * scale, 0.25 * scale)}, tally);
  }
}

TEST(RoundedOverlap, OfAPoseThatTurnsAnotherAxisIsExact) {
  Random random(7);
  const Pair pair = {cube(), {random.rotation(), Vec3::Zero()}, cube(), at(0.5, 0.25, 0)};
  Tally tally;
  expect_area(pair, tally);
  EXPECT_TRUE(OverlapMeter().rounded_projected_area(pair, 2).exact);
}

// A corner that is known to a thousandth is on no side of a plane nearer than that.
TEST(BoundedClip, KnowsNoSideWithinTheErrorsOfItsPoints) {
  const auto on_z_axis = [](double z, double error) {
    BoundedVec3 value = bounded(Vec3(0, 0, z));
    value[2].error = error;
    return make_clip_point(value);
  };
  for (const double error : {1e-3, 1e-6, 1e-9}) {
    for (const double z : {0.5 * error, -0.5 * error}) {
      const auto sure = make_clip_plane(bounded(Vec3::UnitZ()), on_z_axis(0, 0));
      const auto unsure = make_clip_plane(bounded(Vec3::UnitZ()), on_z_axis(0, error));
      ASSERT_TRUE(sure && unsure);
      const int side = z > 0 ? 1 : -1;
      EXPECT_EQ(sure->rounded_side(on_z_axis(z, 0), 1), side);
      EXPECT_EQ(sure->rounded_side(on_z_axis(z, error), 1), 0);
      EXPECT_EQ(unsure->rounded_side(on_z_axis(z, 0), 1), 0);
      EXPECT_EQ(unsure->rounded_side(on_z_axis(10 * z, 0), 1), side);
    }
  }
}

}  // namespace
}  // namespace touchstone
