// SPDX-License-Identifier: GPL-3.0-or-later
// The judge on single pairs: thresholds, ties, contact and what is far apart. Its self-test under
// the traits of every metric is judge_self_test.cpp.
#include "harness/judge/judge.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include <cmath>
#include <limits>

#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/judge/judge_exams.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

TEST(Judge, TheSignIsFreeWherePhiIsBelowTheThreshold) {
  const double size = pair_size(cube_pair({2, 0, 0}));
  for (const double share : {0.5, 2.0}) {
    Exam exam =
        make_exam(cube_pair({2 + share * kSignThreshold * size, 0, 0}), Quantity::euclidean);
    const bool judges = share > 1;
    Answer answer = exam.right;
    answer.value = -answer.value;
    EXPECT_EQ(judged(exam, {}, answer).word, judges ? Word::wrong_sign : Word::right);
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
    EXPECT_EQ(judged(exam, {}, answer).sign, judges ? SignVerdict::wrong_sign : SignVerdict::right);
  }
}

TEST(Judge, AnyTiedDirectionWillDo) {
  // Overlap 1.5 along x and along y: two optimal normals, each with its own witnesses.
  const Exam exam = make_exam(cube_pair({0.5, 0.5, 0.25}), Quantity::euclidean);
  ASSERT_EQ(exam.truth.directions.size(), 2U);
  EXPECT_EQ(exam.truth.phi, -1.5);
  Answer answer = exam.right;
  answer.normal = Vec3(-1, 0, 0);
  answer.witnesses = {Vec3(1, 0, 0), Vec3(-0.5, 0, 0)};
  EXPECT_EQ(judged(exam, {}, answer).word, Word::right);
  answer.normal = Vec3(0, -1, 0);
  EXPECT_EQ(judged(exam, {}, answer).word, Word::right);
  answer.witnesses = {Vec3(0, 1, 0), Vec3(0, -0.5, 0)};
  EXPECT_EQ(judged(exam, {}, answer).word, Word::right);
  answer.normal = Vec3(-1, -1, 0).normalized();
  EXPECT_EQ(judged(exam, {}, answer).word, Word::invalid_normal);
}

TEST(Judge, NearATieTheOtherDirectionsWitnessesWillDoWithTheirNormal) {
  const Pair pair =
      cube_pair({1.5, 1.5 + 1e-12, 0});  // the depth is 1e-12 less along y than along x
  const Truth truth = Oracle().solve(pair);
  ASSERT_EQ(truth.directions.size(), 1U);
  ASSERT_EQ(truth.directions.front()[0], 0);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = -0.5;
  outcome.answer.normal = Vec3(-1, 0, 0);
  outcome.answer.witnesses = WitnessPoints{{1, 1, 0}, {0.5, 1, 0}};
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::right);

  // Moved along the normal by more than the tolerance, or with the other direction's normal: no.
  outcome.answer.witnesses->p_WA.x() -= 1e-7;
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::invalid_witness);
  outcome.answer.witnesses->p_WA.x() += 1e-7;
  outcome.answer.normal = Vec3(0, -1, 0);
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::invalid_witness);
}

TEST(Judge, NothingIsJudgedOfARhoBeyondTheRangeOfDoubles) {
  const Case c = make_case("denormal:42:1279").value();
  const Truth truth = Oracle().solve(c.pair());
  ASSERT_TRUE(truth.ratio);
  ASSERT_TRUE(std::isinf(truth.ratio->rho_rounded));
  MetricTraits ratio;
  ratio.quantity = Quantity::ratio;
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  for (const double value : {truth.ratio->rho_rounded, -1e300, 0.0}) {
    outcome.answer.value = value;
    EXPECT_EQ(judge(c.pair(), truth, ratio, outcome).word, Word::not_applicable);
  }
  outcome.answer.status = AnswerStatus::no_answer;
  EXPECT_EQ(judge(c.pair(), truth, ratio, outcome).word, Word::not_applicable);
  EXPECT_EQ(TruthOnDemand(truth).ratio_note(), "rho is beyond the range of doubles");
}

