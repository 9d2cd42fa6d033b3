// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/hull_truth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "reference/agreement_cases.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// Share of each kind's cases that must not need exact arithmetic, a little below what was found.
const std::map<std::string, double>& least_settled() {
  static const std::map<std::string, double> shares{
      {"RandomBoxes", 0.7},   {"RandomHulls", 0.99}, {"FarHulls", 0.99}, {"KissingBoxes", 0},
      {"KissingHulls", 0.01}, {"LatticeHulls", 0},   {"FlatBodies", 0},  {"ThinBodies", 0.8},
      {"MixedScales", 0.99},  {"NearCopies", 0}};
  return shares;
}

/// x.value + x.tail + side * x.doubt
Rational end_of(const RoundedReal& x, double side) {
  Rational end = Rational(x.value) + Rational(x.tail);
  end += Rational(side * x.doubt);
  return end;
}

class HullTruthOf : public testing::TestWithParam<AgreementKind> {};

TEST_P(HullTruthOf, IsTheExactTruthRoundedWheneverItIsGiven) {
  const int cases = agreement_cases(400);
  Oracle oracle;
  int settled = 0;
  for (int index = 0; index < cases; ++index) {
    SCOPED_TRACE(testing::Message()
                 << GetParam().name << " seed " << kAgreementSeed << " case " << index);
    const Pair pair = agreement_case(GetParam(), index);
    const std::optional<RoundedTruth> quick = oracle.settle(pair);
    if (!quick) continue;
    ++settled;
    const Truth exact = oracle.solve(pair);
    ASSERT_EQ(quick->sign, exact.sign);
    ASSERT_NE(quick->sign, 0) << "contact is not for doubles to say";
    ASSERT_EQ(quick->phi.value, exact.phi);
    ASSERT_EQ(quick->rho.has_value(), exact.ratio.has_value());
    double off = 2;
    for (const Vec3& n : exact.normals) off = std::min(off, (quick->normal - n).norm());
    ASSERT_LE(off, kNormalError);
    // |phi| lies between the two ends.
    const double outward = exact.sign;
    const Rational high = end_of(quick->phi, outward);
    const Rational low = end_of(quick->phi, -outward);
    ASSERT_LE(exact.phi_squared, Rational(high * high));
    ASSERT_GE(exact.phi_squared, Rational(low * low));
    if (!exact.ratio) continue;
    ASSERT_EQ(quick->rho->value, exact.ratio->rho_rounded);
    ASSERT_LE(exact.ratio->rho, end_of(*quick->rho, 1));
    ASSERT_GE(exact.ratio->rho, end_of(*quick->rho, -1));
  }
  RecordProperty("settled", settled);
  EXPECT_GE(settled, least_settled().at(GetParam().name) * cases) << settled << " of " << cases;
}

INSTANTIATE_TEST_SUITE_P(Kinds, HullTruthOf, testing::ValuesIn(agreement_kinds()),
                         [](const auto& tested) { return tested.param.name; });

TEST(HullTruth, WithoutTheRatioGivesTheSamePhi) {
  const AgreementKind& kind = agreement_kinds()[1];
  Oracle oracle;
  for (int index = 0; index < 100; ++index) {
    SCOPED_TRACE(testing::Message() << "seed " << kAgreementSeed << " case " << index);
    const Pair pair = agreement_case(kind, index);
    const std::optional<RoundedTruth> with = oracle.settle(pair);
    const std::optional<RoundedTruth> without = oracle.settle(pair, false);
    ASSERT_TRUE(!with || without);
    if (!without) continue;
    EXPECT_FALSE(without->rho);
    if (with) {
      EXPECT_EQ(with->phi.value, without->phi.value);
    }
  }
}

}  // namespace
}  // namespace touchstone
