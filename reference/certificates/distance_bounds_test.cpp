// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/exact_vector.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/distance_proof_samples.hpp"

namespace touchstone {
namespace {

/// The sign of bound - phi, exactly.
int compare(double bound, const Truth& truth) {
  const int sign = bound > 0 ? 1 : bound < 0 ? -1 : 0;
  if (sign != truth.sign) return sign < truth.sign ? -1 : 1;
  if (std::isinf(bound)) return sign;
  return sign * cmp(Rational(bound) * Rational(bound), truth.phi_squared);
}

TEST(DistanceBounds, OfTheTruthsOwnNormalAndPointsHoldPhiAndAreTight) {
  Oracle oracle;
  int in_both = 0;
  for_every_agreement_case(8, [&](const Pair& pair, int /*index*/) {
    const Truth truth = oracle.solve(pair, false);
    const WitnessPoints points{rounded_entries(truth.witness_A), rounded_entries(truth.witness_B)};
    const DistanceBounds bounds = bounds_of_claims(pair, truth.normals.front(), points);
    EXPECT_LE(compare(bounds.lower, truth), 0);
    EXPECT_GE(compare(bounds.upper, truth), 0);
    EXPECT_FALSE(bounds.exact);
    const double length = pair.A->bounding_radius() + pair.B->bounding_radius() +
                          pair.X_WA.t.norm() + pair.X_WB.t.norm() + points.p_WA.norm() +
                          points.p_WB.norm();
    EXPECT_LE(truth.phi - bounds.lower, 1e-14 * length);
    // Witness points prove phi <= |phi| by their distance; where one is in both bodies, phi <= 0.
    EXPECT_LE(bounds.upper - std::abs(truth.phi), 1e-14 * length);
    if (bounds.upper < 0.5 * -truth.phi) ++in_both;
  });
  EXPECT_GT(in_both, 10);
}

TEST(DistanceBounds, OfWrongClaimsHoldPhiAllTheSame) {
  Oracle oracle;
  for_every_agreement_case(8, [&](const Pair& pair, int index) {
    const Truth truth = oracle.solve(pair, false);
    Random random(7, 1, static_cast<std::uint64_t>(index));
    const Vec3 u = random.uniform(1e-3, 1e3) * random.unit_vector();
    const double reach = pair.X_WB.t.norm() + pair.B->bounding_radius();
    const Vec3 p = reach * random.in_unit_ball();
    const Vec3 q = reach * random.in_unit_ball();
    const DistanceBounds bounds = bounds_of_claims(pair, u, WitnessPoints{p, q});
    EXPECT_LE(compare(bounds.lower, truth), 0);
    EXPECT_GE(compare(bounds.upper, truth), 0);
  });
}

TEST(DistanceBounds, WithoutClaimsOrWithoutNumbersAreNone) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  const Pair pair{box, {}, box, {Mat3::Identity(), Vec3(3, 0, 0)}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Vec3 no_number(nan, 0, 0);
  const Vec3 endless(0, std::numeric_limits<double>::infinity(), 0);
  for (const Vec3& v : {no_number, endless, Vec3(0, 0, 0)}) {
    EXPECT_EQ(bounds_of_claims(pair, v, {}).lower, -std::numeric_limits<double>::infinity());
  }
  for (const Vec3& v : {no_number, endless}) {
    EXPECT_EQ(bounds_of_claims(pair, {}, WitnessPoints{v, Vec3(2, 0, 0)}).upper,
              std::numeric_limits<double>::infinity());
  }
  EXPECT_EQ(bounds_of_claims(pair, {}, {}).upper, std::numeric_limits<double>::infinity());
}

TEST(DistanceBounds, OfClaimsNearTheLargestDoubleHoldPhi) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  const Pair pair{box, {}, box, {Mat3::Identity(), Vec3(3, 0, 0)}};
  const double most = std::numeric_limits<double>::max();
  for (const double x : {1e150, 1e200, 1e308, most, -most, 5e-324}) {
    for (const Vec3& p : {Vec3(x, 0, 0), Vec3(x, x, x)}) {
      const Vec3 q(-p);
      const DistanceBounds bounds = bounds_of_claims(pair, p, WitnessPoints{p, q});
      EXPECT_LE(bounds.lower, 1) << x;
      EXPECT_GE(bounds.upper, 1) << x;
    }
  }
}

TEST(DistanceBounds, OfBoxesAreTheNumbersThemselves) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  const Pair pair{box, {}, box, {Mat3::Identity(), Vec3(3, 0, 0)}};
  const DistanceBounds bounds =
      bounds_of_claims(pair, Vec3(-2, 0, 0), WitnessPoints{Vec3(1, 0, 0), Vec3(2, 0, 0)});
  EXPECT_EQ(bounds.lower, 1);
  EXPECT_EQ(bounds.upper, 1);
}

TEST(DistanceBounds, OfACertificateAreNextToPhi) {
  Oracle oracle;
  for_every_agreement_case(6, [&](const Pair& pair, int /*index*/) {
    const Truth truth = oracle.solve(pair, false);
    const DistanceCertificate certificate =
        check_distance_certificate(pair, proof_by_brute_force(pair));
    ASSERT_TRUE(certificate.proven) << certificate.reason;
    const DistanceBounds bounds = bounds_of_certificate(pair, certificate);
    EXPECT_TRUE(bounds.exact);
    EXPECT_LE(compare(bounds.lower, truth), 0);
    EXPECT_GE(compare(bounds.upper, truth), 0);
    const double apart = std::nextafter(bounds.lower, bounds.upper);
    EXPECT_EQ(apart, bounds.upper);
  });
}

}  // namespace
}  // namespace touchstone
