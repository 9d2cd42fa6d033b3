// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the hostile plug-in on random boxes, and knows what each fault has to end in.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/cases/families/family.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/plugins/sanitized.hpp"
#include "harness/plugins/tests/fault_chance.h"
#include "harness/runners/make_runner.hpp"

namespace touchstone {

inline RunnerOptions worker_options() {
  RunnerOptions options;
  options.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.query_limit_s = 0.1;
  options.wall_limit_s = 1;  // where the machine is busy, a worker that is fine waits too
  options.memory_limit_bytes = std::uint64_t{256} << 20U;
  return options;
}

/// A program has time to start on a busy machine.
inline RunnerOptions program_options() {
  RunnerOptions options = worker_options();
  options.wall_limit_s = 20;
  return options;
}

inline std::string plugin(const std::string& name) {
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

inline std::vector<Case> random_boxes(std::uint64_t count) {
  std::vector<Case> cases;
  for (std::uint64_t k = 0; k < count; ++k) {
    cases.push_back(make_case(*find_family("random-boxes"), 42, k));
  }
  return cases;
}

inline MetricRow plugin_row_of(const std::string& name) {
  auto row = plugin_row(plugin(name), worker_options());
  EXPECT_TRUE(row.ok()) << row.reason();
  return std::move(row).value();
}

inline std::vector<RunOutcome> run(const std::vector<Case>& cases, std::size_t batch = 64,
                                   const std::string& name = "hostile") {
  const MetricRow row = plugin_row_of(name);
  const auto runner = make_runner(row, worker_options());
  std::vector<RunOutcome> outcomes;
  for (std::size_t begin = 0; begin < cases.size(); begin += batch) {
    std::vector<AskedPair> pairs;
    for (std::size_t k = begin; k < std::min(begin + batch, cases.size()); ++k) {
      pairs.push_back(&cases[k].pair());
    }
    for (RunOutcome& outcome : runner->run(pairs)) outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

inline std::vector<RunOutcome> run_with(const std::string& fault, const std::vector<Case>& cases,
                                        std::size_t batch = 64,
                                        const std::string& name = "hostile") {
  const Environment environment("HOSTILE", fault);
  return run(cases, batch, name);
}

inline std::string fault_of(const Case& c) {
  const Vec3& t = c.pair().X_WB.t;
  const double entries[3] = {t[0], t[1], t[2]};
  return fault_at(entries);
}

inline std::string status_text(const RunOutcome& outcome) {
  static const std::map<RunStatus, std::string> kNames = {{RunStatus::completed, "completed"},
                                                          {RunStatus::crashed, "crashed"},
                                                          {RunStatus::timed_out, "timed_out"},
                                                          {RunStatus::skipped, "skipped"}};
  return kNames.at(outcome.status) + (outcome.detail.empty() ? "" : ": " + outcome.detail) +
         (outcome.fault == RunFault::none ? "" : " (unreliable)");
}

inline bool same_answer(const RunOutcome& a, const RunOutcome& b) {
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  if (a.status != b.status || a.fault != b.fault || a.answer.status != b.answer.status)
    return false;
  if (!same(a.answer.value, b.answer.value) || a.answer.sign != b.answer.sign) return false;
  return a.answer.normal == b.answer.normal;
}

/// Whether the answer to a question with this fault is that of the healthy twin.
inline bool leaves_the_answer(const std::string& fault) {
  static const std::set<std::string> kHarmless = {
      "print", "fork", "fork_and_answer", "fork_and_answer_late", "stop_parent", "note"};
  return kHarmless.count(fault) > 0;
}

/// The first cases that have this fault.
inline std::vector<Case> cases_with(const std::string& fault, std::size_t count) {
  std::vector<Case> found;
  for (std::uint64_t k = 0; found.size() < count && k < 1000000; ++k) {
    Case c = make_case(*find_family("random-boxes"), 42, k);
    if (fault_of(c) == fault) found.push_back(std::move(c));
  }
  return found;
}

/// What a question with this fault ends in.
inline testing::Matcher<std::string> expected_end(const std::string& fault) {
  static const std::map<std::string, testing::Matcher<std::string>> kEnds = {
      {"segfault", testing::Eq("crashed: SIGSEGV")},
      // A sanitizer ends it with a report.
      {"null", testing::Eq(kSanitized ? "crashed: exited with code 1" : "crashed: SIGSEGV")},
      // Where the machine is busy, time passes faster than processor time.
      {"loop", testing::StartsWith("timed_out: ")},
      {"sleep", testing::Eq("timed_out: no answer within the limit of wall-clock time")},
      {"abort", testing::Eq("crashed: SIGABRT")},
      {"exit", testing::Eq("crashed: exited with code 0")},
      // Whichever limit it meets first.
      {"leak",
       testing::AnyOf(testing::StartsWith("crashed: SIG"), testing::StartsWith("timed_out"))},
      {"nan", testing::Eq("completed: its value is not finite")},
      {"infinite", testing::Eq("completed: its value is not finite")},
      {"long_normal", testing::Eq("completed")},
      {"scribble_shape", testing::Eq("crashed: SIGSEGV")},
      {"scribble_past", testing::Eq("crashed: wrote outside the buffer of its answer")},
      {"print", testing::Eq("completed: printed 18 bytes")},
      {"fork", testing::Eq("completed")},
      {"fork_and_answer", testing::Eq("completed")},
      {"close", testing::Eq("crashed: closed descriptors that it had not opened")},
      {"status", testing::HasSubstr("its status is 17")},
      {"skip", testing::StartsWith("skipped")},
      // Where it has a namespace of its own, it cannot, and waits.
      {"kill_parent", testing::AnyOf("crashed: killed or stopped the process that watches it",
                                     "timed_out: no answer within the limit of wall-clock time")},
      {"stop_parent", testing::Eq("completed")},
      {"close_streams", testing::Eq("crashed: closed descriptors that it had not opened")},
      {"forge", testing::Eq("crashed: replied before it had answered")},
      {"note", testing::StartsWith("completed: \\x1b[2J \xc2\xb5m \\x9b")},
      {"fork_and_answer_late", testing::Eq("completed")},
      {"feign_progress", testing::Eq("timed_out: no answer within the limit of wall-clock time")}};
  return kEnds.at(fault);
}

}  // namespace touchstone
