// SPDX-License-Identifier: GPL-3.0-or-later
// Claims of two parallel cylinders, whose phi has a closed form, and of brackets of any width.
#include "harness/judge/bracket_judge.hpp"

#include "harness/campaign/tally.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Cylinders of radii 1 and 0.5 about z, B moved to (x, 0, 0): phi = x - 1.5 where x > 0.5. Their
/// size is that of B.
ConvexPair cylinders(double x) {
  return {make_body(Cylinder{1, 4}).value(),
          {},
          make_body(Cylinder{0.5, 2}).value(),
          {Mat3::Identity(), {x, 0, 0}}};
}

CaseClaim claim_with(double phi) {
  CaseClaim claim;
  claim.phi = phi;
  return claim;
}

Bracket bracket_of(double lower, double upper) {
  Bracket bracket;
  bracket.lower = lower;
  bracket.upper = upper;
  return bracket;
}

/// The word on a value, tolerance 0.01 m, of cylinders whose phi is in that bracket.
std::string_view word_of(double phi, double lower, double upper) {
  const ConvexPair pair = cylinders(2);
  return word_name(
      judge_by_bracket(pair, bracket_of(lower, upper), claim_with(phi), 0.01 / pair_size(pair))
          .word);
}

TEST(BracketJudge, ValueIsRightWithinToleranceOfBothEnds) {
  EXPECT_EQ(word_of(0.5, 0.495, 0.505), "right");
  EXPECT_EQ(word_of(0.496, 0.495, 0.505), "right");
  EXPECT_EQ(word_of(0.494, 0.495, 0.505), "undecided") << "phi may be 0.505";
  EXPECT_EQ(word_of(0.514, 0.495, 0.505), "undecided");
  EXPECT_EQ(word_of(0.516, 0.495, 0.505), "inaccurate");
  EXPECT_EQ(word_of(0.484, 0.495, 0.505), "inaccurate");
  EXPECT_EQ(word_of(0.5, 0.4, 0.6), "undecided") << "a bracket wider than the tolerance";
}

TEST(BracketJudge, SignIsWrongWhereAllOfTheBracketHasTheOther) {
  EXPECT_EQ(word_of(-0.5, 0.495, 0.505), "wrong_sign");
  EXPECT_EQ(word_of(0.5, -0.505, -0.495), "wrong_sign");
  EXPECT_EQ(word_of(-0.5, -0.1, 0.5), "inaccurate") << "phi may be negative";
  EXPECT_EQ(word_of(-0.004, 0.002, 0.004), "right") << "within the tolerance of contact";
  EXPECT_EQ(word_of(0, 0.5, 0.5), "wrong_sign");
}

TEST(BracketJudge, WithoutABoundNothingIsRight) {
  EXPECT_EQ(word_of(0.5, -kInfinity, kInfinity), "undecided");
  EXPECT_EQ(word_of(0.5, -kInfinity, 0.505), "undecided");
  EXPECT_EQ(word_of(0.6, -kInfinity, 0.505), "inaccurate");
}

Verdict verdict_on(double x, const CaseClaim& claim, double tolerance = 1e-8) {
  const ConvexPair pair = cylinders(x);
  return judge_by_bracket(pair, find_bracket(pair), claim, tolerance);
}

TEST(BracketJudge, NormalIsRightWhereItsGapReachesPhi) {
  for (const double x : {2.0, 1.25}) {
    CaseClaim claim = claim_with(x - 1.5);
    claim.normal = Vec3(-1, 0, 0);
    EXPECT_EQ(verdict_on(x, claim).word, Word::right);
    claim.normal = Vec3(1, 0, 0);
    EXPECT_EQ(verdict_on(x, claim).word, Word::invalid_normal);
    claim.normal = Vec3(-1, 0.01, 0).normalized();
    EXPECT_EQ(verdict_on(x, claim).word, Word::invalid_normal);
    EXPECT_EQ(verdict_on(x, claim, 1e-3).word, Word::right);
    claim.normal = Vec3(-2, 0, 0);
    EXPECT_EQ(verdict_on(x, claim).word, Word::invalid_normal) << "it is not a unit vector";
  }
}

