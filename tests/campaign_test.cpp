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

const Words kCommand = {"verify",       "--metric", "sat,gjk_epa", "--family",
                        "random-boxes", "--cases",  "4000"};

Words planned(const std::string& folder, const Words& options) {
  return joined(joined({"campaign", folder, "--on", "local"}, options), joined({"--"}, kCommand));
}

/// The shell's words that start shard 1, with `disk` as TMPDIR, and wait until it keeps signals.
std::string started_shard(const std::string& plan, const std::string& disk) {
  return std::string(TOUCHSTONE_PROGRAM) + " shard '" + plan + "' 1 & while ! ls '" + disk +
         "' | grep -q touchstone-shard; do sleep 0.01; done; ";
}

std::string kernel() {
  const std::string id = read_text("/proc/sys/kernel/random/boot_id");
  return id.substr(0, id.find('\n'));
}

/// What a copy under way is called, behind the name of its store.
std::string part_name(const std::string& machine) {
  return "-" + machine + "-0123456789abcdef.part";
}

TEST(EngineCampaign, ItsShardsMergedAreOneRunByteForByte) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  const Ran made = run_touchstone(planned(plan, {"--shards", "3"}));
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("3 shards of about 2 chunks"));
  ASSERT_EQ(run_touchstone({"shard", plan, "2"}).exit_code, 0);
  EXPECT_THAT(run_touchstone({"campaign", plan, "--status"}).out,
              HasSubstr("3 shards: 1 complete, 0 partial, 0 damaged, 2 missing"));
  const Ran early = run_touchstone({"merge", folder.path("all.db"), plan});
  EXPECT_EQ(early.exit_code, 2);
  EXPECT_THAT(early.err, HasSubstr("/shards/1.db: is missing"));
  ASSERT_EQ(run_touchstone({"campaign", plan, "--submit"}).exit_code, 0);
  const Ran again = run_touchstone({"campaign", plan, "--submit"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("was submitted already"));
  const Ran whole = run_touchstone(joined(kCommand, {"--json", "-"}));
  EXPECT_EQ(run_touchstone({"merge", folder.path("all.db"), plan, "--json", "-"}).out, whole.out);
}

/// An engine signals its tasks, and the script that it runs passes the signal on.
TEST(EngineCampaign, AShardThatIsSignalledTwiceMakesItsLastCopy) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  const Words endless = {"--",       "verify",       "--metric", "sat,gjk_epa",
                         "--family", "random-boxes", "--cases",  "100000000"};
  ASSERT_EQ(run_touchstone(joined({"campaign", plan, "--on", "local", "--shards", "1"}, endless))
                .exit_code,
            0);
  const std::string shard = std::string(TOUCHSTONE_PROGRAM) + " shard '" + plan + "' 1 & task=$!; ";
  const Ran ran = run_program({"/bin/sh", "-c",
                               shard + "sleep 4; kill -TERM $task; sleep 0.1; kill -TERM $task; "
                                       "wait $task"});
  // The second signal kills the run, which may have ended by the first.
  EXPECT_THAT(ran.exit_code, testing::AnyOf(128 + SIGKILL, 128 + SIGTERM)) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("chunks are kept in " + plan));
  EXPECT_TRUE(std::filesystem::exists(plan + "/shards/1.db"));
}

TEST(EngineCampaign, ACopyThatCannotBeReadIsLeftAlone) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  ASSERT_EQ(run_touchstone(planned(plan, {"--shards", "2"})).exit_code, 0);
  ASSERT_EQ(run_touchstone({"shard", plan, "1"}).exit_code, 0);
  const std::string copy = plan + "/shards/1.db";
  std::filesystem::permissions(folder.path(""), std::filesystem::perms{0755});
  std::filesystem::permissions(copy, std::filesystem::perms::none);
  const Shortage as_nobody{true};
  const Ran ran = run_short({"shard", plan, "1"}, as_nobody);
  EXPECT_EQ(ran.exit_code, 3) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("/shards/1.db: cannot be read: Permission denied"));
  EXPECT_TRUE(std::filesystem::exists(copy));
}

TEST(EngineCampaign, ADamagedCopyIsNamedAndItsShardRunAgain) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  ASSERT_EQ(run_touchstone(planned(plan, {"--shards", "2"})).exit_code, 0);
  ASSERT_EQ(run_touchstone({"campaign", plan, "--submit"}).exit_code, 0);
  const std::string copy = plan + "/shards/1.db";
  std::filesystem::resize_file(copy, std::filesystem::file_size(copy) / 2);
  EXPECT_THAT(run_touchstone({"campaign", plan, "--status"}).out, HasSubstr("1 damaged"));
  const Ran again = run_touchstone({"shard", plan, "1"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("the shard begins again"));
  EXPECT_THAT(run_touchstone({"campaign", plan, "--status"}).out, HasSubstr("2 complete"));
}

