// SPDX-License-Identifier: GPL-3.0-or-later
// Files and directories without rights to read or write, and less memory than is needed: one line
// says the cause, and what was computed before is still there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/plugins/sanitized.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::MatchesRegex;

using Words = std::vector<std::string>;

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const Words kSmall = {"verify", "--metric", "sat", "--family", "random-boxes", "--cases", "20"};

/// A directory in which nothing may be made, removed or changed, and only some of it read.
class NoRights : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path("fixed/" + name); }

  void SetUp() override {
    fs::permissions(folder_.path(""), fs::perms(0755));
    fs::create_directory(folder_.path("fixed"));
    if (run_short({"--version"}, {true}).exit_code != 0) {
      GTEST_SKIP() << "a user without rights cannot run the program where it is";
    }
    ASSERT_EQ(run_touchstone(with(kSmall, {"--db", path("run.db")})).exit_code, 0);
    for (const char* k : {"1", "2"}) {
      const std::string shard = std::string(k) + "/2";
      const Words words = with(kSmall, {"--db", path(k), "--shard", shard});
      ASSERT_EQ(run_touchstone(words).exit_code, 0);
    }
    folder_.write("fixed/unread", "{}");
    folder_.write("fixed/kept.json", "{}");
    for (const auto& entry : fs::directory_iterator(path(""))) {
      fs::permissions(entry.path(), fs::perms(0444));
    }
    fs::permissions(path("unread"), fs::perms(0));
    fs::permissions(path(""), fs::perms(0555));
  }
  void TearDown() override { fs::permissions(path(""), fs::perms(0755)); }

  static Ran run(const Words& words) { return run_short(words, {true}); }
  static void expect_refused(const Words& words, const std::string& why) {
    SCOPED_TRACE(testing::PrintToString(words));
    expect_one_line_refusal(run(words), why);
  }

 private:
  ScratchFolder folder_;
};

TEST_F(NoRights, AStoreIsReadAllTheSame) {
  const std::string db = path("run.db");
  const std::string plain = run_touchstone(with(kSmall, {"--json", "-"})).out;
  for (const Words& words :
       {Words{"verify", "--db", db, "--json", "-"}, with(kSmall, {"--db", db, "--json", "-"})}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out, plain);
    EXPECT_EQ(ran.err, "");
  }
  EXPECT_EQ(run({"compare", db, db}).exit_code, 0);
  const ScratchFolder elsewhere;
  fs::permissions(elsewhere.path(""), fs::perms(0777));
  const Ran merged = run({"merge", elsewhere.path("all.db"), path("1"), path("2"), "--json", "-"});
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_EQ(merged.out, plain);
}

TEST_F(NoRights, AStoreWithALogIsNotReadWithoutIt) {
  fs::permissions(path(""), fs::perms(0755));
  fs::copy_file(path("1"), path("run.db-wal"));
  fs::permissions(path(""), fs::perms(0555));
  expect_refused({"verify", "--db", path("run.db")}, "run.db-wal is put back by");
  expect_refused({"compare", path("run.db"), path("run.db")}, "run.db-wal is put back by");
}

TEST_F(NoRights, WhatCannotBeWrittenSaysSo) {
  const std::string why = "cannot write here: Permission denied";
  for (const std::string& file : {path("new"), path("kept.json")}) {
    for (const Words& words :
         {with(kSmall, {"--json", file}), with(kSmall, {"--junit", file}),
          Words{"dump", file, "--family", "field", "--cases", "1"},
          Words{"compare", path("run.db"), path("run.db"), "--json", file},
          Words{"merge", path("none.db"), path("1"), path("2"), "--json", file},
          Words{"ask", "random-boxes:42:1", "--dump", file},
          Words{"ask", "random-boxes:42:1", "--html", file},
          Words{"ask", TOUCHSTONE_SOURCE_DIR "/examples/case-file/pairs.json", "--json", file},
          Words{"audit", "--family", "field", "--cases", "1", "--json", file},
          Words{"time", "--metric", "sat", "--csv", file},
          Words{"simulate", "vertex-spin", "--write-scene", file},
          Words{"energy", "vertex-spin", "--json", file},
          Words{"reproduce", "table1", "--cases", "2", "--json", file},
          Words{"list", "metrics", "--json", file}}) {
      expect_refused(words, file + ": " + why);
    }
  }
  expect_refused(with(kSmall, {"--db", path("new")}), path("new") + ": " + why);
  expect_refused({"verify", "--db", path("new")}, path("new") + ": " + why);
  expect_refused({"merge", path("new"), path("1"), path("2")}, path("new") + ": " + why);
  expect_refused({"energy", "vertex-spin", "--csv", path("")}, "Permission denied");
  EXPECT_EQ(read_text(path("kept.json")), "{}");
}

