// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat_gauss/sat_gauss.hpp"

#include <gtest/gtest.h>

#include "geometry/index.hpp"
#include "metrics/sat/sat.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/sat_checks.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261123;

Answer ask(const Pair& pair) { return ask(*make_sat_gauss(), pair); }

TEST(SatGauss, FaceContactGivesDepthAndNormalFromBToA) {
  expect_depth_of_face_contact(*make_sat_gauss());
}

TEST(SatGauss, CrossedEdgesGiveDepthAlongTheirCrossProduct) {
  expect_depth_of_crossed_edges(*make_sat_gauss());
}

TEST(SatGauss, KissingIsAnsweredWithPositiveZeroAndAnUlpApartIsDisjoint) {
  expect_positive_zero_where_kissing(*make_sat_gauss());
  expect_sign_only_where_apart(*make_sat_gauss(), Vec3(0, -2 - 0x1p-51, 0.5));
}

TEST(SatGauss, TakesNoFlatBodiesAndOnlyFinitePoses) {
  Pair pair = boxes_apart(Vec3(1, 0, 0));
  pair.B = hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)});
  EXPECT_EQ(ask(pair).note, "flat body");
  expect_only_finite_poses_taken(*make_sat_gauss());
}

template <class MakePair>
void expect_truth(int count, MakePair make_pair) {
  expect_true_depths(*make_sat_gauss(), kSeed, count, count / 3, make_pair,
                     [](const Pair& pair, const Truth& /*truth*/) {
                       const double limit =
                           4e-15 * (pair.A->bounding_radius() + pair.B->bounding_radius());
                       return DepthLimits{limit, limit};
                     });
}

TEST(SatGauss, IsRightOfHullsInGeneralPosition) {
  expect_truth(150, [](Random& random, int i) {
    const PolytopePtr A = make_random_sphere_hull(random, 4 + i % 40);
    const PolytopePtr B = make_random_ball_hull(random, 4 + (3 * i) % 50);
    return placed_apart(random, A, B, 0, 1.6);
  });
}

/// Wide arcs, of which some cross a great many, and edges as sharp as they come.
TEST(SatGauss, IsRightOfPrismsConesPlatesAndNeedles) {
  expect_truth(120, [](Random& random, int i) {
    const auto body = [&](int k) -> PolytopePtr {
      switch (k % 6) {
        case 0:
          return make_prism(3 + k % 29, 1, 0.3);
        case 1:
          return make_cone(24, 1, 0.5);
        case 2:
          return make_double_pyramid(15, 1, 1e-4);
        case 3:
          return make_plate(1e3);
        case 4:
          return make_needle(1e3);
        default:
          return make_simplex();
      }
    };
    return placed_apart(random, body(i), body(i / 6 + 5 * i), 0, 0.7);
  });
}

/// Two of the same body, turned by nothing or by very little: all arcs on top of each other.
TEST(SatGauss, IsRightOfAlmostEqualGaussMaps) {
  expect_truth(100, [](Random& random, int i) {
    const PolytopePtr body =
        i % 2 == 0 ? make_icosphere(1) : make_random_sphere_hull(random, 20 + i % 7);
    Pair pair = placed_apart(random, body, body, 0, 2.2);
    constexpr double kNoise[] = {0, 1e-17, 1e-15, 1e-10, 1e-7};
    const double noise = kNoise[random.below(5)];
    pair.X_WB.R = pair.X_WA.R;
    for (int k = 0; k < 9; ++k) pair.X_WB.R(k / 3, k % 3) += random.uniform(-noise, noise);
    return pair;
  });
}

/// The depth has nothing to do with the point about which bodies grow: not where that is a corner
/// or in an edge, and not where the edge is sharp.
TEST(SatGauss, NeedsNoGivenPointInside) {
  PolytopeInput input_B;
  input_B.vertices = {{2, 2, 1}, {0, 4, 3}, {-5, -2, 4}, {2, 4, -5}};
  input_B.interior_point = Vec3(2, 3, -2);
  PolytopeInput input_A;
  input_A.vertices = {{-2, 2, -3}, {-4, -5, -3}, {3, -5, 0}, {2, 0, -3},
                      {-3, -5, 2}, {3, -2, 3},   {-5, -5, 1}};
  input_A.interior_point = Vec3(-3, -5, 2);
  Pair pair{make_polytope(input_A).value(), {}, make_polytope(input_B).value(), {}};
  pair.X_WA.R << 0.02976193209922656, -0.042340801493610976, -0.9986598439541863,
      -0.08619795497603372, -0.9954892164338371, 0.03963751407309262, -0.9958333896569599,
      0.0849027472631103, -0.03327737296581162;
  pair.X_WA.t = Vec3(0.1378158893200092, 0.5675132202490027, 0.169501301784998);
  pair.X_WB.R << -0.010357260133697631, -0.9470729655399817, 0.32085122949816103,
      -0.8991851886399707, -0.13154902785311506, -0.41732622908468364, 0.43744614587874414,
      -0.29282697427397736, -0.8502314484330987;
  EXPECT_EQ(ask(pair).status, AnswerStatus::answered);

  expect_truth(400, [](Random& random, int i) {
    const auto body = [&](int k) {
      const PolytopePtr lattice = make_lattice_hull(random, 4 + k % 4, 5);
      const auto v = [&](int j) { return lattice->vertices()[at(j)]; };
      const Edge& edge = lattice->edges()[random.below(lattice->edges().size())];
      PolytopeInput given{lattice->vertices(), {}, {}};
      given.interior_point = k % 2 == 0 ? v(edge.v0) : Vec3(0.5 * (v(edge.v0) + v(edge.v1)));
      return make_polytope(given).value();
    };
    const PolytopePtr A = body(i);
    return placed_apart(random, A, body(i / 2), 0, 5);
  });
}

