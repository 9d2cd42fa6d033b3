// SPDX-License-Identifier: GPL-3.0-or-later
// Programs as plug-ins, healthy and hostile (tests/hostile_process.py): each fault is the verdict
// of the question that has it, and all other answers are those of the healthy twin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/plugins/batch_worker.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/plugins/tests/hostile_process.hpp"
#include "harness/plugins/tests/marked_processes.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr std::uint64_t kMemoryLimit = std::uint64_t{1} << 30U;

RunnerOptions options_with(double wall_limit_s = 60, double query_limit_s = 20) {
  RunnerOptions options;
  options.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.query_limit_s = query_limit_s;
  options.wall_limit_s = wall_limit_s;
  options.memory_limit_bytes = kMemoryLimit;
  return options;
}

/// Boxes that overlap, or are a little apart.
Pair pair_with_chance(Random& random, ChanceRange range) {
  static const std::vector<PolytopePtr> kBoxes = {make_box({1, 1, 1}), make_box({1, 0.5, 0.25})};
  for (;;) {
    Pair pair = {kBoxes[0], Pose{}, kBoxes[1], Pose{}};
    for (int i = 0; i < 3; ++i) pair.X_WB.t[i] = random.uniform(0.1, 1.1);
    if (const unsigned c = process_chance(pair); c >= range.begin && c < range.end) return pair;
  }
}

constexpr std::size_t kPairs = 20;
constexpr std::size_t kCulprit = 7;

/// Twenty pairs, of which one has the fault.
std::vector<Pair> pairs_with(const std::string& fault, std::size_t culprit = kCulprit) {
  Random random(20261122);
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < kPairs; ++k) {
    pairs.push_back(pair_with_chance(
        random, k == culprit ? process_faults().at(fault) : ChanceRange{5000, 10000}));
  }
  return pairs;
}

std::vector<RunOutcome> run(const std::string& command, const std::vector<Pair>& pairs,
                            const RunnerOptions& options) {
  const auto row = process_plugin_row(command, options);
  if (!row.ok()) throw std::runtime_error(row.reason());
  std::vector<AskedPair> batch;
  for (const Pair& pair : pairs) batch.push_back(&pair);
  return make_runner(row.value(), options)->run(batch);
}

void expect_same(const RunOutcome& a, const RunOutcome& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.fault, b.fault);
  EXPECT_EQ(a.detail, b.detail);
  EXPECT_EQ(a.answer.status, b.answer.status);
  EXPECT_EQ(a.answer.value, b.answer.value);
  EXPECT_EQ(a.answer.sign, b.answer.sign);
  EXPECT_EQ(a.answer.normal, b.answer.normal);
}

/// The outcome of the culprit, after a look at the others.
RunOutcome culprit_of(const std::string& fault, const RunnerOptions& options = options_with()) {
  const std::vector<Pair> pairs = pairs_with(fault);
  const std::vector<RunOutcome> twin = run(hostile(""), pairs, options);
  const std::vector<RunOutcome> found = run(hostile(fault), pairs, options);
  for (std::size_t k = 0; k < kPairs; ++k) {
    SCOPED_TRACE(fault + ", question " + std::to_string(k));
    EXPECT_EQ(twin[k].status, RunStatus::completed);
    EXPECT_NE(twin[k].answer.status, AnswerStatus::no_answer);
    if (k != kCulprit) expect_same(found[k], twin[k]);
  }
  return found[kCulprit];
}

void expect_crash(const std::string& fault, const std::string& detail) {
  const RunOutcome outcome = culprit_of(fault);
  EXPECT_EQ(outcome.status, RunStatus::crashed) << fault;
  EXPECT_EQ(outcome.fault, RunFault::none) << fault << ": " << outcome.detail;
  EXPECT_THAT(outcome.detail, HasSubstr(detail)) << fault;
}