TEST(BracketJudge, PointsAreOfTheirBodiesAndAsFarApartAsPhi) {
  CaseClaim claim = claim_with(0.5);
  claim.points = {Vec3(1, 0, 1), Vec3(1.5, 0, 1)};
  EXPECT_EQ(verdict_on(2, claim).word, Word::right);
  claim.points = {Vec3(1, 0, 1), Vec3(1.5, 0, 1.5)};
  EXPECT_EQ(verdict_on(2, claim).word, Word::invalid_witness) << "they are too far apart";
  claim.points = {Vec3(0.9, 0, 1), Vec3(1.4, 0, 1)};
  EXPECT_EQ(verdict_on(2, claim).word, Word::invalid_witness) << "that of B is not in B";
  claim.points = {Vec3(1.1, 0, 1), Vec3(1.6, 0, 1)};
  EXPECT_EQ(verdict_on(2, claim).word, Word::invalid_witness) << "that of A is not in A";
}

TEST(BracketJudge, PointsBeyondAllBodiesAreInvalid) {
  const ConvexPair pair = cylinders(2);
  for (const double far : {1e160, 1e308, kInfinity}) {
    CaseClaim claim = claim_with(0.5);
    claim.points = {Vec3(far, far, 0), Vec3(-far, far, far)};
    EXPECT_EQ(word_name(judge_by_bracket(pair, bracket_of(0.5, 0.5), claim, 1e-8).word),
              std::isfinite(far) ? "invalid_witness" : "missing");
  }
}

TEST(BracketJudge, PointsOfOverlappingBodiesAreAlongTheNormal) {
  CaseClaim claim = claim_with(-0.25);
  claim.points = {Vec3(1, 0, 1), Vec3(0.75, 0, 1)};
  EXPECT_EQ(verdict_on(1.25, claim).word, Word::right);
  claim.points = {Vec3(0.75, 0, 1), Vec3(1, 0, 1)};
  EXPECT_EQ(verdict_on(1.25, claim).word, Word::invalid_witness) << "from B to A";
  claim.points = {Vec3(0.875, 0, 0.875), Vec3(0.875, 0, 1.125)};
  EXPECT_EQ(verdict_on(1.25, claim).word, Word::invalid_witness) << "along the axes";
}

TEST(BracketJudge, PointsAreOffByAVectorNotByALength) {
  // Turned by 1.4e-4, points that are 1 m apart are as far apart as before to 1e-8.
  const ConvexPair pair{make_body(Cylinder{1, 4}).value(),
                        {Mat3::Identity(), {0, 0, 5}},
                        make_body(make_box({1, 1, 1})).value(),
                        {Mat3::Identity(), {0, 0, -1}}};
  CaseClaim claim = claim_with(1);
  claim.points = {Vec3(0, 0, 1), Vec3(1.4e-4, 0, 0)};
  EXPECT_EQ(judge_by_bracket(pair, find_bracket(pair), claim, 1e-8).word, Word::invalid_witness);
  claim.points = {Vec3(0, 0, 1), Vec3(0, 0, 0)};
  EXPECT_EQ(judge_by_bracket(pair, find_bracket(pair), claim, 1e-8).word, Word::right);
  // Where |phi| is hardly above the tolerance no direction is wrong.
  CaseClaim shallow = claim_with(-0.003);
  shallow.points = {Vec3(1, 0, 1), Vec3(0.9975, 0, 1.0015)};
  EXPECT_EQ(verdict_on(1.497, shallow, 1e-3).word, Word::right);
}

