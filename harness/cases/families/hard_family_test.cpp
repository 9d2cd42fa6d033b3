// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the cases of the hard families have the features that they claim, by the exact oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "geometry/tests/test_name.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;

std::vector<Case> sample(const std::string& name, std::uint64_t count) {
  const Family* family = find_family(name);
  EXPECT_NE(family, nullptr) << name;
  std::vector<Case> cases;
  for (std::uint64_t index = 0; index < count; ++index) {
    cases.push_back(make_case(*family, kSeed, index));
  }
  return cases;
}

/// Bounds the rounding of a few sums and products of the pair's coordinates [m].
double rounding(const Pair& pair) {
  return 4e-15 * (pair.X_WA.t.norm() + pair.X_WB.t.norm() + pair.A->bounding_radius() +
                  pair.B->bounding_radius() + pair.A->interior_point().norm() +
                  pair.B->interior_point().norm());
}

std::vector<const Polytope*> both(const Pair& pair) { return {pair.A.get(), pair.B.get()}; }

struct Row {
  std::string family;
  std::uint64_t cases;
};

class AllRegimes : public testing::TestWithParam<Row> {};

TEST_P(AllRegimes, ComeInTurn) {
  Oracle oracle;
  std::set<std::string> features;
  for (const Case& c : sample(GetParam().family, GetParam().cases)) {
    const Truth truth = oracle.solve(c.pair(), false);
    const double size = pair_size(c.pair());
    // In the face of K along w there may be another's corner, to 1e-12 (placement.hpp).
    const double slack = rounding(c.pair()) + 4e-12 * size;
    const double inradii = c.pair().A->inradius() + c.pair().B->inradius();
    const auto index = static_cast<std::uint64_t>(std::stoull(c.id.substr(c.id.rfind(':') + 1)));
    for (const ExactFeatures& f : truth.features) features.insert(feature_name(f));
    switch (regime_of(index)) {
      case Regime::separated:
        EXPECT_GE(truth.phi, 0.0109 * size - slack) << c.id;
        EXPECT_LE(truth.phi, size + slack) << c.id;
        break;
      case Regime::near: {
        double off = size;
        for (const double gap : {1e-3, 1e-5, 1e-7, 1e-9}) {
          off = std::min(off, std::abs(truth.phi - gap * size));
        }
        EXPECT_LE(off, slack) << c.id;
        break;
      }
      case Regime::touching:
        EXPECT_LE(std::abs(truth.phi), slack) << c.id;
        break;
      case Regime::shallow:
        // Below a corner of two thin plates by as little as (1e-2 inradii)^2: rounding decides.
        EXPECT_LE(truth.phi, rounding(c.pair())) << c.id;
        if (std::min(size, inradii) > 4e6 * rounding(c.pair())) {
          EXPECT_EQ(truth.sign, -1) << c.id;
        }
        EXPECT_LE(-truth.phi, 0.01 * std::min(size, inradii) + slack) << c.id;
        break;
      case Regime::deep:
        EXPECT_GE(-truth.phi, 0.5 * inradii * (1 - 1e-6) - slack) << c.id;
        break;
    }
  }
  const bool few = GetParam().cases < 50 || GetParam().family == "planar";  // which has no vertices
  EXPECT_GE(features.size(), few ? 2U : 5U);
}

INSTANTIATE_TEST_SUITE_P(
    Families, AllRegimes,
    testing::Values(Row{"icospheres-42", 100}, Row{"icospheres-162", 20}, Row{"icospheres-642", 5},
                    Row{"high-valence-64", 100}, Row{"high-valence-512", 10}, Row{"unequal", 10},
                    Row{"scale-1e3", 200}, Row{"scale-1e6", 200}, Row{"plates-needles", 200},
                    Row{"far-1e4", 200}, Row{"far-1e6", 200}, Row{"sheared", 200},
                    Row{"near-duplicate-vertices", 200}, Row{"flat-facets", 200},
                    Row{"planar", 200}, Row{"sheared-1e-6", 200}, Row{"aspect-1e2", 200},
                    Row{"aspect-1e4", 200}, Row{"aspect-1e6", 200}, Row{"aspect-1e8", 200},
                    Row{"ulp-jiggled", 200}),
    [](const auto& row) { return test_name(row.param.family); });

TEST(Icospheres, HaveTheVerticesOfTheirName) {
  for (const int vertices : {42, 162, 642}) {
    for (const char* family : {"icospheres-", "concentric-"}) {
      for (const Case& c : sample(family + std::to_string(vertices), 5)) {
        for (const Polytope* body : both(c.pair())) {
          EXPECT_EQ(static_cast<int>(body->extreme().size()), vertices) << c.id;
          EXPECT_EQ(static_cast<int>(body->facets().size()), 2 * vertices - 4) << c.id;
        }
      }
    }
  }
}

