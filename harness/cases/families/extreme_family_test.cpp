// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the cases of the mixed families (extremes.cpp, thin.cpp, near_ties.cpp) are as bad as
// their names say, by the exact oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "geometry/aligned_box.hpp"
#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"
#include "harness/cases/families/route_checks.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;

const std::vector<std::string>& mixed_families() {
  static const std::vector<std::string> all{"far-1e8",
                                            "scale-1e9",
                                            "scale-1e12",
                                            "ratio-1e20",
                                            "near-duplicates-unequal",
                                            "sheared-1e-6",
                                            "aspect-1e2",
                                            "aspect-1e4",
                                            "aspect-1e6",
                                            "aspect-1e8",
                                            "slivers",
                                            "denormal",
                                            "ulp-jiggled",
                                            "near-duplicates-nested",
                                            "prisms-stacked",
                                            "roofs",
                                            "far-from-own-origin",
                                            "boundary-interior-point"};
  return all;
}

std::vector<Case> sample(const std::string& name, std::uint64_t count) {
  const Family* family = find_family(name);
  EXPECT_NE(family, nullptr) << name;
  std::vector<Case> cases;
  for (std::uint64_t index = 0; index < count; ++index) {
    cases.push_back(make_case(*family, kSeed, index));
  }
  return cases;
}

std::vector<const Polytope*> both(const Pair& pair) { return {pair.A.get(), pair.B.get()}; }

/// Largest extent along an axis over the smallest.
double aspect_of(const Polytope& body) {
  Vec3 low = body.vertices().front();
  Vec3 high = low;
  for (const Vec3& v : body.vertices()) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  return (high - low).maxCoeff() / (high - low).minCoeff();
}

TEST(MixedFamilies, AreSolidsOfWhichAThirdAreTwoBoxes) {
  for (const std::string& name : mixed_families()) {
    int two_boxes = 0;
    std::uint64_t index = 0;
    for (const Case& c : sample(name, 90)) {
      const bool boxes = as_aligned_box(*c.pair().A) && as_aligned_box(*c.pair().B);
      two_boxes += boxes ? 1 : 0;
      if (kinds_of(index++) == Kinds::boxes) {
        EXPECT_TRUE(boxes) << c.id;
      }
      for (const Polytope* body : both(c.pair())) {
        EXPECT_EQ(body->dimension(), 3) << c.id;
        EXPECT_LE(body->vertices().size(), 64U) << c.id;
      }
      for (const Pose* X : {&c.pair().X_WA, &c.pair().X_WB}) {
        EXPECT_TRUE(make_pose(X->R, X->t).ok()) << c.id;
      }
    }
    EXPECT_LE(two_boxes, 45) << name;
  }
}

TEST(MixedFamilies, OverlapInTheirDeepRegimeAndAreApartInTheFirst) {
  Oracle oracle;
  for (const std::string& name : mixed_families()) {
    std::map<Regime, std::map<int, int>> signs;
    std::uint64_t index = 0;
    // Beside a body 1e20 times the other a pose is rounded at 1e4 sizes of the small one. Half of
    // the cases are placed to less than that; the others have any sign.
    const bool half = name == "ratio-1e20";
    for (const Case& c : sample(name, half ? 300 : 150)) {
      const bool met = index / 15 % 2 == 1;
      const Regime regime = regime_of(index++);
      if (met || !half) ++signs[regime][oracle.solve(c.pair(), false).sign];
    }
    EXPECT_EQ(signs[Regime::separated][1], 30) << name;
    EXPECT_GE(signs[Regime::deep][-1], 24) << name;
    EXPECT_GE(signs[Regime::near][1], 18) << name;
    // Beside a turned vertex rounding moves the small body.
    EXPECT_GE(signs[Regime::shallow][-1], half ? 12 : 15) << name;
  }
}

TEST(MixedFamilies, HaveOneTruthByBothRoutes) {
  Oracle oracle;
  for (const std::string& name : mixed_families()) {
    for (const Case& c : sample(name, 20)) expect_routes_agree(oracle, c);
  }
}

