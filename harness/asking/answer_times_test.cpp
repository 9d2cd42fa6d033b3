// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/asking/answer_times.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <thread>
#include <vector>

namespace touchstone {
namespace {

constexpr double kLimit_s = 2;

TEST(AnswerTimes, NothingIsSaidWhereNothingTimedOut) {
  AnswerTimes times;
  times.add_answer(0.001, 8);
  EXPECT_EQ(time_out_text(times.costs(), kLimit_s, false), "");
  EXPECT_EQ(large_bodies_text(times.costs(), false), "");
}

TEST(AnswerTimes, TheAdvisedLimitIsTenTimesWhatTheSlowestAnswerTook) {
  AnswerTimes times;
  times.add_answer(0.0017, 8);
  times.add_answer(0.0004, 300);
  for (int k = 0; k < 43; ++k) times.add_time_out(8);
  EXPECT_EQ(times.costs().timed_out(), 43U);
  EXPECT_EQ(time_out_text(times.costs(), kLimit_s, false),
            "43 timed out; the others took at most 0.0017 s: --query-limit 0.02 would do");
  EXPECT_EQ(time_out_text(times.costs(), kLimit_s, true), "43 timed out (--query-limit 0.02)");
  EXPECT_EQ(sufficient_limit_s(times.costs(), 0.02), std::nullopt);
}

TEST(AnswerTimes, NoLimitIsAdvisedThatAnswersMayExceed) {
  AnswerTimes times;
  times.add_time_out(8);
  EXPECT_EQ(time_out_text(times.costs(), kLimit_s, false), "1 timed out");  // nothing to go by
  times.add_answer(0.3, 8);
  EXPECT_EQ(time_out_text(times.costs(), kLimit_s, false), "1 timed out");
  EXPECT_EQ(sufficient_limit_s(times.costs(), 10), 5);
}

TEST(AnswerTimes, WhatIsNoTimeCountsAsNone) {
  AnswerTimes times;
  times.add_answer(std::numeric_limits<double>::quiet_NaN(), 8);
  times.add_answer(std::numeric_limits<double>::infinity(), 8);
  times.add_answer(-1, 8);
  times.add_time_out(8);
  EXPECT_EQ(times.costs().slowest_s(), 0);
  EXPECT_EQ(sufficient_limit_s(times.costs(), kLimit_s), 0.01);
}

TEST(AnswerTimes, ThreadsLoseNothing) {
  AnswerTimes times;
  constexpr std::size_t kTimes = 20'000;
  {
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < 4; ++k) {
      threads.emplace_back([&times, k] {
        for (std::size_t i = 0; i < kTimes; ++i) {
          times.add_answer(1e-9 * static_cast<double>(4 * i + k), 64 + (i + k) % 64);
          times.add_time_out(8);
        }
      });
    }
  }
  const AnswerCosts costs = times.costs();
  EXPECT_EQ(costs.timed_out(), 4 * kTimes);
  EXPECT_EQ(costs.sizes[7].answers, 4 * kTimes);
  EXPECT_EQ(costs.sizes[7].vertices, 127U);
  EXPECT_EQ(costs.slowest_s(), 1e-9 * static_cast<double>(4 * kTimes - 1));
}

TEST(AnswerTimes, LargeBodiesAreNamedWhereSmallOnesAreQuick) {
  AnswerTimes times;
  times.add_answer(0.001, 8);
  times.add_answer(0.1, 100);
  times.add_answer(0.02, 90);
  EXPECT_EQ(largest_quick_body(times.costs()), std::nullopt);
  times.add_answer(1.1, 1000);
  EXPECT_EQ(largest_quick_body(times.costs()), 100U);
  times.add_time_out(300);
  EXPECT_EQ(large_bodies_text(times.costs(), false),
            "bodies of more than 100 vertices take over 0.2 s an answer: a plug-in that claims "
            "max_vertices 100 is not asked about them");
  EXPECT_EQ(large_bodies_text(times.costs(), true), "large bodies are slow (max_vertices 100)");
  times.add_time_out(8);  // a loop that has nothing to do with size
  EXPECT_EQ(large_bodies_text(times.costs(), false), "");
}

}  // namespace
}  // namespace touchstone