/// How many facets of either body have a direction whose gap is at most a fiftieth deeper than the
/// best.
int near_ties(const Pair& pair, const Truth& truth) {
  int ties = 0;
  const auto count = [&](const Vec3& u) {
    ties += exact_gap(pair, u).get_d() / u.norm() >= 1.02 * truth.phi ? 1 : 0;
  };
  for (const Facet& facet : pair.A->facets()) count(-(pair.X_WA.R * facet.normal));
  for (const Facet& facet : pair.B->facets()) count(pair.X_WB.R * facet.normal);
  return ties;
}

TEST(Concentric, HasDozensToHundredsOfNearTies) {
  const std::map<int, int> least{{42, 20}, {162, 80}, {642, 300}};
  Oracle oracle;
  for (const auto& [vertices, expected] : least) {
    std::vector<int> ties;
    for (const Case& c : sample("concentric-" + std::to_string(vertices), 10)) {
      const Truth truth = oracle.solve(c.pair(), false);
      EXPECT_EQ(truth.sign, -1) << c.id;
      const Vec3 d = c.pair().X_WB.R * c.pair().B->interior_point() + c.pair().X_WB.t -
                     c.pair().A->interior_point();
      EXPECT_LE(d.norm(), 0.1 * (1 + 1e-12)) << c.id;
      EXPECT_GE(-truth.phi, 1.8 - 0.1) << c.id;
      ties.push_back(near_ties(c.pair(), truth));
    }
    std::sort(ties.begin(), ties.end());
    EXPECT_GE(ties[ties.size() / 2], expected) << vertices << " vertices, the median";
  }
}

/// World vertices, of poses for which these are doubles, in ascending order.
std::vector<std::array<double, 3>> sorted_world(const Polytope& body, const Pose& X) {
  std::vector<std::array<double, 3>> points;
  for (const Vec3& v : body.vertices()) {
    const Vec3 p = ordered_product(X.R, v) + X.t + Vec3::Zero();  // turns -0 into 0
    points.push_back({p.x(), p.y(), p.z()});
  }
  std::sort(points.begin(), points.end());
  return points;
}

TEST(Coincident, BodiesAreInTheSamePlaceAndTied) {
  Oracle oracle;
  int turned = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const Case c = make_case(*find_family("coincident"), kSeed, index);
    const Truth truth = oracle.solve(c.pair());
    EXPECT_EQ(truth.sign, -1) << c.id;
    const auto A = sorted_world(*c.pair().A, c.pair().X_WA);
    const auto B = sorted_world(*c.pair().B, c.pair().X_WB);
    if (index % 5 == 3) {  // a prism turned to rounding
      for (const auto& b : B) {
        double nearest = 1;
        for (const auto& a : A)
          nearest = std::min(nearest, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
        EXPECT_LE(nearest, 1e-15) << c.id;
      }
      continue;
    }
    EXPECT_EQ(A, B) << c.id;
    // K = A - A: with each direction its opposite.
    EXPECT_EQ(truth.directions.size() % 2, 0U) << c.id;
    if (index % 5 == 4) {
      EXPECT_TRUE(truth.ratio.has_value()) << c.id;
    } else {
      EXPECT_EQ(truth.ratio_note, "interior points coincide") << c.id;
    }
    turned += c.pair().X_WB.R != c.pair().X_WA.R ? 1 : 0;
  }
  EXPECT_GE(turned, 30) << "by a symmetry other than the identity";
}

TEST(Contained, OneBodyIsInsideTheOtherAndSomeTouchFromInside) {
  int touching = 0;
  std::set<bool> inner_is_A;
  for (const Case& c : sample("contained", 200)) {
    const Pair& pair = c.pair();
    const bool A_inside = pair.A->bounding_radius() < pair.B->bounding_radius();
    inner_is_A.insert(A_inside);
    const Polytope& inner = A_inside ? *pair.A : *pair.B;
    const Polytope& outer = A_inside ? *pair.B : *pair.A;
    const Pose& X_inner = A_inside ? pair.X_WA : pair.X_WB;
    const Pose& X_outer = A_inside ? pair.X_WB : pair.X_WA;
    double nearest = outer.bounding_radius();
    for (const Vec3& v : inner.vertices()) {
      const Vec3 p_W = X_inner.R * v + X_inner.t;
      EXPECT_TRUE(point_within(pair, A_inside ? WhichBody::B : WhichBody::A, p_W, 1e-15)) << c.id;
      const Vec3 p = X_outer.R.transpose() * (p_W - X_outer.t);
      for (const Facet& facet : outer.facets()) {
        nearest = std::min(nearest, facet.offset - facet.normal.dot(p));
      }
    }
    touching += nearest == 0 ? 1 : 0;
  }
  EXPECT_EQ(inner_is_A.size(), 2U);
  EXPECT_GE(touching, 50) << "exactly";
}