TEST(FarAway, HalfOfThePlacesAreWholeAndContactThereIsExact) {
  Oracle oracle;
  int touching = 0;
  int whole = 0;
  std::uint64_t index = 0;
  for (const Case& c : sample("far-1e8", 300)) {
    const bool is_whole = c.pair().X_WA.t == c.pair().X_WA.t.array().round().matrix() ||
                          c.pair().X_WB.t == c.pair().X_WB.t.array().round().matrix();
    whole += is_whole ? 1 : 0;
    EXPECT_GE(c.pair().X_WA.t.norm(), 0.99e8) << c.id;
    EXPECT_LE((c.pair().X_WA.t - c.pair().X_WB.t).norm(), 6) << c.id;
    const Regime regime = regime_of(index++);
    if (!is_whole || regime != Regime::touching) continue;
    touching += oracle.solve(c.pair(), false).sign == 0 ? 1 : 0;
  }
  EXPECT_EQ(whole, 150);
  EXPECT_GE(touching, 15) << "of 30; hulls may miss each other sideways";
}

TEST(ScaleRatios, AreAsNamedAndFacesAreMetToRoundingOfTheSmallBody) {
  Oracle oracle;
  for (const double ratio : {1e9, 1e12}) {
    int A_larger = 0;
    std::uint64_t index = 0;
    for (const Case& c : sample(ratio == 1e9 ? "scale-1e9" : "scale-1e12", 300)) {
      const double A_to_B = c.pair().A->bounding_radius() / c.pair().B->bounding_radius();
      A_larger += A_to_B > 1 ? 1 : 0;
      const double larger = std::max(A_to_B, 1 / A_to_B);
      EXPECT_GE(larger, ratio / 4) << c.id;
      EXPECT_LE(larger, ratio * 4) << c.id;
      const bool on_face = index / 15 % 2 == 1;
      const Regime regime = regime_of(index++);
      if (!on_face) continue;
      const double phi = oracle.solve(c.pair(), false).phi / pair_size(c.pair());
      if (regime == Regime::touching) {
        EXPECT_LE(std::abs(phi), 2e-15) << c.id;
      }
      if (regime == Regime::shallow) {
        EXPECT_LE(phi, -1e-4) << c.id;
      }
      if (regime != Regime::near) continue;
      double off = 1;
      for (const double gap : {1e-3, 1e-5, 1e-7, 1e-9}) off = std::min(off, std::abs(phi - gap));
      EXPECT_LE(off, 2e-15) << c.id;
    }
    EXPECT_GE(A_larger, 100);
    EXPECT_LE(A_larger, 200);
  }
}

TEST(RatioOf1e20, IsAsNamedInEitherOrderAndFacesAndVerticesAreMetToRoundingOfTheSmallBody) {
  Oracle oracle;
  int A_larger = 0;
  int touching = 0;
  std::uint64_t index = 0;
  for (const Case& c : sample("ratio-1e20", 300)) {
    const double A_to_B = c.pair().A->bounding_radius() / c.pair().B->bounding_radius();
    A_larger += A_to_B > 1 ? 1 : 0;
    const double larger = std::max(A_to_B, 1 / A_to_B);
    EXPECT_GE(larger, 2e19) << c.id;
    EXPECT_LE(larger, 5e20) << c.id;
    const bool met = index / 15 % 2 == 1;
    if (regime_of(index++) != Regime::touching || !met) continue;
    const double phi = oracle.solve(c.pair(), false).phi / pair_size(c.pair());
    touching += std::abs(phi) <= 1e-11 ? 1 : 0;
  }
  EXPECT_GE(A_larger, 100);
  EXPECT_LE(A_larger, 200);
  EXPECT_GE(touching, 12) << "of 30: beside a turned vertex rounding moves the small body";
}

TEST(CentresDenormal, ApartByTinyNumbersInOrdinaryBodies) {
  Oracle oracle;
  int denormal = 0;
  int overflowing = 0;
  int by_interior_point = 0;
  for (const Case& c : sample("centres-denormal", 300)) {
    for (const Polytope* body : both(c.pair())) {
      EXPECT_GE(body->inradius(), 1e-3) << c.id;
      EXPECT_LE(body->bounding_radius(), 4) << c.id;
      EXPECT_TRUE(body->interior_point_strictly_inside()) << c.id;
      by_interior_point += body->interior_point().isZero(0) ? 0 : 1;
    }
    const Truth truth = oracle.solve(c.pair());
    EXPECT_EQ(truth.sign, -1) << c.id;
    ASSERT_TRUE(truth.ratio.has_value()) << c.id;
    overflowing += std::isfinite(truth.ratio->rho_rounded) ? 0 : 1;
    const Vec3 d = (c.pair().X_WA.R * c.pair().A->interior_point() + c.pair().X_WA.t) -
                   (c.pair().X_WB.R * c.pair().B->interior_point() + c.pair().X_WB.t);
    EXPECT_LE(d.lpNorm<Eigen::Infinity>(), 4e-299) << c.id;
    denormal += d.lpNorm<Eigen::Infinity>() < 0x1p-1022 ? 1 : 0;
  }
  EXPECT_GE(denormal, 60);
  EXPECT_GE(overflowing, 30);
  EXPECT_LE(overflowing, 200);
  EXPECT_GE(by_interior_point, 100);
}