TEST(ProcessPlugin, AHealthyProgramIsRight) {
  const std::vector<Pair> pairs = pairs_with("garbage", kPairs);
  const std::vector<RunOutcome> outcomes = run(hostile(""), pairs, options_with());
  for (std::size_t k = 0; k < kPairs; ++k) {
    // Half extents of 1 and (1, 0.5, 0.25); the boxes' axes are parallel.
    const Vec3 t = pairs[k].X_WB.t.cwiseAbs();
    const Vec3 halves =
        pairs[k].A->vertices().front().cwiseAbs() + pairs[k].B->vertices().front().cwiseAbs();
    const double gap = (t - halves).maxCoeff();
    const Answer& answer = outcomes[k].answer;
    if (gap > 0) {
      EXPECT_EQ(answer.status, AnswerStatus::sign_only);
    } else {
      EXPECT_NEAR(answer.value, gap, 1e-15);
    }
  }
}

TEST(ProcessPlugin, LinesThatAreNotInTheProtocolAreCrashesOfTheirQuestion) {
  expect_crash("garbage", "not in the protocol");
  expect_crash("half_line", "not in the protocol");
  expect_crash("half_line_and_end", "exited with code 0 in the middle of a line");
  expect_crash("wrong_id", "answers what was not asked");
  expect_crash("second_answer", "answers for the second time");
  expect_crash("deep", "nested too deep");
  expect_crash("wrong_reset", "not the reset of this batch");
  expect_crash("not_utf8", "UTF-8");
  expect_crash("huge_line", "longer than 64 MB");
  expect_crash("huge_number", "not in the protocol");
}

TEST(ProcessPlugin, AProgramThatEndsIsACrashOfItsQuestion) {
  // A shell that waits for its command says so in its own words.
  const RunOutcome segfault = culprit_of("segfault");
  EXPECT_EQ(segfault.status, RunStatus::crashed);
  EXPECT_THAT(segfault.detail, AnyOf(HasSubstr("SIGSEGV"), HasSubstr("Segmentation fault")));
  expect_crash("exit", "exited with code 0");
  expect_crash("exception", "exited with code 1 (ValueError: no such thing)");
  expect_crash("leak", "exited with code 1 (MemoryError)");
}

TEST(ProcessPlugin, AProgramThatDoesNotAnswerInTimeIsTimedOut) {
  for (const std::string fault : {"silence", "flood", "half_line_and_silence", "deaf"}) {
    const RunOutcome outcome = culprit_of(fault, options_with(4));
    EXPECT_EQ(outcome.status, RunStatus::timed_out) << fault;
    EXPECT_EQ(outcome.fault, RunFault::none) << fault;
    EXPECT_THAT(outcome.detail, HasSubstr("wall-clock")) << fault;
  }
  // A shell that waits for the program keeps the output open; without one it is seen at once.
  EXPECT_THAT(culprit_of("close_output", options_with(4)).status,
              AnyOf(RunStatus::timed_out, RunStatus::crashed));
  const RunOutcome loop = culprit_of("loop", options_with(60, 0.25));
  EXPECT_EQ(loop.status, RunStatus::timed_out);
  EXPECT_THAT(loop.detail, HasSubstr("CPU time"));
}

TEST(ProcessPlugin, AProgramThatDiesBetweenQuestionsIsStartedAgain) {
  expect_crash("dies_before_reset", "exited with code 0");
  const RunnerOptions options = options_with();
  const std::vector<Pair> pairs = pairs_with("dies_between");
  const std::vector<RunOutcome> twin = run(hostile(""), pairs, options);
  const auto row = process_plugin_row(hostile("dies_between"), options);
  ASSERT_TRUE(row.ok()) << row.reason();
  const auto runner = make_runner(row.value(), options);
  for (const std::size_t half : {0, 1}) {
    std::vector<AskedPair> batch;
    for (std::size_t k = half * kPairs / 2; k < (half + 1) * kPairs / 2; ++k) {
      batch.push_back(&pairs[k]);
    }
    const std::vector<RunOutcome> found = runner->run(batch);
    // No question ends it: of a batch that finds it gone the first is flaky.
    EXPECT_EQ(found.front().fault, half == 0 ? RunFault::none : RunFault::flaky);
    for (std::size_t k = half; k < found.size(); ++k) {
      SCOPED_TRACE(k);
      expect_same(found[k], twin[half * kPairs / 2 + k]);
    }
  }
}

