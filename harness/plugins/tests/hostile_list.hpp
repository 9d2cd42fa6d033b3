// SPDX-License-Identifier: GPL-3.0-or-later
// The deeds of hostile_plugins.json, each in a campaign of its own, and what it must not leave.
#pragma once

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mqueue.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/plugins/plugin_gradient.hpp"
#include "harness/plugins/plugin_manifold.hpp"
#include "harness/plugins/sanitized.hpp"
#include "harness/plugins/tests/hostile_deeds.h"
#include "harness/plugins/tests/hostile_run.hpp"
#include "harness/plugins/tests/marked_processes.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {

struct HostileRow {
  std::string deed;
  std::string at;       ///< function of the plug-in; "batch": evaluate, of a whole batch at once
  std::string verdict;  ///< of the culprit; with "all_" before it, of every case
  std::string detail;
  std::string leaves;

  bool is_of_manifolds() const { return at == "find"; }
  bool is_of_gradients() const { return at == "differentiate"; }
  std::string library() const { return at == "batch" ? "hostile_batch" : "hostile"; }
  std::string place() const { return at == "batch" ? "evaluate" : at; }
  bool has_all_culprits() const { return verdict.rfind("all_", 0) == 0; }
};

inline std::vector<HostileRow> listed() {
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/harness/plugins/tests/hostile_plugins.json");
  std::vector<HostileRow> rows;
  for (const auto& row : nlohmann::json::parse(file)) {
    rows.push_back({row.at("deed"), row.value("at", "evaluate"), row.at("verdict"),
                    row.value("detail", ""), row.value("leaves", "")});
  }
  return rows;
}

/// Whether a sanitizer ends the plug-in with a report before the deed has the listed end.
inline bool ends_by_sanitizer(const HostileRow& row) {
  static const std::set<std::string> deeds = {"smash_heap", "free_twice", "survive_faults",
                                              "throw_bad_alloc"};
  return kSanitized && (deeds.count(row.deed) > 0 || row.deed.rfind("interface_nowhere", 0) == 0);
}

inline std::string name_of(const HostileRow& row) {
  std::string name = row.deed + (row.at == "evaluate" ? "" : "_in_" + row.at);
  return name.front() == '_' ? "at_once" + name : name;
}

inline RunnerOptions short_limits() {
  RunnerOptions options = worker_options();
  options.wall_limit_s = 0.5;
  return options;
}

/// Short where the row is about time. Else a busy machine would decide: one deed writes 64 MB.
inline RunnerOptions limits_for(const HostileRow& row) {
  RunnerOptions options = short_limits();
  options.wants_proof = row.at == "prove";
  const bool late = row.detail == "it ran out of time";
  if ((row.verdict == "unanswered" && !late) || row.verdict == "all_crashed" ||
      row.verdict == "completed" || row.verdict == "crashed" || row.verdict == "no_answer") {
    options.query_limit_s = 10;
    options.wall_limit_s = 30;
  }
  return options;
}

/// Whether a case is that of a deed in this function of the plug-in.
inline bool has_deed_in(const std::string& place, const Case& c) {
  const auto has = [](const Vec3& v) {
    const std::array<double, 3> numbers = {v[0], v[1], v[2]};
    return has_deed(numbers.data()) != 0;
  };
  if (place != "prepare") return has(c.pair().X_WB.t);
  return has(c.pair().A->vertices().front()) || has(c.pair().B->vertices().front());
}

inline constexpr std::size_t kCases = 100;
inline constexpr std::size_t kCulprit = 37;

/// One case in a hundred has a deed in `place`, and no case has one elsewhere. Each batch of cases
/// has one in "reset": these are few.
inline std::vector<Case> cases_of(const std::string& place) {
  std::vector<Case> cases;
  std::optional<Case> culprit;
  for (std::uint64_t k = 0; cases.size() < kCases - 1 || !culprit; ++k) {
    Case c = make_case(*find_family("random-hulls-8-deep"), 42, k);  // with bodies of its own
    const bool evaluate = has_deed_in("evaluate", c);
    const bool prepare = has_deed_in("prepare", c);
    if (!evaluate && !prepare && cases.size() < kCases - 1) cases.push_back(c);
    if (evaluate != prepare && (place == "prepare") == prepare) culprit = c;
  }
  cases.insert(cases.begin() + kCulprit, *culprit);
  if (place == "reset") cases.resize(3);
  return cases;
}