TEST_F(NoRights, WhatCannotBeReadSaysSo) {
  const std::string file = path("unread");
  for (const Words& words :
       {Words{"verify", "--metric", "sat", "--file", file}, Words{"verify", "--db", file},
        with(kSmall, {"--db", file}), Words{"merge", path("new"), file, path("2")},
        Words{"compare", file, path("run.db")}, Words{"compare", path("run.db"), file},
        Words{"ask", file}, Words{"simulate", file}, Words{"simulate", "--replay", file}}) {
    expect_refused(words, file + ": cannot be opened for reading: Permission denied\n");
  }
}

TEST_F(NoRights, ACampaignThatIsNotCompleteSaysHowMuchIsKept) {
  fs::permissions(path(""), fs::perms(0755));
  // Minutes, if nothing ended it.
  const Words large = {"verify",  "--metric", "sat",  "--family",     "hulls",
                       "--cases", "100000",   "--db", path("half.db")};
  const Ran interrupted = interrupt_touchstone(large, path("half.db"));
  ASSERT_EQ(interrupted.exit_code, 130);
  ASSERT_THAT(interrupted.err, HasSubstr("interrupted after"));
  fs::permissions(path("half.db"), fs::perms(0444));
  fs::permissions(path(""), fs::perms(0555));
  const Ran ran = run({"verify", "--db", path("half.db")});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, MatchesRegex("touchstone: .*half.db: cannot write here: Permission denied; "
                                    "[0-9]+ of [0-9]+ chunks are kept in it\n"));
}

TEST(ShortOfMemory, IsOneLineWhateverTheCommand) {
  if (kSanitized) GTEST_SKIP() << "no address-space limit under sanitizers";
  const ScratchFolder folder;
  const std::string pairs = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pairs.json";
  int short_of_it = 0;
  for (const Words& words :
       {Words{"verify", "--metric", "certified", "--family", "random-boxes", "--cases", "20",
              "--jobs", "8"},
        Words{"compare", TOUCHSTONE_SOURCE_DIR "/results/accuracy.json",
              TOUCHSTONE_SOURCE_DIR "/results/accuracy.json"},
        Words{"ask", "random-boxes:42:1", "--metric", "gjk_epa"}, Words{"ask", pairs},
        Words{"time", "--metric", "sat", "--family", "boxes", "--regime", "deep"},
        Words{"audit", "--family", "field", "--cases", "3"},
        Words{"energy", "vertex-spin", "--dt", "0.01", "--jobs", "4"},
        Words{"reproduce", "table1", "--cases", "20"},
        Words{"dump", folder.path("dump"), "--cases", "3", "--family", "random-boxes"}}) {
    const int enough = run_touchstone(words).exit_code;
    for (const long megabytes : {20, 24, 28, 32, 36, 44, 56, 72}) {
      SCOPED_TRACE(testing::PrintToString(words) + " in " + std::to_string(megabytes) + " MB");
      const Ran ran = run_short(words, {false, megabytes});
      // Below that the dynamic linker gives up before the program is there. Less than its own 17 MB
      // are not tried: the kernel ends it then.
      if (ran.exit_code == enough || ran.exit_code == 127) continue;
      ++short_of_it;
      EXPECT_EQ(ran.exit_code, 3) << ran.err;
      // A slow machine says how far it is.
      EXPECT_THAT(ran.err, MatchesRegex("(touchstone: [^\n]* left\n)*touchstone: [^\n]*\n"));
      EXPECT_EQ(ran.out, "");
    }
  }
  EXPECT_GT(short_of_it, 5);
}

// A thousand threads do not fit, but a few do: what there is to do is done by those.
TEST(ShortOfMemory, FewerThreadsDoTheWork) {
  if (kSanitized) GTEST_SKIP() << "no address-space limit under sanitizers";
  const Words words = {"verify", "--metric", "sat",    "--family", "random-boxes", "--cases", "20",
                       "--jobs", "1000",     "--json", "-"};
  const Ran plain = run_touchstone(words);
  for (const long megabytes : {150, 200, 400, 800}) {
    SCOPED_TRACE(std::to_string(megabytes) + " MB");
    const Ran ran = run_short(words, {false, megabytes});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out, plain.out);
  }
}

}  // namespace
}  // namespace touchstone
