// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/guarded_metric.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "geometry/shapes.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

Answer ask(const char* name, bool marked) {
  RunnerOptions options;
  options.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.query_limit_s = 0.2;
  const auto metric = make_guarded_metric(*find_metric(name, faulty_registry()), options);
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

TEST(GuardedMetric, AValueBeyondTheExtentOfBothBodiesIsNoAnswer) {
  EXPECT_EQ(ask("answer_beyond_bodies", false).status, AnswerStatus::answered);
  const Answer beyond = ask("answer_beyond_bodies", true);
  EXPECT_EQ(beyond.status, AnswerStatus::no_answer);
  EXPECT_EQ(beyond.note, "the metric's value is beyond the extent of both bodies");
}

// In this process: with a worker the runner does it.
TEST(GuardedMetric, AnEndlessLoopInThisProcessIsNoAnswerAndTheNextOneIsAsEver) {
  MetricRow row = *find_metric("endless", faulty_registry());
  row.traits.isolated = false;
  const auto metric = make_guarded_metric(row, {});
  const Pair pair = cube_pair({0.25, 0.125, 0.0625});
  const auto A = metric->prepare(*pair.A);
  const auto B = metric->prepare(*pair.B);
  const auto workspace = metric->make_workspace();
  const auto answer_at = [&](double height) {
    Pose X_WB = pair.X_WB;
    X_WB.t.z() = height;
    return metric->evaluate(*A, pair.X_WA, *B, X_WB, *workspace);
  };
  const Answer endless = answer_at(kMarkedHeight);
  EXPECT_EQ(endless.status, AnswerStatus::no_answer);
  EXPECT_EQ(endless.note, "the metric ran out of time: walk: steps exceeds its bound of 7 steps");
  const Answer next = answer_at(pair.X_WB.t.z());
  EXPECT_EQ(next.status, AnswerStatus::answered) << next.note;
  EXPECT_EQ(next.value, ask("sound", false).value);
}

TEST(GuardedMetric, AnExceptionInThisProcessIsNoAnswer) {
  MetricRow row = *find_metric("throw_error", faulty_registry());
  row.traits.isolated = false;
  const auto metric = make_guarded_metric(row, {});
  Pair pair = cube_pair({0.25, 0.125, 0.0625});
  pair.X_WB.t.z() = kMarkedHeight;
  const auto A = metric->prepare(*pair.A);
  const auto workspace = metric->make_workspace();
  const Answer answer = metric->evaluate(*A, pair.X_WA, *A, pair.X_WB, *workspace);
  EXPECT_EQ(answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(answer.note, "the metric failed: singular matrix");
}

TEST(GuardedMetric, InThisProcessBringsProofsIfTheyAreWanted) {
  const auto metric = make_guarded_metric(*find_metric("certified"), {});
  const Pair pair = cube_pair({0.25, 0.125, 0.0625});
  const auto A = metric->prepare(*pair.A);
  const auto workspace = metric->make_workspace();
  for (const bool wanted : {false, true}) {
    workspace->wants_proof = wanted;
    const Answer answer = metric->evaluate(*A, pair.X_WA, *A, pair.X_WB, *workspace);
    EXPECT_EQ(answer.proof.has_value(), wanted);
  }
}

TEST(GuardedMetric, StartsOneWorkerForAllWorkspacesAtTheFirstQuestion) {
  const std::string starts = testing::TempDir() + "starts-" + std::to_string(::getpid());
  const auto count = [&starts] {
    std::ifstream file(starts);
    return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
  };
  RunnerOptions options;
  options.worker_command = {"/bin/sh", "-c", R"(echo >> "$0"; exec "$@")", starts,
                            TOUCHSTONE_TEST_WORKER};
  const auto metric = make_guarded_metric(*find_metric("segfault", faulty_registry()), options);
  const double expected = ask("sound", false).value;
  std::vector<std::unique_ptr<Workspace>> workspaces;
  for (int k = 0; k < 3; ++k) workspaces.push_back(metric->make_workspace());
  EXPECT_EQ(count(), 0);
  for (const auto& workspace : workspaces) {
    // Bodies that live no longer than their question.
    const Pair pair = cube_pair({0.25, 0.125, 0.0625});
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    const Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
    EXPECT_EQ(answer.status, AnswerStatus::answered) << answer.note;
    EXPECT_EQ(answer.value, expected);
  }
  EXPECT_EQ(count(), 1);
  std::remove(starts.c_str());
}

}  // namespace
}  // namespace touchstone