TEST(BracketJudge, PointsOfAHugeBodyAreHeldToTheSmallOnesTolerance) {
  const ConvexPair pair{make_body(Cylinder{1e9, 1e9}).value(),
                        {Mat3::Identity(), {0, 0, -1e9}},
                        make_body(make_box({1e-3, 1e-3, 1e-3})).value(),
                        {Mat3::Identity(), {0, 0, 2e-3}}};
  CaseClaim claim = claim_with(1e-3);
  claim.points = {Vec3(0, 0, 0), Vec3(0, 0, 1e-3)};
  EXPECT_EQ(judge_by_bracket(pair, find_bracket(pair), claim, 1e-8).witness, PartVerdict::valid);
  claim.points = {Vec3(0, 0, 1e-9), Vec3(0, 0, 1e-3)};
  EXPECT_EQ(judge_by_bracket(pair, find_bracket(pair), claim, 1e-8).witness, PartVerdict::invalid);
}

/// Next to the pole of an ellipsoid, whose points are not known in closed form.
TEST(BracketJudge, PointsOfAHugeBodyBesideItsPoleAreHeldToTheSmallOnesTolerance) {
  const ConvexPair pair{make_body(Ellipsoid{{1e9, 2e9, 1e9}}).value(),
                        {Mat3::Identity(), {0, 0, -1e9}},
                        make_body(make_box({1e-3, 1e-3, 1e-3})).value(),
                        {Mat3::Identity(), {0, 0, 2e-3}}};
  CaseClaim claim = claim_with(1e-3);
  claim.points = {Vec3(1e-4, 2e-4, 0), Vec3(1e-4, 2e-4, 1e-3)};
  EXPECT_EQ(judge_by_bracket(pair, find_bracket(pair), claim, 1e-8).witness, PartVerdict::valid);
  claim.points = {Vec3(1e-4, 2e-4, 1e-9), Vec3(1e-4, 2e-4, 1e-3)};
  EXPECT_EQ(judge_by_bracket(pair, find_bracket(pair), claim, 1e-8).witness, PartVerdict::invalid);
}

TEST(BracketJudge, WhatRoundingExplainsIsNotWrong) {
  // Far from the origin an ulp is 1e-7 m, and the tolerance some 2e-8 m.
  ConvexPair pair = cylinders(2);
  pair.X_WA.t = Vec3(1e9, 0, 0);
  pair.X_WB.t = Vec3(1e9 + 2, 0, 0);
  CaseClaim claim = claim_with(0.5);
  claim.points = {Vec3(1e9 + 1, 0, 1), Vec3(1e9 + 1.5 + 2e-7, 0, 1)};
  EXPECT_EQ(judge_by_bracket(pair, find_bracket(pair), claim, 1e-8).witness,
            PartVerdict::undecided);
  claim.points = {Vec3(1e9 + 1, 0, 1), Vec3(1e9 + 1.501, 0, 1)};
  EXPECT_EQ(judge_by_bracket(pair, find_bracket(pair), claim, 1e-8).witness, PartVerdict::invalid);
}

TEST(BracketJudge, AWrongPartOutweighsAnUndecidedOne) {
  const ConvexPair pair = cylinders(2);
  CaseClaim claim = claim_with(0.5);
  claim.normal = Vec3(0, 0, 1);
  const Verdict verdict = judge_by_bracket(pair, bracket_of(0.4, 0.6), claim, 1e-8);
  EXPECT_EQ(verdict.value, ValueVerdict::undecided);
  EXPECT_EQ(verdict.word, Word::invalid_normal);
  claim.normal = Vec3(-1, 0, 0);
  EXPECT_EQ(judge_by_bracket(pair, bracket_of(0.4, 0.6), claim, 1e-8).word, Word::undecided);
}

/// The word on an outcome of cylinders that are 0.5 m apart, for a metric that gives all parts.
std::string_view word_on(const RunOutcome& outcome, const MetricTraits& traits = {}) {
  return word_name(
      judge_by_bracket(cylinders(2), bracket_of(0.5, 0.5), traits, outcome, 1e-8).word);
}

