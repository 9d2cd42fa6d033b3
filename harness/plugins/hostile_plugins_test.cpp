// SPDX-License-Identifier: GPL-3.0-or-later
// Every deed of tests/hostile_plugins.json in a campaign of its own: the deed has its verdict, the
// other cases are the healthy twin's, and nothing is left behind. TOUCHSTONE_LONG_TESTS: 20 times.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <mqueue.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "harness/plugins/sanitized.hpp"
#include "harness/plugins/tests/hostile_deeds.h"
#include "harness/plugins/tests/hostile_run.hpp"
#include "harness/plugins/tests/marked_processes.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

struct Row {
  std::string deed;
  std::string at;
  std::string verdict;
  std::string detail;
  std::string leaves;
};

std::vector<Row> listed() {
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/harness/plugins/tests/hostile_plugins.json");
  std::vector<Row> rows;
  for (const auto& row : nlohmann::json::parse(file)) {
    rows.push_back({row.at("deed"), row.value("at", "evaluate"), row.at("verdict"),
                    row.value("detail", ""), row.value("leaves", "")});
  }
  return rows;
}

/// Whether a sanitizer ends the plug-in with a report before the deed has the listed end.
bool ends_by_sanitizer(const Row& row) {
  static const std::set<std::string> deeds = {"smash_heap", "free_twice", "survive_faults",
                                              "throw_bad_alloc"};
  return kSanitized && (deeds.count(row.deed) > 0 || row.deed.rfind("interface_nowhere", 0) == 0);
}

std::string name_of(const Row& row) {
  std::string name = row.deed + (row.at == "evaluate" ? "" : "_in_" + row.at);
  return name.front() == '_' ? "at_once" + name : name;
}

RunnerOptions short_limits() {
  RunnerOptions options = worker_options();
  options.wall_limit_s = 0.5;
  return options;
}

/// Short where the row is about time. Else a busy machine would decide: one deed writes 64 MB.
RunnerOptions limits_for(const Row& row) {
  RunnerOptions options = short_limits();
  if (row.verdict == "completed" || row.verdict == "crashed" || row.verdict == "no_answer") {
    options.query_limit_s = 10;
    options.wall_limit_s = 30;
  }
  return options;
}

/// Whether a case is that of a deed in this function of the plug-in.
bool has_deed_in(const std::string& place, const Case& c) {
  const auto has = [](const Vec3& v) {
    const std::array<double, 3> numbers = {v[0], v[1], v[2]};
    return has_deed(numbers.data()) != 0;
  };
  if (place != "prepare") return has(c.pair().X_WB.t);
  return has(c.pair().A->vertices().front()) || has(c.pair().B->vertices().front());
}

constexpr std::size_t kCases = 100;
constexpr std::size_t kCulprit = 37;

/// One case in a hundred has a deed in `place`, and no case has one elsewhere.
std::vector<Case> cases_of(const std::string& place) {
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
  return cases;
}