/// Clusters of more vertices than are scanned at once, 1e-16 to 1e-12 apart: a climb that sees no
/// difference among them has to go on.
TEST(SatGauss, IsRightOfClustersOfNearDuplicates) {
  const auto make_pair = [](Random& random, int /*i*/) {
    const auto body = [&] {
      std::vector<Vec3> points;
      for (int k = 0; k < 8; ++k) points.push_back(random.unit_vector());
      constexpr double kApart[3][4] = {
          {1e-2, 1e-2, 1e-3, 1e-4}, {1e-6, 1e-7, 1e-8, 1e-9}, {1e-13, 1e-14, 1e-15, 1e-16}};
      for (const auto& apart : kApart) {
        const std::size_t count = points.size();
        for (std::size_t k = 0; k < count; ++k) {
          const Vec3 copy = points[k] + apart[random.below(4)] * random.in_unit_ball();
          points.push_back(copy);
        }
      }
      return hull_of(points);
    };
    const PolytopePtr A = body();
    return placed_apart(random, A, body(), 0, 1.5);
  };
  // Facets are merged at 1e-12 of the size.
  expect_true_depths(*make_sat_gauss(), kSeed, 240, 80, make_pair,
                     [](const Pair& /*pair*/, const Truth& /*truth*/) {
                       return DepthLimits{1e-12, 1e-12};
                     });
}

/// The vertices of a small body keep their digits beside a body much larger.
TEST(SatGauss, TellsTheVerticesOfASmallBodyApartOnTheEdgesOfALargeOne) {
  constexpr double kRatio = 1e12;
  Oracle oracle;
  int penetrating = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    Random random(kSeed, 3, static_cast<std::uint64_t>(i));
    std::vector<Vec3> points;
    for (int k = 0; k < 40; ++k) points.push_back(random.unit_vector());
    // The middle of an edge of the large box is the origin, that is in the small body.
    const PolytopePtr box = make_box(kRatio * Vec3(1, 0.5, 0.75));
    Pair pair{box, {random.rotation(), Vec3::Zero()}, hull_of(points), {}};
    pair.X_WA.t = pair.X_WA.R * Vec3(0, 0.5 * kRatio, 0.75 * kRatio);
    pair.X_WB = Pose{random.rotation(), 0.5 * random.unit_vector()};
    if (i % 2 == 1) {
      std::swap(pair.A, pair.B);
      std::swap(pair.X_WA, pair.X_WB);
    }
    const Truth truth = oracle.solve(pair, false);
    if (truth.sign >= 0) continue;
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, AnswerStatus::answered);
    ASSERT_LE(error_of(answer.value, truth), 1e-12);
    ++penetrating;
  }
  EXPECT_GE(penetrating, 150);
}

/// What the axes of all pairs of edges give, at a small part of them.
TEST(SatGauss, AgreesWithAllPairsOfEdgesByFewQueries) {
  const auto all = make_sat();
  Random random(kSeed, 2, 0);
  int penetrating = 0;
  for (int i = 0; i < 12; ++i) {
    const PolytopePtr A = make_random_sphere_hull(random, 60);
    const PolytopePtr B = make_random_sphere_hull(random, 60);
    const Pair pair = placed_apart(random, A, B, 0.2, 1.7);
    const Answer expected = ask(*all, pair);
    const Answer answer = ask(pair);
    ASSERT_EQ(answer.status, expected.status);
    if (answer.status != AnswerStatus::answered) continue;
    ++penetrating;
    EXPECT_NEAR(answer.value, expected.value, 1e-14);
    const auto facets = static_cast<int>(A->facets().size() + B->facets().size());
    EXPECT_LE(answer.work.supports, 3 * facets);
  }
  EXPECT_GE(penetrating, 6);
}

/// Facets that merging hides, and bends of arcs that doubles do not place, are as large as the
/// small body.
TEST(SatGauss, IsRightOfUnequalBodiesWithNearDuplicates) {
  expect_true_depths_of_unequal_near_duplicates(*make_sat_gauss(), kSeed);
}

}  // namespace
}  // namespace touchstone
