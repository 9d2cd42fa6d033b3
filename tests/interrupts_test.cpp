// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and SIGTERM end every command within two seconds, in the midst of a query that never ends
// as well, and what was judged before is kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/sanitized.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using Words = std::vector<std::string>;

constexpr const char* kPlant = "TOUCHSTONE_PLANT";
constexpr double kLimit_s = kSanitized ? 10 : 2;
constexpr int kLongEnough_ms = kSanitized ? 10000 : 1500;  ///< to come to the planted query

std::string text_of(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += " " + word;
  return text;
}

struct Stuck {
  Words words;
  const char* plant;
};

TEST(Interrupts, EndEveryCommandThatIsStuckInAQuery) {
  int signal = SIGINT;
  for (const Stuck& stuck : {
           Stuck{{"verify", "--cases", "5000", "--family", "random-boxes"}, "gjk loop #300"},
           Stuck{{"verify", "--cases", "5000", "--family", "random-boxes"}, "oracle loop #300"},
           Stuck{{"verify", "--contacts", "certified", "--cases", "500"}, "certified loop #300"},
           Stuck{{"verify", "--properties", "--metric", "gjk", "--quick"}, "gjk loop #3000"},
           Stuck{{"ask", "examples/case-file/pairs.json", "--metric", "gjk"}, "gjk loop #1"},
           Stuck{{"audit", "--cases", "50"}, "oracle loop #300"},
           Stuck{{"energy", "stack", "sliding-boxes"}, "certified loop #300"},
           Stuck{{"converge", "balance2"}, "ratio_ray loop #300"},
           Stuck{{"time", "--quick", "--metric", "sat"}, "sat loop #30"},
       }) {
    SCOPED_TRACE(stuck.plant + text_of(stuck.words));
    const Variable plant(kPlant, stuck.plant);
    Words words = stuck.words;
    if (words[0] == "ask") words[1] = std::string(TOUCHSTONE_SOURCE_DIR) + "/" + words[1];
    const Ran ran = interrupt_touchstone(words, kLongEnough_ms, signal);
    EXPECT_EQ(ran.exit_code, 128 + signal) << ran.out << ran.err;
    EXPECT_LT(ran.after_signal_s, kLimit_s);
    signal = signal == SIGINT ? SIGTERM : SIGINT;  // in turn
  }
}

TEST(Interrupts, AStuckCampaignKeepsWhatWasJudged) {
  const ScratchFolder folder;
  const Words campaign = {"verify",  "--metric", "sat,gjk", "--family", "random-boxes",
                          "--cases", "60000",    "--json",  "-"};
  const auto kept_in = [&](const std::string& db) {
    Words words = campaign;
    words.insert(words.end(), {"--db", folder.path(db)});
    return words;
  };
  const Ran plain = run_touchstone(campaign);
  for (const std::string query : {"gjk loop #20000", "oracle loop #20000"}) {
    const std::string db = query.substr(0, query.find(' ')) + ".db";
    {
      const Variable plant(kPlant, query);
      const Ran ran = interrupt_touchstone(kept_in(db), 2 * kLongEnough_ms);
      EXPECT_EQ(ran.exit_code, 130) << query;
      EXPECT_LT(ran.after_signal_s, kLimit_s) << query;
      EXPECT_THAT(ran.err, HasSubstr("to go on: touchstone verify --db"));
      EXPECT_THAT(ran.err, testing::Not(HasSubstr("interrupted after 0 of")));
    }
    EXPECT_EQ(run_touchstone(kept_in(db)).out, plain.out) << query;
  }
}

TEST(Interrupts, AStuckCampaignShowsWhatWasJudged) {
  const Variable plant(kPlant, "oracle loop #20000");
  const Ran ran = interrupt_touchstone(
      {"verify", "--metric", "sat", "--family", "random-boxes", "--cases", "60000"},
      2 * kLongEnough_ms);
  EXPECT_EQ(ran.exit_code, 130);
  EXPECT_THAT(ran.out, StartsWith("PARTIAL, as the run was interrupted:\n"));
  EXPECT_THAT(ran.out, HasSubstr("\nsat "));
}

/// Commands that take a while. TOUCHSTONE_LONG_TESTS=20 interrupts each at 20 moments.
TEST(Interrupts, EndEveryCommandAtRandomMoments) {
  const ScratchFolder folder;
  const std::string examples =
      std::string(TOUCHSTONE_SOURCE_DIR) + "/examples/case-file/pairs.json";
  const std::string db = folder.path("done.db");
  const Words judged = {"verify", "--quick", "--db", db, "--json", folder.path("done.json")};
  run_touchstone(judged);
  const std::vector<Words> commands = {
      {"verify", "--cases", "2000"},
      {"verify", "--cases", "2000", "--db", folder.path("new.db")},
      {"verify", "--properties", "--quick"},
      {"verify", "--contacts", "certified", "--cases", "1000"},
      {"verify", "--events", "--cases", "1000"},
      {"verify", "--file", examples, "--shrink"},
      {"ask", examples},
      {"replay", "random-boxes:42:3"},
      {"audit"},
      {"audit", "--certificates", "certified"},
      {"audit", "--problems", "500"},
      {"energy"},
      {"energy", "stack", "--record", folder.path("run.json")},
      {"time", "--quick"},
      {"converge"},
      {"converge", "--conjecture"},
      {"converge", "--contraction"},
      {"reproduce", "table1"},
      {"reproduce", "thesis-figure16"},
      {"report", "--db", db, "-o", folder.path("page.html")},
      {"report", "-o", folder.path("page.html")},
      {"compare", folder.path("done.json"), folder.path("done.json")},
      {"list", "metrics"}};
  const char* typed = std::getenv("TOUCHSTONE_LONG_TESTS");
  const int moments = typed != nullptr ? std::atoi(typed) : 1;
  const int latest_ms = typed != nullptr ? 2500 : 800;
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  for (const Words& words : commands) {
    double longest_s = 0;
    int interrupted = 0;
    for (int k = 0; k < moments; ++k) {
      const int after_ms = std::uniform_int_distribution<int>(0, latest_ms)(random);
      const Ran ran = interrupt_touchstone(words, after_ms, k % 2 == 0 ? SIGINT : SIGTERM);
      interrupted += ran.exit_code >= 128 ? 1 : 0;
      longest_s = std::max(longest_s, ran.after_signal_s);
      EXPECT_TRUE(ran.exit_code <= 1 || ran.exit_code == (k % 2 == 0 ? 130 : 143))
          << ran.exit_code << ran.err;
      EXPECT_LT(ran.after_signal_s, kLimit_s)
          << text_of(words) << " after " << after_ms << " ms, seed " << seed << "\n"
          << ran.err;
    }
    if (typed != nullptr) {
      std::cout << interrupted << " of " << moments << " interrupted, longest " << longest_s
                << " s:" << text_of(words) << "\n";
    }
  }
}

}  // namespace
}  // namespace touchstone
