// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/guarded_metric.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/runners/misdeeds.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

Answer ask(const char* name, bool marked) {
  RunnerOptions options;
  options.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.query_limit_s = 0.2;
  const auto metric = make_guarded_metric(*find_metric(name, misdeed_registry()), options);
  Pair pair = cube_pair({0.25, 0.125, 0.0625});
  if (marked) pair.X_WB.t.z() = kMarkedHeight;
  const auto A = metric->prepare(*pair.A);
  const auto B = metric->prepare(*pair.B);
  const auto workspace = metric->make_workspace();
  return metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
}

TEST(GuardedMetric, GivesTheAnswersOfWhatItGuards) {
  const Answer guarded = ask("segfault", false);
  ASSERT_EQ(guarded.status, AnswerStatus::answered) << guarded.note;
  EXPECT_EQ(guarded.value, ask("sound", false).value);
}

TEST(GuardedMetric, ACrashAndALoopAreNoAnswer) {
  const Answer crashed = ask("segfault", true);
  EXPECT_EQ(crashed.status, AnswerStatus::no_answer);
  EXPECT_THAT(crashed.note, HasSubstr("crashed"));
  const Answer looped = ask("loop", true);
  EXPECT_EQ(looped.status, AnswerStatus::no_answer);
  EXPECT_THAT(looped.note, HasSubstr("ran out of time"));
}

}  // namespace
}  // namespace touchstone