TEST(Judge, FarApartACorrectlyRoundedAnswerIsRight) {
  const Pair pair = cube_pair({1e9, 0.5e9, 1e9 / 3});
  const Truth truth = Oracle().solve(pair);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = truth.phi;
  outcome.answer.normal = truth.normals.front();
  outcome.answer.witnesses =
      WitnessPoints{rounded_entries(truth.witness_A), rounded_entries(truth.witness_B)};
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::right);
  outcome.answer.value = truth.phi * (1 + 1e-14);
  EXPECT_EQ(judge(pair, truth, {}, outcome).word, Word::inaccurate);
}

/// phi = 3 sqrt(2) 2^40 of points, where half an ulp is far above the tolerance.
TEST(Judge, AValueWithinAnUlpOfTheTruthIsRightWhateverTheTolerance) {
  PolytopeInput input;
  input.vertices = {Vec3(0, 0, 0)};
  const PolytopePtr point = make_polytope(input).value();
  for (const double apart : {0x3p40, 0x5p41, 0x7p42}) {
    const Pair pair{point, {}, point, {Mat3::Identity(), Vec3(apart, apart, 0)}};
    const Truth truth = Oracle().solve(pair);
    const auto value_of = [&](double value) {
      RunOutcome outcome;
      outcome.answer.status = AnswerStatus::answered;
      outcome.answer.value = value;
      return judge(pair, truth, {}, outcome, 1e-12).value;
    };
    const double up = std::nextafter(truth.phi, kInfinity);
    const double down = std::nextafter(truth.phi, -kInfinity);
    // The truth is between the rounded one and one of its neighbours: that one is within an ulp.
    const double other = Rational(truth.phi) * Rational(truth.phi) < truth.phi_squared ? up : down;
    EXPECT_EQ(value_of(truth.phi), ValueVerdict::right);
    EXPECT_EQ(value_of(other), ValueVerdict::right);
    EXPECT_EQ(value_of(other == up ? down : up), ValueVerdict::inaccurate);
  }
}

TEST(Judge, WhereTheTruthIsZeroAnUlpIsThatOfTheSize) {
  const Exam exam = make_exam(cube_pair({2, 0, 0}), Quantity::euclidean);
  const auto value_of = [&](double value) {
    Answer answer = exam.right;
    answer.value = value;
    return judge(exam.pair, exam.truth, {}, completed(answer), 1e-30).value;
  };
  const double ulp = 0x1p-52;  // ulp of sqrt 3, the pair's size
  EXPECT_EQ(value_of(ulp), ValueVerdict::right);
  EXPECT_EQ(value_of(-ulp), ValueVerdict::right);
  EXPECT_EQ(value_of(1.01 * ulp), ValueVerdict::inaccurate);
}

TEST(Judge, ASignWhereAValueWasPromisedIsNoAnswer) {
  const Pair pair = cube_pair({3, 0, 0});
  const Truth truth = Oracle().solve(pair);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::sign_only;
  outcome.answer.sign = 1;
  MetricTraits traits;
  EXPECT_EQ(judge(pair, truth, traits, outcome).word, Word::no_answer);
  EXPECT_EQ(judge(pair, truth, traits, outcome).sign, SignVerdict::right);
  traits.gives.separated.value = false;
  EXPECT_EQ(judge(pair, truth, traits, outcome).word, Word::right);
  outcome.answer.sign = -1;
  EXPECT_EQ(judge(pair, truth, traits, outcome).word, Word::wrong_sign);
}

/// A pair of each regime, by the sign of its truth.
std::map<int, Exam> exams_of_each_regime() {
  std::map<int, Exam> exams;
  for (const double x : {3.0, 2.0, 0.5}) {
    Exam exam = make_exam(cube_pair({x, 0, 0}), Quantity::euclidean);
    exams.emplace(exam.truth.sign, std::move(exam));
  }
  EXPECT_EQ(exams.size(), 3U);
  return exams;
}

Gives& claim_at(GivesByRegime& gives, int sign) {
  return sign == 0 ? gives.touching : sign > 0 ? gives.separated : gives.penetrating;
}

