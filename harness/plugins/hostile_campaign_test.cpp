// SPDX-License-Identifier: GPL-3.0-or-later
// All faults over many cases, of the hostile library and of the hostile program, to the end: some
// twenty minutes, so that they run only where TOUCHSTONE_LONG_TESTS is set, to the number of cases.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "harness/judge/judge.hpp"
#include "harness/judge/question.hpp"
#include "harness/plugins/tests/hostile_process.hpp"
#include "harness/plugins/tests/hostile_run.hpp"
#include "harness/runners/make_runner.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;
using testing::StartsWith;

/// How many cases; 0: the test is not wanted.
std::uint64_t wanted_cases() {
  const char* text = std::getenv("TOUCHSTONE_LONG_TESTS");
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// What all faults but the harmless ones end in.
testing::Matcher<std::string> process_end(const std::string& fault) {
  static const std::map<std::string, testing::Matcher<std::string>> kEnds = {
      {"missing", HasSubstr("completed: it gave this question no answer")},
      {"huge_line", StartsWith("crashed: wrote a line longer than 64 MB")},
      {"silence", StartsWith("timed_out: no answer")},
      {"loop", StartsWith("timed_out: ")},
      {"flood", StartsWith("timed_out: ")},
      {"half_line_and_silence", StartsWith("timed_out: no answer")},
      {"deaf", StartsWith("timed_out: no answer")},
      {"dies_before_reset", Eq("crashed: exited with code 0")},
      {"huge_number", StartsWith("completed: ")},
      {"nan", Eq("completed: its value is not finite")},
      {"infinite", Eq("completed: its value is not finite")},
      {"long_normal", Eq("completed")},
      {"bad_status", StartsWith("completed: its answer is not one")},
      {"short_normal", StartsWith("completed: its answer is not one")},
      {"skip", Eq("skipped: not this one")},
      {"close_output", Eq("crashed: closed its standard output")},
      {"kill_parent", AnyOf("crashed: killed or stopped the process that watches it",
                            "crashed: exited with code 7")},
      {"segfault", Eq("crashed: SIGSEGV")},
      {"exit", Eq("crashed: exited with code 0")},
      {"half_line_and_end", Eq("crashed: exited with code 0 in the middle of a line")},
      {"exception", StartsWith("crashed: exited with code 1 (ValueError")},
      {"leak", AnyOf(StartsWith("crashed: exited with code 1 (Memory"), StartsWith("timed_out"))}};
  const auto found = kEnds.find(fault);
  return found != kEnds.end() ? found->second
                              : HasSubstr("crashed: wrote a line that is not in the protocol");
}

bool is_harmless(const std::string& fault) {
  static const std::set<std::string> kHarmless = {
      "",      "noise", "fork",        "early_answer", "note",
      "later", "order", "stop_parent", "dies_between", "long_note"};
  return kHarmless.count(fault) > 0;
}

/// The word of an outcome.
Word judged(const Case& c, const MetricRow& row, const RunOutcome& outcome, QuickOracle& oracle) {
  Question question(c.pair());
  return judge(c.pair(), question.truth_for(row.traits, oracle, false), row.traits, outcome,
               kDefaultTolerance)
      .word;
}

/// A fault in an answer is its verdict, unless the twin's is more serious.
Word expected_word(const std::string& fault, Word twin) {
  if (fault == "nan" || fault == "infinite" || fault == "missing" || fault == "bad_status" ||
      fault == "short_normal" || fault == "status") {
    return Word::no_answer;
  }
  const bool more_serious = twin == Word::wrong_sign || twin == Word::inaccurate;
  return fault == "long_normal" && !more_serious ? Word::invalid_normal : twin;
}

/// In threads that each have a part of the cases in batches of 64.
std::vector<RunOutcome> run_all(const MetricRow& row, const RunnerOptions& options,
                                const std::vector<Case>& cases) {
  constexpr std::size_t kBatch = 64;
  constexpr std::size_t kThreads = 2;
  std::vector<RunOutcome> outcomes(cases.size());
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const auto runner = make_runner(row, options);
      for (std::size_t begin = t * kBatch; begin < cases.size(); begin += kThreads * kBatch) {
        std::vector<AskedPair> pairs;
        for (std::size_t k = begin; k < std::min(begin + kBatch, cases.size()); ++k) {
          pairs.push_back(&cases[k].pair());
        }
        std::vector<RunOutcome> found = runner->run(pairs);
        std::move(found.begin(), found.end(),
                  outcomes.begin() + static_cast<std::ptrdiff_t>(begin));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return outcomes;
}

struct Campaign {
  std::vector<RunOutcome> outcomes;
  double elapsed_s = 0;
};

Campaign timed(const MetricRow& row, const RunnerOptions& options, const std::vector<Case>& cases) {
  const auto begin = std::chrono::steady_clock::now();
  Campaign campaign;
  campaign.outcomes = run_all(row, options, cases);
  campaign.elapsed_s = seconds_since(begin);
  return campaign;
}

/// Says how often each fault came.
void tell(const std::map<std::string, int>& seen, const Campaign& healthy,
          const Campaign& hostile) {
  for (const auto& [fault, count] : seen) std::cout << fault << " " << count << "\n";
  std::cout << "healthy " << healthy.elapsed_s << " s, hostile " << hostile.elapsed_s << " s\n";
}

TEST(HostileCampaign, OfALibrary) {
  if (wanted_cases() == 0) GTEST_SKIP() << "TOUCHSTONE_LONG_TESTS=20000 runs it";
  const std::vector<Case> cases = random_boxes(wanted_cases());
  const MetricRow row = plugin_row_of("hostile");
  const Campaign healthy = timed(row, worker_options(), cases);
  const Environment environment("HOSTILE", "all");
  const Campaign hostile = timed(row, worker_options(), cases);
  std::map<std::string, int> seen;
  QuickOracle oracle;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const std::string fault = fault_of(cases[k]);
    const RunOutcome& twin = healthy.outcomes[k];
    const RunOutcome& found = hostile.outcomes[k];
    ++seen[fault];
    SCOPED_TRACE(cases[k].id + " " + fault + " " + status_text(found));
    EXPECT_TRUE((!fault.empty() && !leaves_the_answer(fault)) || same_answer(twin, found));
    if (fault.empty()) continue;
    EXPECT_THAT(status_text(found), expected_end(fault));
    if (found.status != RunStatus::completed) continue;
    EXPECT_EQ(judged(cases[k], row, found, oracle),
              expected_word(fault, judged(cases[k], row, twin, oracle)));
  }
  tell(seen, healthy, hostile);
}

TEST(HostileCampaign, OfAProgram) {
  if (wanted_cases() == 0) GTEST_SKIP() << "TOUCHSTONE_LONG_TESTS=20000 runs it";
  const std::vector<Case> cases = random_boxes(wanted_cases());
  RunnerOptions options = worker_options();
  options.query_limit_s = 0.25;
  options.wall_limit_s = 5;
  options.memory_limit_bytes = std::uint64_t{1} << 30U;
  const auto row_of = [&](const std::string& faults) {
    auto row = process_plugin_row("exec " + hostile(faults), options);
    EXPECT_TRUE(row.ok()) << row.reason();
    return std::move(row).value();
  };
  const MetricRow row = row_of("");
  const Campaign healthy = timed(row, options, cases);
  const Campaign hostile_run = timed(row_of("all"), options, cases);
  std::map<std::string, int> seen;
  QuickOracle oracle;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const std::string fault = process_fault_of(cases[k].pair());
    const RunOutcome& twin = healthy.outcomes[k];
    const RunOutcome& found = hostile_run.outcomes[k];
    ++seen[fault];
    SCOPED_TRACE(cases[k].id + " " + fault + " " + status_text(found));
    EXPECT_TRUE(!is_harmless(fault) || same_answer(twin, found));
    if (is_harmless(fault)) continue;
    EXPECT_THAT(status_text(found), process_end(fault));
    if (found.status != RunStatus::completed) continue;
    EXPECT_EQ(judged(cases[k], row, found, oracle),
              expected_word(fault, judged(cases[k], row, twin, oracle)));
  }
  tell(seen, healthy, hostile_run);
}

}  // namespace
}  // namespace touchstone