std::vector<RunOutcome> answers_of(const MetricRow& row, const RunnerOptions& limits,
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
std::set<std::string> traces(const std::string& mark, const Terminal& terminal) {
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
  for (const std::string& process : processes_with("HOSTILE_MARK=" + mark)) found.insert(process);
  return found;
}

bool is_as_listed(const Row& row, const RunOutcome& found, const RunOutcome& twin) {
  if (found.fault != RunFault::none) return false;
  if (!std::regex_match(found.detail, std::regex(row.detail))) return false;
  if (row.verdict == "completed") return same_answer(found, twin);
  if (row.verdict == "no_answer") {
    return found.status == RunStatus::completed && found.answer.status == AnswerStatus::no_answer;
  }
  return found.status == (row.verdict == "crashed" ? RunStatus::crashed : RunStatus::timed_out);
}

/// Runs the campaign of a row and expects what the list has. `exactly`: the culprit's verdict, too.
void run_row(const Row& row, bool exactly) {
  const std::vector<Case> cases = cases_of(row.at);
  const RunnerOptions limits = limits_for(row);
  const std::vector<RunOutcome> twin = answers_of(plugin_row_of("hostile"), limits, cases);
  const std::string mark = "hostile-" + std::to_string(getpid()) + "-" + row.deed;
  const Terminal terminal;
  const std::set<std::string> before = traces(mark, terminal);
  {
    const Environment deed("HOSTILE_DEED", row.deed);
    const Environment place("HOSTILE_AT", row.at);
    const Environment marked("HOSTILE_MARK", mark);
    const Environment there("HOSTILE_TERMINAL", terminal.name());
    const auto found = plugin_row(plugin("hostile"), limits);
    if (row.verdict == "rejected") {
      EXPECT_FALSE(found.ok());
      EXPECT_TRUE(found.ok() || std::regex_search(found.reason(), std::regex(row.detail)))
          << found.reason();
    } else {
      ASSERT_TRUE(found.ok()) << found.reason();
      const std::vector<RunOutcome> outcomes = answers_of(found.value(), limits, cases);
      for (std::size_t k = 0; k < cases.size(); ++k) {
        const bool is_culprit = k == kCulprit && row.verdict != "healthy";
        if (is_culprit && !exactly) continue;
        EXPECT_TRUE(is_culprit ? is_as_listed(row, outcomes[k], twin[k])
                               : same_answer(outcomes[k], twin[k]))
            << k << ": " << status_text(outcomes[k]);
      }
    }
  }
  EXPECT_EQ(traces(mark, terminal), before);
}

class HostilePlugins : public testing::TestWithParam<Row> {};

TEST_P(HostilePlugins, EndAsListed) {
  if (ends_by_sanitizer(GetParam())) GTEST_SKIP() << "a sanitizer reports the deed first";
  const int runs = std::getenv("TOUCHSTONE_LONG_TESTS") != nullptr ? 20 : 1;
  for (int k = 0; k < runs && !HasFailure(); ++k) run_row(GetParam(), true);
}

INSTANTIATE_TEST_SUITE_P(List, HostilePlugins, testing::ValuesIn(listed()),
                         [](const auto& row) { return name_of(row.param); });

/// For this thread and what it starts. A user namespace with no rights in it is one that was never
/// made: who asks for it is told that it is there, and cannot say who he is in it.
void forbid_namespaces(bool but_users_without_rights) {
  const unsigned answer_to_users = but_users_without_rights ? 0 : EPERM;
  std::array<sock_filter, 7> code = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWUSER, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | answer_to_users),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ASSERT_EQ(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

/// The rows that a subreaper contains. Without namespaces a plug-in may kill every process of its
/// user, what it writes to a terminal arrives, and its files stay.
std::vector<Row> contained_by_a_subreaper() {
  std::vector<Row> rows = listed();
  const auto is_not = [](const Row& row) {
    const bool kills_at_start = row.leaves == "process" && row.at != "evaluate";
    const bool stays = !row.leaves.empty() && row.leaves != "process";
    return row.deed == "kill_all" || kills_at_start || stays;
  };
  rows.erase(std::remove_if(rows.begin(), rows.end(), is_not), rows.end());
  return rows;
}

class HostilePluginsWithoutNamespaces : public testing::TestWithParam<Row> {};

TEST_P(HostilePluginsWithoutNamespaces, EndAsListed) {
  const Row& row = GetParam();
  if (ends_by_sanitizer(row)) GTEST_SKIP() << "a sanitizer reports the deed first";
  // It may kill its supervisor; and in the test's sandbox it cannot make one of its own.
  const bool ends_otherwise =
      row.leaves == "process" || row.deed == "kill_supervisor" || row.deed == "seccomp";
  std::thread([&] {
    forbid_namespaces(false);
    run_row(row, !ends_otherwise);
  }).join();
}

INSTANTIATE_TEST_SUITE_P(List, HostilePluginsWithoutNamespaces,
                         testing::ValuesIn(contained_by_a_subreaper()),
                         [](const auto& row) { return name_of(row.param); });

/// Ubuntu from 23.10 on gives users such namespaces (AppArmor).
TEST(HostilePlugins, LeaveNoProcessWhereAUserNamespaceGivesNoRights) {
  std::thread([] {
    forbid_namespaces(true);
    for (const Row& row : contained_by_a_subreaper()) {
      if (row.deed != "daemon" && row.deed != "throw_error" && row.deed != "rounding") continue;
      SCOPED_TRACE(name_of(row));
      run_row(row, true);
    }
  }).join();
}

TEST(HostilePlugins, ThatCannotBeStartedAgainCostTwoLimitsAndTheRestCrashesAtOnce) {
  const MetricRow row = plugin_row_of("hostile");
  const Environment deed("HOSTILE_DEED", "hang");
  const Environment place("HOSTILE_AT", "init");
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<RunOutcome> outcomes = answers_of(row, short_limits(), cases_of("evaluate"));
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(spent.count(), 4 * short_limits().wall_limit_s);
  for (const RunOutcome& outcome : outcomes) {
    EXPECT_EQ(status_text(outcome),
              "crashed: cannot be started any more: is not loaded within 0.5 s (--wall-limit)");
  }
}

TEST(HostilePlugins, HaveNoOutputOfTheHost) {
  const std::string path = testing::TempDir() + "output-" + std::to_string(getpid());
  // Children inherit it. At a lower number a channel to them would take its place.
  constexpr int kUnusedByChannels = 200;
  const int low = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  const int output = fcntl(low, F_DUPFD, kUnusedByChannels);
  ASSERT_GE(output, kUnusedByChannels);
  const Environment deed("HOSTILE_DEED", "write_to_files");
  for (const char* function : {"load", "create"}) {
    const Environment place("HOSTILE_AT", function);
    EXPECT_TRUE(plugin_row(plugin("hostile"), short_limits()).ok());
  }
  EXPECT_EQ(std::filesystem::file_size(path), 0U);
  close(output);
  close(low);
  std::filesystem::remove(path);
}

/// What is called while a plug-in is loaded and answers.
std::vector<std::string> calls_of(const std::vector<Case>& cases) {
  const std::string calls = testing::TempDir() + "calls-" + std::to_string(getpid());
  {
    const Environment counted("HOSTILE_CALLS", calls);
    answers_of(plugin_row_of("hostile"), short_limits(), cases);
  }
  std::vector<std::string> lines;
  std::ifstream file(calls);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  std::filesystem::remove(calls);
  return lines;
}

TEST(HostilePlugins, ThatAreHealthyAreBegunAndEndedAsTheHeaderSays) {
  // The first worker tells the claims, the second one has the questions.
  std::vector<std::string> expected = {"init", "create", "destroy", "deinit", "init", "create"};
  expected.insert(expected.end(), 2 * kCases, "prepare");
  expected.insert(expected.end(), 2 * kCases, "release");
  expected.insert(expected.end(), {"destroy", "deinit"});
  EXPECT_EQ(calls_of(cases_of("evaluate")), expected);
}

/// A question that ends its worker after any other, and not alone.
TEST(HostilePlugins, AreEndedAsTheHeaderSaysWhereTheyAnsweredWhileACulpritIsSought) {
  std::vector<Case> cases;
  for (const Case& c : random_boxes(100)) {
    const bool is_calm = fault_of(c).empty() && !has_deed_in("evaluate", c) &&
                         !has_deed_in("prepare", c) && !is_asked_reversed(c.pair());
    if (is_calm && cases.size() < 2) cases.push_back(c);
  }
  cases.push_back(cases_with("segfault", 1).at(0));
  const Environment flaky("HOSTILE", "flaky");
  using Calls = std::vector<std::string>;
  const Calls begun = {"init", "create", "prepare"};  // all boxes have one shape
  const Calls ended = {"release", "destroy", "deinit"};
  Calls expected;
  for (const Calls& calls : {Calls{"init", "create", "destroy", "deinit"},  // tells the claims
                             begun,            // three questions: is lost
                             begun, ended,     // the question alone
                             begun, begun,     // lost: which question spoils the worker?
                             begun, ended}) {  // the one before it, twice: it does not
    expected.insert(expected.end(), calls.begin(), calls.end());
  }
  EXPECT_EQ(calls_of(cases), expected);
}

}  // namespace
}  // namespace touchstone
