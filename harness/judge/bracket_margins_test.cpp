// SPDX-License-Identifier: GPL-3.0-or-later
// What a metric leaves out of its value on purpose, judged by brackets.
#include <gtest/gtest.h>

#include <tuple>

#include "harness/judge/bracket_judge.hpp"

namespace touchstone {
namespace {

/// Cylinders of radii 1 and 0.5 about z, B moved to (x, 0, 0): phi = x - 1.5 where x > 0.5.
ConvexPair cylinders(double x) {
  return {make_body(Cylinder{1, 4}).value(),
          {},
          make_body(Cylinder{0.5, 2}).value(),
          {Mat3::Identity(), {x, 0, 0}}};
}

/// The word on an answer, at a tolerance of 0.01 m.
std::string_view word_on(const Answer& answer, double x, const MetricTraits& traits) {
  const ConvexPair pair = cylinders(x);
  return word_name(judge_by_bracket(pair, find_bracket(pair), traits,
                                    {RunStatus::completed, answer, ""}, 0.01 / pair_size(pair))
                       .word);
}

TEST(BracketJudge, AnOffsetIsOfTheValueAndItsSignAlone) {
  MetricTraits traits;
  traits.gives = in_every_regime({true, true, false, false});
  traits.offset = 0.1;
  Answer answer;
  answer.status = AnswerStatus::answered;
  answer.normal = -Vec3::UnitX();
  for (const auto& [x, value, word] : {std::tuple(2.0, 0.4, "right"),
                                       {2.0, 0.395, "right"},
                                       {2.0, 0.5, "inaccurate"},
                                       {1.55, -0.05, "right"},
                                       {1.55, 0.05, "wrong_sign"},
                                       {1.4, -0.2, "right"},
                                       {1.4, -0.1, "inaccurate"}}) {
    answer.value = value;
    EXPECT_EQ(word_on(answer, x, traits), word) << x << " " << value;
  }
  const ConvexPair pair = cylinders(2);
  answer.value = 0.4;
  const Verdict verdict =
      judge_by_bracket(pair, find_bracket(pair), traits, {RunStatus::completed, answer, ""}, 1e-8);
  EXPECT_LT(verdict.error_abs, 1e-12);
}

TEST(BracketJudge, BeyondItsReachASignIsEnough) {
  MetricTraits traits;
  traits.gives = in_every_regime({true, false, false, false});
  traits.offset = 0.1;
  traits.reach = 0.3;
  Answer apart;
  apart.status = AnswerStatus::sign_only;
  apart.sign = 1;
  EXPECT_EQ(word_on(apart, 2, traits), "right") << "phi is 0.5";
  EXPECT_EQ(word_on(apart, 1.9 + 1e-10, traits), "right") << "at its reach";
  EXPECT_EQ(word_on(apart, 1.8, traits), "no_answer") << "phi is 0.3, less the offset 0.2";
  apart.sign = -1;
  EXPECT_EQ(word_on(apart, 2, traits), "wrong_sign");
  Answer valued;
  valued.status = AnswerStatus::answered;
  valued.value = 0.4;
  EXPECT_EQ(word_on(valued, 2, traits), "right");
}
}  // namespace
}  // namespace touchstone
