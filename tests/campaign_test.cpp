// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns that an engine runs shard by shard, as a whole program (docs/cluster.md).
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <regex>
#include <string>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Words boxes(const std::string& cases) {
  return {"verify", "--metric", "sat,gjk_epa", "--family", "random-boxes", "--cases", cases};
}
const Words kCommand = boxes("4000");
const Words kEndless = boxes("100000000");

std::string kernel() {
  const std::string id = read_text("/proc/sys/kernel/random/boot_id");
  return id.substr(0, id.find('\n'));
}

/// What a copy under way is called, behind the name of its store.
std::string part_name(const std::string& machine) {
  return "-" + machine + "-0123456789abcdef.part";
}

class EngineCampaign : public testing::Test {
 protected:
  Words planned(const Words& options, const Words& command = kCommand) const {
    return joined(joined({"campaign", plan_, "--on", "local"}, options), joined({"--"}, command));
  }
  /// Plans a campaign in `plan_`.
  Ran plan(const Words& options, const Words& command = kCommand) const {
    return run_touchstone(planned(options, command));
  }
  std::string status() const { return run_touchstone({"campaign", plan_, "--status"}).out; }

  /// The shell's words that start shard 1, with `disk` as TMPDIR, and wait until it keeps signals.
  std::string started_shard(const std::string& disk) const {
    return std::string(TOUCHSTONE_PROGRAM) + " shard '" + plan_ + "' 1 & while ! ls '" + disk +
           "' | grep -q touchstone-shard; do sleep 0.01; done; ";
  }

  const ScratchFolder folder_;
  const std::string plan_ = folder_.path("plan");
};

TEST_F(EngineCampaign, ItsShardsMergedAreOneRunByteForByte) {
  const Ran made = plan({"--shards", "3"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("3 shards of about 2 chunks"));
  ASSERT_EQ(run_touchstone({"shard", plan_, "2"}).exit_code, 0);
  EXPECT_THAT(status(), HasSubstr("3 shards: 1 complete, 0 partial, 0 damaged, 2 missing"));
  const Ran early = run_touchstone({"merge", folder_.path("all.db"), plan_});
  EXPECT_EQ(early.exit_code, 2);
  EXPECT_THAT(early.err, HasSubstr("/shards/1.db: is missing"));
  ASSERT_EQ(run_touchstone({"campaign", plan_, "--submit"}).exit_code, 0);
  const Ran again = run_touchstone({"campaign", plan_, "--submit"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("was submitted already"));
  const Ran whole = run_touchstone(joined(kCommand, {"--json", "-"}));
  EXPECT_EQ(run_touchstone({"merge", folder_.path("all.db"), plan_, "--json", "-"}).out, whole.out);
}

/// An engine signals its tasks, and the script that it runs passes the signal on.
TEST_F(EngineCampaign, AShardThatIsSignalledTwiceMakesItsLastCopy) {
  ASSERT_EQ(plan({"--shards", "1"}, kEndless).exit_code, 0);
  const std::string shard =
      std::string(TOUCHSTONE_PROGRAM) + " shard '" + plan_ + "' 1 & task=$!; ";
  const Ran ran = run_program({"/bin/sh", "-c",
                               shard + "sleep 4; kill -TERM $task; sleep 0.1; kill -TERM $task; "
                                       "wait $task"});
  // The second signal kills the run, which may have ended by the first.
  EXPECT_THAT(ran.exit_code, testing::AnyOf(128 + SIGKILL, 128 + SIGTERM)) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("chunks are kept in " + plan_));
  EXPECT_TRUE(std::filesystem::exists(plan_ + "/shards/1.db"));
}

TEST_F(EngineCampaign, ACopyThatCannotBeReadIsLeftAlone) {
  ASSERT_EQ(plan({"--shards", "2"}).exit_code, 0);
  ASSERT_EQ(run_touchstone({"shard", plan_, "1"}).exit_code, 0);
  const std::string copy = plan_ + "/shards/1.db";
  std::filesystem::permissions(folder_.path(""), std::filesystem::perms{0755});
  std::filesystem::permissions(copy, std::filesystem::perms::none);
  const Shortage as_nobody{true};
  const Ran ran = run_short({"shard", plan_, "1"}, as_nobody);
  EXPECT_EQ(ran.exit_code, 3) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("/shards/1.db: cannot be read: Permission denied"));
  EXPECT_TRUE(std::filesystem::exists(copy));
}

