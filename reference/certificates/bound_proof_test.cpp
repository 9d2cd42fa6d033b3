// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates of single bounds; tests/refute_test.cpp lets the checkers judge them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/certificates.hpp"
#include "reference/certificates/certificate_text.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Cubes of half-width 1, B moved along x.
Pair cubes(double x) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  return {box, {}, box, {Mat3::Identity(), Vec3(x, 0, 0)}};
}

TEST(BoundProof, OfPhiHasTheEvidenceOfItsSide) {
  const Truth deep = Oracle().solve(cubes(1.5));
  const BoundProof low = prove_phi_at_least(cubes(1.5), deep).value();
  EXPECT_THAT(low.certificate, HasSubstr("\nclaim phi >= - 1 4\n"));
  EXPECT_THAT(low.certificate, HasSubstr("\ndirection -1 0 0\nend\n"));
  EXPECT_EQ(low.bound, -0.5);
  EXPECT_EQ(low.direction, Vec3(-1, 0, 0));
  EXPECT_EQ(low.vertices, (VertexPair{1, 0}));
  const BoundProof high = prove_phi_at_most(cubes(1.5), deep).value();
  EXPECT_THAT(high.certificate, HasSubstr("\nclaim phi <= - 1 4\n"));
  EXPECT_THAT(high.certificate, HasSubstr("\ncover\nleaf "));
  EXPECT_THAT(high.certificate, Not(HasSubstr("\ndirection ")));
  EXPECT_EQ(high.cones, 8);

  const BoundProof apart = prove_phi_at_most(cubes(3), Oracle().solve(cubes(3))).value();
  EXPECT_THAT(apart.certificate, HasSubstr("\nclaim phi <= + 1 1\n"));
  EXPECT_THAT(apart.certificate, HasSubstr("\npair "));
  EXPECT_EQ((apart.points.p_WA - apart.points.p_WB).norm(), 1);
  double shares = 0;
  for (const BoundProof::Share& share : apart.shares) shares += share.share;
  EXPECT_EQ(shares, 1);
}

TEST(BoundProof, HasNoNumberLongerThanCheckersRead) {
  const auto text = [](std::size_t digits) {
    const std::string most(digits, '9');
    const CertificateClaim claim{Claimed::phi_at_most, 1, Rational(most), Vec3::Zero()};
    return certificate_text(cubes(3), claim, {{}, {{Integer(1), {1, 0}}}, {}});
  };
  EXPECT_TRUE(text(kMaxWholeDigits).ok());
  EXPECT_EQ(text(kMaxWholeDigits + 1).reason(), "it would have a number of more than 5000 digits");
}

TEST(BoundProof, OfAGapIsOneOfTheDirectionAsItStands) {
  const BoundProof proof = prove_gap_at_most(cubes(1.5), Vec3(0, 2, 0)).value();
  EXPECT_THAT(proof.certificate, HasSubstr("\nclaim gap 0x0p+0 0x1p+1 0x0p+0 <= - 4 1\n"));
  EXPECT_EQ(proof.bound, -2);
  EXPECT_EQ(proof.direction, Vec3(0, 1, 0));
}

TEST(BoundProof, OfAPointIsJustBelowItsDistance) {
  const BoundProof proof = prove_point_outside(cubes(1.5), WhichBody::B, Vec3(0.25, 0, 0)).value();
  EXPECT_THAT(proof.certificate, HasSubstr("\nclaim far B 0x1p-2 0x0p+0 0x0p+0 > "));
  EXPECT_THAT(proof.certificate, HasSubstr("\ndirection -1 0 0\nend\n"));
  EXPECT_EQ(proof.bound, 0.25);
  EXPECT_EQ(proof.vertices.vertex_B, 0);
  for (const Vec3& inside : {Vec3(0.5, 1, 1), Vec3(1, 0, 0)}) {
    const auto none = prove_point_outside(cubes(1.5), WhichBody::B, inside);
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.reason(), "the point is in its body");
  }
  EXPECT_FALSE(prove_point_outside(cubes(1.5), WhichBody::A, Vec3(1e80, 0, 0)).ok());
}

TEST(BoundProof, IsFoundForPairsOfEveryKind) {
  Oracle oracle;
  Random random(7);
  int points = 0;
  for_every_agreement_case(agreement_cases(20), [&](const Pair& pair, int /*index*/) {
    const Truth truth = oracle.solve(pair);
    EXPECT_TRUE(prove_phi_at_least(pair, truth).ok());
    EXPECT_TRUE(prove_phi_at_most(pair, truth).ok());
    const Vec3 n = random.unit_vector();
    const auto gap = prove_gap_at_most(pair, n);
    ASSERT_TRUE(gap.ok());
    EXPECT_LE(gap.value().bound, truth.phi + 1e-15 * std::abs(truth.phi));
    const Vec3 p = pair.X_WA.t + 0x1p10 * pair.A->bounding_radius() * n;
    if (pair.A->bounding_radius() == 0) return;
    EXPECT_TRUE(prove_point_outside(pair, WhichBody::A, p).ok());
    ++points;
  });
  EXPECT_GE(points, 60);
}

TEST(BoundProof, IsNotWrittenWhereTheBoundDoesNotHold) {
  Oracle oracle;
  int wrong = 0;
  for_every_agreement_case(4, [&](const Pair& pair, int /*index*/) {
    Truth truth = oracle.solve(pair);
    if (truth.sign == 0) return;
    const Rational right = truth.phi_squared;
    const Rational more = right * Rational(1001, 1000);
    const Rational less = right * Rational(999, 1000);
    truth.phi_squared = truth.sign > 0 ? more : less;
    EXPECT_FALSE(prove_phi_at_least(pair, truth).ok());
    truth.phi_squared = truth.sign > 0 ? less : more;
    EXPECT_FALSE(prove_phi_at_most(pair, truth).ok());
    ++wrong;
  });
  EXPECT_GE(wrong, 20);
}

}  // namespace
}  // namespace touchstone
