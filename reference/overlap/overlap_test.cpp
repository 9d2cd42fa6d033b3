// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/overlap.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/tests/oracle_samples.hpp"

namespace touchstone {
namespace {

/// A box of doubles, in the frame of whoever places it.
PolytopePtr box_between(const Vec3& low, const Vec3& high) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k) {
    corners.emplace_back((k & 1) != 0 ? high.x() : low.x(), (k & 2) != 0 ? high.y() : low.y(),
                         (k & 4) != 0 ? high.z() : low.z());
  }
  return hull_of(corners);
}

/// The overlap, which has to be equal whichever body is called A [m^3].
Rational volume(const Pair& pair) {
  OverlapMeter meter;
  Rational found = meter.volume(pair);
  EXPECT_EQ(meter.volume({pair.B, pair.X_WB, pair.A, pair.X_WA}), found);
  EXPECT_GE(found, 0);
  return found;
}

Rational area(const Pair& pair, int axis) {
  OverlapMeter meter;
  Rational found = meter.projected_area(pair, axis);
  EXPECT_EQ(meter.projected_area({pair.B, pair.X_WB, pair.A, pair.X_WA}, axis), found);
  EXPECT_GE(found, 0);
  return found;
}

TEST(Overlap, OfCubesIsTheBoxThatTheyShare) {
  EXPECT_EQ(volume({cube(), {}, cube(), at(1.5, 0.5, -0.25)}), Rational(21, 16));
}

TEST(Overlap, OfEqualBodiesIsTheirVolume) {
  EXPECT_EQ(volume({cube(), at(3, 4, 5), cube(), at(3, 4, 5)}), 8);
}

TEST(Overlap, OfABodyInAnotherIsItsVolume) {
  EXPECT_EQ(volume({make_box({3, 3, 3}), {}, cube(), at(0.5, 0, 1)}), 8);
  // With a facet in one of the other's.
  EXPECT_EQ(volume({make_box({3, 3, 3}), {}, cube(), at(2, 0, 0)}), 8);
}

TEST(Overlap, BelowTheDoublesHasAnError) {
  OverlapMeter meter;
  PolytopeInput input;
  for (int k = 0; k < 8; ++k) {
    input.vertices.emplace_back(k % 2 == 0 ? 1 : -1e-200, k / 2 % 2 == 0 ? 1 : -1e-200,
                                k / 4 == 0 ? 1 : -1e-200);
  }
  const Pair pair{cube(), at(-1, -1, -1), make_polytope(input).value(), {}};
  const RoundedOverlap overlap = meter.rounded_volume(pair);
  EXPECT_EQ(overlap.value, 0);
  EXPECT_GT(overlap.error, 0);
  EXPECT_GT(meter.volume(pair), 0);
}

TEST(Overlap, OfBodiesThatOnlyTouchIsZero) {
  EXPECT_EQ(volume({cube(), {}, cube(), at(2, 0.5, 0)}), 0);  // facets
  EXPECT_EQ(volume({cube(), {}, cube(), at(2, 2, 0.5)}), 0);  // edges
  EXPECT_EQ(volume({cube(), {}, cube(), at(2, 2, 2)}), 0);    // vertices
  EXPECT_EQ(volume({cube(), {}, cube(), at(5, 0, 0)}), 0);
}

TEST(Overlap, KeepsTheBitsOfSlivers) {
  for (const double depth : {1e-14, 1e-150, 1e-300}) {
    // The cubes' sides are 2 exactly, and B's facet is at x = -depth of A's.
    const Pair pair = {
        box_between({-2, -1, -1}, {0, 1, 1}), {}, box_between({-depth, -1, -1}, {2, 1, 1}), {}};
    EXPECT_EQ(volume(pair), Rational(depth) * 4) << depth;
    EXPECT_EQ(area(pair, 2), Rational(depth) * 2) << depth;
  }
}

TEST(Overlap, OfATetrahedronAndAHalfSpaceOfAFloorIsASmallerTetrahedron) {
  // A corner that points down, 1/8 below the floor: cut by the planes x, y, z at right angles.
  const PolytopePtr corner = hull_of({{0, 0, 0}, {1, 0, 1}, {0, 1, 1}, {0, 0, 1}});
  const Pair pair = {corner, at(0, 0, -0.125), make_box({4, 4, 4}), at(0, 0, -4)};
  // Similar to the whole, of volume 1/6, by 1/8.
  EXPECT_EQ(volume(pair), Rational(1, 6 * 512));
}