TEST(BracketJudge, OutcomesHaveTheWordOfTheirStatus) {
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = 0.5;
  EXPECT_EQ(word_on(outcome), "missing");
  outcome.answer.normal = Vec3(-1, 0, 0);
  outcome.answer.witnesses = WitnessPoints{Vec3(1, 0, 1), Vec3(1.5, 0, 1)};
  EXPECT_EQ(word_on(outcome), "right");
  outcome.answer.value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(word_on(outcome), "no_answer");
  for (const auto& [status, word] : {std::pair(RunStatus::crashed, "crashed"),
                                     {RunStatus::timed_out, "timed_out"},
                                     {RunStatus::skipped, "skipped"},
                                     {RunStatus::not_applicable, "not_applicable"}}) {
    outcome.status = status;
    EXPECT_EQ(word_on(outcome), word);
  }
}

TEST(BracketJudge, OnlyWhatIsDeclaredForTheRegimeMayBeSkipped) {
  RunOutcome outcome;
  outcome.status = RunStatus::skipped;
  const auto word = [&](const MetricTraits& traits, double lower, double upper) {
    const Bracket bracket = bracket_of(lower, upper);
    return word_name(judge_by_bracket(cylinders(2), bracket, traits, outcome, 1e-8).word);
  };
  MetricTraits touching;
  touching.gives.touching.nothing = true;
  EXPECT_EQ(word(touching, 0.5, 0.5), "skipped");
  EXPECT_EQ(word(touching, -0.5, -0.5), "skipped");
  EXPECT_EQ(word(touching, 0, 0), "not_applicable");
  EXPECT_EQ(word(touching, -1e-12, 1e-12), "not_applicable") << "rounding may take it for touching";
  EXPECT_EQ(word(touching, -0.1, 0.1), "undecided");
  MetricTraits separated;
  separated.gives.separated.nothing = true;
  EXPECT_EQ(word(separated, 0.5, 0.5), "not_applicable");
  EXPECT_EQ(word(separated, 0, 0), "skipped");
  EXPECT_EQ(word(separated, 1e-12, 0.5), "not_applicable") << "near contact any regime will do";
  EXPECT_EQ(word({}, -0.1, 0.1), "skipped");
}

/// The word on cylinders and on a box beside a box at the same places, where phi is the same.
TEST(BracketJudge, SaysWhatTheJudgeOfPolytopesSays) {
  const ConvexPair curved = cylinders(2);
  const PolytopePtr box = make_box({1, 1, 2});
  const Pair sharp{box, {}, make_box({0.5, 0.5, 1}), {Mat3::Identity(), {2, 0, 0}}};
  const Truth truth = Oracle().solve(sharp);
  ASSERT_EQ(truth.phi, 0.5);
  std::vector<Answer> answers;
  for (const double value : {0.5, 0.5 + 1e-9, 0.6, 0.0, -0.5}) {
    for (const Vec3& normal : {Vec3(-1, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 5), Vec3(1, 0, 0)}) {
      for (const double x : {1.0, 9.0, std::numeric_limits<double>::quiet_NaN()}) {
        Answer answer;
        answer.status = AnswerStatus::answered;
        answer.value = value;
        answer.normal = normal;
        answer.witnesses = WitnessPoints{Vec3(x, 0, 0), Vec3(1.5, 0, 0)};
        answers.push_back(answer);
        answer.witnesses = WitnessPoints{Vec3::Zero(), Vec3::Zero()};
        answers.push_back(answer);
        answer.status = AnswerStatus::sign_only;
        answer.sign = value > 0.5 ? 1 : -1;
        answers.push_back(answer);
      }
    }
  }
  MetricTraits signs;
  signs.gives = in_every_regime({.value = false});
  for (const MetricTraits& traits : {MetricTraits(), signs}) {
    for (const Answer& answer : answers) {
      const RunOutcome outcome{RunStatus::completed, answer, ""};
      const Verdict by_truth = judge(sharp, truth, traits, outcome, 1e-8);
      const Verdict by_bracket =
          judge_by_bracket(curved, bracket_of(0.5, 0.5), traits, outcome, 1e-8);
      EXPECT_EQ(word_name(by_bracket.word), word_name(by_truth.word)) << answer.value;
      EXPECT_EQ(by_bracket.normal, by_truth.normal);
      EXPECT_EQ(by_bracket.witness, by_truth.witness);
    }
  }
}