TEST(NearDuplicatesUnequal, LargeBodiesHaveVerticesAsFarApartAsASmallBodyIsLargeOrLess) {
  int far_apart = 0;
  int doubled = 0;
  int hidden = 0;
  for (const Case& c : sample("near-duplicates-unequal", 300)) {
    const bool A_larger = c.pair().A->bounding_radius() > c.pair().B->bounding_radius();
    const Polytope& large = A_larger ? *c.pair().A : *c.pair().B;
    const Polytope& small = A_larger ? *c.pair().B : *c.pair().A;
    const double ratio = large.bounding_radius() / small.bounding_radius();
    EXPECT_GE(ratio, 1) << c.id;
    EXPECT_LE(ratio, 4e10) << c.id;
    far_apart += ratio > 1e6 ? 1 : 0;
    double nearest = large.bounding_radius();
    for (const Vec3& v : large.vertices()) {
      for (const Vec3& w : large.vertices()) {
        if (v != w) nearest = std::min(nearest, (v - w).norm());
      }
    }
    doubled += nearest <= 4 * small.bounding_radius() ? 1 : 0;
    // By Euler's formula, of the exact hull.
    std::size_t joined = 0;
    for (const std::vector<int>& neighbours : large.neighbours()) joined += neighbours.size();
    hidden += large.facets().size() + large.extreme().size() < 2 + joined / 2 ? 1 : 0;
  }
  EXPECT_GE(far_apart, 120);
  EXPECT_GE(doubled, 180);
  EXPECT_GE(hidden, 60) << "merging hides no facets";
}

TEST(MostSheared, PosesAreAlmostAsFarFromRotationsAsIsTaken) {
  double most = 0;
  for (const Case& c : sample("sheared-1e-6", 300)) {
    for (const Pose* X : {&c.pair().X_WA, &c.pair().X_WB}) {
      const double off = (X->R.transpose() * X->R - Mat3::Identity()).cwiseAbs().maxCoeff();
      EXPECT_GE(off, 4.7e-7) << c.id;
      EXPECT_LE(off, 1e-6) << c.id;
      most = std::max(most, off);
    }
  }
  EXPECT_GE(most, 9e-7);
}

TEST(Aspects, AreAsNamed) {
  for (const double aspect : {1e2, 1e4, 1e6, 1e8}) {
    const std::string name = "aspect-1e" + std::to_string(std::lround(std::log10(aspect)));
    for (const Case& c : sample(name, 150)) {
      for (const Polytope* body : both(c.pair())) {
        EXPECT_GE(aspect_of(*body), aspect / 8) << c.id;
        EXPECT_LE(aspect_of(*body), aspect * 8) << c.id;
      }
    }
  }
}

TEST(Slivers, AreThinSolidsWhoseRatioIsDefined) {
  Oracle oracle;
  double least = 1;
  int thin = 0;
  for (const Case& c : sample("slivers", 300)) {
    bool any = false;
    for (const Polytope* body : both(c.pair())) {
      EXPECT_TRUE(body->interior_point_strictly_inside()) << c.id;
      any = any || aspect_of(*body) > 1e5;
      least = std::min(least, 1 / aspect_of(*body));
    }
    thin += any ? 1 : 0;
    EXPECT_TRUE(oracle.solve(c.pair()).ratio.has_value()) << c.id;
  }
  EXPECT_GE(thin, 240) << "the rest is tilted in its own frame";
  EXPECT_LE(least, 6e-14);
}

TEST(Denormal, GapsAndThicknessesAreFarBelowTheRootOfTheLeastDouble) {
  Oracle oracle;
  int tiny_gaps = 0;
  int denormal_gaps = 0;
  int tiny_bodies = 0;
  for (const Case& c : sample("denormal", 300)) {
    const double phi = std::abs(oracle.solve(c.pair(), false).phi);
    tiny_gaps += phi > 0 && phi < 1e-140 ? 1 : 0;
    denormal_gaps += phi > 0 && phi < 1e-300 ? 1 : 0;
    for (const Polytope* body : both(c.pair())) tiny_bodies += aspect_of(*body) > 1e140 ? 1 : 0;
  }
  EXPECT_GE(tiny_gaps, 60);
  EXPECT_GE(denormal_gaps, 25);
  EXPECT_GE(tiny_bodies, 120);
}

