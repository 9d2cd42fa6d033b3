// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/curved_shrink.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/shrink/pair_draft.hpp"
#include "reference/bracket.hpp"

namespace touchstone {
namespace {

/// A turned cone with a radius beside a cylinder, apart.
ConvexPair turned_pair() {
  Pose X_WA{Mat3::Identity(), {0.123, 4.56, -0.789}};
  X_WA.R << 0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1;
  Pose X_WB{Mat3::Identity(), {3.21, 4.5, -0.7}};
  X_WB.R << 1, 0, 0, 0, 0.8, -0.6, 0, 0.6, 0.8;
  return {make_body(Cone{0.7182, 1.4142}, 0.0625).value(), X_WA,
          make_body(Cylinder{0.5772, 0.8314}).value(), X_WB};
}

/// Short: rings of ties take long.
const BracketBudget kShort{2e-13, 500, 5e-10, 500};

/// Off by 0.01 m where the bodies are apart.
RunOutcome off_when_apart(const ConvexPair& pair) {
  const Bracket bracket = find_bracket(pair, kShort);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = bracket.lower + (bracket.lower > 0 ? 0.01 : 0);
  return outcome;
}

MetricTraits values() {
  MetricTraits traits;
  traits.gives = in_every_regime({true, false, false, false});
  return traits;
}

Result<ShrunkFailure> shrunk_by(const Ask& ask, const ConvexPair& pair = turned_pair()) {
  return shrink(pair, {values(), 1e-8, ask, ask});
}

TEST(CurvedShrink, FindsSimpleBodiesAlongTheAxes) {
  ASSERT_GT(find_bracket(turned_pair()).lower, 0);
  const auto shrunk = shrunk_by(off_when_apart);
  ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
  const ShrunkFailure& simple = shrunk.value();
  EXPECT_EQ(simple.kind().word, Word::inaccurate);
  EXPECT_EQ(simple.kind().sign, 1);
  EXPECT_EQ(simple.kind().features.size(), 1U) << kind_text(simple.kind());
  EXPECT_LE(simple.calls, 510);
  EXPECT_TRUE(simple.robust);
  const auto& pair = std::get<ConvexPair>(simple.bodies);
  EXPECT_TRUE(pair.X_WA.t.isZero(0));
  EXPECT_EQ(pair.X_WA.R, Mat3::Identity());
  EXPECT_EQ(pair.X_WB.R, Mat3::Identity());
  EXPECT_NE(pair.A.is_curved(), pair.B.is_curved()) << "one is a sphere";
  for (int i = 0; i < 3; ++i) EXPECT_LE(digit_cost(pair.X_WB.t[i]), 1);
}

TEST(CurvedShrink, AHullBecomesABoxOrLosesVertices) {
  const auto with_hull = [](const std::string& family) {
    const Case c = make_case(family + ":42:0").value();
    return *c.curved();
  };
  const auto off = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    outcome.answer.value += 0.02;
    return outcome;
  };
  const auto shrunk = shrunk_by(off, with_hull("cone-hull"));
  ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
  EXPECT_LE(order_of(shrunk.value().draft).vertices, 1) << "a sphere";
  // Here a sphere does not fail, nor does a box.
  const auto of_hulls = [&](const ConvexPair& pair) {
    for (const ConvexBody* body : {&pair.A, &pair.B}) {
      const auto* polytope = std::get_if<PolytopePtr>(&body->core());
      if (polytope == nullptr) continue;
      const std::size_t vertices = (*polytope)->vertices().size();
      if (vertices == 1 || vertices == 8) return off_when_apart(pair);
    }
    return off(pair);
  };
  const auto hull = shrunk_by(of_hulls, with_hull("cone-hull"));
  ASSERT_TRUE(hull.ok()) << hull.reason();
  EXPECT_LE(order_of(hull.value().draft).vertices, 4);
}

TEST(CurvedShrink, KeepsWhatTheFailureNeeds) {
  const auto of_radii = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    if (pair.A.radius() == 0 || !pair.A.is_curved()) outcome.answer.value -= 0.01;
    return outcome;
  };
  const auto shrunk = shrunk_by(of_radii);
  ASSERT_TRUE(shrunk.ok());
  const auto& pair = std::get<ConvexPair>(shrunk.value().bodies);
  EXPECT_TRUE(pair.A.is_curved());
  EXPECT_GT(pair.A.radius(), 0);
}