TEST(BracketJudge, TheSignOfAValueIsJudgedWithinTheToleranceAsWell) {
  const double size = pair_size(cylinders(1.5));
  MetricTraits values;
  values.gives = in_every_regime({true, false, false, false});
  const auto verdict = [&](double said, double lower, double upper) {
    RunOutcome outcome;
    outcome.answer.status = AnswerStatus::answered;
    outcome.answer.value = said * size;
    const Bracket bracket = bracket_of(lower * size, upper * size);
    return judge_by_bracket(cylinders(1.5), bracket, values, outcome, 1e-8);
  };
  EXPECT_EQ(verdict(-1e-9, 4e-9, 4e-9).word, Word::wrong_sign);
  EXPECT_EQ(verdict(-1e-9, 4e-9, 4e-9).own_word, Word::right);
  EXPECT_EQ(verdict(0, 4e-9, 4e-9).word, Word::wrong_sign);
  EXPECT_EQ(verdict(-1e-9, 5e-10, 4e-9).word, Word::undecided) << "phi may be next to nothing";
  EXPECT_EQ(verdict(-1e-9, 5e-10, 9e-10).word, Word::right);
}

TEST(BracketJudge, AValueWithinAnUlpIsRightWhateverTheTolerance) {
  const double phi = 0x1.2p50;  // an ulp is 2^-2 m, the tolerance 0.01 m
  const double up = std::nextafter(phi, kInfinity);
  EXPECT_EQ(word_of(up, phi, phi), "right");
  EXPECT_EQ(word_of(std::nextafter(up, kInfinity), phi, phi), "inaccurate");
}

TEST(BracketJudge, ASignAloneIsHeldAgainstTheBracket) {
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::sign_only;
  outcome.answer.sign = -1;
  EXPECT_EQ(word_on(outcome), "wrong_sign");
  outcome.answer.sign = 1;
  EXPECT_EQ(word_on(outcome), "no_answer") << "a value is promised";
  MetricTraits signs;
  signs.gives = in_every_regime({false, false, false, false});
  EXPECT_EQ(word_on(outcome, signs), "right");
  const auto open = judge_by_bracket(cylinders(1.5), bracket_of(-1, 1), signs, outcome, 1e-8);
  EXPECT_EQ(open.word, Word::undecided);
  EXPECT_FALSE(is_failure(open.word));
}

/// So near to contact rounding may take the pair for one of any regime, as with polytopes.
TEST(BracketJudge, ASignAloneIsNotJudgedNearContact) {
  const double near = kSignThreshold * pair_size(cylinders(1.5));
  const auto word = [](double lower, double upper, int sign, const MetricTraits& traits) {
    RunOutcome outcome;
    outcome.answer.status = AnswerStatus::sign_only;
    outcome.answer.sign = sign;
    const Bracket bracket = bracket_of(lower, upper);
    return word_name(judge_by_bracket(cylinders(1.5), bracket, traits, outcome, 1e-8).word);
  };
  MetricTraits signs;
  signs.gives = in_every_regime({false, false, false, false});
  MetricTraits values;
  for (const int sign : {-1, 0, 1}) {
    EXPECT_EQ(word(0, 0, sign, signs), "right");
    EXPECT_EQ(word(0, 0, sign, values), "no_answer") << "a value is promised where bodies touch";
    EXPECT_EQ(word(-0.9 * near, 0.9 * near, sign, signs), "right");
    EXPECT_EQ(word(0.5 * near, 0.9 * near, sign, values), "right");
  }
  EXPECT_EQ(word(0.9 * near, 1.1 * near, 1, signs), "right");
  EXPECT_EQ(word(0.9 * near, 1.1 * near, -1, signs), "undecided");
  EXPECT_EQ(word(1.1 * near, 2 * near, -1, signs), "wrong_sign");
  EXPECT_EQ(word(1.1 * near, 2 * near, 1, values), "no_answer");
  EXPECT_EQ(word(-1.1 * near, 1.1 * near, 1, signs), "undecided");
}