TEST(Symmetric, CubesTouchExactlyAndPerturbationsAreAsSmallAsSaid) {
  Oracle oracle;
  std::set<int> touching_dimensions;
  std::set<std::array<int, 9>> symmetries;
  std::map<int, int> signs;
  const std::array<double, 8> angles{0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.8};
  for (std::uint64_t index = 0; index < 1000; ++index) {
    const Case c = make_case(*find_family("symmetric"), kSeed, index);
    const Mat3& R = c.pair().X_WB.R;
    const Mat3 nearest = R.array().round().matrix();
    const double angle = angles.at(index % 8);
    const double turn = (R - nearest).norm();  // sqrt 2 times the angle
    if (angle < 0.5) {
      EXPECT_GE(turn, 1.2 * angle) << c.id;
      EXPECT_LE(turn, 1.5 * angle) << c.id;
      std::array<int, 9> entries{};
      for (int k = 0; k < 9; ++k)
        entries.at(static_cast<std::size_t>(k)) = static_cast<int>(nearest(k / 3, k % 3));
      symmetries.insert(entries);
    }
    const Truth truth = oracle.solve(c.pair(), false);
    ++signs[truth.sign];
    const bool cubes = c.pair().A == c.pair().B && c.pair().A->vertices().size() == 8 &&
                       c.pair().A->bounding_radius() < 1.8;
    if (cubes && angle == 0 && c.pair().X_WB.t.cwiseAbs().maxCoeff() == 2) {
      EXPECT_EQ(truth.sign, 0) << c.id;
      touching_dimensions.insert(truth.features[0].dimension_A);
    }
  }
  EXPECT_EQ(symmetries.size(), 24U);
  EXPECT_EQ(touching_dimensions.size(), 1U) << "a face of A is in contact in one of the normals";
  for (const int sign : {-1, 0, 1}) EXPECT_GE(signs[sign], sign == 0 ? 20 : 200);
}

bool is_whole(const Vec3& v) { return v == v.array().round().matrix(); }

TEST(Lattice, IsWholeAndFullOfExactTies) {
  Oracle oracle;
  int overlapping = 0;
  int tied = 0;
  constexpr std::uint64_t kCases = 600;
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const Case c = make_case(*find_family("lattice"), kSeed, index);
    for (const Polytope* body : both(c.pair())) {
      for (const Vec3& v : body->vertices()) EXPECT_TRUE(is_whole(v)) << c.id;
    }
    EXPECT_TRUE(is_whole(c.pair().X_WB.t)) << c.id;
    EXPECT_TRUE((c.pair().X_WB.R.cwiseAbs().rowwise().sum().array() == 1).all()) << c.id;
    const Truth truth = oracle.solve(c.pair(), false);
    if (index % 3 == 0) overlapping += truth.sign < 0 ? 1 : 0;
    if (index % 3 == 0) tied += truth.directions.size() > 1 ? 1 : 0;
    if (index % 3 == 1) {
      EXPECT_EQ(truth.sign, 0) << c.id;
    }
    if (index % 3 == 2) {
      EXPECT_EQ(truth.sign, 1) << c.id;
    }
  }
  EXPECT_GE(overlapping, 150);
  EXPECT_GE(tied, 40) << "of 200 that mostly overlap";
}

TEST(Scales, DifferAsTheirNameSaysInEitherOrder) {
  for (const double ratio : {1e3, 1e6}) {
    int A_larger = 0;
    for (const Case& c : sample(ratio == 1e3 ? "scale-1e3" : "scale-1e6", 100)) {
      const double A_to_B = c.pair().A->bounding_radius() / c.pair().B->bounding_radius();
      A_larger += A_to_B > 1 ? 1 : 0;
      const double larger = std::max(A_to_B, 1 / A_to_B);
      EXPECT_GE(larger, ratio / 3.5) << c.id;
      EXPECT_LE(larger, ratio * 3.5) << c.id;
    }
    EXPECT_EQ(A_larger, 50);
  }
}

