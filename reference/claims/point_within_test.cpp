// SPDX-License-Identifier: GPL-3.0-or-later
// point_within against the explicit route: a point is a body of dimension 0.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "reference/claims.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

constexpr int kCases = 10;  ///< cases of each kind
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pair cube_at_origin() {
  const PolytopePtr cube = make_box({1, 1, 1});
  return {cube, {}, cube, {Mat3::Identity(), Vec3(10, 0, 0)}};
}

/// The squared distance of p from the body, exactly; 0 inside.
Rational squared_distance(const PolytopePtr& body, const Pose& X, const Vec3& p) {
  const Truth truth = solve_explicit({body, X, hull_of({p}), {}});
  return truth.sign > 0 ? truth.phi_squared : Rational(0);
}

/// Points on the body, a little beside it, and anywhere.
std::vector<Vec3> points_about(Random& random, const Polytope& body, const Pose& X) {
  const auto vertex = [&] {
    return Vec3(X.R * body.vertices()[random.below(body.vertices().size())] + X.t);
  };
  const Vec3 v = vertex();
  const Vec3 on_chord = 0.5 * (v + vertex());
  const Vec3 on_plane = (2 * on_chord + vertex()) / 3;
  std::vector<Vec3> points{v, on_chord, on_plane, X.R * body.interior_point() + X.t};
  points.emplace_back(2 * random.in_unit_ball() + X.t);
  for (double off = 1e-16; off < 10; off *= 1e4) {
    points.emplace_back(v + off * random.unit_vector());
    points.emplace_back(on_plane + off * random.unit_vector());
  }
  return points;
}

TEST(PointWithin, AgreesWithTheExplicitRoute) {
  int near = 0;
  int far = 0;
  for_every_agreement_case(kCases, [&](const Pair& pair, int index) {
    Random random(kAgreementSeed, 4, static_cast<std::uint64_t>(index));
    for (const WhichBody body : {WhichBody::A, WhichBody::B}) {
      const PolytopePtr& polytope = body == WhichBody::A ? pair.A : pair.B;
      const Pose& X = body == WhichBody::A ? pair.X_WA : pair.X_WB;
      for (const Vec3& p : points_about(random, *polytope, X)) {
        const Rational exact = squared_distance(polytope, X, p);
        const double distance = round_sqrt_to_double(exact);
        for (const double tolerance :
             {0.0, distance, std::nextafter(distance, 0.0), std::nextafter(distance, kInfinity),
              1e-15, 1e-8, 2 * distance}) {
          const bool expected = exact <= Rational(Rational(tolerance) * Rational(tolerance));
          EXPECT_EQ(point_within(pair, body, p, tolerance), expected)
              << p.transpose() << " tolerance " << tolerance;
          ++(expected ? near : far);
        }
      }
    }
  });
  EXPECT_GT(near, 1000);
  EXPECT_GT(far, 1000);
}

TEST(PointWithin, FacesEdgesAndCornersBelongToTheBody) {
  const Pair pair = cube_at_origin();
  for (const Vec3& p : {Vec3(1, 0.3, 0.2), Vec3(1, 1, 0.2), Vec3(1, 1, 1), Vec3(0, 0, 0)}) {
    EXPECT_TRUE(point_within(pair, WhichBody::A, p, 0)) << p.transpose();
    EXPECT_FALSE(point_within(pair, WhichBody::B, p, 0)) << p.transpose();
    EXPECT_TRUE(point_within(pair, WhichBody::B, p + Vec3(10, 0, 0), 0)) << p.transpose();
  }
  EXPECT_FALSE(point_within(pair, WhichBody::A, {std::nextafter(1.0, 2.0), 0, 0}, 0));
  EXPECT_TRUE(point_within(pair, WhichBody::A, {4, 5, 1}, 5));
  EXPECT_FALSE(point_within(pair, WhichBody::A, {4, 5, 1}, std::nextafter(5.0, 0.0)));
}

/// hull{v - p +- margin} to the origin is the body to the box about p.
TEST(PointWithin, AMarginMovesEachCoordinate) {
  int near = 0;
  int far = 0;
  for_every_agreement_case(4, [&](const Pair& pair, int index) {
    Random random(kAgreementSeed, 6, static_cast<std::uint64_t>(index));
    for (const Vec3& p : points_about(random, *pair.A, pair.X_WA)) {
      for (const double scale : {1e-16, 1e-8, 0.5}) {
        Vec3 margin(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1));
        if (random.below(2) == 0) margin[static_cast<Eigen::Index>(random.below(3))] = 0;
        margin *= scale;
        std::vector<Vec3> corners;  // about the origin, so that they are exact
        for (const double x : {-margin.x(), margin.x()}) {
          for (const double y : {-margin.y(), margin.y()}) {
            for (const double z : {-margin.z(), margin.z()}) corners.emplace_back(x, y, z);
          }
        }
        const Truth truth =
            solve_explicit({pair.A, pair.X_WA, hull_of(corners), {Mat3::Identity(), p}});
        const Rational exact = truth.sign > 0 ? truth.phi_squared : Rational(0);
        const double distance = round_sqrt_to_double(exact);
        for (const double tolerance : {0.0, std::nextafter(distance, 0.0), distance,
                                       std::nextafter(distance, kInfinity), 1e-8}) {
          const bool expected = exact <= Rational(Rational(tolerance) * Rational(tolerance));
          EXPECT_EQ(point_within(pair, WhichBody::A, p, tolerance, margin), expected)
              << p.transpose() << " tolerance " << tolerance << " margin " << margin.transpose();
          ++(expected ? near : far);
        }
      }
    }
  });
  EXPECT_GT(near, 1000);
  EXPECT_GT(far, 1000);
}

TEST(PointWithin, NoPointThatIsNotFiniteIsNearAnything) {
  const Pair pair = cube_at_origin();
  EXPECT_FALSE(point_within(pair, WhichBody::A, {std::nan(""), 0, 0}, 1));
  EXPECT_FALSE(point_within(pair, WhichBody::A, {kInfinity, 0, 0}, kInfinity));
  EXPECT_FALSE(point_within(pair, WhichBody::A, {0, 0, 0}, -1));
  EXPECT_TRUE(point_within(pair, WhichBody::A, {1e300, 0, 0}, kInfinity));
}

TEST(PointWithin, AbsurdMagnitudesAreDecidedExactly) {
  const Pair pair = cube_at_origin();
  EXPECT_FALSE(point_within(pair, WhichBody::A, {1e300, 0, 0}, 0.5e300));
  EXPECT_TRUE(point_within(pair, WhichBody::A, {1e300, 0, 0}, 1e300));
  EXPECT_TRUE(point_within(pair, WhichBody::A, {1e-300, 0, 0}, 0));
}

}  // namespace
}  // namespace touchstone
