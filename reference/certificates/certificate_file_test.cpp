// SPDX-License-Identifier: GPL-3.0-or-later
// The text that `ask --certificate` writes; tests/certificate_file_test.cpp lets the checkers judge it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "reference/certificates.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

Pair points(double z) {
  const PolytopePtr point = hull_of({Vec3(0, 0, 0)});
  return {point, {Mat3::Identity(), Vec3(0, 0, z)}, point, {}};
}

std::string text_of(const Pair& pair, Quantity quantity) {
  Oracle oracle;
  const auto text = certificate_file(pair, oracle.solve(pair), quantity);
  EXPECT_TRUE(text.ok()) << text.reason();
  return text.ok() ? text.value() : "";
}

TEST(CertificateFile, OfTwoPointsIsAsThePageSays) {
  EXPECT_EQ(text_of(points(1.5), Quantity::euclidean), R"(touchstone.certificate/1
claim phi = + 9 4
body A 1
R 0x1p+0 0x0p+0 0x0p+0 0x0p+0 0x1p+0 0x0p+0 0x0p+0 0x0p+0 0x1p+0
t 0x0p+0 0x0p+0 0x1.8p+0
interior 0x0p+0 0x0p+0 0x0p+0
vertex 0x0p+0 0x0p+0 0x0p+0
body B 1
R 0x1p+0 0x0p+0 0x0p+0 0x0p+0 0x1p+0 0x0p+0 0x0p+0 0x0p+0 0x1p+0
t 0x0p+0 0x0p+0 0x0p+0
interior 0x0p+0 0x0p+0 0x0p+0
vertex 0x0p+0 0x0p+0 0x0p+0
direction 0 0 1
pair 1 0 0
end
)");
}

TEST(CertificateFile, HasTheEvidenceThatItsClaimNeeds) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  const auto boxes = [&](double x) {
    return Pair{box, {}, box, {Mat3::Identity(), Vec3(x, 0, 0)}};
  };
  const std::string deep = text_of(boxes(1.5), Quantity::euclidean);
  EXPECT_THAT(deep, HasSubstr("claim phi = - 1 4\n"));
  EXPECT_THAT(deep, HasSubstr("\ndirection -1 0 0\ncover\nleaf "));
  const std::string touching = text_of(boxes(2), Quantity::euclidean);
  EXPECT_THAT(touching, HasSubstr("claim phi = 0 0 1\n"));
  EXPECT_THAT(touching, HasSubstr("\ndirection -1 0 0\npair "));
  const std::string ratio = text_of(boxes(1.5), Quantity::ratio);
  EXPECT_THAT(ratio, HasSubstr("claim rho = -1 3\n"));
  EXPECT_THAT(ratio, HasSubstr("\ndirection -1 0 0\npair "));
  EXPECT_THAT(ratio, EndsWith("\nend\n"));
}

TEST(CertificateFile, IsFoundForPairsOfEveryKind) {
  Oracle oracle;
  int ratios = 0;
  for_every_agreement_case(agreement_cases(20), [&](const Pair& pair, int /*index*/) {
    const Truth truth = oracle.solve(pair);
    for (const Quantity quantity : {Quantity::euclidean, Quantity::ratio}) {
      if (quantity == Quantity::ratio && !truth.ratio) continue;
      const auto text = certificate_file(pair, truth, quantity);
      ASSERT_TRUE(text.ok()) << text.reason();
      EXPECT_THAT(text.value(), StartsWith("touchstone.certificate/1\nclaim "));
      ratios += quantity == Quantity::ratio ? 1 : 0;
    }
  });
  EXPECT_GE(ratios, 60);
}

TEST(CertificateFile, IsNotWrittenOfAWrongTruth) {
  Oracle oracle;
  int wrong = 0;
  for_every_agreement_case(4, [&](const Pair& pair, int /*index*/) {
    const Truth right = oracle.solve(pair);
    if (right.sign == 0) return;
    for (const Rational& factor : {Rational(999, 1000), Rational(1001, 1000)}) {
      Truth truth = right;
      truth.phi_squared *= factor;
      EXPECT_FALSE(certificate_file(pair, truth, Quantity::euclidean).ok());
      ++wrong;
      if (!truth.ratio || truth.ratio->rho == 0) continue;
      truth.ratio->rho *= factor;
      EXPECT_FALSE(certificate_file(pair, truth, Quantity::ratio).ok());
    }
  });
  EXPECT_GE(wrong, 40);
}

TEST(CertificateFile, OfNoRatioSaysWhy) {
  Oracle oracle;
  const Pair pair = points(1);
  const auto text = certificate_file(pair, oracle.solve(pair), Quantity::ratio);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.reason(), "rho is undefined: body A is flat");
}

}  // namespace
}  // namespace touchstone
