// SPDX-License-Identifier: GPL-3.0-or-later
// A library that takes the questions of a batch in one call, and one that brings proofs:
// what is wrong with one question is that question's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/plugins/tests/aligned_pairs.hpp"
#include "harness/plugins/tests/hostile_run.hpp"
#include "harness/runners/make_runner.hpp"
#include "reference/certificates.hpp"

namespace touchstone {
namespace {

using testing::StartsWith;

/// Eight cases, of which one in the middle has the fault.
std::vector<Case> eight_with(const std::string& fault) {
  std::vector<Case> cases;
  for (const Case& c : random_boxes(100)) {
    if (cases.size() == 4) cases.push_back(cases_with(fault, 1).at(0));
    if (cases.size() == 8) break;
    if (fault_of(c).empty()) cases.push_back(c);
  }
  return cases;
}

TEST(PluginBatch, AnswersAreThoseOfSingleQuestions) {
  const std::vector<Case> cases = random_boxes(500);
  const std::vector<RunOutcome> alone = run(cases, 1, "hostile");
  for (const std::size_t batch : {1, 7, 64}) {
    const std::vector<RunOutcome> together = run(cases, batch, "hostile_batch");
    for (std::size_t k = 0; k < cases.size(); ++k) {
      EXPECT_TRUE(same_answer(alone[k], together[k])) << cases[k].id << " of " << batch;
    }
  }
}

TEST(PluginBatch, AFaultIsChargedToItsOwnCaseAndToNoOther) {
  std::set<std::string> faults;
  for (const FaultRange& range : kFaultRanges) faults.insert(range.fault);
  faults.erase("leak");  // hostile_campaign_test.cpp covers it
  for (const std::string& fault : faults) {
    SCOPED_TRACE(fault);
    const std::vector<Case> cases = eight_with(fault);
    const std::vector<RunOutcome> healthy = run(cases, 8, "hostile_batch");
    const std::vector<RunOutcome> hostile = run_with(fault, cases, 8, "hostile_batch");
    for (std::size_t k = 0; k < cases.size(); ++k) {
      if (k != 4 || leaves_the_answer(fault)) {
        EXPECT_TRUE(same_answer(healthy[k], hostile[k])) << k << ": " << status_text(hostile[k]);
      }
    }
    // What a batch prints is told of its first question.
    if (fault == "print") {
      EXPECT_EQ(status_text(hostile[0]), "completed: printed 18 bytes");
    } else {
      EXPECT_THAT(status_text(hostile[4]), expected_end(fault));
    }
  }
}

/// With so much time that only processor time is limited.
std::vector<RunOutcome> run_without_clock(const std::string& plugin_name,
                                          const std::vector<Case>& cases,
                                          double query_limit_s = 0.1) {
  RunnerOptions options = worker_options();
  options.query_limit_s = query_limit_s;
  options.wall_limit_s = 600;
  std::vector<AskedPair> pairs;
  for (const Case& c : cases) pairs.push_back(&c.pair());
  return make_runner(plugin_row_of(plugin_name), options)->run(pairs);
}

TEST(PluginBatch, HasTheProcessorTimeOfAllItsQuestions) {
  for (const char* slow : {"slow", "slow_together"}) {
    const Environment environment("HOSTILE", slow);
    for (const RunOutcome& outcome : run_without_clock("hostile_batch", random_boxes(12))) {
      EXPECT_EQ(status_text(outcome), "completed") << slow;
    }
  }
}

TEST(PluginBatch, ThatHangsOnceIsFlaky) {
  const std::string mark = testing::TempDir() + "loop_once_" + std::to_string(::getpid());
  const Environment log("HOSTILE_LOG", mark);
  const Environment environment("HOSTILE", "loop_once");
  const std::vector<RunOutcome> outcomes = run_without_clock("hostile_batch", random_boxes(8), 2);
  std::filesystem::remove(mark);
  EXPECT_THAT(status_text(outcomes[0]), StartsWith("completed: a batch of 8 questions"));
  EXPECT_EQ(outcomes[0].fault, RunFault::flaky);
}

/// Not the minute that the call of them all may take.
TEST(PluginBatch, ALoopCostsTheTimeOfOneQuestionBeforeEachIsAskedAlone) {
  const Environment environment("HOSTILE", "loop");
  std::vector<Case> cases = random_boxes(60);
  cases.insert(cases.begin() + 30, cases_with("loop", 1).at(0));
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<RunOutcome> outcomes = run_without_clock("hostile_batch", cases, 1);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(40));
  EXPECT_EQ(status_text(outcomes[30]), "timed_out: over its limit of CPU time");
}

TEST(PluginBatch, ALoopIsOverItsLimitOfProcessorTime) {
  const Environment environment("HOSTILE", "loop");
  for (const char* name : {"hostile", "hostile_batch"}) {
    const std::vector<RunOutcome> outcomes = run_without_clock(name, eight_with("loop"));
    EXPECT_EQ(status_text(outcomes[4]), "timed_out: over its limit of CPU time") << name;
  }
}

std::vector<RunOutcome> ask_for_proofs(const std::string& fault, bool proofs = true) {
  const Environment environment("ALIGNED", fault);
  RunnerOptions options = worker_options();
  options.wants_proof = proofs;
  const std::array<Pair, 3> pairs = {aligned_pair(), faulty_pair(), aligned_pair(1)};
  const std::array<AskedPair, 3> batch = {&pairs[0], &pairs[1], &pairs[2]};
  return make_runner(plugin_row_of("aligned_boxes"), options)->run(batch);
}

bool is_proven(const Pair& pair, const RunOutcome& outcome) {
  return outcome.answer.proof && check_distance_certificate(pair, *outcome.answer.proof).proven;
}

TEST(PluginProof, IsAskedForAndHolds) {
  const std::vector<RunOutcome> outcomes = ask_for_proofs("");
  EXPECT_TRUE(is_proven(aligned_pair(), outcomes[0]));
  EXPECT_TRUE(is_proven(faulty_pair(), outcomes[1]));
  EXPECT_TRUE(is_proven(aligned_pair(1), outcomes[2]));
  for (const RunOutcome& outcome : ask_for_proofs("", false)) {
    EXPECT_FALSE(outcome.answer.proof.has_value());
  }
}

TEST(PluginProof, ThatIsWrongIsNeverBelieved) {
  for (const char* fault : {"other_vertex", "no_vertex", "negative_vertex", "too_many_nearest",
                            "too_many_triangles", "nothing"}) {
    const std::vector<RunOutcome> outcomes = ask_for_proofs(fault);
    EXPECT_TRUE(is_proven(aligned_pair(), outcomes[0])) << fault;
    EXPECT_FALSE(is_proven(faulty_pair(), outcomes[1])) << fault;
    EXPECT_TRUE(is_proven(aligned_pair(1), outcomes[2])) << fault;
    EXPECT_EQ(status_text(outcomes[1]), "completed") << fault;
    EXPECT_EQ(outcomes[1].answer.value, 201) << fault;
  }
}

TEST(PluginProof, ThatFailsCostsItsOwnQuestion) {
  for (const auto& [fault, end] : std::map<std::string, std::string>{
           {"crash_in_proof", "crashed: SIGSEGV"},
           {"past_the_cycle", "crashed: wrote outside the buffer of its answer"}}) {
    const std::vector<RunOutcome> outcomes = ask_for_proofs(fault);
    EXPECT_TRUE(is_proven(aligned_pair(), outcomes[0])) << fault;
    EXPECT_EQ(status_text(outcomes[1]), end);
    EXPECT_TRUE(is_proven(aligned_pair(1), outcomes[2])) << fault;
  }
}

}  // namespace
}  // namespace touchstone
