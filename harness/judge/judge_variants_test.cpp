// SPDX-License-Identifier: GPL-3.0-or-later
// The judge of the ratio metric's variants: answers made of the truth alone are right, and each
// part of them that is spoilt is found. And what the registry makes of every ratio metric is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/test_name.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/judge/judge_exams.hpp"
#include "harness/runners/make_runner.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261126;

Pair random_pair(int index) {
  Random random(kSeed, 1, static_cast<std::uint64_t>(index));
  Pair pair{make_random_sphere_hull(random, 12), Pose{random.rotation(), random.unit_vector()},
            make_box(Vec3(0.5, 1, 2)), Pose{}};
  pair.X_WB = Pose{random.rotation(), pair.X_WA.t + random.uniform(0.5, 4) * random.unit_vector()};
  return pair;
}

/// Made of the truth alone; nothing where r = 0.
std::optional<Answer> right_answer(const Pair& pair, FixedBody fixed) {
  const bool swap = fixed == FixedBody::A;
  const auto truth = solve_fixed_body_in_full(swap ? swapped(pair) : pair);
  if (truth->r == 0) return std::nullopt;
  Answer answer;
  answer.status = AnswerStatus::answered;
  answer.value = round_to_double(1 - 1 / truth->r);
  const Vec3 n = rounded_entries(truth->direction).normalized();
  answer.normal = swap ? Vec3::Zero() - n : n;
  ExactVec3 on_growing;
  for (std::size_t i = 0; i < 3; ++i) {
    on_growing[i] = truth->x_A[i] + (truth->x[i] - truth->x_A[i]) / truth->r;
  }
  answer.witnesses = WitnessPoints{rounded_entries(on_growing), rounded_entries(truth->x)};
  if (swap) std::swap(answer.witnesses->p_WA, answer.witnesses->p_WB);
  return answer;
}

MetricTraits traits_of(FixedBody fixed) {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  traits.fixed = fixed;
  traits.own_tolerance = 1e-14;
  return traits;
}

TEST(JudgeVariants, AnswersMadeOfTheTruthAreRightAndSpoiltOnesAreNot) {
  int judged = 0;
  int overlapping = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = random_pair(i);
    const Truth truth = Oracle().solve(pair);
    for (const FixedBody fixed : {FixedBody::A, FixedBody::B}) {
      const MetricTraits traits = traits_of(fixed);
      const auto right = right_answer(pair, fixed);
      const auto word = [&](const Answer& answer) {
        return judge(pair, truth, traits, completed(answer)).word;
      };
      if (!right) {
        EXPECT_EQ(word(Answer{}), Word::not_applicable);
        continue;
      }
      ++judged;
      overlapping += right->value < 0 ? 1 : 0;
      const Verdict verdict = judge(pair, truth, traits, completed(*right));
      EXPECT_EQ(verdict.word, Word::right);
      EXPECT_EQ(verdict.own_word, Word::right);
      EXPECT_LE(verdict.ulps, 0.5);
      const double scale = std::max(1.0, std::abs(right->value));
      Answer spoilt = *right;
      spoilt.value += 2e-8 * scale;
      EXPECT_EQ(word(spoilt), Word::inaccurate);
      spoilt.value = -right->value;
      EXPECT_EQ(word(spoilt), Word::wrong_sign);
      spoilt = *right;
      spoilt.normal = -*right->normal;
      EXPECT_EQ(word(spoilt), Word::invalid_normal);
      spoilt.normal = (*right->normal + 1e-3 * right->normal->unitOrthogonal()).normalized();
      EXPECT_EQ(word(spoilt), Word::invalid_normal);
      spoilt = *right;
      spoilt.witnesses->p_WA += 1e-6 * scale * *right->normal;
      EXPECT_EQ(word(spoilt), Word::invalid_witness);
      spoilt = *right;
      spoilt.witnesses->p_WB -= 1e-6 * scale * *right->normal;
      EXPECT_EQ(word(spoilt), Word::invalid_witness);
      spoilt = *right;
      spoilt.witnesses.reset();
      EXPECT_EQ(word(spoilt), Word::missing);
      EXPECT_EQ(word(Answer{}), Word::no_answer);
    }
  }
  EXPECT_GE(judged, 80);
  EXPECT_GE(overlapping, 10);
}

/// The plain value is not that of a variant, nor are those of the variants each other's.
TEST(JudgeVariants, AnotherVariantsAnswerIsWrong) {
  // One in which neither interior point is in the other body, so that both variants are asked.
  Pair pair = random_pair(0);
  pair.X_WB.t += 4 * (pair.X_WB.t - pair.X_WA.t).normalized();
  const Truth truth = Oracle().solve(pair);
  Answer plain = *right_answer(pair, FixedBody::A);
  plain.value = truth.ratio->rho_rounded;
  for (const FixedBody fixed : {FixedBody::A, FixedBody::B}) {
    EXPECT_EQ(judge(pair, truth, traits_of(fixed), completed(plain)).word, Word::inaccurate);
  }
  const Answer of_A = *right_answer(pair, FixedBody::A);
  EXPECT_NE(judge(pair, truth, traits_of(FixedBody::B), completed(of_A)).word, Word::right);
}