TEST(EngineCampaign, AShardOfAnotherCampaignIsRejectedByName) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  ASSERT_EQ(run_touchstone(planned(plan, {"--shards", "2"})).exit_code, 0);
  ASSERT_EQ(run_touchstone({"campaign", plan, "--submit"}).exit_code, 0);
  std::filesystem::remove(plan + "/shards/2.db");
  run_touchstone(
      joined(kCommand, {"--seed", "7", "--shard", "2/2", "--db", plan + "/shards/2.db"}));
  const Ran merged = run_touchstone({"merge", folder.path("all.db"), plan});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_THAT(merged.err, HasSubstr("shards/2.db: is not of the campaign of"));
}

/// A copy that is complete already, and one that a task would go on with.
TEST(EngineCampaign, AShardDoesNotBeginWithACopyOfAnotherCampaign) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  ASSERT_EQ(run_touchstone(planned(plan, {"--shards", "2"})).exit_code, 0);
  const std::string copy = plan + "/shards/1.db";
  run_touchstone(joined(kCommand, {"--seed", "7", "--shard", "1/2", "--db", copy}));
  const std::string bytes = read_text(copy);
  const Ran ran = run_touchstone({"shard", plan, "1"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("shards/1.db: is of another campaign than "));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_EQ(read_text(copy), bytes);
  EXPECT_THAT(run_touchstone({"campaign", plan, "--status"}).out, HasSubstr("1 damaged"));
}

/// The plan's case file changes after the plan.
TEST(EngineCampaign, AChangedCaseFileMakesNoCopyAndNoMerge) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  const auto write_case = [&](const std::string& height) {
    const std::string box = R"({"box_half_extents": [0.5, 0.5, 0.5]})";
    return folder.write("mine.json", R"([{"id": "x", "a": )" + box +
                                         R"(, "pose_a": {"t": [0, 0, )" + height +
                                         R"(], "q": [1, 0, 0, 0]}, "b": )" + box +
                                         R"(, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}}])");
  };
  const std::string cases = write_case("1.5");
  const Words command = {"verify", "--metric", "sat", "--file", cases};
  ASSERT_EQ(
      run_touchstone(joined({"campaign", plan, "--on", "local", "--shards", "1", "--"}, command))
          .exit_code,
      0);
  write_case("1.25");
  const Ran ran = run_touchstone({"shard", plan, "1"});
  EXPECT_EQ(ran.exit_code, 2) << ran.out;
  EXPECT_THAT(ran.err, HasSubstr("/shards/1.db: is planned for another campaign"));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  const std::string copy = plan + "/shards/1.db";
  EXPECT_FALSE(std::filesystem::exists(copy));
  run_touchstone(joined(command, {"--db", copy}));
  EXPECT_THAT(run_touchstone({"campaign", plan, "--status"}).out,
              HasSubstr("campaign.json plans; remove it before you run its shard"));
  const Ran merged = run_touchstone({"merge", folder.path("all.db"), plan});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_THAT(merged.err, HasSubstr("shards/1.db: is of another campaign than "));
}

/// A person may have put it there; a damaged one before it is not lost, either.
TEST(EngineCampaign, OnlyDamagedCopiesArePutAsideEachUnderAFreeName) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  ASSERT_EQ(run_touchstone(planned(plan, {"--shards", "2"})).exit_code, 0);
  ASSERT_EQ(run_touchstone({"shard", plan, "1"}).exit_code, 0);
  const std::string copy = plan + "/shards/1.db";
  const std::string good = read_text(copy);
  std::string later = good;
  later[63] = 99;  // the last byte of user_version
  folder.write("plan/shards/1.db", later);
  folder.write("plan/shards/1.db.damaged", "an earlier one");
  const Ran refused = run_touchstone({"shard", plan, "1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("a store of version 99"));
  EXPECT_TRUE(read_text(copy) == later);
  const std::string half = good.substr(0, good.size() / 2);
  folder.write("plan/shards/1.db", half);
  ASSERT_EQ(run_touchstone({"shard", plan, "1"}).exit_code, 0);
  EXPECT_EQ(read_text(copy + ".damaged"), "an earlier one");
  EXPECT_TRUE(read_text(copy + ".damaged-2") == half);
}

TEST(EngineCampaign, APlanOfAnotherVersionIsNamedAsSuch) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  ASSERT_EQ(run_touchstone(planned(plan, {"--shards", "1"})).exit_code, 0);
  std::string text = read_text(plan + "/campaign.json");
  text = std::regex_replace(text, std::regex("\"campaign\": \"[^\"]*\",\\s*"), "");
  text = std::regex_replace(text, std::regex("campaign/2"), "campaign/1");
  folder.write("plan/campaign.json", text);
  const Ran ran = run_touchstone({"campaign", plan, "--status"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("another version of this program planned the campaign"));
}

TEST(EngineCampaign, StatusCountsWrongCasesAsVerifyDoes) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  const Words command = {"verify", "--metric", "sat_float32", "--family", "field"};
  ASSERT_EQ(
      run_touchstone(
          joined({"campaign", plan, "--on", "local", "--shards", "1", "--submit", "--"}, command))
          .exit_code,
      0);
  const std::string status = run_touchstone({"campaign", plan, "--status"}).out;
  std::smatch found;
  ASSERT_TRUE(std::regex_search(status, found, std::regex("is wrong in [0-9]+ of [0-9]+")))
      << status;
  EXPECT_THAT(run_touchstone(command).out, HasSubstr(found.str()));
}