TEST(Judge, EachRegimeIsHeldToItsOwnPromise) {
  const auto exams = exams_of_each_regime();
  for (const int claimed : {-1, 0, 1}) {
    for (const auto part : {&Gives::normal, &Gives::witnesses}) {
      MetricTraits traits;
      traits.gives = in_every_regime({.normal = false, .witnesses = false});
      claim_at(traits.gives, claimed).*part = true;
      for (const auto& [sign, exam] : exams) {
        Answer answer = exam.right;
        answer.normal.reset();
        answer.witnesses.reset();
        const Verdict verdict = judged(exam, traits, answer);
        EXPECT_EQ(verdict.word, sign == claimed ? Word::missing : Word::right) << sign;
        EXPECT_EQ(verdict.own_word, verdict.word) << sign;
      }
    }
    MetricTraits traits;
    traits.gives = in_every_regime({.value = false});
    claim_at(traits.gives, claimed).value = true;
    for (const auto& [sign, exam] : exams) {
      Answer answer;
      answer.status = AnswerStatus::sign_only;
      answer.sign = sign;
      const Verdict verdict = judged(exam, traits, answer);
      EXPECT_EQ(verdict.word, sign == claimed ? Word::no_answer : Word::right) << sign;
      EXPECT_EQ(verdict.sign, SignVerdict::right);
    }
  }
}

TEST(Judge, ASignIsEnoughWhereItIsNotJudged) {
  Answer answer;
  answer.status = AnswerStatus::sign_only;
  answer.sign = 1;
  const auto word = [&](double x) {
    return judged(make_exam(cube_pair({x, 0, 0}), Quantity::euclidean), {}, answer).word;
  };
  EXPECT_EQ(word(2 + 1e-12), Word::right);
  EXPECT_EQ(word(2 + 1e-6), Word::no_answer);
  EXPECT_EQ(word(2), Word::no_answer);  // a touching pair, of which a value is promised
}

/// So near to contact that no metric can tell the regime.
TEST(Judge, PartsThatSomeRegimePromisesAreNotMissedWhereTheSignIsLeftOpen) {
  const auto word = [&](double x, const MetricTraits& traits) {
    const Exam exam = make_exam(cube_pair({x, 0, 0}), Quantity::euclidean);
    Answer answer = exam.right;
    answer.normal.reset();
    answer.witnesses.reset();
    return judged(exam, traits, answer).word;
  };
  for (const int silent : {-1, 0, 1}) {
    MetricTraits traits;
    claim_at(traits.gives, silent) = {.normal = false, .witnesses = false};
    for (const int side : {-1, 0, 1}) {
      const bool missed = side == 0 && silent != 0;  // a touching pair is one exactly
      EXPECT_EQ(word(2 + side * 1e-12, traits), missed ? Word::missing : Word::right);
      EXPECT_EQ(word(2 + side * 1e-6, traits), side == silent ? Word::right : Word::missing);
    }
  }
  EXPECT_EQ(word(2 + 1e-12, MetricTraits()), Word::missing);
}

TEST(Judge, ATouchingPairHasItsErrorsInUlpsOfItsSize) {
  const Exam exam = make_exam(cube_pair({2, 0, 0}), Quantity::euclidean);
  EXPECT_EQ(exam.truth.sign, 0);
  Answer answer = exam.right;
  answer.value = std::ldexp(1.0, -52);
  answer.witnesses = {Vec3(1, 0.5, 0), Vec3(1, 0.5, 0)};
  const Verdict verdict = judged(exam, {}, answer);
  EXPECT_EQ(verdict.word, Word::right);
  EXPECT_EQ(verdict.ulps, 1);  // size = sqrt 3: its ulp is 2^-52
  answer.witnesses->p_WB.x() = 0.5;
  EXPECT_EQ(judged(exam, {}, answer).word, Word::invalid_witness);
}

/// phi = 1, of boxes whose size is 3 exactly.
Exam boxes_of_size_three() {
  Pair pair;
  pair.A = make_box(Vec3(1, 2, 2));
  pair.B = pair.A;
  pair.X_WB.t = Vec3(3, 0, 0);
  return make_exam(pair, Quantity::euclidean);
}