TEST(CurvedShrink, KeepsTheSign) {
  const auto off = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    outcome.answer.value += 0.02;
    return outcome;
  };
  const auto shrunk = shrunk_by(off);
  ASSERT_TRUE(shrunk.ok());
  EXPECT_GT(find_bracket(std::get<ConvexPair>(shrunk.value().bodies)).lower, 0);
}

TEST(CurvedShrink, KeepsTheSizeOfTheError) {
  const auto worse_if_simple = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    const bool is_simple = digit_cost(pair.X_WB.t[0]) <= 1;
    outcome.answer.value += is_simple ? 10 : 0.01;
    return outcome;
  };
  const auto shrunk = shrunk_by(worse_if_simple);
  ASSERT_TRUE(shrunk.ok());
  EXPECT_GT(shrunk.value().steps, 2);
  EXPECT_LE(shrunk.value().examined.error, 10 * shrunk.value().first_error);
}

TEST(CurvedShrink, JudgesByTheCampaignsBracketWhatTheShortOneLeavesOpen) {
  // A ring of ties: every direction across the common axis is optimal, phi = -2 m.
  const ConvexBody cylinder = make_body(Cylinder{1, 5}).value();
  const ConvexPair coaxial{cylinder, {}, cylinder, {Mat3::Identity(), {0, 0, 0.5}}};
  const auto off = [](const ConvexPair& /*pair*/) {
    RunOutcome outcome;
    outcome.answer.status = AnswerStatus::answered;
    outcome.answer.value = -2 + 1e-7;
    return outcome;
  };
  Examiner examiner(values(), 1e-8);
  ASSERT_EQ(examiner.examine(coaxial, Ask(off)).verdict.word, Word::undecided);
  EXPECT_EQ(examiner.examine(coaxial, Ask(off), true).verdict.word, Word::inaccurate);
  const auto shrunk = shrink(coaxial, {values(), 1e-8, off, off}, {.calls = 4});
  EXPECT_TRUE(shrunk.ok()) << shrunk.reason();
}

TEST(CurvedShrink, AWrongPartHasNoErrorOfItsValue) {
  const auto wrong_points = [](const ConvexPair& pair) {
    RunOutcome outcome;
    outcome.answer.status = AnswerStatus::answered;
    outcome.answer.value = find_bracket(pair).lower + 1e-10;
    outcome.answer.witnesses = WitnessPoints{Vec3(50, 0, 0), Vec3(50, 0, 0)};
    return outcome;
  };
  MetricTraits traits;
  traits.gives = in_every_regime({true, false, true, false});
  const Examined found = Examiner(traits, 1e-8).examine(turned_pair(), Ask(wrong_points));
  ASSERT_EQ(found.verdict.word, Word::invalid_witness);
  EXPECT_EQ(found.error, 0);
}

TEST(CurvedShrink, ConfirmsTheSizeOfTheErrorInFull) {
  const auto worse_if_simple = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    if (digit_cost(pair.X_WB.t[0]) <= 2) outcome.answer.value += 10;
    return outcome;
  };
  const auto shrunk = shrink(turned_pair(), {values(), 1e-8, off_when_apart, worse_if_simple});
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(shrunk.value().steps, 0) << "the simple pair has another error";
}

TEST(CurvedShrink, KeepsAFailureFreeOfTies) {
  // Fails about the first place, and elsewhere only where x of B is a whole number.
  const auto fails_at_ties = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    const double x = pair.X_WB.t[0];
    const bool fails = x == std::nearbyint(x) || std::abs(x - 3.21) < 0.05;
    if (!fails) outcome.answer.value = find_bracket(pair, kShort).lower;
    return outcome;
  };
  const auto shrunk = shrunk_by(fails_at_ties);
  ASSERT_TRUE(shrunk.ok());
  EXPECT_TRUE(shrunk.value().robust);
}

TEST(CurvedShrink, RejectsWhatDoesNotFail) {
  const auto right = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    outcome.answer.value = find_bracket(pair, kShort).lower;
    return outcome;
  };
  EXPECT_FALSE(shrunk_by(right).ok());
}

}  // namespace
}  // namespace touchstone
