// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/libccd/recurrence.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone {
namespace {

constexpr auto kPeriods = static_cast<int>(Recurrence::kPeriods);

Recurrence::Question question(int k) { return {1.0 * k, 0.5, -2.0}; }

/// After how many questions it is known that they recur; 0: not within `most`.
template <class Ask>
int known_after(int most, const Ask& ask) {
  Recurrence recurrence;
  for (int i = 0; i < most; ++i) {
    if (recurrence.recurs(ask(i))) return i + 1;
  }
  return 0;
}

TEST(Recurrence, QuestionsThatComeBackForLongAreKnown) {
  for (const int period : {1, 2, 3, 7, 64}) {
    for (const int before : {0, 1, 30, 1000}) {
      SCOPED_TRACE(testing::Message() << "period " << period << " after " << before);
      const auto ask = [&](int i) {
        return i < before ? question(-1 - i) : question((i - before) % period);
      };
      const int known = known_after(100'000, ask);
      // Once to see them, then as often as it takes.
      EXPECT_EQ(known, before + period + kPeriods * period);
    }
  }
}

TEST(Recurrence, APeriodThatHasRepeatsWithinItIsFound) {
  constexpr std::array kCycle = {1, 1, 2, 1, 1, 1, 3};
  const auto ask = [&](int i) { return question(kCycle[static_cast<std::size_t>(i) % 7]); };
  EXPECT_GT(known_after(100 * kPeriods, ask), 0);
}

TEST(Recurrence, OneOtherQuestionBeginsTheCountAnew) {
  // One period less than is needed, again and again.
  constexpr int kPeriod = 3;
  constexpr int kRun = kPeriod * kPeriods;
  const auto ask = [&](int i) {
    return i % (kRun + 1) == kRun ? question(1000 + i) : question(i % (kRun + 1) % kPeriod);
  };
  EXPECT_EQ(known_after(50 * kRun, ask), 0);
}

TEST(Recurrence, LastBitsCount) {
  const auto ask = [](int i) {
    return Recurrence::Question{std::nextafter(1.0, i % 97 == 0 ? 2 : 0), 0, 1};
  };
  EXPECT_EQ(known_after(100'000, ask), 0);
}

TEST(Recurrence, LongerPeriodsAndNewQuestionsAreNotKnown) {
  EXPECT_EQ(known_after(100'000, [](int i) { return question(i % 65); }), 0);
  EXPECT_EQ(known_after(100'000, [](int i) { return question(i); }), 0);
}

TEST(Recurrence, ForgetsWhatItIsToldToForget) {
  Recurrence recurrence;
  for (int i = 0; i < kPeriods; ++i) EXPECT_FALSE(recurrence.recurs(question(1)));
  recurrence.forget();
  for (int i = 0; i < kPeriods; ++i) EXPECT_FALSE(recurrence.recurs(question(1)));
  EXPECT_TRUE(recurrence.recurs(question(1)));
}

}  // namespace
}  // namespace touchstone