TEST(ProcessPlugin, AnswersWithoutEndAreACrash) {
  expect_crash("answers_for_ever", "answers for the second time");
}

TEST(ProcessPlugin, TheTimeOfAProgramBelowAShellCounts) {
  const std::string command = hostile("loop") + "; true";
  const std::vector<RunOutcome> found = run(command, pairs_with("loop"), options_with(60, 0.25));
  EXPECT_EQ(found[kCulprit].status, RunStatus::timed_out);
  EXPECT_THAT(found[kCulprit].detail, HasSubstr("CPU time"));
}

TEST(ProcessPlugin, NoFileGrowsBeyondTheLimit) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("written-" + std::to_string(getpid()));
  const std::string command =
      "head -c 70000000 /dev/zero > " + file.string() + "; exec " + hostile("");
  const std::vector<RunOutcome> found = run(command, pairs_with("loop"), options_with());
  EXPECT_EQ(found[kCulprit].status, RunStatus::completed);
  EXPECT_EQ(std::filesystem::file_size(file), kMaxWritten);
  std::filesystem::remove(file);
}

TEST(ProcessPlugin, BadAnswersAreThoseOfTheirQuestion) {
  for (const auto& [fault, detail] :
       std::map<std::string, std::string>{{"missing", "no answer"},
                                          {"bad_status", "status"},
                                          {"short_normal", "normal"},
                                          {"nan", "its value is not finite"},
                                          {"infinite", "its value is not finite"}}) {
    const RunOutcome outcome = culprit_of(fault);
    EXPECT_EQ(outcome.status, RunStatus::completed) << fault;
    EXPECT_EQ(outcome.answer.status, AnswerStatus::no_answer) << fault;
    EXPECT_THAT(outcome.detail, HasSubstr(detail));
  }
  EXPECT_EQ(culprit_of("long_normal").answer.normal, Vec3(2, 0, 0));
  EXPECT_NE(culprit_of("long_note").answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(culprit_of("skip").status, RunStatus::skipped);
  EXPECT_EQ(culprit_of("skip").detail, "not this one");
}

TEST(ProcessPlugin, NoiseOnStandardErrorAndEarlyAnswersAreFine) {
  for (const std::string fault : {"noise", "early_answer"}) {
    const std::vector<Pair> pairs = pairs_with(fault);
    expect_same(culprit_of(fault), run(hostile(""), pairs, options_with())[kCulprit]);
  }
}

/// A crash tells the last line of standard error if it was written at that question.
TEST(ProcessPlugin, WarningsOfAnEarlierQuestionAreNotTheReasonOfACrash) {
  Random random(20261123);
  const Pair noisy = pair_with_chance(random, process_faults().at("noise"));
  const Pair ending = pair_with_chance(random, process_faults().at("exit"));
  const RunnerOptions options = options_with();
  const auto row = process_plugin_row("exec " + hostile("noise exit"), options);
  ASSERT_TRUE(row.ok()) << row.reason();
  const auto runner = make_runner(row.value(), options);
  for (const Pair* pair : {&noisy, &ending}) {
    const AskedPair asked = pair;
    const RunOutcome outcome = runner->run({&asked, 1}).front();
    EXPECT_EQ(outcome.detail, pair == &noisy ? "" : "exited with code 0");
  }
}

/// The program's parent is its supervisor where no shell is in between.
TEST(ProcessPlugin, AProgramThatKillsOrStopsItsSupervisorIsNobodyElsesFault) {
  for (const bool with_shell : {false, true}) {
    const auto outcomes_of = [&](const std::string& fault) {
      return run((with_shell ? "true; " : "exec ") + hostile(fault), pairs_with(fault),
                 options_with());
    };
    const std::vector<RunOutcome> twin =
        run(hostile(""), pairs_with("kill_parent"), options_with());
    const std::vector<RunOutcome> killed = outcomes_of("kill_parent");
    for (std::size_t k = 0; k < kPairs; ++k) {
      if (k != kCulprit) expect_same(killed[k], twin[k]);
    }
    const RunOutcome& culprit = killed[kCulprit];
    EXPECT_EQ(culprit.status, RunStatus::crashed);
    EXPECT_EQ(culprit.fault, RunFault::none) << culprit.detail;
    // In a namespace of its own it cannot kill the supervisor.
    if (!with_shell) {
      EXPECT_THAT(culprit.detail,
                  AnyOf(HasSubstr("the process that watches it"), HasSubstr("code 7")));
    }
    const std::vector<RunOutcome> stopped = outcomes_of("stop_parent");
    for (const RunOutcome& outcome : stopped) EXPECT_EQ(outcome.status, RunStatus::completed);
  }
}

TEST(ProcessPlugin, WhatAProgramSaysIsSafeForATerminal) {
  EXPECT_EQ(culprit_of("note").detail, "\\x1b[2J \xc2\xb5m \\xe2\\x80\\xae");
  const auto row =
      process_plugin_row("echo '{\"hello\": 1, \"\\u001b[2J\": 0}'; sleep 1", options_with());
  ASSERT_FALSE(row.ok());
  EXPECT_THAT(row.reason(), HasSubstr("unknown key '?[2J'"));
  EXPECT_EQ(row.reason().find('\x1b'), std::string::npos);
}

TEST(ProcessPlugin, WhatAProgramLeavesBehindIsKilled) {
  const std::string pids =
      (std::filesystem::temp_directory_path() / ("hostile-" + std::to_string(getpid()))).string();
  for (const std::string fault : {"fork", "kill_parent"}) {
    SCOPED_TRACE(fault);
    std::filesystem::remove(pids);
    const std::vector<Pair> pairs = pairs_with(fault);
    const std::vector<RunOutcome> twin = run(hostile(""), pairs, options_with());
    const std::vector<RunOutcome> found =
        run("export HOSTILE_PIDS='" + pids + "'; exec " + hostile(fault), pairs, options_with());
    for (std::size_t k = 0; k < kPairs; ++k) {
      if (fault == "fork" || k != kCulprit) expect_same(found[k], twin[k]);
    }
    std::ifstream file(pids);
    int forked = 0;
    for (pid_t child = 0; file >> child;) ++forked;
    EXPECT_GE(forked, 1);
    EXPECT_THAT(processes_with("HOSTILE_PIDS", pids), IsEmpty());
  }
  std::filesystem::remove(pids);
}

TEST(ProcessPlugin, WhatFailsNowAndThenIsFlaky) {
  const RunOutcome later = culprit_of("later");
  EXPECT_EQ(later.status, RunStatus::crashed);
  EXPECT_EQ(later.fault, RunFault::flaky);
  // No question fails alone: the verdict is that of the first of the batch.
  const std::vector<Pair> pairs = pairs_with("garbage", kPairs);
  const std::vector<RunOutcome> crowd = run(hostile("crowd"), pairs, options_with());
  EXPECT_EQ(crowd.front().fault, RunFault::flaky);
  EXPECT_THAT(crowd.front().detail, HasSubstr("asked alone, none of them"));
  for (std::size_t k = 1; k < kPairs; ++k) EXPECT_EQ(crowd[k].fault, RunFault::none);
}

TEST(ProcessPlugin, AnswersThatDependOnEarlierQuestionsAreFound) {
  // The first pair decides whether a batch is asked in reversed order too.
  double size = 1;
  std::vector<Pair> pairs = pairs_with("order");
  do {
    pairs.front().A = make_box({size += 0.125, 1, 1});
  } while (!is_asked_reversed(pairs.front()));
  const std::vector<RunOutcome> twin = run(hostile(""), pairs, options_with());
  const std::vector<RunOutcome> found = run(hostile("order"), pairs, options_with());
  for (std::size_t k = 0; k < kPairs; ++k) {
    EXPECT_EQ(twin[k].fault, RunFault::none) << twin[k].detail;
    EXPECT_EQ(found[k].fault, k == kCulprit ? RunFault::order_dependent : RunFault::none) << k;
  }
}

TEST(ProcessPlugin, AProgramThatIsNoPlugInIsRejectedInOneLine) {
  const auto reason_of = [](const std::string& command, double wall_limit_s = 60) {
    const auto row = process_plugin_row(command, options_with(wall_limit_s));
    EXPECT_FALSE(row.ok()) << command;
    const std::string reason = row.ok() ? "" : row.reason();
    EXPECT_THAT(reason, StartsWith("`" + command.substr(0, 100)));
    EXPECT_EQ(reason.find('\n'), std::string::npos);
    return reason;
  };
  EXPECT_THAT(reason_of("no-such-program-here"), HasSubstr("exited with code 127 ("));
  EXPECT_THAT(reason_of("no-such-program-here"), HasSubstr("not found"));
  EXPECT_THAT(reason_of("true"), HasSubstr("exited with code 0"));
  EXPECT_THAT(reason_of("echo hello"), HasSubstr("'hello'"));
  EXPECT_THAT(reason_of("cat"), HasSubstr("unknown key 'touchstone'"));
  EXPECT_THAT(reason_of("kill -SEGV $$"), HasSubstr("SIGSEGV"));
  EXPECT_THAT(reason_of("sleep 1000", 0.5), HasSubstr("wall-clock"));
  EXPECT_THAT(reason_of("exec >&-; sleep 1000"), HasSubstr("closed its standard output"));
}

/// A program whose value is how many bodies it remembers.
constexpr const char* kCounter = R"( -c '
import json, sys
bodies = set()
for line in sys.stdin:
    m = json.loads(line)
    if "body" in m: bodies.add(m["body"])
    elif "forget" in m: bodies.clear()
    elif "questions" in m:
        assert all(q["A"] in bodies and q["B"] in bodies for q in m["questions"])
        print(json.dumps({"answers": [{"id": q["id"], "status": "answered", "value": len(bodies)}
                                      for q in m["questions"]]}), flush=True)
    elif "reset" in m: print(line, end="", flush=True)
    else: print(json.dumps({"hello": 1, "name": "counter", "separated": [], "touching": [],
                            "penetrating": ["value"]}), flush=True)
')";

TEST(ProcessPlugin, BodiesAreSentOnceAndForgottenNowAndThen) {
  const RunnerOptions options = options_with();
  const auto row = process_plugin_row(python() + kCounter, options);
  ASSERT_TRUE(row.ok()) << row.reason();
  const auto runner = make_runner(row.value(), options);
  double size = 1;
  const auto new_box = [&size] { return make_box({size *= 1.001, 1, 1}); };
  const auto bodies_after = [&](std::size_t count) {
    std::vector<Pair> pairs;
    std::vector<AskedPair> batch;
    for (std::size_t k = 0; k < count; ++k) pairs.push_back({new_box(), Pose{}, new_box(), Pose{}});
    for (const Pair& pair : pairs) batch.push_back(&pair);
    for (const Pair& pair : pairs) batch.push_back(&pair);
    const std::vector<RunOutcome> outcomes = runner->run(batch);
    EXPECT_EQ(outcomes.front().status, RunStatus::completed) << outcomes.front().detail;
    return outcomes.back().answer.value;
  };
  EXPECT_EQ(bodies_after(4000), 8000) << "in two batches, of which the second has no new body";
  EXPECT_EQ(bodies_after(100), 8200) << "65,536 vertices are remembered";
  EXPECT_EQ(bodies_after(1), 2);
}

}  // namespace
}  // namespace touchstone
