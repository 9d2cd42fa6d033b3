// SPDX-License-Identifier: GPL-3.0-or-later
// Every deed of tests/hostile_plugins.json in a campaign of its own: the deed has its verdict, the
// other cases are the healthy twin's, and nothing is left behind. TOUCHSTONE_LONG_TESTS: 20 times.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "harness/plugins/containment.hpp"
#include "harness/plugins/tests/hostile_list.hpp"

namespace touchstone {
namespace {

/// Without namespaces a plug-in may kill every process of its user, what it writes to a terminal
/// arrives, and its files stay.
bool needs_namespaces(const HostileRow& row) {
  const bool kills_at_start = row.leaves == "process" && row.at != "evaluate";
  const bool stays = !row.leaves.empty() && row.leaves != "process";
  return row.deed == "kill_all" || kills_at_start || stays;
}

class HostilePlugins : public testing::TestWithParam<HostileRow> {};

TEST_P(HostilePlugins, EndAsListed) {
  if (ends_by_sanitizer(GetParam())) GTEST_SKIP() << "a sanitizer reports the deed first";
  if (needs_namespaces(GetParam()) && !containment::may_make_namespaces()) {
    GTEST_SKIP() << "the kernel gives no namespaces: the deed would reach this user's processes";
  }
  const int runs = std::getenv("TOUCHSTONE_LONG_TESTS") != nullptr ? 20 : 1;
  for (int k = 0; k < runs && !HasFailure(); ++k) run_row(GetParam(), true);
}

INSTANTIATE_TEST_SUITE_P(List, HostilePlugins, testing::ValuesIn(listed()),
                         [](const auto& row) { return name_of(row.param); });

/// Cases of one batch: the 6th, the 11th and the 16th have a deed.
std::vector<Case> cases_of_three_culprits() {
  std::vector<Case> cases;
  for (std::uint64_t k = 0; cases.size() < 20; ++k) {
    Case c = make_case(*find_family("random-hulls-8-deep"), 42, k);
    const bool culprit = cases.size() % 5 == 0 && !cases.empty();
    if (has_deed_in("evaluate", c) == culprit) cases.push_back(std::move(c));
  }
  return cases;
}

/// What each answer of a batch does to the process shows when all are given, or a later one crashes.
TEST(HostilePlugins, AreBlamedEachWhereSeveralOfABatchDamageTheirProcess) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer reports the deed first";
  for (const char* at : {"evaluate", "find", "differentiate"}) {
    const std::vector<Case> cases = cases_of_three_culprits();
    for (const char* deed : {"smash_heap", "shut_socket", "close_socket"}) {
      SCOPED_TRACE(std::string(deed) + " in " + at);
      const HostileRow row{deed, at, "crashed", "", ""};
      const Environment place("HOSTILE_AT", at);
      const MetricRow metric = plugin_row_of(row.library());
      const std::vector<RunOutcome> twin = ask_row(row, metric, cases);
      const Environment set("HOSTILE_DEED", deed);
      const std::vector<RunOutcome> found = ask_row(row, metric, cases);
      for (std::size_t k = 0; k < cases.size(); ++k) {
        const bool blamed =
            found[k].status == RunStatus::crashed || found[k].detail.rfind("it crashed: ", 0) == 0;
        EXPECT_EQ(blamed, has_deed_in("evaluate", cases[k])) << k << status_text(found[k]);
        EXPECT_TRUE(blamed || same_answer(found[k], twin[k])) << k;
        EXPECT_EQ(found[k].fault, RunFault::none) << k << status_text(found[k]);
      }
    }
  }
}

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

/// The rows that a subreaper contains.
std::vector<HostileRow> contained_by_a_subreaper() {
  std::vector<HostileRow> rows = listed();
  rows.erase(std::remove_if(rows.begin(), rows.end(), needs_namespaces), rows.end());
  return rows;
}

class HostilePluginsWithoutNamespaces : public testing::TestWithParam<HostileRow> {};

TEST_P(HostilePluginsWithoutNamespaces, EndAsListed) {
  const HostileRow& row = GetParam();
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
    for (const HostileRow& row : contained_by_a_subreaper()) {
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

/// What is traced answers nobody: the host would wait for half a minute.
TEST(HostilePlugins, ThatAttachToTheirSupervisorKeepNobodyWaiting) {
  constexpr double kFarBelowTheHostsPatience_s = 15;
  const MetricRow row = plugin_row_of("hostile");
  const Environment deed("HOSTILE_DEED", "attach_to_supervisor");
  const auto begin = std::chrono::steady_clock::now();
  answers_of(row, short_limits(), cases_of("evaluate"));
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(spent.count(), kFarBelowTheHostsPatience_s);
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

/// Starts a process in a session of its own, which waits.
pid_t start_daemon() {
  const pid_t child = fork();
  if (child != 0) return child;
  setsid();
  for (;;) pause();
}

/// Whether of two daemons only that which was a child before is left. The orphan's parent is gone,
/// as a supervisor is that was killed.
bool only_the_inherited_one_is_left() {
  const pid_t inherited = start_daemon();
  containment::adopt_orphans();
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return false;
  const pid_t parent = fork();
  if (parent == 0) {
    const pid_t started = start_daemon();
    _exit(write(ends[1], &started, sizeof started) == sizeof started ? 0 : 1);
  }
  pid_t orphan = 0;
  if (read(ends[0], &orphan, sizeof orphan) != sizeof orphan) return false;
  waitpid(parent, nullptr, 0);
  // The two need a moment to be in sessions of their own.
  while (getsid(inherited) != inherited || getsid(orphan) != orphan) usleep(1000);
  containment::kill_adopted();
  const bool orphan_left = kill(orphan, 0) == 0;
  const bool inherited_left = waitpid(inherited, nullptr, WNOHANG) == 0;
  kill(orphan, SIGKILL);
  kill(inherited, SIGKILL);
  return inherited_left && !orphan_left;
}

TEST(HostilePluginsDeathTest, ThatKillTheirSupervisorEndNoProcessThatTheHostInherited) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";  // a process without supervisors before
  EXPECT_EXIT(_exit(only_the_inherited_one_is_left() ? 0 : 1), testing::ExitedWithCode(0), "");
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
                             begun, ended,     // the two before it: are sound
                             begun, ended,     // the question alone
                             begun, begun,     // lost: which question spoils the worker?
                             begun, ended}) {  // the one before it, twice: it does not
    expected.insert(expected.end(), calls.begin(), calls.end());
  }
  EXPECT_EQ(calls_of(cases), expected);
}

}  // namespace
}  // namespace touchstone