inline std::vector<RunOutcome> answers_of(const MetricRow& row, const RunnerOptions& limits,
                                          const std::vector<Case>& cases) {
  const auto runner = make_runner(row, limits);
  std::vector<RunOutcome> outcomes;
  for (std::size_t begin = 0; begin < cases.size(); begin += 64) {
    std::vector<AskedPair> pairs;
    for (std::size_t k = begin; k < std::min(begin + 64, cases.size()); ++k) {
      pairs.push_back(&cases[k].pair());
    }
    for (RunOutcome& outcome : runner->run(pairs)) outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

/// A manifold or a gradient as an outcome: its normal is that of the manifold, or the rate v_A.
inline RunOutcome outcome_of(bool answered, const std::string& why, double value,
                             const Vec3& normal) {
  RunOutcome outcome;
  const std::string head = "the plug-in gives no manifold: ";
  outcome.detail = why.rfind(head, 0) == 0 ? why.substr(head.size()) : why;
  if (!answered) return outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = value;
  outcome.answer.normal = normal;
  return outcome;
}

/// What the plug-in answers to what the row is about.
inline std::vector<RunOutcome> ask_row(const HostileRow& row, const MetricRow& metric,
                                       const std::vector<Case>& cases) {
  const RunnerOptions limits = limits_for(row);
  std::vector<RunOutcome> outcomes;
  if (row.is_of_manifolds()) {
    const auto source = make_plugin_manifolds(metric, limits);
    if (!source.ok()) throw std::runtime_error(source.reason());
    std::vector<ManifoldQuestion> questions;
    for (const Case& c : cases) questions.push_back({c.pair(), 0, questions.empty()});
    source.value()->ask_ahead(std::move(questions));
    source.value()->reset();
    for (const Case& c : cases) {
      const FoundManifold found = source.value()->find_manifold(c.pair(), 0);
      outcomes.push_back(outcome_of(found.manifold.answered, found.manifold.note,
                                    found.answer.value, found.manifold.normal));
    }
  } else if (row.is_of_gradients()) {
    const auto source = make_plugin_gradients(metric, limits);
    if (!source.ok()) throw std::runtime_error(source.reason());
    std::vector<const Pair*> pairs;
    for (const Case& c : cases) pairs.push_back(&c.pair());
    for (const FoundGradient& found : source.value()->find(pairs)) {
      const bool there = found.gradient.has_value() && found.unanswered.empty();
      outcomes.push_back(
          outcome_of(there, found.unanswered, 0, there ? found.gradient->rates.v_A : Vec3::Zero()));
    }
  } else {
    outcomes = answers_of(metric, limits, cases);
  }
  return outcomes;
}

/// A terminal of this test, which a plug-in may find.
class Terminal {
 public:
  Terminal() : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    grantpt(master_);
    unlockpt(master_);
  }
  ~Terminal() { close(master_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  std::string name() const { return ptsname(master_); }
  tcflag_t modes() const {
    termios modes{};
    tcgetattr(master_, &modes);
    return modes.c_lflag;
  }

 private:
  int master_;
};

/// What carries `mark`, and all System V objects.
inline std::set<std::string> traces(const std::string& mark, const Terminal& terminal) {
  std::set<std::string> found = {"modes " + std::to_string(terminal.modes())};
  for (const char* folder : {"/dev/shm", "/tmp"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::string path = entry.path().string();
      if (path.find(mark) != std::string::npos) found.insert(path);
    }
  }
  for (const char* kind : {"shm", "sem", "msg"}) {
    std::ifstream lines(std::string("/proc/sysvipc/") + kind);
    for (std::string line; std::getline(lines, line);) found.insert(kind + line.substr(0, 22));
  }
  const mqd_t queue = mq_open(("/" + mark).c_str(), O_RDONLY);
  if (queue >= 0) {
    found.insert("queue");
    mq_close(queue);
  }
  for (const std::string& process : processes_with("HOSTILE_MARK", mark)) found.insert(process);
  return found;
}

inline bool is_as_listed(const HostileRow& row, const RunOutcome& found, const RunOutcome& twin) {
  if (found.fault != RunFault::none) return false;
  if (!std::regex_match(found.detail, std::regex(row.detail))) return false;
  if (row.verdict == "completed") return same_answer(found, twin);
  if (row.verdict == "no_answer" || row.verdict == "unanswered") {
    return found.status == RunStatus::completed && found.answer.status == AnswerStatus::no_answer;
  }
  const bool crashed = row.verdict == "crashed" || row.verdict == "all_crashed";
  return found.status == (crashed ? RunStatus::crashed : RunStatus::timed_out);
}

/// Runs the campaign of a row and expects what the list has. `exactly`: the culprit's verdict, too.
inline void run_row(const HostileRow& row, bool exactly) {
  const std::vector<Case> cases = cases_of(row.at);
  const RunnerOptions limits = limits_for(row);
  const std::string mark = "hostile-" + std::to_string(getpid()) + "-" + row.deed;
  const Environment place("HOSTILE_AT", row.place());
  const std::vector<RunOutcome> twin = ask_row(row, plugin_row_of(row.library()), cases);
  const Terminal terminal;
  const std::set<std::string> before = traces(mark, terminal);
  {
    const Environment deed("HOSTILE_DEED", row.deed);
    const Environment marked("HOSTILE_MARK", mark);
    const Environment there("HOSTILE_TERMINAL", terminal.name());
    const auto found = plugin_row(plugin(row.library()), limits);
    if (row.verdict == "rejected") {
      EXPECT_FALSE(found.ok());
      EXPECT_TRUE(found.ok() || std::regex_search(found.reason(), std::regex(row.detail)))
          << found.reason();
    } else {
      ASSERT_TRUE(found.ok()) << found.reason();
      const std::vector<RunOutcome> outcomes = ask_row(row, found.value(), cases);
      for (std::size_t k = 0; k < cases.size(); ++k) {
        const bool is_culprit =
            (k == kCulprit || row.has_all_culprits()) && row.verdict != "healthy";
        if (is_culprit && !exactly) continue;
        EXPECT_TRUE(is_culprit ? is_as_listed(row, outcomes[k], twin[k])
                               : same_answer(outcomes[k], twin[k]))
            << k << ": " << status_text(outcomes[k]);
      }
    }
  }
  EXPECT_EQ(traces(mark, terminal), before);
}

}  // namespace touchstone
