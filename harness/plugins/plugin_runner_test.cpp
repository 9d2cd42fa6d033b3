// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "harness/cases/families/family.hpp"
#include "harness/plugins/tests/fault_chance.h"

namespace touchstone {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

RunnerOptions worker_options() {
  RunnerOptions options;
  options.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.query_limit_s = 0.2;
  options.wall_limit_s = 0.5;
  options.memory_limit_bytes = std::uint64_t{256} << 20U;
  return options;
}

std::string plugin(const std::string& name) {
  return std::string(TOUCHSTONE_PLUGINS) + "/touchstone_" + name + "_plugin.so";
}

/// For as long as it lives, workers have the variable.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    ::setenv(name, value.c_str(), 1);
  }
  ~Environment() { ::unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
};

std::vector<Case> random_boxes(std::uint64_t count) {
  std::vector<Case> cases;
  for (std::uint64_t k = 0; k < count; ++k) {
    cases.push_back(make_case(*find_family("random-boxes"), 42, k));
  }
  return cases;
}

MetricRow hostile_row() {
  auto row = plugin_row(plugin("hostile"), worker_options());
  EXPECT_TRUE(row.ok()) << row.reason();
  return std::move(row).value();
}

std::vector<RunOutcome> run(const std::vector<Case>& cases, std::size_t batch = 64) {
  const MetricRow row = hostile_row();
  const auto runner = make_runner(row, worker_options());
  std::vector<RunOutcome> outcomes;
  for (std::size_t begin = 0; begin < cases.size(); begin += batch) {
    std::vector<const Pair*> pairs;
    for (std::size_t k = begin; k < std::min(begin + batch, cases.size()); ++k) {
      pairs.push_back(&cases[k].pair);
    }
    for (RunOutcome& outcome : runner->run(pairs)) outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

std::vector<RunOutcome> run_with(const std::string& fault, const std::vector<Case>& cases) {
  const Environment environment("HOSTILE", fault);
  return run(cases);
}

std::string fault_of(const Case& c) {
  const Vec3& t = c.pair.X_WB.t;
  const double entries[3] = {t[0], t[1], t[2]};
  return fault_at(entries);
}

std::string status_text(const RunOutcome& outcome) {
  static const std::map<RunStatus, std::string> kNames = {{RunStatus::completed, "completed"},
                                                          {RunStatus::crashed, "crashed"},
                                                          {RunStatus::timed_out, "timed_out"},
                                                          {RunStatus::skipped, "skipped"}};
  return kNames.at(outcome.status) + (outcome.detail.empty() ? "" : ": " + outcome.detail) +
         (outcome.fault == RunFault::none ? "" : " (unreliable)");
}

bool same_answer(const RunOutcome& a, const RunOutcome& b) {
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  if (a.status != b.status || a.fault != b.fault || a.answer.status != b.answer.status)
    return false;
  if (!same(a.answer.value, b.answer.value) || a.answer.sign != b.answer.sign) return false;
  return a.answer.normal == b.answer.normal;
}

/// What a question with this fault ends in.
testing::Matcher<std::string> expected_end(const std::string& fault) {
  static const std::map<std::string, testing::Matcher<std::string>> kEnds = {
      {"segfault", testing::Eq("crashed: SIGSEGV")},
      {"null", testing::Eq("crashed: SIGSEGV")},
      {"loop", testing::Eq("timed_out: over its limit of CPU time")},
      {"sleep", testing::Eq("timed_out: no answer within the limit of wall-clock time")},
      {"abort", testing::Eq("crashed: SIGABRT")},
      {"exit", testing::Eq("crashed: exited with code 0")},
      // Whichever limit it meets first.
      {"leak", AnyOf(testing::StartsWith("crashed: SIG"), testing::StartsWith("timed_out"))},
      {"nan", testing::Eq("completed")},
      {"infinite", testing::Eq("completed")},
      {"long_normal", testing::Eq("completed")},
      {"scribble_shape", testing::Eq("crashed: SIGSEGV")},
      {"scribble_past", testing::Eq("crashed: wrote past the buffer of its answer")},
      {"print", testing::Eq("completed: printed 18 bytes")},
      {"fork", testing::Eq("completed")},
      {"fork_and_answer", testing::Eq("completed")},
      {"close", testing::Eq("crashed: closed descriptors that it had not opened")},
      {"status", HasSubstr("its status is 17")},
      {"skip", testing::StartsWith("skipped")}};
  return kEnds.at(fault);
}

TEST(PluginRunner, AnswersAreThoseOfTheSamePluginInThisProcess) {
  const std::vector<Case> cases = random_boxes(200);
  const std::vector<RunOutcome> isolated = run(cases);
  const MetricRow row = hostile_row();
  const auto here = make_runner(row, {});
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Pair* pair = &cases[k].pair;
    EXPECT_TRUE(same_answer(isolated[k], here->run({&pair, 1}).front())) << cases[k].id;
  }
}

TEST(PluginRunner, EveryFaultIsChargedToItsOwnCaseAndToNoOther) {
  const std::vector<Case> cases = random_boxes(4000);
  const std::vector<RunOutcome> healthy = run(cases);
  const std::vector<RunOutcome> hostile = run_with("all", cases);
  std::map<std::string, int> seen;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const std::string fault = fault_of(cases[k]);
    if (fault.empty()) {
      EXPECT_TRUE(same_answer(healthy[k], hostile[k])) << cases[k].id;
      continue;
    }
    ++seen[fault];
    EXPECT_THAT(status_text(hostile[k]), expected_end(fault)) << cases[k].id << " " << fault;
    if (fault == "print" || fault == "fork" || fault == "fork_and_answer") {
      EXPECT_TRUE(same_answer(healthy[k], hostile[k])) << cases[k].id << " " << fault;
    }
  }
  // Rare ones may be missing from so few cases; these are not.
  for (const char* fault : {"segfault", "loop", "abort", "exit", "nan", "scribble_shape",
                            "scribble_past", "print", "close", "status", "skip"}) {
    EXPECT_GT(seen[fault], 0) << fault;
  }
}