TEST(Overlap, OfFlatBodiesIsZero) {
  const PolytopePtr flat = hull_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  EXPECT_EQ(volume({flat, {}, cube(), {}}), 0);
  EXPECT_EQ(area({flat, {}, cube(), {}}, 2), Rational(1, 2));
  EXPECT_EQ(area({flat, {}, cube(), {}}, 0), 0);
}

TEST(Overlap, ProjectedAlongAnAxisIsAnArea) {
  const Pair pair = {make_box({1, 2, 3}), {}, cube(), at(1.5, 2.5, 3.75)};
  EXPECT_EQ(area(pair, 0), Rational(1, 2) * Rational(1, 4));
  EXPECT_EQ(area(pair, 1), Rational(1, 4) * Rational(1, 2));
  EXPECT_EQ(area(pair, 2), Rational(1, 2) * Rational(1, 2));
}

/// Boxes that fill [-1, 1]^3, cut at random places.
std::vector<PolytopePtr> tiles(Random& random) {
  std::array<std::vector<double>, 3> cuts;
  for (auto& cut : cuts) cut = {-1, random.uniform(-0.9, -0.1), random.uniform(0.1, 0.9), 1};
  std::vector<PolytopePtr> boxes;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        boxes.push_back(box_between({cuts[0][i], cuts[1][j], cuts[2][k]},
                                    {cuts[0][i + 1], cuts[1][j + 1], cuts[2][k + 1]}));
      }
    }
  }
  return boxes;
}

// What is shared with each of the tiles adds up to what is shared with the box that they fill, to
// the last bit of a rational: facets that tiles have in common, corners on edges and all.
TEST(Overlap, OfTilesAddsUpExactly) {
  int partial = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed, 21);
    const Pose X_WB = {random.rotation(), random.in_unit_ball()};
    const Pose X_WA = {random.rotation(), X_WB.t + random.in_unit_ball()};
    const PolytopePtr body = seed % 3 == 0   ? make_random_sphere_hull(random, 12)
                             : seed % 3 == 1 ? cube()
                                             : make_prism(5, 0.8, 0.6);
    // Every sixth body sits flush in the box.
    const Pose& placed = seed % 6 == 1 ? X_WB : X_WA;
    OverlapMeter meter;
    Rational sum = 0;
    for (const PolytopePtr& tile : tiles(random)) {
      sum += meter.volume({body, placed, tile, X_WB});
    }
    const Rational whole = volume({body, placed, cube(), X_WB});
    EXPECT_EQ(sum, whole);
    partial += static_cast<int>(whole > 0 && whole < volume({body, placed, body, placed}));
  }
  EXPECT_GT(partial, 8);
}

TEST(Overlap, ProjectedTilesAddUpExactly) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed, 22);
    const PolytopePtr body = make_random_sphere_hull(random, 10);
    const Pose X_WA = {random.rotation(), random.in_unit_ball()};
    OverlapMeter meter;
    Rational sum = 0;
    const double cut = random.uniform(-0.5, 0.5);
    sum += meter.projected_area({body, X_WA, box_between({-1, -1, 0}, {cut, 1, 1}), {}}, 2);
    sum += meter.projected_area({body, X_WA, box_between({cut, -1, 0}, {1, 1, 1}), {}}, 2);
    EXPECT_EQ(sum, area({body, X_WA, cube(), {}}, 2));
    EXPECT_GT(sum, 0);
  }
}

TEST(Overlap, OfBodiesFarFromTheOriginAndOfAnySizeIsExact) {
  for (const double scale : {0x1p-100, 0x1p60}) {
    const PolytopePtr small = make_box({scale, scale, scale});
    EXPECT_EQ(volume({small, {}, small, at(scale, 0, 0)}),
              Rational(4) * Rational(scale) * Rational(scale) * Rational(scale));
  }
  EXPECT_EQ(volume({cube(), at(0x1p40, 0, 0), cube(), at(0x1p40 + 1, 0, 0)}), 4);
}

}  // namespace
}  // namespace touchstone
