// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "harness/plugins/tests/hostile_run.hpp"
#include "harness/plugins/tests/marked_processes.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

TEST(PluginRunner, AnswersAreThoseOfTheSamePluginInThisProcess) {
  const std::vector<Case> cases = random_boxes(200);
  const std::vector<RunOutcome> isolated = run(cases);
  const MetricRow row = plugin_row_of("hostile");
  const auto here = make_runner(row, {});
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const AskedPair pair = &cases[k].pair();
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
    if (leaves_the_answer(fault)) {
      EXPECT_TRUE(same_answer(healthy[k], hostile[k])) << cases[k].id << " " << fault;
    }
  }
  // Rare ones may be missing from so few cases; these are not.
  for (const char* fault : {"segfault", "loop", "abort", "exit", "nan", "scribble_shape",
                            "scribble_past", "print", "close", "status", "skip"}) {
    EXPECT_GT(seen[fault], 0) << fault;
  }
}

/// Too rare to be among the cases above.
TEST(PluginRunner, WhatAForkedChildAnswersIsNotTaken) {
  for (const char* fault : {"fork_and_answer", "fork_and_answer_late"}) {
    const std::vector<Case> cases = cases_with(fault, 3);
    const std::vector<RunOutcome> healthy = run(cases);
    for (const std::size_t batch : {std::size_t{1}, cases.size()}) {
      const std::vector<RunOutcome> hostile = run_with(fault, cases, batch);
      for (std::size_t k = 0; k < cases.size(); ++k) {
        EXPECT_TRUE(same_answer(healthy[k], hostile[k])) << cases[k].id << " " << fault;
      }
    }
  }
}

/// A child that goes on would take questions that its parent then never sees.
TEST(PluginRunner, AForkedChildReturnsFromNoFunctionOfThePlugin) {
  const std::vector<Case> cases = random_boxes(300);
  const std::vector<RunOutcome> healthy = run(cases, 8);
  for (const char* function : {"init", "create", "reset", "prepare", "release"}) {
    const std::vector<RunOutcome> hostile = run_with(std::string("fork_in_") + function, cases, 8);
    for (std::size_t k = 0; k < cases.size(); ++k) {
      EXPECT_TRUE(same_answer(healthy[k], hostile[k])) << cases[k].id << " " << function;
    }
  }
}

TEST(PluginRunner, AFileThatTakesTheNumberOfTheSinkIsNotCut) {
  const std::filesystem::path log =
      std::filesystem::temp_directory_path() / ("plugin-log-" + std::to_string(getpid()));
  const Environment environment("HOSTILE_LOG", log.string());
  const std::vector<Case> cases = cases_with("close", 1);
  const std::vector<RunOutcome> outcomes = run_with("reopen", cases);
  EXPECT_EQ(outcomes[0].detail, "closed descriptors that it had not opened");
  // Asked again twice, to see whether it is flaky.
  EXPECT_EQ(std::filesystem::file_size(log), 3U * 200U * 5U);
  std::filesystem::remove(log);
}

/// It costs its limit each time. A worker of its own tells what the plug-in claims.
TEST(PluginRunner, ATimeOutIsAskedOnceMoreAndACrashTwice) {
  for (const auto& [fault, workers] : {std::pair("loop", 3), std::pair("abort", 4)}) {
    const std::filesystem::path log =
        std::filesystem::temp_directory_path() / ("plugin-calls-" + std::to_string(getpid()));
    const Environment calls("HOSTILE_CALLS", log.string());
    run_with(fault, cases_with(fault, 1));
    std::ifstream lines(log);
    int inits = 0;
    for (std::string line; std::getline(lines, line);) inits += line == "init" ? 1 : 0;
    EXPECT_EQ(inits, workers) << fault;
    std::filesystem::remove(log);
  }
}

TEST(PluginRunner, WhoWaitsIsToldWhatAnswersCostAndHowManyTimedOut) {
  std::vector<Case> cases = random_boxes(100);
  std::erase_if(cases, [](const Case& c) { return fault_of(c) == "loop"; });
  const std::size_t sound = cases.size();
  for (Case& c : cases_with("loop", 2)) cases.push_back(std::move(c));
  const Environment environment("HOSTILE", "loop");
  for (const char* name : {"hostile", "hostile_batch"}) {
    RunnerOptions options = worker_options();
    options.times = std::make_shared<AnswerTimes>();
    const MetricRow row = plugin_row_of(name);
    std::vector<AskedPair> pairs;
    for (const Case& c : cases) pairs.push_back(&c.pair());
    make_runner(row, options)->run(pairs);
    const AnswerCosts costs = options.times->costs();
    std::uint64_t answers = 0;
    for (const AnswerCosts::Size& size : costs.sizes) answers += size.answers;
    EXPECT_EQ(answers, sound) << name;
    EXPECT_EQ(costs.timed_out(), 2U) << name;
    EXPECT_GT(costs.slowest_s(), 0) << name;
  }
}

/// A fault is noted in memory that outlives the worker: the next one must not inherit it.
TEST(PluginRunner, AFaultIsNotInheritedByTheNextWorker) {
  const std::vector<Case> cases = {cases_with("close", 1).front(), cases_with("exit", 1).front()};
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
  const MetricRow row = plugin_row_of("hostile");
  const Pair pair = random_boxes(1).front().pair();
  const AskedPair batch = &pair;
  for (const bool keeps_warm_start : {false, true}) {
    RunnerOptions options = worker_options();
    options.keeps_warm_start = keeps_warm_start;
    const auto runner = make_runner(row, options);
    for (int k = 1; k <= 3; ++k) {
      EXPECT_EQ(runner->run({&batch, 1}).front().answer.value, keeps_warm_start ? 0 : -k);
    }
  }
}

TEST(PluginRunner, NothingThatThePluginStartedOutlivesTheRunner) {
  const std::string mark = "plugin-runner-test-" + std::to_string(getpid());
  const Environment environment("TOUCHSTONE_TEST_MARK", mark);
  run_with("fork", cases_with("fork", 3));
  // One that is stopped goes on when it is told to, and ends.
  run_with("stop_parent", cases_with("stop_parent", 3));
  EXPECT_THAT(processes_with("TOUCHSTONE_TEST_MARK", mark), testing::IsEmpty());
}

TEST(PluginRunner, RejectsWhatIsNotAPluginInOneLine) {
  const auto reason = [](const std::string& path) {
    const auto row = plugin_row(path, worker_options());
    EXPECT_FALSE(row.ok());
    return row.ok() ? "" : row.reason();
  };
  EXPECT_THAT(reason(plugin("no_entry")), HasSubstr("exports no symbol touchstone_plugin_entry"));
  EXPECT_THAT(reason(plugin("other_abi")), HasSubstr("is a plug-in of ABI version 99."));
  EXPECT_THAT(reason("/nonexistent.so"), HasSubstr("/nonexistent.so: cannot open"));
  EXPECT_THAT(reason("/proc/self/exe"), HasSubstr("/proc/self/exe: is not a plug-in: "));
  EXPECT_THAT(reason("/proc/version"), HasSubstr("/proc/version: is not a plug-in: "));
  EXPECT_THAT(reason("/etc"), HasSubstr("/etc: "));
  const Environment environment("HOSTILE", "init");
  EXPECT_THAT(reason(plugin("hostile")), HasSubstr("its init failed with 3"));
}

}  // namespace
}  // namespace touchstone