/// A fault is noted in memory that outlives the worker: the next one must not inherit it.
TEST(PluginRunner, AFaultIsNotInheritedByTheNextWorker) {
  std::vector<Case> closing;
  std::vector<Case> exiting;
  for (const Case& c : random_boxes(20000)) {
    if (fault_of(c) == "close") closing.push_back(c);
    if (fault_of(c) == "exit") exiting.push_back(c);
  }
  ASSERT_FALSE(closing.empty() || exiting.empty());
  const std::vector<Case> cases = {closing.front(), exiting.front()};
  const Environment environment("HOSTILE", "all");
  const std::vector<RunOutcome> outcomes = run(cases, 1);
  EXPECT_EQ(outcomes[0].detail, "closed descriptors that it had not opened");
  EXPECT_EQ(outcomes[1].detail, "exited with code 0");
}

TEST(PluginRunner, WhatEndsDifferentlyWhenAskedAgainIsFlaky) {
  const std::vector<Case> cases = random_boxes(300);
  const std::vector<RunOutcome> outcomes = run_with("flaky", cases);
  int flaky = 0;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (outcomes[k].fault != RunFault::flaky) continue;
    ++flaky;
    EXPECT_EQ(fault_of(cases[k]), "segfault");
    EXPECT_EQ(outcomes[k].status, RunStatus::crashed);
  }
  EXPECT_GT(flaky, 0);
}

TEST(PluginRunner, WhatDependsOnEarlierQuestionsIsFoundInReversedOrder) {
  const std::vector<RunOutcome> outcomes = run_with("order", random_boxes(64 * 64));
  const auto dependent = std::count_if(outcomes.begin(), outcomes.end(), [](const RunOutcome& o) {
    return o.fault == RunFault::order_dependent;
  });
  EXPECT_GT(dependent, 64);
  const std::vector<RunOutcome> sound = run(random_boxes(64 * 64));
  EXPECT_TRUE(std::all_of(sound.begin(), sound.end(),
                          [](const RunOutcome& o) { return o.fault == RunFault::none; }));
}

TEST(PluginRunner, WarmStartsAreForgottenBeforeABatchButNotWithinAMotion) {
  const Environment environment("HOSTILE", "resets");
  const MetricRow row = hostile_row();
  const Pair pair = random_boxes(1).front().pair;
  const Pair* batch = &pair;
  for (const bool keeps_warm_start : {false, true}) {
    RunnerOptions options = worker_options();
    options.keeps_warm_start = keeps_warm_start;
    const auto runner = make_runner(row, options);
    for (int k = 1; k <= 3; ++k) {
      EXPECT_EQ(runner->run({&batch, 1}).front().answer.value, keeps_warm_start ? 0 : -k);
    }
  }
}

/// Processes that carry this text in their environment.
int processes_with(const std::string& text) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "environ");
    std::stringstream content;
    content << file.rdbuf();
    if (content.str().find(text) != std::string::npos) ++count;
  }
  return count;
}

TEST(PluginRunner, NothingThatThePluginStartedOutlivesTheRunner) {
  const std::string mark = "plugin-runner-test-" + std::to_string(getpid());
  const Environment environment("TOUCHSTONE_TEST_MARK", mark);
  // The fork is rare: only questions that have it.
  std::vector<Case> forking;
  for (const Case& c : random_boxes(20000)) {
    if (fault_of(c) == "fork") forking.push_back(c);
  }
  ASSERT_FALSE(forking.empty());
  run_with("fork", forking);
  EXPECT_EQ(processes_with("TOUCHSTONE_TEST_MARK=" + mark), 0);
}

TEST(PluginRunner, RejectsWhatIsNotAPluginInOneLine) {
  const auto reason = [](const std::string& path) {
    const auto row = plugin_row(path, worker_options());
    EXPECT_FALSE(row.ok());
    return row.ok() ? "" : row.reason();
  };
  EXPECT_THAT(reason(plugin("no_entry")), HasSubstr("exports no symbol touchstone_plugin_entry"));
  EXPECT_THAT(reason(plugin("other_abi")), HasSubstr("is a plug-in of ABI version 99.0"));
  EXPECT_THAT(reason("/nonexistent.so"), HasSubstr("/nonexistent.so: "));
  EXPECT_THAT(reason("/proc/self/exe"), HasSubstr("/proc/self/exe: "));
  const Environment environment("HOSTILE", "init");
  EXPECT_THAT(reason(plugin("hostile")), HasSubstr("its init failed with 3"));
}

}  // namespace
}  // namespace touchstone