TEST(UlpJiggled, OverlapsHaveNearTiesThatRoundingCannotTellApart) {
  Oracle oracle;
  int overlapping = 0;
  int nearly_tied = 0;
  int tied = 0;
  for (const Case& c : sample("ulp-jiggled", 300)) {
    const std::optional<double> second = oracle.second_best_gap(c.pair());
    if (!second) continue;
    ++overlapping;
    tied += *second == 0 ? 1 : 0;
    nearly_tied += *second > 0 && *second < 4e-15 * pair_size(c.pair()) ? 1 : 0;
  }
  EXPECT_GE(overlapping, 120);
  EXPECT_GE(nearly_tied, 0.2 * overlapping);
  EXPECT_LE(tied, 0.2 * overlapping);
}

TEST(NearDuplicatesNested, HaveNeighboursAtThreeScalesAndBodiesInTheirCopies) {
  constexpr std::array<std::array<double, 2>, 3> kScales{{{1e-5, 1e-2}, {1e-10, 2e-6}, {0, 2e-12}}};
  std::array<int, 3> met{};
  int nested = 0;
  std::uint64_t index = 0;
  for (const Case& c : sample("near-duplicates-nested", 150)) {
    std::array<bool, 3> found{};
    for (const Polytope* body : both(c.pair())) {
      const std::vector<Vec3>& v = body->vertices();
      for (std::size_t i = 0; i < v.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const double apart = (v[i] - v[j]).norm();
          for (std::size_t k = 0; k < 3; ++k) {
            found.at(k) = found.at(k) || (apart > kScales.at(k)[0] && apart <= kScales.at(k)[1]);
          }
        }
      }
    }
    for (std::size_t k = 0; k < 3; ++k) met.at(k) += found.at(k) ? 1 : 0;
    const double sizes = c.pair().A->bounding_radius() / c.pair().B->bounding_radius();
    if (regime_of(index++) == Regime::deep) nested += std::abs(sizes - 1) < 0.2 ? 1 : 0;
  }
  for (const int count : met) EXPECT_GE(count, 30);
  EXPECT_EQ(nested, 30);
}

TEST(BoundaryInteriorPoint, IsGivenAndOnTheBoundaryOrNextToIt) {
  Oracle oracle;
  int boundary = 0;
  int defined = 0;
  int vertices = 0;
  for (const Case& c : sample("boundary-interior-point", 300)) {
    EXPECT_TRUE(c.pair().A->interior_point_given() || c.pair().B->interior_point_given()) << c.id;
    bool strict = true;
    for (const Polytope* body : both(c.pair())) {
      strict = strict && body->interior_point_strictly_inside();
      boundary += body->interior_point_strictly_inside() ? 0 : 1;
      vertices +=
          std::count(body->vertices().begin(), body->vertices().end(), body->interior_point()) != 0
              ? 1
              : 0;
    }
    defined += strict ? 1 : 0;
    EXPECT_EQ(oracle.solve(c.pair()).ratio.has_value(), strict) << c.id;
  }
  EXPECT_GE(boundary, 200);
  EXPECT_GE(vertices, 60);
  EXPECT_GE(defined, 80);
}

TEST(PrismsStacked, TouchFaceOnFaceWithCornersUponCorners) {
  Oracle oracle;
  int exact = 0;
  int faces = 0;
  std::uint64_t index = 0;
  for (const Case& c : sample("prisms-stacked", 300)) {
    if (regime_of(index++) != Regime::touching) continue;
    const Truth truth = oracle.solve(c.pair(), false);
    EXPECT_LE(std::abs(truth.phi), 1e-15 * 8) << c.id;
    exact += truth.sign == 0 ? 1 : 0;
    const ExactFeatures& features = truth.features.at(0);
    faces += features.dimension_A == 2 && features.dimension_B == 2 ? 1 : 0;
  }
  EXPECT_GE(exact, 36) << "of 60; a third is turned at random";
  EXPECT_GE(faces, 36);
}

}  // namespace
}  // namespace touchstone
