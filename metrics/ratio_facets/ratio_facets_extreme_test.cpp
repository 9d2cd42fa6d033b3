// SPDX-License-Identifier: GPL-3.0-or-later
// `ratio_facets` keeps its claim where rounded facets make another body.
#include <cmath>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "metrics/common/facet_rounding.hpp"
#include "metrics/ratio_facets/ratio_facets.hpp"
#include "metrics/tests/extreme_checks.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261124;

TEST(RatioFacetsExtremes, ValueNormalAndWitnessPointsKeepTheClaim) {
  Oracle oracle;
  const auto metric = make_ratio_facets();
  int answered = 0;
  int of_facets = 0;
  for_extreme_pairs(kSeed, 40, [&](const Pair& pair) {
    const TruthOnDemand truth = oracle.solve(pair);
    const Answer answer = ask(*metric, pair);
    expect_ratio_claim(pair, truth, answer, 1e-9);
    if (answer.status != AnswerStatus::answered) return;
    ++answered;
    of_facets += answer.ratio->active_count > 0 ? 1 : 0;
  });
  EXPECT_GE(answered, 300);
  EXPECT_GE(of_facets, 150);
  EXPECT_LE(of_facets, answered - 80);
}

/// A cube beside the corner of one a billion times as large, whose facets, turned, are off by 1e-7.
Pair cube_beside_a_huge_one() {
  Random random(kSeed, 1, 0);
  const PolytopePtr cube = make_box(Vec3(1, 1, 1));
  const Mat3 turned = random.rotation();
  PolytopeInput huge;
  for (const Vec3& v : cube->vertices()) huge.vertices.push_back(1e9 * (turned * v));
  Pair pair{cube, Pose{}, make_polytope(huge).value(), Pose{}};
  // Next to the world's origin: there a witness point's own last digits forgive nothing.
  pair.X_WB.t = -(pair.B->vertices().front() + Vec3(0.25, 0.5, 0.75));
  return pair;
}

TEST(RatioFacetsExtremes, BesideAHugeBodyTheVerticesAreAsked) {
  const Pair pair = cube_beside_a_huge_one();
  const Answer answer = ask(*make_ratio_facets(), pair);
  EXPECT_EQ(answer.ratio->active_count, 0);
  EXPECT_EQ(answer.ratio->portal_count, 3);
  expect_ratio_claim(pair, Oracle().solve(pair), answer, 1e-9);
}

TEST(RatioFacetsExtremes, TheFacetsAsRoundedMayBeAskedFor) {
  const Pair pair = cube_beside_a_huge_one();
  const Answer answer = ask(*make_ratio_facets(false, true), pair);
  EXPECT_GT(answer.ratio->active_count, 0);
  EXPECT_EQ(answer.value, round_to_double(*solve_facet_program(pair)));
}

double rounding_of(const Polytope& body) {
  return facet_rounding(body, facets_about_interior_point(body));
}

TEST(FacetRounding, IsThatOfCornersAndInfiniteWhereFacetsMakeNoBody) {
  EXPECT_LE(rounding_of(*make_box(Vec3(1, 2, 3))), 1e-29);
  Random random(kSeed, 2, 0);
  const double round = rounding_of(*make_random_sphere_hull(random, 40));
  EXPECT_GE(round, 1e-17);
  EXPECT_LE(round, 4e-15);
  // A plate 1e-12 of its width thick: the rounding of its normals is 1e-4 of the thickness.
  const Mat3 R = random.rotation();
  PolytopeInput plate;
  const PolytopePtr box = make_box(Vec3(1, 1, 1e-12));
  for (const Vec3& v : box->vertices()) plate.vertices.push_back(R * v);
  const PolytopePtr turned = make_polytope(plate).value();
  if (turned->dimension() == 3) {
    EXPECT_GE(rounding_of(*turned), 1e-6);
  }
  HalfSpaces none = facets_about_interior_point(*box);
  none.offsets.front() = 0;
  EXPECT_TRUE(std::isinf(facet_rounding(*box, none)));
}

/// P / (1 + s) in P~ in P / (1 - s), exactly, on vertices and on points inside facets.
TEST(FacetRounding, BoundsHowFarTheRoundedFacetsAreOff) {
  int bodies = 0;
  for (const std::string_view kind : {"slivers", "aspect-1e8", "jiggled"}) {
    for (int i = 0; i < 40; ++i) {
      SCOPED_TRACE(testing::Message() << kind << " seed " << kSeed << " index " << i);
      Random random(kSeed, 3, static_cast<std::uint64_t>(i));
      const PolytopePtr body = extreme_body(random, kind);
      if (body == nullptr) continue;
      const HalfSpaces facets = facets_about_interior_point(*body);
      const double s = facet_rounding(*body, facets);
      if (!(s < 0.5)) continue;
      ++bodies;
      const Vec3& c = body->interior_point();
      // The largest n.(v - c) / b of a point between three vertices, times 1/3 each or one alone.
      const auto gauge = [&](const std::vector<int>& vertices) {
        Rational most;
        for (std::size_t k = 0; k < facets.normals.size(); ++k) {
          Rational height;
          for (const int v : vertices) {
            for (int e = 0; e < 3; ++e) {
              height += Rational(facets.normals[k][e]) *
                        (Rational(body->vertices()[at(v)][e]) - Rational(c[e]));
            }
          }
          height /= Rational(facets.offsets[k]) * Rational(static_cast<double>(vertices.size()));
          if (k == 0 || height > most) most = height;
        }
        return most;
      };
      for (const int v : body->extreme()) EXPECT_LE(gauge({v}), Rational(1) + Rational(s));
      for (const Facet& facet : body->facets()) {
        EXPECT_GE(gauge({facet.vertices[0], facet.vertices[1], facet.vertices[2]}),
                  Rational(1) - Rational(s));
      }
    }
  }
  EXPECT_GE(bodies, 60);
}

}  // namespace
}  // namespace touchstone