TEST_F(EngineCampaign, ADamagedCopyIsNamedAndItsShardRunAgain) {
  ASSERT_EQ(plan({"--shards", "2"}).exit_code, 0);
  ASSERT_EQ(run_touchstone({"campaign", plan_, "--submit"}).exit_code, 0);
  const std::string copy = plan_ + "/shards/1.db";
  std::filesystem::resize_file(copy, std::filesystem::file_size(copy) / 2);
  EXPECT_THAT(status(), HasSubstr("1 damaged"));
  const Ran again = run_touchstone({"shard", plan_, "1"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("the shard begins again"));
  EXPECT_THAT(status(), HasSubstr("2 complete"));
}

TEST_F(EngineCampaign, AShardOfAnotherCampaignIsRejectedByName) {
  ASSERT_EQ(plan({"--shards", "2"}).exit_code, 0);
  ASSERT_EQ(run_touchstone({"campaign", plan_, "--submit"}).exit_code, 0);
  std::filesystem::remove(plan_ + "/shards/2.db");
  run_touchstone(
      joined(kCommand, {"--seed", "7", "--shard", "2/2", "--db", plan_ + "/shards/2.db"}));
  const Ran merged = run_touchstone({"merge", folder_.path("all.db"), plan_});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_THAT(merged.err, HasSubstr("shards/2.db: is not of the campaign of"));
}

/// A copy that is complete already, and one that a task would go on with.
TEST_F(EngineCampaign, AShardDoesNotBeginWithACopyOfAnotherCampaign) {
  ASSERT_EQ(plan({"--shards", "2"}).exit_code, 0);
  const std::string copy = plan_ + "/shards/1.db";
  run_touchstone(joined(kCommand, {"--seed", "7", "--shard", "1/2", "--db", copy}));
  const std::string bytes = read_text(copy);
  const Ran ran = run_touchstone({"shard", plan_, "1"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("shards/1.db: is of another campaign than "));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_EQ(read_text(copy), bytes);
  EXPECT_THAT(status(), HasSubstr("1 damaged"));
}

/// The plan's case file changes after the plan.
TEST_F(EngineCampaign, AChangedCaseFileMakesNoCopyAndNoMerge) {
  const auto write_case = [&](const std::string& height) {
    const std::string box = R"({"box_half_extents": [0.5, 0.5, 0.5]})";
    return folder_.write("mine.json", R"([{"id": "x", "a": )" + box +
                                          R"(, "pose_a": {"t": [0, 0, )" + height +
                                          R"(], "q": [1, 0, 0, 0]}, "b": )" + box +
                                          R"(, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}}])");
  };
  const std::string cases = write_case("1.5");
  const Words command = {"verify", "--metric", "sat", "--file", cases};
  ASSERT_EQ(plan({"--shards", "1"}, command).exit_code, 0);
  write_case("1.25");
  const Ran ran = run_touchstone({"shard", plan_, "1"});
  EXPECT_EQ(ran.exit_code, 2) << ran.out;
  EXPECT_THAT(ran.err, HasSubstr("/shards/1.db: is planned for another campaign"));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  const std::string copy = plan_ + "/shards/1.db";
  EXPECT_FALSE(std::filesystem::exists(copy));
  run_touchstone(joined(command, {"--db", copy}));
  EXPECT_THAT(status(), HasSubstr("campaign.json plans; remove it before you run its shard"));
  const Ran merged = run_touchstone({"merge", folder_.path("all.db"), plan_});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_THAT(merged.err, HasSubstr("shards/1.db: is of another campaign than "));
}

/// A person may have put it there; a damaged one before it is not lost, either.
TEST_F(EngineCampaign, OnlyDamagedCopiesArePutAsideEachUnderAFreeName) {
  ASSERT_EQ(plan({"--shards", "2"}).exit_code, 0);
  ASSERT_EQ(run_touchstone({"shard", plan_, "1"}).exit_code, 0);
  const std::string copy = plan_ + "/shards/1.db";
  const std::string good = read_text(copy);
  std::string later = good;
  later[63] = 99;  // the last byte of user_version
  folder_.write("plan/shards/1.db", later);
  folder_.write("plan/shards/1.db.damaged", "an earlier one");
  const Ran refused = run_touchstone({"shard", plan_, "1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("a store of version 99"));
  EXPECT_TRUE(read_text(copy) == later);
  const std::string half = good.substr(0, good.size() / 2);
  folder_.write("plan/shards/1.db", half);
  ASSERT_EQ(run_touchstone({"shard", plan_, "1"}).exit_code, 0);
  EXPECT_EQ(read_text(copy + ".damaged"), "an earlier one");
  EXPECT_TRUE(read_text(copy + ".damaged-2") == half);
}

TEST_F(EngineCampaign, APlanOfAnotherVersionIsNamedAsSuch) {
  ASSERT_EQ(plan({"--shards", "1"}).exit_code, 0);
  std::string text = read_text(plan_ + "/campaign.json");
  text = std::regex_replace(text, std::regex("\"campaign\": \"[^\"]*\",\\s*"), "");
  text = std::regex_replace(text, std::regex("campaign/2"), "campaign/1");
  folder_.write("plan/campaign.json", text);
  const Ran ran = run_touchstone({"campaign", plan_, "--status"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("another version of this program planned the campaign"));
}

TEST_F(EngineCampaign, StatusCountsWrongCasesAsVerifyDoes) {
  const Words command = {"verify", "--metric", "sat_float32", "--family", "field"};
  ASSERT_EQ(plan({"--shards", "1", "--submit"}, command).exit_code, 0);
  const std::string said = status();
  std::smatch found;
  ASSERT_TRUE(std::regex_search(said, found, std::regex("is wrong in [0-9]+ of [0-9]+"))) << said;
  EXPECT_THAT(run_touchstone(command).out, HasSubstr(found.str()));
}

/// The second run has no time for what the first one did.
TEST_F(EngineCampaign, AShardGoesOnWithAPartialCopy) {
  ASSERT_EQ(plan({"--shards", "1"}, kEndless).exit_code, 0);
  const std::string disk = folder_.path("disk");
  std::filesystem::create_directory(disk);
  const Variable place("TMPDIR", disk);
  const auto kept_after = [&](const char* seconds) {
    const Ran ran = run_program(
        {"/bin/sh", "-c", started_shard(disk) + "sleep " + seconds + "; kill -TERM $!; wait $!"});
    std::smatch found;
    if (!std::regex_search(ran.out, found, std::regex("([0-9]+) of [0-9]+ chunks are kept"))) {
      ADD_FAILURE() << ran.out << ran.err;
      return 0;
    }
    return std::stoi(found[1]);
  };
  const int first = kept_after("5");
  EXPECT_GT(first, 0);
  EXPECT_GE(kept_after("0"), first);
  EXPECT_THAT(status(), HasSubstr("1 partial"));
}

TEST_F(EngineCampaign, WhatKilledTasksLeaveIsRemovedByTheNextOne) {
  const std::string disk = folder_.path("disk");
  std::filesystem::create_directory(disk);
  ASSERT_EQ(plan({"--shards", "2"}).exit_code, 0);
  const Variable place("TMPDIR", disk);
  run_program({"/bin/sh", "-c", started_shard(disk) + "kill -KILL $!; wait $!"});
  EXPECT_FALSE(std::filesystem::is_empty(disk));
  // The form of our names, made under this kernel.
  const std::string dead = folder_.write("plan/shards/1.db" + part_name(kernel()), "dead");
  ASSERT_EQ(run_touchstone({"shard", plan_, "2"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_empty(disk));
  EXPECT_FALSE(std::filesystem::exists(dead));
}

/// A folder is shared by machines, containers and people.
TEST_F(EngineCampaign, ATaskRemovesNothingThatMayBeAliveOrAnothers) {
  ASSERT_EQ(plan({"--shards", "2"}).exit_code, 0);
  const std::string shards = "plan/shards/";
  const std::string living = folder_.write(shards + "1.db" + part_name(kernel()), "living");
  const int descriptor = ::open(living.c_str(), O_RDWR | O_CLOEXEC);
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_len = 1;
  ASSERT_EQ(::fcntl(descriptor, F_OFD_SETLK, &lock), 0);
  std::vector<std::string> kept = {
      living, folder_.write(shards + "1.db" + part_name("far"), "of another machine"),
      folder_.write(shards + "1.db-far" + part_name(kernel()), "its name ends as ours do"),
      folder_.write(shards + "x1.db" + part_name(kernel()), "of no shard"),
      folder_.write(shards + "holiday.part", "a user's")};
  kept.push_back(plan_ + "/shards/2.db" + part_name(kernel()));
  std::filesystem::create_directory(kept.back());
  for (const std::string& path : kept) {
    std::filesystem::last_write_time(
        path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(48));
  }
  ASSERT_EQ(run_touchstone({"shard", plan_, "2"}).exit_code, 0);
  for (const std::string& path : kept) EXPECT_TRUE(std::filesystem::exists(path)) << path;
  const std::string said = status();
  EXPECT_THAT(said, HasSubstr("left by a killed task: shards/1.db" + part_name("far")));
  EXPECT_THAT(said, testing::Not(HasSubstr("holiday")));
  ::close(descriptor);
}

TEST_F(EngineCampaign, ShardsOfSoManyMinutesFollowFromTheRateHere) {
  const Ran made = plan({"--minutes", "1000"});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("measured here: 4 of 4 chunks in "));
  EXPECT_THAT(made.out, HasSubstr(": 1 shard of about 4 chunks"));
}

TEST_F(EngineCampaign, BadPlansAreOneLineAndWriteNothing) {
  const std::vector<Words> bad = {
      {"campaign", plan_, "--on", "pbs", "--shards", "2", "--", "verify"},
      {"campaign", plan_, "--on", "local", "--shards", "2"},
      {"campaign", plan_, "--on", "local", "--", "verify", "--db", "x"},
      {"campaign", plan_, "--submit", "--shards", "2"},
      {"campaign", plan_, "--status"},
      {"campaign", plan_, "--on", "local", "--shards", "2", "--", "verify", "--metric", "none"},
      planned({"--shards", "900"}),
      {"shard", plan_, "1"}};
  for (const Words& words : bad) {
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 2) << testing::PrintToString(words) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(plan_)) << testing::PrintToString(words);
  }
  EXPECT_EQ(run_touchstone({"campaign", plan_, "--on", "local", "--", "solve"}).err,
            "touchstone: campaign: solve is not cut into shards: must be verify or validate\n");
}

}  // namespace
}  // namespace touchstone
