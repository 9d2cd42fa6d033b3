// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/timing/time_judge.hpp"
#include "metrics/registry.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;

std::vector<TimeSize> small_sizes(const TimeFamily& family) {
  return {{family.nearest_size(8), family.nearest_size(8)},
          {family.nearest_size(20), family.nearest_size(60)}};
}

TEST(TimePairs, EveryPairLiesInItsRegimeByTheExactTruth) {
  QuickOracle oracle;
  for (const TimeFamily& family : time_families()) {
    for (const TimeSize& size : small_sizes(family)) {
      TimePairs pairs(family, size, kSeed);
      for (const TimeStart start : kAllTimeStarts) {
        for (const TimeRegime regime : kAllTimeRegimes) {
          for (const TimedPair& timed : pairs.first(regime, start, 60)) {
            const double phi = oracle.solve(timed.pair, false).phi().value;
            const double length = pair_size(timed.pair);
            const double inradii = timed.pair.A->inradius() + timed.pair.B->inradius();
            SCOPED_TRACE(std::string(family.name) + " " +
                         kTimeRegimeNames.at(static_cast<std::size_t>(regime)));
            switch (regime) {
              case TimeRegime::separated:
                EXPECT_GT(phi, 0.02 * length);
                EXPECT_LE(phi, length);
                break;
              case TimeRegime::near:
                EXPECT_NEAR(phi, kTimeNearGap * length, 1e-9 * length);
                break;
              case TimeRegime::kissing:
                EXPECT_NEAR(phi, 0, 1e-10 * length);
                break;
              case TimeRegime::shallow:
                EXPECT_LT(phi, 0);
                EXPECT_GE(phi, -1.01e-2 * std::min(length, inradii));
                break;
              case TimeRegime::deep:
                EXPECT_LE(phi, -0.4999 * inradii);
                break;
            }
          }
        }
      }
    }
  }
}

TEST(TimePairs, AreAPureFunctionOfTheIndex) {
  const TimeFamily& family = *find_time_family("random-hulls");
  TimePairs one(family, {20, 20}, kSeed);
  TimePairs two(family, {20, 20}, kSeed);
  // In another order, and more of them.
  const auto other = two.first(TimeRegime::deep, TimeStart::warm, 70);
  const auto first = one.first(TimeRegime::near, TimeStart::warm, 60);
  const auto second = two.first(TimeRegime::near, TimeStart::warm, 60);
  ASSERT_EQ(other.size(), 70U);
  for (std::size_t k = 0; k < first.size(); ++k) {
    EXPECT_EQ(first[k].pair.X_WB.R, second[k].pair.X_WB.R);
    EXPECT_EQ(first[k].pair.X_WB.t, second[k].pair.X_WB.t);
    EXPECT_EQ(first[k].pair.A->content_hash(), second[k].pair.A->content_hash());
  }
  TimePairs otherwise(family, {20, 20}, kSeed + 1);
  EXPECT_NE(otherwise.first(TimeRegime::near, TimeStart::cold, 1)[0].pair.X_WB.R,
            one.first(TimeRegime::near, TimeStart::cold, 1)[0].pair.X_WB.R);
}

TEST(TimePairs, ARangeIsPartOfTheSamePairs) {
  TimePairs pairs(*find_time_family("boxes"), {8, 8}, kSeed);
  const auto late = pairs.range(TimeRegime::deep, TimeStart::cold, 7, 2);
  const auto all = pairs.first(TimeRegime::deep, TimeStart::cold, 9);
  ASSERT_EQ(late.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(late[k].pair.X_WB.t, all[k + 7].pair.X_WB.t);
    EXPECT_EQ(late[k].a, all[k + 7].a);
    EXPECT_EQ(late[k].pair.A, all[k + 7].pair.A);
  }
}

TEST(TimePairs, AMotionTurnsByAHundredthOfARadian) {
  TimePairs pairs(*find_time_family("random-hulls"), {20, 20}, kSeed);
  const auto motion = pairs.first(TimeRegime::shallow, TimeStart::warm, kTimeMotionSteps);
  for (std::size_t k = 1; k < motion.size(); ++k) {
    const Mat3 step = motion[k].pair.X_WB.R * motion[k - 1].pair.X_WB.R.transpose();
    EXPECT_NEAR(std::acos((step.trace() - 1) / 2), kTimeMotionAngle, 1e-6);
    EXPECT_LT((motion[k].pair.X_WB.t - motion[k - 1].pair.X_WB.t).norm(), 0.1);
    EXPECT_EQ(motion[k].pair.A, motion[0].pair.A);
  }
}

