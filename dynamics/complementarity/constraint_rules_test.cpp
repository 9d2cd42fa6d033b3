// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/constraint_rules.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace touchstone {
namespace {

using Kind = ContactConstraint::Kind;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Contacts of mass 1.
double error(const ContactConstraint& constraint, ConstraintForm form, std::vector<double> impulse,
             const std::vector<double>& rate, int chosen = -1) {
  const std::vector<double> root(rate.size(), 1);
  const std::vector<int> choice = {chosen};
  return constraint_error({&constraint, 1}, form, {impulse, rate, root}, choice);
}

const ContactConstraint kUnilateral = {Kind::unilateral, {0}, {}};
const ContactConstraint kInter = {Kind::inter, {0}, {1}};
const ContactConstraint kSeveral = {Kind::inter, {0, 1}, {2}};
const ContactConstraint kCross = {Kind::cross, {}, {0, 1}};
constexpr ConstraintForm kLemke = ConstraintForm::lemke;
constexpr ConstraintForm kBranched = ConstraintForm::branched;

TEST(ConstraintRules, AUnilateralContactIsComplementary) {
  EXPECT_EQ(error(kUnilateral, kLemke, {2}, {0}), 0);
  EXPECT_EQ(error(kUnilateral, kLemke, {0}, {3}), 0);
  EXPECT_EQ(error(kUnilateral, kLemke, {2}, {3}), 2);
  EXPECT_EQ(error(kUnilateral, kLemke, {0}, {-3}), 3);
  EXPECT_EQ(error(kUnilateral, kLemke, {-2}, {0}), 2);
  EXPECT_EQ(error(kUnilateral, kBranched, {2}, {3}), 2);
}

TEST(ConstraintRules, AnInterContactNeedsOneRateThatIsNotNegative) {
  EXPECT_EQ(error(kInter, kLemke, {0, 0}, {-3, 1}), 0);
  EXPECT_EQ(error(kInter, kLemke, {0, 0}, {-3, -1}), 1);
  EXPECT_EQ(error(kInter, kBranched, {0, 0}, {-3, -1}), 1);
}

TEST(ConstraintRules, APrimaryMayBorrowInLemkesFormAlone) {
  // The force of contact 0 acts, and contact 1 is the one at its facet.
  EXPECT_EQ(error(kInter, kLemke, {2, 0}, {-3, 0}), 0);
  EXPECT_EQ(error(kInter, kBranched, {2, 0}, {-3, 0}, 0), 2);
  EXPECT_EQ(error(kInter, kBranched, {0, 2}, {-3, 0}, 1), 0);
}

TEST(ConstraintRules, NoForceActsWhereTheLargestRateIsPositive) {
  EXPECT_EQ(error(kInter, kLemke, {2, 0}, {0, 5}), 2);
  EXPECT_EQ(error(kInter, kBranched, {2, 0}, {0, 5}, 0), 2);
}

TEST(ConstraintRules, OnlyThePrimaryOrTheChosenContactHasAForce) {
  EXPECT_EQ(error(kInter, kLemke, {0, 2}, {0, 0}), 2);
  EXPECT_EQ(error(kInter, kBranched, {0, 2}, {0, 0}, 0), 2);
  EXPECT_EQ(error(kInter, kBranched, {0, 2}, {0, 0}), 2);
}

TEST(ConstraintRules, OfSeveralPrimariesTheOneAtItsFacetHasTheForce) {
  EXPECT_EQ(error(kSeveral, kLemke, {2, 0, 0}, {0, -1, -1}), 0);
  EXPECT_EQ(error(kSeveral, kLemke, {2, 3, 0}, {0, 0, -1}), 0);
  // Below the largest.
  EXPECT_EQ(error(kSeveral, kLemke, {2, 0, 0}, {-1, 0, -1}), 1);
  // Two, and one of them is not at its facet.
  EXPECT_EQ(error(kSeveral, kLemke, {2, 3, 0}, {0, -1, -1}), 1);
  EXPECT_EQ(error(kSeveral, kLemke, {2, 0, 0}, {0, -1, 4}), 2);
}

TEST(ConstraintRules, ACrossContactHasNoForceInLemkesForm) {
  EXPECT_EQ(error(kCross, kLemke, {0, 0}, {-1, 0}), 0);
  EXPECT_EQ(error(kCross, kLemke, {0, 0}, {-1, -2}), 1);
  EXPECT_EQ(error(kCross, kLemke, {0, 2}, {-1, 0}), 2);
  EXPECT_EQ(error(kCross, kBranched, {0, 2}, {-1, 0}, 1), 0);
}

TEST(ConstraintRules, UnitsOfRatesAreThoseOfMasses) {
  const std::vector<double> impulse = {2};
  const std::vector<double> rate = {-3};
  const std::vector<double> root = {10};
  EXPECT_EQ(constraint_error({&kUnilateral, 1}, kLemke, {impulse, rate, root}, {}), 30);
}

TEST(ConstraintRules, WhatIsNotANumberIsInfinitelyWrongOrNotANumber) {
  EXPECT_FALSE(std::isfinite(error(kUnilateral, kLemke, {0}, {kNan})));
  EXPECT_FALSE(error(kUnilateral, kLemke, {kNan}, {0}) <= 1e-9);
}

TEST(ConstraintRules, RejectsConstraintsThatAreNotWellFormed) {
  EXPECT_TRUE(std::isinf(error({Kind::unilateral, {}, {}}, kLemke, {0}, {0})));
  EXPECT_TRUE(std::isinf(error({Kind::unilateral, {0, 0}, {}}, kLemke, {0}, {0})));
  EXPECT_TRUE(std::isinf(error({Kind::inter, {}, {0}}, kLemke, {0}, {0})));
  EXPECT_TRUE(std::isinf(error({Kind::cross, {}, {}}, kLemke, {0}, {0})));
  EXPECT_TRUE(std::isinf(error({Kind::cross, {}, {7}}, kLemke, {0}, {0})));
  EXPECT_TRUE(std::isinf(error({Kind::cross, {}, {-1}}, kLemke, {0}, {0})));
  EXPECT_TRUE(std::isinf(error(kInter, kBranched, {0, 0, 0}, {0, 0, 0}, 2)));
  const std::vector<double> zero = {0};
  EXPECT_TRUE(std::isinf(
      constraint_error({&kUnilateral, 1}, kBranched, {zero, zero, zero}, std::span<const int>())));
}

}  // namespace
}  // namespace touchstone