TEST(PlatesNeedles, AreAThousandTimesThinner) {
  std::set<std::size_t> shapes;
  for (const Case& c : sample("plates-needles", 100)) {
    for (const Polytope* body : both(c.pair())) {
      shapes.insert(body->vertices().size());
      EXPECT_GE(body->bounding_radius(), 0.99e3 * body->inradius()) << c.id;
    }
  }
  EXPECT_EQ(shapes, (std::set<std::size_t>{5, 8, 16}));
}

TEST(Far, BothBodiesAreAwayFromTheOriginAndTurned) {
  for (const double distance : {1e4, 1e6}) {
    for (const Case& c : sample(distance == 1e4 ? "far-1e4" : "far-1e6", 100)) {
      EXPECT_NEAR(c.pair().X_WA.t.norm(), distance, 1e-9 * distance) << c.id;
      EXPECT_NEAR(c.pair().X_WB.t.norm(), distance, 10) << c.id;
      EXPECT_FALSE(c.pair().X_WA.R.isIdentity(1e-3)) << c.id;
    }
  }
}

TEST(Sheared, PosesAreOrthonormalToABitMoreThanATenMillionthOnly) {
  for (const Case& c : sample("sheared", 100)) {
    for (const Pose* X : {&c.pair().X_WA, &c.pair().X_WB}) {
      const double off = (X->R.transpose() * X->R - Mat3::Identity()).cwiseAbs().maxCoeff();
      EXPECT_GE(off, 9e-8) << c.id;
      EXPECT_LE(off, 2.1e-7) << c.id;
      EXPECT_TRUE(make_pose(X->R, X->t).ok()) << c.id;
    }
  }
}

TEST(HighValence, ApexesHaveTheValencesOfTheSummary) {
  for (const auto& [name, least, most] :
       {std::tuple("high-valence-64", 14U, 63U), std::tuple("high-valence-512", 126U, 511U)}) {
    std::set<std::size_t> valences;
    for (const Case& c : sample(name, 60)) {
      std::size_t largest = 0;
      for (const Polytope* body : both(c.pair())) {
        for (const auto& around : body->neighbours()) largest = std::max(largest, around.size());
      }
      valences.insert(largest);
    }
    EXPECT_EQ(*valences.begin(), least) << name;
    EXPECT_EQ(*valences.rbegin(), most) << name;
  }
}

TEST(NearDuplicates, LieBetweenAnUlpAndABillionthApart) {
  int bodies = 0;
  int with_duplicates = 0;
  double least = 1;
  double most = 0;
  for (const Case& c : sample("near-duplicate-vertices", 100)) {
    for (const Polytope* body : both(c.pair())) {
      ++bodies;
      bool found = false;
      const auto& v = body->vertices();
      for (std::size_t i = 0; i < v.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const double apart = (v[i] - v[j]).norm();
          if (apart > 1e-8) continue;
          found = true;
          least = std::min(least, apart);
          most = std::max(most, apart);
        }
      }
      with_duplicates += found ? 1 : 0;
    }
  }
  EXPECT_GE(with_duplicates, 0.95 * bodies);
  EXPECT_GT(least, 0);
  EXPECT_LE(least, 1.2e-16);
  EXPECT_GE(most, 5e-10);
  EXPECT_LE(most, 2.5e-9);
}

TEST(FlatFacets, HaveVerticesInsideFacetsExactlyOrNearly) {
  int exact = 0;
  int nearly = 0;
  for (const Case& c : sample("flat-facets", 100)) {
    for (const Polytope* body : both(c.pair())) {
      exact += body->extreme().size() < body->vertices().size() ? 1 : 0;
      // An extreme vertex that is not a corner of a facet whose plane it is next to.
      bool beside = false;
      for (const Facet& facet : body->facets()) {
        for (const int v : body->extreme()) {
          const bool corner =
              std::find(facet.vertices.begin(), facet.vertices.end(), v) != facet.vertices.end();
          beside =
              beside || (!corner && facet.offset - facet.normal.dot(body->vertices()[v]) < 1e-9);
        }
      }
      nearly += beside ? 1 : 0;
    }
  }
  EXPECT_GE(exact, 80) << "of 200 bodies";
  EXPECT_GE(nearly, 30);
}

TEST(Unequal, HasEightVerticesAgainst4096InEitherOrder) {
  std::set<std::pair<std::size_t, std::size_t>> sizes;
  for (const Case& c : sample("unequal", 10)) {
    sizes.insert({c.pair().A->extreme().size(), c.pair().B->extreme().size()});
  }
  EXPECT_EQ(sizes, (std::set<std::pair<std::size_t, std::size_t>>{{8, 4096}, {4096, 8}}));
}

}  // namespace
}  // namespace touchstone