TEST(TimePairs, ColdPairsAreAllDifferent) {
  TimePairs pairs(*find_time_family("icospheres"), {42, 42}, kSeed);
  const auto cold = pairs.first(TimeRegime::kissing, TimeStart::cold, 50);
  for (std::size_t k = 1; k < cold.size(); ++k) {
    EXPECT_NE(cold[k].pair.X_WB.R, cold[k - 1].pair.X_WB.R);
    EXPECT_NE(cold[k].n_W, cold[k - 1].n_W);
  }
}

/// The bounds that answers prove hold the exact truth, and meet where they can.
TEST(TimeTruth, BoundsFromAnswersHoldTheExactTruth) {
  QuickOracle oracle;
  const MetricRow& row = *find_metric("ratio_seidel");
  const std::unique_ptr<Metric> metric = row.make();
  int known = 0;
  int all = 0;
  for (const char* name : {"random-hulls", "boxes", "uv-spheres"}) {
    const TimeFamily& family = *find_time_family(name);
    TimePairs pairs(family, small_sizes(family)[1], kSeed);
    for (const TimeRegime regime : kAllTimeRegimes) {
      for (const TimedPair& timed : pairs.first(regime, TimeStart::cold, 40)) {
        const Pair& pair = timed.pair;
        const auto A = metric->prepare(*pair.A);
        const auto B = metric->prepare(*pair.B);
        const auto workspace = metric->make_workspace();
        Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
        const TruthOnDemand exact = oracle.solve(pair, true);
        TimeTruth truth(pair);
        truth.learn(answer);
        EXPECT_LE(truth.phi().low, exact.phi().value);
        EXPECT_GE(truth.phi().high, exact.phi().value);
        ASSERT_TRUE(exact.rho().has_value());
        EXPECT_LE(truth.rho().low, exact.rho()->value);
        EXPECT_GE(truth.rho().high, exact.rho()->value);
        ++all;
        const auto right = truth.right(answer, row.traits);
        if (!right) continue;
        ++known;
        EXPECT_TRUE(*right);
        answer.value += 1e-6 * std::max(1.0, std::abs(answer.value));
        EXPECT_FALSE(*truth.right(answer, row.traits));
        // A wild claim does not move the bounds past the truth either.
        answer.normal = Vec3(0, 0, 1);
        answer.witnesses = WitnessPoints{Vec3(9, 9, 9), Vec3(-9, 0, 0)};
        truth.learn(answer);
        EXPECT_LE(truth.rho().low, exact.rho()->value);
        EXPECT_GE(truth.rho().high, exact.rho()->value);
        EXPECT_GE(truth.phi().high, exact.phi().value);
      }
    }
  }
  EXPECT_GT(known, all * 9 / 10);
}

TEST(TimeTruth, WitnessPointsAreJudgedByTheOracleAlone) {
  const MetricRow& row = *find_metric("certified");
  const std::unique_ptr<Metric> metric = row.make();
  const auto workspace = metric->make_workspace();
  QuickOracle oracle;
  TimePairs pairs(*find_time_family("random-hulls"), {20, 20}, kSeed);
  for (const TimedPair& timed : pairs.first(TimeRegime::shallow, TimeStart::cold, 20)) {
    const Pair& pair = timed.pair;
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
    TimeTruth truth(pair);
    truth.learn(answer);
    EXPECT_FALSE(truth.proven_by_points(answer, row.traits).has_value());
    truth.ask(oracle);
    EXPECT_EQ(truth.proven_by_points(answer, row.traits), true);
    Answer without = answer;
    without.witnesses.reset();
    EXPECT_EQ(truth.proven_by_points(without, row.traits), false);
    Answer moved = answer;
    moved.witnesses->p_WA += Vec3(1e-6, 0, 0);
    EXPECT_EQ(truth.proven_by_points(moved, row.traits), false);
    EXPECT_EQ(truth.right(moved, row.traits), true);
    Answer wrong = answer;
    wrong.value += 1e-6;
    EXPECT_EQ(truth.proven_by_points(wrong, row.traits), false);
  }
}

TEST(TimeTruth, SaysNothingOfADepthThatNobodyBounds) {
  TimePairs pairs(*find_time_family("random-hulls"), {30, 30}, kSeed);
  const TimedPair timed = pairs.first(TimeRegime::deep, TimeStart::cold, 1)[0];
  TimeTruth truth(timed.pair);
  Answer answer;
  answer.status = AnswerStatus::answered;
  answer.value = gap_in_doubles(timed.pair, timed.n_W);
  answer.normal = timed.n_W;
  truth.learn(answer);
  MetricTraits euclidean;
  EXPECT_FALSE(truth.right(answer, euclidean).has_value());
  QuickOracle oracle;
  truth.ask(oracle);
  EXPECT_TRUE(truth.right(answer, euclidean).has_value());
}

}  // namespace
}  // namespace touchstone