TEST(Judge, AnswersExactlyAtTheToleranceAreRightAndOneUlpBeyondAreNot) {
  const Exam exam = boxes_of_size_three();
  ASSERT_EQ(exam.truth.phi, 1);
  ASSERT_EQ(exam.size, 3);
  const double tolerance = 0x1p-27;
  const auto word = [&](const Answer& answer) {
    return judge(exam.pair, exam.truth, {}, completed(answer), tolerance).word;
  };
  for (const double side : {1.0, -1.0}) {
    const double away = side * kInfinity;
    Answer answer = exam.right;
    answer.value = 1 + side * 3 * tolerance;
    EXPECT_EQ(word(answer), Word::right);
    answer.value = std::nextafter(answer.value, away);
    EXPECT_EQ(word(answer), Word::inaccurate);

    // One point alone off, along the normal and hence off its body or off in the difference.
    answer = exam.right;
    answer.witnesses = {Vec3(1, 0, 0), Vec3(2, 0, 0)};
    // Beyond the tolerance the last places of the true points are allowed: four of 1, and in the
    // difference four of 2 as well.
    const double allowed = side > 0 ? 4 * 0x1p-52 : 4 * 0x1p-52 + 4 * 0x1p-51;
    answer.witnesses->p_WA.x() += side * (3 * tolerance + allowed);
    EXPECT_EQ(word(answer), Word::right);
    answer.witnesses->p_WA.x() = std::nextafter(answer.witnesses->p_WA.x(), away);
    EXPECT_EQ(word(answer), Word::invalid_witness);
  }
}

TEST(Judge, ANormalIsHeldToTheToleranceExactly) {
  // Along (-1, -s, 0) with s = 2^-13 the gap of these boxes is (1 - 4 s) / sqrt(1 + s^2).
  const Exam exam = boxes_of_size_three();
  const double s = 0x1p-13;
  Answer answer = exam.right;
  answer.normal = Vec3(-1, -s, 0);
  const double gap = (1 - 4 * s) / std::sqrt(1 + s * s);
  const double edge = (1 - gap) / exam.size;
  const auto word = [&](double tolerance) {
    return judge(exam.pair, exam.truth, {}, completed(answer), tolerance).word;
  };
  EXPECT_EQ(word(edge * (1 + 1e-11)), Word::right);
  EXPECT_EQ(word(edge * (1 - 1e-11)), Word::invalid_normal);
}

TEST(Judge, HugeButFiniteAnswersAreInaccurate) {
  const Exam exam = make_exam(cube_pair({3, 0, 0}), Quantity::euclidean);
  Answer answer = exam.right;
  answer.value = std::numeric_limits<double>::max();
  EXPECT_EQ(judged(exam, {}, answer).word, Word::inaccurate);
  answer.witnesses->p_WA.x() = std::numeric_limits<double>::max();
  answer.value = exam.right.value;
  EXPECT_EQ(judged(exam, {}, answer).word, Word::invalid_witness);
  answer.normal = Vec3(std::numeric_limits<double>::max(), 0, 0);
  EXPECT_EQ(judged(exam, {}, answer).word, Word::invalid_normal);
}

TEST(Judge, WitnessPointsAtTheOriginAreRightWhereTheyAre) {
  Pair pair = cube_pair({2, 0, 0});
  pair.X_WA.t = Vec3(-1, 0, 0);
  pair.X_WB.t = Vec3(1, 0, 0);
  Exam exam = make_exam(pair, Quantity::euclidean);
  ASSERT_EQ(exam.truth.sign, 0);
  Answer answer = exam.right;
  answer.witnesses = {Vec3::Zero(), Vec3::Zero()};
  EXPECT_EQ(judged(exam, {}, answer).witness, PartVerdict::valid);
  EXPECT_EQ(judged(exam, {}, answer).word, Word::right);
}

TEST(Judge, RatioMetricsAreNotApplicableWhereRhoIsUndefined) {
  Exam exam = make_exam(cube_pair({0.5, 0, 0}), Quantity::euclidean);
  exam.truth.ratio.reset();
  MetricTraits ratio;
  ratio.quantity = Quantity::ratio;
  EXPECT_EQ(judged(exam, ratio, exam.right).word, Word::not_applicable);
}