TEST(JudgeVariants, GrowthIsJudgedByRLessOne) {
  for (int i = 0; i < 20; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Exam exam = make_exam(random_pair(i), Quantity::ratio);
    MetricTraits traits = traits_of(FixedBody::none);
    traits.form = RatioForm::growth;
    traits.own_tolerance = 1e-11;
    const Rational rho = exam.truth.ratio->rho;
    EXPECT_EQ(judged(exam, traits, exam.right).word, Word::inaccurate);
    exam.right.value = round_to_double(rho / (1 - rho));
    EXPECT_EQ(judged(exam, traits, exam.right).word, Word::right);
  }
}

/// r exceeds the range of doubles, whichever bodies grow, and rho = 1 does not.
TEST(JudgeVariants, GrowthBeyondTheRangeOfDoublesIsNotApplicable) {
  const Pair pair = make_case(*find_family("denormal"), 42, 44).pair();
  const TruthOnDemand truth(Oracle().solve(pair));
  ASSERT_EQ(truth.rho()->value, 1);
  for (const FixedBody fixed : {FixedBody::none, FixedBody::A, FixedBody::B}) {
    MetricTraits traits = traits_of(fixed);
    EXPECT_EQ(judge(pair, truth, traits, completed(Answer{})).word, Word::no_answer);
    traits.form = RatioForm::growth;
    EXPECT_EQ(judge(pair, truth, traits, completed(Answer{})).word, Word::not_applicable);
  }
}

class VariantRow : public testing::TestWithParam<std::string> {};

TEST_P(VariantRow, IsRight) {
  const MetricRow& row = *find_metric(GetParam(), ratio_variants());
  const auto runner = make_runner(row, {});
  int right = 0;
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    const Pair pair = random_pair(i);
    const std::vector<AskedPair> batch = {&pair};
    const Verdict verdict =
        judge(pair, Oracle().solve(pair), row.traits, runner->run(batch).front());
    if (verdict.word == Word::not_applicable) continue;
    EXPECT_EQ(verdict.word, Word::right);
    EXPECT_EQ(verdict.own_word, Word::right);
    ++right;
  }
  EXPECT_GE(right, 20);
}

/// The word on the answer at the row's own tolerance.
Word own_word_on(const Pair& pair, const MetricRow& row, Runner& runner) {
  const std::vector<AskedPair> batch = {&pair};
  return judge(pair, Oracle().solve(pair), row.traits, runner.run(batch).front()).own_word;
}

/// Interior points 1e-311 m from a facet; a growing body 1e9 times as large as the fixed one, so
/// that a double next to r puts the witness point off it.
TEST_P(VariantRow, IsRightAtTheEdgesOfDoubles) {
  const MetricRow& row = *find_metric(GetParam(), ratio_variants());
  if (row.plain.starts_with("ratio_lp")) GTEST_SKIP() << "GLPK's doubles end before";
  const auto runner = make_runner(row, {});
  for (const char* family : {"denormal", "scale-1e9"}) {
    int right = 0;
    for (int i = 0; i < 100; ++i) {
      const Case sample = make_case(*find_family(family), 42, i);
      SCOPED_TRACE(sample.id);
      const Word word = own_word_on(sample.pair(), row, *runner);
      if (word == Word::not_applicable) continue;
      EXPECT_EQ(word, Word::right);
      ++right;
    }
    EXPECT_GE(right, 80);
  }
}

/// Each is right at its own tolerance, or not applicable, on the families of the extremes.
TEST_P(VariantRow, IsRightWhereBodiesAreExtreme) {
  const MetricRow& row = *find_metric(GetParam(), ratio_variants());
  if (row.plain.starts_with("ratio_lp")) GTEST_SKIP() << "GLPK's doubles end before";
  const auto runner = make_runner(row, {});
  int right = 0;
  for (const char* family : {"roofs", "ratio-1e20", "centres-denormal", "far-from-own-origin",
                             "aspect-1e8", "slivers", "ulp-jiggled"}) {
    for (int i = 0; i < 6; ++i) {
      const Case sample = make_case(*find_family(family), 42, i);
      SCOPED_TRACE(sample.id);
      const Word word = own_word_on(sample.pair(), row, *runner);
      EXPECT_TRUE(word == Word::right || word == Word::not_applicable);
      right += word == Word::right ? 1 : 0;
    }
  }
  EXPECT_GE(right, 30);
}

std::vector<std::string> names_of_variants() {
  std::vector<std::string> names;
  for (const MetricRow& row : ratio_variants()) names.push_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EveryRow, VariantRow, testing::ValuesIn(names_of_variants()),
                         [](const auto& row) { return test_name(row.param); });

}  // namespace
}  // namespace touchstone
