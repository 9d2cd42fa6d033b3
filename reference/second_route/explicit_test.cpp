// SPDX-License-Identifier: GPL-3.0-or-later
// The explicit route on pairs whose answer is known by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "geometry/shapes.hpp"
#include "reference/exact/exact_hull.hpp"
#include "reference/oracle.hpp"
#include "reference/second_route/difference_set.hpp"

namespace touchstone {
namespace {

PolytopePtr body(std::vector<Vec3> vertices) {
  auto made = make_polytope({std::move(vertices), {}, {}});
  EXPECT_TRUE(made.ok());
  return std::move(made).value();
}

Pair at(PolytopePtr A, PolytopePtr B, const Vec3& t) {
  return {std::move(A), {}, std::move(B), {Mat3::Identity(), t}};
}

PolytopePtr cube() { return make_box({1, 1, 1}); }

/// The normals in a fixed order.
std::vector<Vec3> sorted_normals(const Truth& truth) {
  std::vector<Vec3> normals = truth.normals;
  std::sort(normals.begin(), normals.end(), [](const Vec3& a, const Vec3& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  return normals;
}

TEST(SolveExplicit, CubesApartAreAtTheirFaces) {
  const Truth truth = solve_explicit(at(cube(), cube(), {5, 0.5, 0.25}));
  EXPECT_EQ(truth.sign, 1);
  EXPECT_EQ(truth.phi_squared, 9);
  EXPECT_EQ(truth.phi, 3);
  EXPECT_EQ(sorted_normals(truth), std::vector<Vec3>({Vec3(-1, 0, 0)}));
}

Rational inradius_squared(const Pair& pair) {
  Rational found = -1;
  EXPECT_GE(solve_explicit(pair, &found).phi_squared, 0);
  return found;
}

TEST(SolveExplicit, TheInradiusOfTheSumIsAboutTheInteriorPoints) {
  const PolytopePtr small = make_box({1, 0.25, 1});
  // Wherever the bodies are, apart, inside one another or farther away than their size resolves.
  for (const double x : {0.0, 0.5, 2.0, 5.0, 1e30}) {
    EXPECT_EQ(inradius_squared(at(cube(), small, {x, 0.5, x})), Rational(25, 16)) << x;
  }
  const double least = 1e-60;  // no body is smaller
  EXPECT_EQ(inradius_squared(at(make_box(Vec3(2, 3, 4) * least), cube(), {least, 0, 1})),
            Rational((1 + 2 * Rational(least)) * (1 + 2 * Rational(least))));
  PolytopeInput input;
  input.vertices = cube()->vertices();
  input.interior_point = Vec3(0.75, 0, 0);
  const PolytopePtr aside = make_polytope(input).value();
  EXPECT_EQ(inradius_squared(at(aside, aside, {3, 2, 1})), 4);
  EXPECT_EQ(inradius_squared(at(aside, cube(), {3, 2, 1})), Rational(25, 16));
  EXPECT_EQ(inradius_squared(at(body({{0, 0, 0}}), body({{1, 0, 0}}), {0, 0, 0})), 0);
}

TEST(SolveExplicit, CubesApartDiagonallyAreAtTheirCorners) {
  const Truth truth = solve_explicit(at(cube(), cube(), {3, 4, 4}));
  EXPECT_EQ(truth.phi_squared, 9);
  EXPECT_EQ(truth.phi, 3);
  ASSERT_EQ(truth.directions.size(), 1U);
  EXPECT_EQ(truth.directions[0], ExactVec3({-1, -2, -2}));
}

TEST(SolveExplicit, CubesInOneAnotherHaveEveryLeastFace) {
  const Truth one = solve_explicit(at(cube(), cube(), {0.5, 0.25, 0}));
  EXPECT_EQ(one.sign, -1);
  EXPECT_EQ(one.phi, -1.5);
  EXPECT_EQ(sorted_normals(one), std::vector<Vec3>({Vec3(-1, 0, 0)}));

  const Truth six = solve_explicit(at(cube(), cube(), {0, 0, 0}));
  EXPECT_EQ(six.phi, -2);
  EXPECT_EQ(sorted_normals(six), std::vector<Vec3>({Vec3(-1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, -1),
                                                    Vec3(0, 0, 1), Vec3(0, 1, 0), Vec3(1, 0, 0)}));
}

TEST(SolveExplicit, KissingCubesHaveTheNormalConeOfTheirContact) {
  const Truth face = solve_explicit(at(cube(), cube(), {2, 0.5, 0}));
  EXPECT_EQ(face.sign, 0);
  EXPECT_EQ(face.phi, 0);
  EXPECT_EQ(sorted_normals(face), std::vector<Vec3>({Vec3(-1, 0, 0)}));

  const Truth edge = solve_explicit(at(cube(), cube(), {2, 2, 0}));
  EXPECT_EQ(sorted_normals(edge), std::vector<Vec3>({Vec3(-1, 0, 0), Vec3(0, -1, 0)}));

  const Truth corner = solve_explicit(at(cube(), cube(), {2, 2, -2}));
  EXPECT_EQ(sorted_normals(corner),
            std::vector<Vec3>({Vec3(-1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, 1)}));
}

TEST(SolveExplicit, AGapOfOneRoundingErrorIsSeen) {
  const double x = 2 + 0x1p-51;
  const Truth apart = solve_explicit(at(cube(), cube(), {x, 0, 0}));
  EXPECT_EQ(apart.sign, 1);
  EXPECT_EQ(apart.phi, 0x1p-51);
  const Truth into = solve_explicit(at(cube(), cube(), {2 - 0x1p-52, 0, 0}));
  EXPECT_EQ(into.phi, -0x1p-52);
}

TEST(SolveExplicit, AbsurdScalesAreExact) {
  const PolytopePtr tiny = make_box({1e-50, 1e-50, 1e-50});
  const Truth truth = solve_explicit(at(make_box({1e50, 1e50, 1e50}), tiny, {0, 0, 2e50}));
  EXPECT_EQ(truth.sign, 1);
  EXPECT_EQ(truth.phi, 1e50);  // less by 1e-50, which the fraction knows
  const Rational gap = Rational(2e50) - Rational(1e50) - Rational(1e-50);
  EXPECT_EQ(truth.phi_squared, Rational(gap * gap));
}

TEST(SolveExplicit, TetrahedraAreSolidWithFourDifferences) {
  // A point against a tetrahedron has exactly four differences: the smallest solid C.
  const PolytopePtr point = body({{0, 0, 0}});
  const Truth inside = solve_explicit(at(make_simplex(1), point, {0, 0, 0}));
  EXPECT_EQ(inside.sign, -1);
  EXPECT_EQ(inside.phi_squared, Rational(1, 3));
  EXPECT_EQ(inside.directions.size(), 4U);
  const Truth outside = solve_explicit(at(make_simplex(1), point, {3, 3, 3}));
  EXPECT_EQ(outside.sign, 1);
  const Truth on_corner = solve_explicit(at(make_simplex(1), point, {1, 1, 1}));
  const Truth on_other = solve_explicit(at(make_simplex(1), point, {-1, -1, -1}));
  // Four alternate corners of the cube: one of a corner and its opposite is a corner, the other is
  // outside.
  EXPECT_EQ(std::min(on_corner.sign, on_other.sign), 0);
  EXPECT_EQ(std::max(on_corner.sign, on_other.sign), 1);
  const Truth& kissing = on_corner.sign == 0 ? on_corner : on_other;
  EXPECT_EQ(kissing.directions.size(), 3U);
}

TEST(SolveExplicit, PointsHaveADistance) {
  const PolytopePtr point = body({{0, 0, 0}});
  const Truth apart = solve_explicit(at(point, point, {2, 3, 6}));
  EXPECT_EQ(apart.phi, 7);
  EXPECT_EQ(apart.directions[0], ExactVec3({-2, -3, -6}));
  const Truth same = solve_explicit(at(point, point, {0, 0, 0}));
  EXPECT_EQ(same.sign, 0);
  EXPECT_EQ(same.directions.size(), 6U);
}

TEST(SolveExplicit, SegmentsAreMeasuredInLineAndAcross) {
  const PolytopePtr segment = body({{0, 0, 0}, {2, 0, 0}});
  const PolytopePtr point = body({{0, 0, 0}});
  EXPECT_EQ(solve_explicit(at(segment, segment, {5, 0, 0})).phi, 3);
  EXPECT_EQ(solve_explicit(at(segment, point, {1, 3, 4})).phi, 5);
  const Truth middle = solve_explicit(at(segment, point, {1, 0, 0}));
  EXPECT_EQ(middle.sign, 0);
  EXPECT_EQ(middle.directions.size(), 4U);  // two directions across, in either sense
  const Truth end = solve_explicit(at(segment, point, {2, 0, 0}));
  ASSERT_EQ(end.directions.size(), 5U);
  EXPECT_EQ(end.directions.back(), ExactVec3({-1, 0, 0}));
}

TEST(SolveExplicit, PolygonsInOnePlaneKissOrArePart) {
  const PolytopePtr square = body({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  const Truth over = solve_explicit(at(square, square, {0.5, 0.5, 0}));
  EXPECT_EQ(over.sign, 0);
  EXPECT_EQ(sorted_normals(over), std::vector<Vec3>({Vec3(0, 0, -1), Vec3(0, 0, 1)}));
  const Truth edge = solve_explicit(at(square, square, {2, 0.5, 0}));
  EXPECT_EQ(sorted_normals(edge),
            std::vector<Vec3>({Vec3(-1, 0, 0), Vec3(0, 0, -1), Vec3(0, 0, 1)}));
  EXPECT_EQ(solve_explicit(at(square, square, {5, 6, 0})).phi, 5);
  EXPECT_EQ(solve_explicit(at(square, square, {0, 0, -0.75})).phi, 0.75);
  EXPECT_EQ(solve_explicit(at(square, square, {5, 0, -4})).phi, 5);
}

TEST(SolveExplicit, APolygonCrossedByASegmentIsPenetrating) {
  const PolytopePtr square = body({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  const PolytopePtr needle = body({{0, 0, -0.25}, {0, 0, 3}});
  const Truth truth = solve_explicit(at(square, needle, {0.5, 0, 0}));
  EXPECT_EQ(truth.phi, -0.25);
  EXPECT_EQ(sorted_normals(truth), std::vector<Vec3>({Vec3(0, 0, -1)}));
}

TEST(SolveExplicit, AStretchedPoseIsTakenAsItStands) {
  // The pose is not orthonormal: the truth is that of the vertices where it puts them.
  Pair pair = at(cube(), cube(), {3, 0, 0});
  pair.X_WB.R(0, 0) = 1 + 0x1p-21;
  EXPECT_EQ(solve_explicit(pair).phi, 1 - 0x1p-21);
}

/// Corners of hulls compared as sorted planes.
bool same_hull(const std::vector<IntegerVec3>& a, const std::vector<IntegerVec3>& b) {
  const std::vector<IntegerPlane> planes_a = distinct_planes(solid_hull(a));
  const std::vector<IntegerPlane> planes_b = distinct_planes(solid_hull(b));
  return std::equal(planes_a.begin(), planes_a.end(), planes_b.begin(), planes_b.end(),
                    [](const IntegerPlane& p, const IntegerPlane& q) {
                      return p.normal == q.normal && p.offset == q.offset;
                    });
}

TEST(DifferenceSet, PruningKeepsTheHull) {
  constexpr std::uint64_t kSeed = 5;
  Random random(kSeed);
  for (int k = 0; k < 20; ++k) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " round " << k);
    const PolytopePtr A =
        k % 4 == 0 ? make_lattice_hull(random, 12, 2) : make_random_sphere_hull(random, 40);
    const PolytopePtr B = k % 5 == 0 ? make_needle(1e4) : make_random_sphere_hull(random, 40);
    const IntegerPair pair = to_integers({A, {}, B, {random.rotation(), Vec3(0.5, 0.25, 0.125)}});
    const std::vector<IntegerVec3> all = all_differences(pair);
    const std::vector<IntegerVec3> pruned = pruned_differences(pair);
    EXPECT_LE(pruned.size(), all.size());
    EXPECT_TRUE(same_hull(all, pruned));
    if (k % 20 == 1) {  // two balls of 40: most pairs of vertices look different ways
      EXPECT_LT(pruned.size(), all.size() / 2);
    }
  }
}

TEST(DifferenceSet, PruningKeepsAllOfAFlatBody) {
  const PolytopePtr square = body({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}});
  const IntegerPair pair = to_integers(at(square, square, {0, 0, 1}));
  EXPECT_EQ(pruned_differences(pair).size(), 16U);
}

}  // namespace
}  // namespace touchstone