TEST(Judge, OfARunsEndAndItsFaultTheGraverIsTheWord) {
  const Exam exam = make_exam(cube_pair({0.5, 0, 0}), Quantity::euclidean);
  const auto word = [&](RunStatus status, RunFault fault) {
    const Verdict verdict = judge(exam.pair, exam.truth, {}, {status, exam.right, "", fault});
    EXPECT_EQ(verdict.own_word, verdict.word);
    if (verdict.word != Word::right) {
      EXPECT_EQ(verdict.value, ValueVerdict::not_given);
      EXPECT_EQ(verdict.normal, PartVerdict::not_given);
      EXPECT_EQ(verdict.witness, PartVerdict::not_given);
    }
    return word_name(verdict.word);
  };
  EXPECT_EQ(word(RunStatus::completed, RunFault::none), "right");
  EXPECT_EQ(word(RunStatus::skipped, RunFault::none), "skipped");
  for (const RunStatus status :
       {RunStatus::completed, RunStatus::skipped, RunStatus::crashed, RunStatus::timed_out}) {
    EXPECT_EQ(word(status, RunFault::flaky), "flaky");
  }
  EXPECT_EQ(word(RunStatus::completed, RunFault::order_dependent), "order_dependent");
  EXPECT_EQ(word(RunStatus::skipped, RunFault::order_dependent), "order_dependent");
  EXPECT_EQ(word(RunStatus::crashed, RunFault::order_dependent), "crashed");
  EXPECT_EQ(word(RunStatus::timed_out, RunFault::order_dependent), "timed_out");
  // What was not asked cannot have been answered in two ways.
  EXPECT_EQ(word(RunStatus::not_applicable, RunFault::flaky), "not_applicable");
}

TEST(Judge, WhatIsClaimedToBeSkippedIsNotApplicableInItsRegimeAlone) {
  MetricTraits traits;
  traits.gives.separated.nothing = true;
  const auto word = [&](double x) {
    const Exam exam = make_exam(cube_pair({x, 0, 0}), Quantity::euclidean);
    return judge(exam.pair, exam.truth, traits, {RunStatus::skipped, {}, "too far"}).word;
  };
  EXPECT_EQ(word(3), Word::not_applicable);
  EXPECT_EQ(word(2), Word::skipped);
  EXPECT_EQ(word(1), Word::skipped);
  // What rounding takes for either regime.
  EXPECT_EQ(word(2 - 1e-12), Word::not_applicable);
}

TEST(Judge, WordsAreInTheOrderOfTheirGravity) {
  const std::array<Word, kWords> order = {
      Word::flaky,          Word::crashed,         Word::timed_out,  Word::order_dependent,
      Word::no_answer,      Word::skipped,         Word::wrong_sign, Word::inaccurate,
      Word::invalid_normal, Word::invalid_witness, Word::missing,    Word::right,
      Word::undecided,      Word::not_applicable};
  for (std::size_t k = 0; k < order.size(); ++k) {
    EXPECT_EQ(static_cast<std::size_t>(order.at(k)), k) << word_name(order.at(k));
  }
}

TEST(Judge, EveryWordHasItsName) {
  EXPECT_EQ(word_name(Word::flaky), "flaky");
  EXPECT_EQ(word_name(Word::order_dependent), "order_dependent");
  EXPECT_EQ(word_name(Word::skipped), "skipped");
  EXPECT_EQ(word_name(Word::crashed), "crashed");
  EXPECT_EQ(word_name(Word::timed_out), "timed_out");
  EXPECT_EQ(word_name(Word::no_answer), "no_answer");
  EXPECT_EQ(word_name(Word::wrong_sign), "wrong_sign");
  EXPECT_EQ(word_name(Word::inaccurate), "inaccurate");
  EXPECT_EQ(word_name(Word::invalid_normal), "invalid_normal");
  EXPECT_EQ(word_name(Word::invalid_witness), "invalid_witness");
  EXPECT_EQ(word_name(Word::missing), "missing");
  EXPECT_EQ(word_name(Word::right), "right");
  EXPECT_EQ(word_name(Word::undecided), "undecided");
  EXPECT_EQ(word_name(Word::not_applicable), "not_applicable");
}

}  // namespace
}  // namespace touchstone
