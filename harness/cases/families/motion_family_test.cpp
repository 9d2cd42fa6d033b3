// SPDX-License-Identifier: GPL-3.0-or-later
// Whether motions are continuous, planar prisms planar, and both routes to the truth agree on the
// families that are made to try them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/tests/test_name.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/route_checks.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;

/// The farthest that a vertex of B moves between two poses [m].
double moved(const Polytope& body, const Pose& from, const Pose& to) {
  double farthest = 0;
  for (const Vec3& v : body.vertices()) {
    farthest = std::max(farthest, (to.R * v + to.t - from.R * v - from.t).norm());
  }
  return farthest;
}

class Motion : public testing::TestWithParam<const char*> {};

TEST_P(Motion, MovesLittleInEachStepAndPhiNoMoreThanB) {
  const Family& family = *find_family(GetParam());
  constexpr std::uint64_t kPaths = 4;
  Oracle oracle;
  std::map<int, int> signs;
  for (std::uint64_t path = 0; path < kPaths; ++path) {
    Case last = make_case(family, kSeed, path * kMotionSteps);
    double last_phi = oracle.solve(last.pair(), false).phi;
    for (std::uint64_t step = 1; step < kMotionSteps; ++step) {
      const Case c = make_case(family, kSeed, path * kMotionSteps + step);
      ASSERT_EQ(c.pair().A, last.pair().A) << "the bodies belong to the path";
      ASSERT_EQ(c.pair().B, last.pair().B);
      const double step_length = moved(*c.pair().B, last.pair().X_WB, c.pair().X_WB);
      EXPECT_GT(step_length, 0) << c.id;
      EXPECT_LE(step_length, 0.02 * (c.pair().A->bounding_radius() + c.pair().B->bounding_radius()))
          << c.id;
      const Truth truth = oracle.solve(c.pair(), false);
      EXPECT_LE(std::abs(truth.phi - last_phi), step_length * (1 + 1e-9)) << c.id;
      ++signs[truth.sign];
      last = c;
      last_phi = truth.phi;
    }
    const Case next = make_case(family, kSeed, (path + 1) * kMotionSteps);
    EXPECT_NE(next.pair().B->content_hash(), last.pair().B->content_hash());
  }
  if (family.name == "motion-kissing") {
    EXPECT_GE(signs[0], 500);
  } else {
    EXPECT_GE(signs[1], 400);
    EXPECT_GE(signs[-1], 1000);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, Motion,
                         testing::Values("motion-boxes", "motion-hulls", "motion-kissing",
                                         "motion-through"),
                         [](const auto& row) { return test_name(row.param); });

TEST(MotionKissing, SlidesInExactContactAndRollsAndTumblesInContactToRounding) {
  const Family& family = *find_family("motion-kissing");
  Oracle oracle;
  for (std::uint64_t path = 0; path < 6; ++path) {
    std::set<std::string> features;
    int left = 0;
    for (std::uint64_t step = 0; step < kMotionSteps; ++step) {
      const Case c = make_case(family, kSeed, path * kMotionSteps + step);
      const Truth truth = oracle.solve(c.pair(), false);
      // B's highest point is level with A's lowest face; beyond its rim there is a gap.
      left += truth.phi > 1e-3 ? 1 : 0;
      if (path % 3 == 0) {
        EXPECT_GE(truth.sign, 0) << c.id;
      } else {
        EXPECT_GE(truth.phi, -1e-15) << c.id;
      }
      if (step == 0) {
        EXPECT_LE(std::abs(truth.phi), 1e-15) << c.id;
      }
      if (truth.phi <= 1e-3) {
        for (const ExactFeatures& f : truth.features) features.insert(feature_name(f));
      }
    }
    EXPECT_LT(left, 800) << path;
    EXPECT_EQ(features.count(path % 3 == 0 ? "face-face" : "face-vertex"), 1U) << path;
  }
}

TEST(MotionThrough, PassesExactlyThroughTheCentreOnEvenPaths) {
  const Family& family = *find_family("motion-through");
  Oracle oracle;
  for (std::uint64_t path = 0; path < 8; ++path) {
    const Case middle = make_case(family, kSeed, path * kMotionSteps + kMotionSteps / 2);
    const Truth truth = oracle.solve(middle.pair());
    EXPECT_EQ(truth.sign, -1);
    EXPECT_EQ(truth.ratio_note, path % 2 == 0 ? "interior points coincide" : "") << middle.id;
    EXPECT_LE(middle.pair().X_WB.t.norm(), 0.011);
  }
}

/// A point of the plane, exactly.
struct Exact2 {
  Rational x;
  Rational y;
};

Rational dot(const Exact2& u, const Exact2& v) { return u.x * v.x + u.y * v.y; }
Exact2 minus(const Exact2& u, const Exact2& v) { return {u.x - v.x, u.y - v.y}; }
Rational turn(const Exact2& u, const Exact2& v) { return u.x * v.y - u.y * v.x; }

/// World corners of a prism's upper face, seen from above, exactly.
std::vector<Exact2> polygon(const Polytope& prism, const Pose& X) {
  std::vector<Exact2> corners;
  for (const int k : prism.extreme()) {
    const Vec3& v = prism.vertices()[k];
    if (v.z() < 0) continue;
    const auto along = [&](int row) {
      return Rational(Rational(X.R(row, 0)) * Rational(v.x()) +
                      Rational(X.R(row, 1)) * Rational(v.y()) + Rational(X.t[row]));
    };
    corners.push_back({along(0), along(1)});
  }
  return corners;
}

/// Signed phi^2 of the convex hulls of two sets of points in the plane: the best gap over the edges
/// of the hull of all differences, or the least distance of one of its edges from the origin.
Rational planar_signed_square(const std::vector<Exact2>& A, const std::vector<Exact2>& B) {
  std::vector<Exact2> D;
  for (const Exact2& a : A) {
    for (const Exact2& b : B) D.push_back(minus(a, b));
  }
  bool inside = true;
  Rational nearest = -1;
  for (const Exact2& p : D) {
    for (const Exact2& q : D) {
      const Exact2 e = minus(q, p);
      const Rational length = dot(e, e);
      if (length == 0) continue;
      const bool is_edge = std::all_of(D.begin(), D.end(),
                                       [&](const Exact2& r) { return turn(e, minus(r, p)) >= 0; });
      if (!is_edge) continue;
      const Rational beside = -turn(e, p);  // negative where the origin is outside
      inside = inside && beside >= 0;
      const Rational along = -dot(e, p);
      Rational square = beside * beside / length;
      if (along < 0) square = dot(p, p);
      if (along > length) square = dot(q, q);
      if (nearest < 0 || square < nearest) nearest = square;
    }
  }
  return inside ? Rational(-nearest) : nearest;
}

/// The greatest gap(u) / (u.d) over the same edges' inward normals: rho of the polygons.
Rational planar_rho(const std::vector<Exact2>& A, const std::vector<Exact2>& B, const Exact2& d) {
  std::vector<Exact2> D;
  for (const Exact2& a : A) {
    for (const Exact2& b : B) D.push_back(minus(a, b));
  }
  bool found = false;
  Rational best;
  for (const Exact2& p : D) {
    for (const Exact2& q : D) {
      const Exact2 u{p.y - q.y, q.x - p.x};
      if (dot(u, d) <= 0) continue;
      const Rational gap = dot(u, p);
      const bool supports =
          std::all_of(D.begin(), D.end(), [&](const Exact2& r) { return dot(u, r) >= gap; });
      const Rational rho = gap / dot(u, d);
      if (supports && (!found || rho > best)) best = rho;
      found = found || supports;
    }
  }
  EXPECT_TRUE(found);
  return best;
}

Exact2 world_centre(const Polytope& body, const Pose& X) {
  const Vec3& c = body.interior_point();
  return {Rational(X.R(0, 0)) * c.x() + Rational(X.R(0, 1)) * c.y() + X.t.x(),
          Rational(X.R(1, 0)) * c.x() + Rational(X.R(1, 1)) * c.y() + X.t.y()};
}

TEST(Planar, PhiRhoAndNormalAreThoseOfThePolygons) {
  const Family& family = *find_family("planar");
  Oracle oracle;
  std::map<int, int> signs;
  for (std::uint64_t index = 0; index < 60; ++index) {
    const Case c = make_case(family, kSeed, index);
    for (const Polytope* body : {c.pair().A.get(), c.pair().B.get()}) {
      EXPECT_EQ(body->interior_point().z(), 0) << c.id;
      EXPECT_TRUE(body->interior_point_strictly_inside());
    }
    EXPECT_EQ(c.pair().X_WB.t.z(), 0) << c.id;
    EXPECT_EQ(c.pair().X_WB.R.col(2), Vec3(Vec3::UnitZ())) << c.id;
    EXPECT_EQ(c.pair().X_WB.R.row(2).transpose(), Vec3(Vec3::UnitZ())) << c.id;
    const auto A = polygon(*c.pair().A, c.pair().X_WA);
    const auto B = polygon(*c.pair().B, c.pair().X_WB);
    const Truth truth = oracle.solve(c.pair());
    ++signs[truth.sign];
    EXPECT_EQ(truth.sign * truth.phi_squared, planar_signed_square(A, B)) << c.id;
    for (const Vec3& n : truth.normals) EXPECT_EQ(n.z(), 0) << c.id;
    const Exact2 d =
        minus(world_centre(*c.pair().A, c.pair().X_WA), world_centre(*c.pair().B, c.pair().X_WB));
    ASSERT_TRUE(truth.ratio.has_value()) << c.id;
    EXPECT_EQ(truth.ratio->rho, planar_rho(A, B, d)) << c.id;
  }
  EXPECT_GE(signs[1], 15);
  EXPECT_GE(signs[-1], 15);
}

TEST(HardFamilies, BothRoutesToTheTruthAgree) {
  Oracle oracle;
  for (const Family& family : family_registry()) {
    if (family.group != "hard" && family.group != "motion") continue;
    const std::uint64_t cases = family.largest_vertices <= 64 ? 40 : 0;
    const std::uint64_t stride = family.group == "motion" ? 97 : 1;
    for (std::uint64_t k = 0; k < cases; ++k) {
      expect_routes_agree(oracle, make_case(family, kSeed, k * stride));
    }
  }
}

TEST(HardFamilies, NearlyParallelEdgesThatCrossForCertainAreTakenInTheirSense) {
  // Long boxes whose axes differ by 1e-13: the cross product of two edges is useless in doubles,
  // while all signs that decide about it are known.
  Oracle oracle;
  for (const std::uint64_t index : {83U, 331U, 479U}) {
    expect_routes_agree(oracle, make_case(*find_family("plates-needles"), kSeed, index));
  }
}

}  // namespace
}  // namespace touchstone