/// The campaign's verdict on a value and a normal of cylinders, for a metric that promises both.
Verdict campaign_verdict(double phi, const Vec3& normal, const Bracket& bracket,
                         double own_tolerance = 1e-8) {
  MetricTraits traits;
  traits.gives = in_every_regime({true, true, false, false});
  traits.own_tolerance = own_tolerance;
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = phi;
  outcome.answer.normal = normal;
  return judge_by_bracket(cylinders(2), bracket, traits, outcome, 1e-8);
}

TEST(BracketJudge, VerdictsOfCampaignsHaveTheirPartsAndErrors) {
  const Vec3 n(-1, 0, 0);
  const Bracket exact = bracket_of(0.5, 0.5);
  const Verdict right = campaign_verdict(0.5, n, exact);
  EXPECT_EQ(right.word, Word::right);
  EXPECT_EQ(right.own_word, Word::right);
  EXPECT_EQ(right.value, ValueVerdict::right);
  EXPECT_EQ(right.normal, PartVerdict::valid);
  EXPECT_EQ(right.witness, PartVerdict::absent);
  const Verdict off = campaign_verdict(0.75, n, bracket_of(0.25, 0.5), 1);
  EXPECT_EQ(off.word, Word::inaccurate);
  EXPECT_EQ(off.own_word, Word::right) << "at the metric's own tolerance";
  EXPECT_EQ(off.error_abs, 0.25) << "the least that the bracket leaves";
  EXPECT_EQ(off.error_rel_size, 0.25 / pair_size(cylinders(2)));
  EXPECT_EQ(campaign_verdict(-0.5, n, exact).value, ValueVerdict::wrong_sign);
  EXPECT_EQ(campaign_verdict(0.5, Vec3(0, 0, 1), exact).normal, PartVerdict::invalid);
}

TEST(BracketJudge, WhatIsUndecidedCountsNoPartAsRightOrWrong) {
  const Verdict open = campaign_verdict(0.5, Vec3(-1, 0, 0), bracket_of(0.4, 0.6), 1);
  EXPECT_EQ(open.word, Word::undecided);
  EXPECT_EQ(open.own_word, Word::right);
  EXPECT_EQ(open.value, ValueVerdict::undecided);
  EXPECT_FALSE(is_failure(open.word));
  Tally tally{CampaignRow{}};
  tally.add("id", open, "");
  const CampaignRow row = tally.row();
  EXPECT_EQ(row.undecided, 1U);
  EXPECT_EQ(row.answered + row.value.right + row.normal.valid, 0U);
}

TEST(BracketJudge, AnAnswerMayBeWrongAndUndecidedToItsOwnTolerance) {
  const Verdict off =
      campaign_verdict(0.7, Vec3(-1, 0, 0), bracket_of(0.4, 0.6), 0.2 / pair_size(cylinders(2)));
  EXPECT_EQ(off.word, Word::inaccurate);
  EXPECT_EQ(off.own_word, Word::undecided);
  const Verdict open = campaign_verdict(0.5, Vec3(-1, 0, 0), bracket_of(0.4, 0.6), 1e-9);
  EXPECT_EQ(open.own_word, Word::undecided);
}

TEST(BracketJudge, FaultsOfTheRunComeFirst) {
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = 0.5;
  outcome.fault = RunFault::order_dependent;
  EXPECT_EQ(word_on(outcome), "order_dependent");
  outcome.fault = RunFault::flaky;
  EXPECT_EQ(word_on(outcome), "flaky");
}

}  // namespace
}  // namespace touchstone
