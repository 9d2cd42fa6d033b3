// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns that are interrupted, run out of disk or memory, or are run in parts, as a whole
// program: whatever happens, the totals are those of one undisturbed run.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <sstream>
#include <thread>

#include "harness/plugins/sanitized.hpp"
#include "tests/program.hpp"
#include "tests/voluminous.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr int kManyCases = 3000;

/// What a run is cut short by.
struct Trouble {
  double signal_after_s = 0;        ///< 0: none is sent
  std::string signal_when_written;  ///< none is sent before there is something in this file
  int signal = SIGKILL;
  rlim_t file_bytes = RLIM_INFINITY;     ///< size of any file that it writes, at most
  rlim_t address_bytes = RLIM_INFINITY;  ///< size of its memory, at most
};

struct Outcome {
  int exit_code = -1;  ///< 128 + the signal where one ended it
  double elapsed_s = 0;
  std::string out;
  std::string err;
};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return argv;
}

/// Without the lines of progress, which come every ten seconds where the machine is busy.
std::string without_progress(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("touchstone: verify: ", 0) != 0) kept += line + "\n";
  }
  return kept;
}

/// Runs the program under `trouble`; the output goes through files, so that a killed program leaves
/// what it had written.
Outcome run(const std::vector<std::string>& arguments, const Trouble& trouble = {}) {
  const ScratchFolder folder;
  const std::string out = folder.write("out", "");
  const std::string err = folder.write("err", "");
  std::vector<std::string> words = {TOUCHSTONE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::vector<char*> argv = pointers(words);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no fork");
  if (child == 0) {
    ::dup2(::open(out.c_str(), O_WRONLY), STDOUT_FILENO);
    ::dup2(::open(err.c_str(), O_WRONLY), STDERR_FILENO);
    const auto limit = [](auto what, rlim_t value) {
      const rlimit both{value, value};
      if (value != RLIM_INFINITY) ::setrlimit(what, &both);
    };
    limit(RLIMIT_FSIZE, trouble.file_bytes);
    limit(RLIMIT_AS, trouble.address_bytes);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  if (!trouble.signal_when_written.empty()) wait_for(trouble.signal_when_written);
  if (trouble.signal_after_s > 0) {
    std::this_thread::sleep_for(std::chrono::duration<double>(trouble.signal_after_s));
  }
  const bool signals = trouble.signal_after_s > 0 || !trouble.signal_when_written.empty();
  if (signals) ::kill(child, trouble.signal);
  int status = 0;
  ::waitpid(child, &status, 0);
  Outcome outcome;
  outcome.elapsed_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = read_text(out);
  outcome.err = without_progress(read_text(err));
  return outcome;
}

/// A campaign with failures, a metric in a process of its own, and many chunks: some tenths of a
/// second.
std::vector<std::string> campaign(const std::vector<std::string>& more) {
  std::vector<std::string> words = {"verify",   "--metric",     "sat,gjk_epa",
                                    "--family", "random-boxes", "--cases",
                                    "60000",    "--json",       "-"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> resume(const std::string& db) {
  return {"verify", "--db", db, "--json", "-"};
}

TEST(Store, TwentyKillsAtRandomLoseNothing) {
  const Outcome plain = run(campaign({}));
  ASSERT_EQ(plain.exit_code, 1) << plain.err;  // gjk_epa is wrong in some cases
  ASSERT_THAT(plain.out, HasSubstr("\"results\""));
  const unsigned seed = std::random_device{}();
  std::mt19937_64 random(seed);
  // A busy machine may make one run many times slower than the next: a kill that came too late is
  // made up for by an earlier one.
  double latest_s = std::max(0.02, plain.elapsed_s);
  int killed = 0;
  for (int k = 0; k < 80 && killed < 20; ++k) {
    const ScratchFolder folder;
    const std::string db = folder.path("run.db");
    Trouble trouble;
    trouble.signal_after_s = std::uniform_real_distribution<double>(0.01, latest_s)(random);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", kill " + std::to_string(k) + " after " +
                 std::to_string(trouble.signal_after_s) + " s of " +
                 std::to_string(plain.elapsed_s));
    const bool in_time = run(campaign({"--db", db}), trouble).exit_code == 128 + SIGKILL;
    killed += in_time ? 1 : 0;
    if (!in_time) latest_s = std::max(0.02, trouble.signal_after_s);
    const Outcome resumed = run(campaign({"--db", db}));
    EXPECT_EQ(resumed.exit_code, plain.exit_code) << resumed.err;
    EXPECT_TRUE(resumed.out == plain.out) << "other totals";
  }
  EXPECT_EQ(killed, 20) << "the campaign is over too soon to be killed";
}

TEST(Store, CtrlCEndsInOrder) {
  const Outcome plain = run(campaign({}));
  for (const int signal : {SIGINT, SIGTERM}) {
    // A machine that is busy elsewhere may send the signal when the campaign is over.
    for (int attempt = 0; attempt < 10; ++attempt) {
      const ScratchFolder folder;
      const std::string db = folder.path("run.db");
      Trouble trouble;
      trouble.signal_when_written = db;
      trouble.signal = signal;
      const Outcome ended = run(campaign({"--db", db}), trouble);
      if (ended.exit_code == plain.exit_code && attempt < 9) continue;
      EXPECT_EQ(ended.exit_code, 128 + signal) << ended.err;
      EXPECT_TRUE(nlohmann::json::parse(ended.out).contains("partial"));
      EXPECT_THAT(ended.err, MatchesRegex("touchstone: interrupted after [0-9]+ of 120000 answers; "
                                          "the record is partial; to go on: touchstone verify "
                                          "--db .*run.db\n"));
      EXPECT_EQ(run(resume(db)).out, plain.out);
      break;
    }
  }
}

TEST(Store, WithoutOneCtrlCShowsWhatWasJudgedAndThatNothingIsKept) {
  Trouble trouble;
  trouble.signal_after_s = 2;
  trouble.signal = SIGINT;
  const Outcome ended = run(
      {"verify", "--metric", "sat", "--family", "random-boxes", "--cases", "100000000"}, trouble);
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_THAT(ended.out, testing::StartsWith("PARTIAL, as the run was interrupted:\n"));
  EXPECT_THAT(ended.out, HasSubstr("\nsat "));
  EXPECT_THAT(ended.err, HasSubstr("nothing is kept (--json FILE or --db FILE would)"));
}

TEST(Store, AFullDiskIsOneLineAndNoLoss) {
  // The limit of a file's size also holds for the memory that an isolated metric's worker shares.
  const auto not_isolated = [](std::vector<std::string> words) {
    words[2] = "sat_float32,sat";
    return words;
  };
  const Outcome plain = run(not_isolated(voluminous(kManyCases, {})));
  const ScratchFolder folder;
  const std::string db = folder.path("run.db");
  Trouble trouble;
  trouble.file_bytes = 400'000;
  const Outcome full = run(not_isolated(voluminous(kManyCases, {"--db", db})), trouble);
  EXPECT_EQ(full.exit_code, 3) << full.err;
  EXPECT_THAT(full.err, MatchesRegex("touchstone: [^\n]*run.db: [^\n]*\n"));
  EXPECT_THAT(full.err, HasSubstr("File too large"));
  EXPECT_EQ(full.out, "");
  const Outcome resumed = run(resume(db));
  EXPECT_EQ(resumed.err, "");
  EXPECT_TRUE(resumed.out == plain.out) << "other totals";
}

TEST(Store, AMemoryLimitIsOneLineAndNoLoss) {
  if (kSanitized) GTEST_SKIP() << "no address-space limit under sanitizers";
  const Outcome plain = run(voluminous(kManyCases, {}));
  // Somewhere between these the program starts but cannot go to its end.
  int short_of_memory = 0;
  for (const rlim_t megabytes : {28, 32, 36, 40, 44, 48}) {
    SCOPED_TRACE(std::to_string(megabytes) + " MB");
    const ScratchFolder folder;
    const std::string db = folder.path("run.db");
    Trouble trouble;
    trouble.address_bytes = megabytes << 20U;
    const Outcome limited = run(voluminous(kManyCases, {"--db", db}), trouble);
    if (limited.exit_code == plain.exit_code) {
      EXPECT_TRUE(limited.out == plain.out) << "other totals";
      continue;
    }
    // Below that the dynamic linker gives up before the program is there.
    if (limited.exit_code == 127) continue;
    ++short_of_memory;
    EXPECT_EQ(limited.exit_code, 3) << limited.err;
    EXPECT_THAT(limited.err, MatchesRegex("touchstone: [^\n]*\n"));
    EXPECT_EQ(limited.out, "");
    EXPECT_TRUE(run(voluminous(kManyCases, {"--db", db})).out == plain.out) << "other totals";
  }
  EXPECT_GT(short_of_memory, 0);
}

TEST(Store, ShardsMergedPrintWhatOneRunPrints) {
  const Outcome plain = run(campaign({}));
  const ScratchFolder folder;
  std::vector<std::string> merge = {"merge", folder.path("all.db")};
  for (const char* shard : {"1/4", "2/4", "3/4", "4/4"}) {
    merge.push_back(folder.path(std::string("shard") + shard[0] + ".db"));
    EXPECT_EQ(run(campaign({"--shard", shard, "--db", merge.back()})).exit_code, 1);
  }
  merge.insert(merge.end(), {"--json", "-"});
  const Outcome merged = run(merge);
  EXPECT_EQ(merged.exit_code, plain.exit_code) << merged.err;
  EXPECT_EQ(merged.out, plain.out);
  EXPECT_EQ(run(resume(folder.path("all.db"))).out, plain.out);
}

TEST(Store, RefusalsAreOneLine) {
  const ScratchFolder folder;
  const std::string db = folder.path("run.db");
  const std::vector<std::string> small = {"verify",  "--metric", "sat",  "--family", "random-boxes",
                                          "--cases", "10",       "--db", db};
  ASSERT_EQ(run(small).exit_code, 0);
  const auto expect_refused = [](const std::vector<std::string>& arguments,
                                 const std::string& why) {
    const Outcome refused = run(arguments);
    EXPECT_EQ(refused.exit_code, 2) << why;
    EXPECT_THAT(refused.err, MatchesRegex("touchstone: [^\n]*\n"));
    EXPECT_THAT(refused.err, HasSubstr(why));
    EXPECT_EQ(refused.out, "");
  };
  expect_refused(
      {"verify", "--metric", "sat", "--family", "random-boxes", "--cases", "11", "--db", db},
      "holds another campaign: it was made with 10 cases of random-boxes, this asks for 11 cases");
  expect_refused({"verify", "--db", folder.write("text.db", std::string(9999, 'x'))},
                 "is not a store of Touchstone");
  expect_refused({"verify", "--shard", "1/2"}, "needs --db");
  expect_refused({"verify", "--shard", "3/2", "--db", folder.path("x.db")}, "--shard");
  expect_refused({"verify", "--shard", "two", "--db", folder.path("x.db")}, "I/N");
  expect_refused({"merge", folder.path("out.db")}, "merge: RECORD is required");
  expect_refused({"merge", folder.path("out.db"), folder.path("absent.db")}, "no such store");
  EXPECT_FALSE(std::filesystem::exists(folder.path("x.db")));
}

TEST(Store, ACompleteOneKnowsAnImportedFileAgain) {
  const ScratchFolder folder;
  const std::string file = folder.write("two.xml", R"(<mujoco><worldbody>
<body name="a"><geom type="box" size="1 1 1"/></body>
<body name="b" pos="3 0 0"><geom type="box" size="1 1 1"/></body></worldbody></mujoco>)");
  const std::string db = folder.path("two.db");
  ASSERT_EQ(run_touchstone({"verify", "--file", file, "--metric", "sat", "--db", db}).exit_code, 0);
  const Ran again = run_touchstone({"verify", "--db", db});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(again.err, "");
}

TEST(Store, ACompleteOneSaysThatAFileHasChangedSince) {
  const ScratchFolder folder;
  const auto boxes = [&](const std::string& x) {
    return folder.write("pair.json", R"({"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t":
        [0, 0, 0], "q": [1, 0, 0, 0]}, "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [)" +
                                         x + R"(, 0, 0], "q": [1, 0, 0, 0]}})");
  };
  const std::string file = boxes("3");
  const std::string db = folder.path("pair.db");
  const std::vector<std::string> named = {"verify", "--file", file, "--metric", "sat", "--db", db};
  const std::vector<std::string> stored = {"verify", "--db", db};
  ASSERT_EQ(run_touchstone(named).exit_code, 0);
  const Ran same = run_touchstone(stored);
  EXPECT_EQ(same.exit_code, 0);
  EXPECT_EQ(same.err, "");

  boxes("4");
  const Ran changed = run_touchstone(stored);
  EXPECT_EQ(changed.out, same.out);
  EXPECT_THAT(changed.err, HasSubstr("pair.json: has changed since"));
  EXPECT_EQ(std::count(changed.err.begin(), changed.err.end(), '\n'), 1);
  // Who names the file wants it judged as it is now.
  const Ran refused = run_touchstone(named);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("pair.json has changed since)"));

  folder.write("pair.json", "[]");
  EXPECT_THAT(run_touchstone(stored).err, HasSubstr("cannot be read any more"));
  std::filesystem::remove(file);
  EXPECT_EQ(run_touchstone(stored).err, "");
}

TEST(Store, InUseByALiveRunIsRefused) {
  const ScratchFolder folder;
  const std::string db = folder.path("run.db");
  const std::string over = folder.path("over");
  std::thread live([&] {
    Trouble trouble;
    trouble.signal_when_written = over;
    // Minutes, if nothing ended it.
    run({"verify", "--metric", "sat", "--family", "hulls", "--cases", "100000", "--db", db},
        trouble);
  });
  const bool opened = wait_for(db);
  const Outcome second = opened ? run({"verify", "--db", db}) : Outcome();
  folder.write("over", "over");
  live.join();
  EXPECT_TRUE(opened);
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_THAT(second.err, HasSubstr("in use by another process"));
}

}  // namespace
}  // namespace touchstone