/// The second run has no time for what the first one did.
TEST(EngineCampaign, AShardGoesOnWithAPartialCopy) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  const Words endless = {"--",       "verify",       "--metric", "sat,gjk_epa",
                         "--family", "random-boxes", "--cases",  "100000000"};
  ASSERT_EQ(run_touchstone(joined({"campaign", plan, "--on", "local", "--shards", "1"}, endless))
                .exit_code,
            0);
  const std::string disk = folder.path("disk");
  std::filesystem::create_directory(disk);
  const Variable place("TMPDIR", disk);
  const auto kept_after = [&](const char* seconds) {
    const Ran ran =
        run_program({"/bin/sh", "-c",
                     started_shard(plan, disk) + "sleep " + seconds + "; kill -TERM $!; wait $!"});
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
  EXPECT_THAT(run_touchstone({"campaign", plan, "--status"}).out, HasSubstr("1 partial"));
}

TEST(EngineCampaign, WhatKilledTasksLeaveIsRemovedByTheNextOne) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  const std::string disk = folder.path("disk");
  std::filesystem::create_directory(disk);
  ASSERT_EQ(run_touchstone(planned(plan, {"--shards", "2"})).exit_code, 0);
  const Variable place("TMPDIR", disk);
  run_program({"/bin/sh", "-c", started_shard(plan, disk) + "sleep 0.1; kill -KILL $!; wait $!"});
  EXPECT_FALSE(std::filesystem::is_empty(disk));
  // The form of our names, made under this kernel.
  const std::string dead = folder.write("plan/shards/1.db" + part_name(kernel()), "dead");
  ASSERT_EQ(run_touchstone({"shard", plan, "2"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_empty(disk));
  EXPECT_FALSE(std::filesystem::exists(dead));
}

/// A folder is shared by machines, containers and people.
TEST(EngineCampaign, ATaskRemovesNothingThatMayBeAliveOrAnothers) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  ASSERT_EQ(run_touchstone(planned(plan, {"--shards", "2"})).exit_code, 0);
  const std::string shards = "plan/shards/";
  const std::string living = folder.write(shards + "1.db" + part_name(kernel()), "living");
  const int descriptor = ::open(living.c_str(), O_RDWR | O_CLOEXEC);
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_len = 1;
  ASSERT_EQ(::fcntl(descriptor, F_OFD_SETLK, &lock), 0);
  std::vector<std::string> kept = {
      living, folder.write(shards + "1.db" + part_name("far"), "of another machine"),
      folder.write(shards + "1.db-far" + part_name(kernel()), "its name ends as ours do"),
      folder.write(shards + "x1.db" + part_name(kernel()), "of no shard"),
      folder.write(shards + "holiday.part", "a user's")};
  kept.push_back(plan + "/shards/2.db" + part_name(kernel()));
  std::filesystem::create_directory(kept.back());
  for (const std::string& path : kept) {
    std::filesystem::last_write_time(
        path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(48));
  }
  ASSERT_EQ(run_touchstone({"shard", plan, "2"}).exit_code, 0);
  for (const std::string& path : kept) EXPECT_TRUE(std::filesystem::exists(path)) << path;
  const std::string status = run_touchstone({"campaign", plan, "--status"}).out;
  EXPECT_THAT(status, HasSubstr("left by a killed task: shards/1.db" + part_name("far")));
  EXPECT_THAT(status, testing::Not(HasSubstr("holiday")));
  ::close(descriptor);
}

TEST(EngineCampaign, ShardsOfSoManyMinutesFollowFromTheRateHere) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  const Ran made = run_touchstone(planned(plan, {"--minutes", "1000"}));
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("measured here: 4 of 4 chunks in "));
  EXPECT_THAT(made.out, HasSubstr(": 1 shards of about 4 chunks"));
}

TEST(EngineCampaign, BadPlansAreOneLineAndWriteNothing) {
  const ScratchFolder folder;
  const std::string plan = folder.path("plan");
  const std::vector<Words> bad = {
      {"campaign", plan, "--on", "pbs", "--shards", "2", "--", "verify"},
      {"campaign", plan, "--on", "local", "--shards", "2"},
      {"campaign", plan, "--on", "local", "--", "verify", "--db", "x"},
      {"campaign", plan, "--submit", "--shards", "2"},
      {"campaign", plan, "--status"},
      {"campaign", plan, "--on", "local", "--shards", "2", "--", "verify", "--metric", "none"},
      planned(plan, {"--shards", "900"}),
      {"shard", plan, "1"}};
  for (const Words& words : bad) {
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 2) << testing::PrintToString(words) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(plan)) << testing::PrintToString(words);
  }
}

}  // namespace
}  // namespace touchstone
