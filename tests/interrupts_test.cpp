// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C, SIGTERM and SIGHUP end every command within two seconds, in the midst of a query that
// never ends as well, and what was judged before is kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "harness/plugins/sanitized.hpp"
#include "tests/program.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using Words = std::vector<std::string>;

constexpr const char* kPlant = "TOUCHSTONE_PLANT";
constexpr double kLimit_s = kSanitized ? 10 : 2;

std::string text_of(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += " " + word;
  return text;
}

/// Sends the signal to a command when a planted loop or a plug-in of its has begun to hang, which
/// leaves a mark first. A busy machine may need long to come to that.
Ran interrupt_in_hang(const Words& words, int signal = SIGINT) {
  const ScratchFolder folder;
  const std::string mark = folder.path("mark");
  const Variable of_plants("TOUCHSTONE_PLANT_MARK", mark);
  const Variable of_plugins("HOSTILE_MARK", mark);
  Ran ran = interrupt_touchstone(words, mark, signal);
  EXPECT_TRUE(std::filesystem::exists(mark)) << "nothing hangs:" << text_of(words);
  return ran;
}

constexpr std::array<int, 3> kEndSignals = {SIGINT, SIGTERM, SIGHUP};

struct Stuck {
  Words words;
  const char* plant;
};

TEST(Interrupts, EndEveryCommandThatIsStuckInAQuery) {
  std::size_t row = 0;
  for (const Stuck& stuck : {
           Stuck{{"verify", "--cases", "5000", "--family", "random-boxes"}, "gjk loop #300"},
           Stuck{{"verify", "--cases", "5000", "--family", "random-boxes"}, "oracle loop #300"},
           Stuck{{"contacts", "certified", "--cases", "500"}, "oracle loop #300"},
           Stuck{{"verify", "--properties", "10", "--metric", "gjk", "--quick"}, "gjk loop #3000"},
           Stuck{{"ask", "examples/case-file/pairs.json", "--metric", "gjk"}, "gjk loop #1"},
           Stuck{{"audit", "--cases", "50"}, "oracle loop #300"},
           Stuck{{"energy", "stack", "sliding-boxes"}, "certified loop #300"},
           Stuck{{"reproduce", "converge", "balance2"}, "ratio_ray loop #300"},
           Stuck{{"time", "--quick", "--metric", "sat"}, "sat loop #30"},
       }) {
    SCOPED_TRACE(stuck.plant + text_of(stuck.words));
    const Variable plant(kPlant, stuck.plant);
    Words words = stuck.words;
    if (words[0] == "ask") words[1] = std::string(TOUCHSTONE_SOURCE_DIR) + "/" + words[1];
    const int signal = kEndSignals.at(row++ % kEndSignals.size());
    const Ran ran = interrupt_in_hang(words, signal);
    EXPECT_EQ(ran.exit_code, 128 + signal) << ran.out << ran.err;
    EXPECT_LT(ran.after_signal_s, kLimit_s);
  }
}

/// A worker in the midst of a query that never ends has nobody left to end it but its supervisor.
TEST(Interrupts, AProgramThatIsKilledLeavesNoWorker) {
  const std::string name = "TOUCHSTONE_TEST_RUN";
  const std::string value = std::to_string(std::random_device{}());
  const Variable marked(name.c_str(), value);
  const Variable plant(kPlant, "gjk_epa loop #1");
  const Words words = {"verify",       "--metric", "gjk_epa", "--family",
                       "random-boxes", "--cases",  "100"};
  const Ran ran = interrupt_in_hang(words, SIGKILL);
  EXPECT_EQ(ran.exit_code, 128 + SIGKILL) << ran.out << ran.err;
  EXPECT_TRUE(processes_end(name + "=" + value, 20));
}

/// They would end a process that holds them back from the thread that gives a file its name.
TEST(Interrupts, SignalsComeToNoThreadThatWatches) {
  const ScratchFolder folder;
  const std::string script = TOUCHSTONE_PROGRAM
      " verify --cases 100000 --metric sat --family random-boxes --jobs 2 >$0 2>&1 &\n"
      "k=0\n"
      "while [ $k -lt 500 ] && { [ \"$(ls /proc/$!/task | wc -l)\" -lt 3 ] ||\n"
      "      ! grep -hq 'SigBlk:.*4003' /proc/$!/task/*/status; }; do\n"
      "  k=$((k + 1)); sleep .02\n"
      "done\n"
      "grep -h SigBlk /proc/$!/task/*/status; kill -KILL $!\n";
  const Ran ran = run_program({"/bin/sh", "-c", script, folder.path("said")});
  constexpr const char* kHeld = "SigBlk:\t0000000000004003\n";  // HUP, INT, TERM
  const auto at = ran.out.find(kHeld);
  ASSERT_NE(at, std::string::npos) << ran.out << ran.err;
  EXPECT_EQ(ran.out.find(kHeld, at + 1), std::string::npos) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("SigBlk:\t0000000000000000\n"));
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
      const Ran ran = interrupt_in_hang(kept_in(db));
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
  const Ran ran = interrupt_in_hang(
      {"verify", "--metric", "sat", "--family", "random-boxes", "--cases", "60000"});
  EXPECT_EQ(ran.exit_code, 130);
  EXPECT_THAT(ran.out, StartsWith("PARTIAL, as the run was interrupted:\n"));
  EXPECT_THAT(ran.out, HasSubstr("\nsat "));
}

/// A run that is stuck leaves the report the time for its page.
TEST(Interrupts, AReportWhoseRunIsStuckStillHasItsPage) {
  const ScratchFolder folder;
  const ScratchFolder temporary;
  const Variable there("TMPDIR", temporary.path(""));
  const Variable plant(kPlant, "gjk loop #2000");
  const Ran ran = interrupt_in_hang({"report", "-o", folder.path("page.html")});
  EXPECT_EQ(ran.exit_code, 130) << ran.err;
  EXPECT_LT(ran.after_signal_s, kLimit_s);
  EXPECT_THAT(read_text(folder.path("page.html")), HasSubstr("This page is partial")) << ran.err;
  EXPECT_TRUE(std::filesystem::is_empty(temporary.path("")));
}

/// A library of boxes that hangs where HANG_AT says: at "init", while it is loaded, or at
/// "evaluate", its first question.
std::string hanging_library(const ScratchFolder& folder) {
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  const std::string library = folder.path("hanging.so");
  const std::string source = folder.write("hanging.c", R"(
#define touchstone_plugin_entry healthy_entry
#include HEALTHY_PLUGIN
#undef touchstone_plugin_entry
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void hang(const char* place) {
  const char* where = getenv("HANG_AT");
  if (where == NULL || strcmp(where, place) != 0) return;
  FILE* mark = fopen(getenv("HOSTILE_MARK"), "w");
  fputs("here\n", mark);
  fclose(mark);
  for (;;) sleep(1);
}
static int init_or_hang(const char* name) { (void)name; hang("init"); return 0; }
static void evaluate_or_hang(void* i, const touchstone_query* q, touchstone_answer* a) {
  hang("evaluate");
  evaluate(i, q, a);
}
static int differentiate_or_hang(void* i, const touchstone_query* q, touchstone_answer* a,
                                 touchstone_gradient* g) {
  hang("evaluate");
  return differentiate(i, q, a, g);
}
static const touchstone_evaluate_1 kHanging = {evaluate_or_hang};
static const touchstone_gradient_1 kHangingGradients = {differentiate_or_hang};
static const void* get_hanging_interface(const char* id) {
  if (strcmp(id, TOUCHSTONE_GRADIENT_1) == 0) return &kHangingGradients;
  return strcmp(id, TOUCHSTONE_DISTANCE_1) == 0 ? &kHanging : healthy_entry.get_interface(id);
}
TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, init_or_hang, NULL, get_hanging_interface};
)");
  const Ran built = run_program(
      {"/bin/sh", "-c",
       "cc -O2 -fPIC -shared -I '" + root + "/include' '-DHEALTHY_PLUGIN=\"" + root +
           "/examples/plugins/c/my_boxes.c\"' '" + source + "' -o '" + library + "' -lm"});
  EXPECT_EQ(built.exit_code, 0) << built.err;
  return library;
}

/// Interrupts a command that would go on for longer.
void expect_end_in_time(const Words& words, int signal) {
  SCOPED_TRACE(text_of(words) + " " + std::to_string(signal));
  const Ran ran = interrupt_in_hang(words, signal);
  EXPECT_EQ(ran.exit_code, 128 + signal) << ran.out << ran.err;
  EXPECT_LT(ran.after_signal_s, kLimit_s);
}

/// A plug-in that hangs at its first case or while it is loaded, as a library and as a program.
TEST(Interrupts, EndEveryCommandWhosePlugInHangs) {
  const ScratchFolder folder;
  const std::string library = hanging_library(folder);
  const std::string program = std::string(TOUCHSTONE_PYTHON) + " '" +
                              folder.write("hanging.py",
                                           "import os, time\n"
                                           "open(os.environ['HOSTILE_MARK'], 'w').write('here')\n"
                                           "time.sleep(1000)\n") +
                              "'";
  const std::string pair = std::string(TOUCHSTONE_SOURCE_DIR) + "/examples/case-file/pair.json";
  int signal = SIGINT;
  for (const std::string place : {"init", "evaluate"}) {
    SCOPED_TRACE(place);
    const Variable there("HANG_AT", place);
    for (const Words& words : std::vector<Words>{{"validate", library, "--wall-limit", "10"},
                                                 {"validate", program, "--wall-limit", "10"},
                                                 {"ask", pair, "--metric", library},
                                                 {"time", "--quick", "--metric", library},
                                                 {"energy", "stack", "--metric", library}}) {
      const int runs = words[0] == "validate" ? 2 : 1;
      for (int k = 0; k < runs; ++k) {
        expect_end_in_time(words, signal);
        signal = signal == SIGINT ? SIGTERM : SIGINT;  // in turn
      }
    }
    signal = SIGTERM;
  }
}

/// A contract about the boxes that the example library takes.
std::string contract_of_boxes(const ScratchFolder& folder) {
  return folder.write("contract.json", R"({"schema": "touchstone.contract/1",
                                           "families": ["random-boxes"], "cases": 200})");
}

/// Commands that ask a plug-in in a way of their own.
TEST(Interrupts, EndEveryJudgeWhosePlugInHangs) {
  const ScratchFolder folder;
  const std::string library = hanging_library(folder);
  const Words gate = {"gate", "--metric", library, "--contract", contract_of_boxes(folder)};
  {
    const Variable there("HANG_AT", "init");
    expect_end_in_time(gate, SIGTERM);
  }
  const Variable there("HANG_AT", "evaluate");
  expect_end_in_time(gate, SIGINT);
  int signal = SIGTERM;
  for (const Words& words :
       std::vector<Words>{{"contacts", "--metric", library, "--family", "random-boxes"},
                          {"audit", "gradients", library, "--family", "random-boxes"},
                          {"reproduce", "table1", "--metric", library},
                          {"simulate", "stack", "--metric", library}}) {
    expect_end_in_time(words, signal);
    signal = signal == SIGINT ? SIGTERM : SIGINT;
  }
}

TEST(Interrupts, EndSolveWhoseSolverHangs) {
  const ScratchFolder folder;
  const std::string library = folder.path("hostile.so");
  const Ran built =
      run_program({"/bin/sh", "-c",
                   "cc -shared -fPIC -I " TOUCHSTONE_SOURCE_DIR " " TOUCHSTONE_SOURCE_DIR
                   "/harness/plugins/tests/hostile_solver.c -o '" +
                       library + "' -lm"});
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const Words solve = {"solve", "step-one:42:0", "--solver", library, "--time-limit", "60"};
  for (const int signal : {SIGINT, SIGTERM}) {
    // One burns processor time, the other sleeps.
    const Variable deed("HOSTILE_SOLVER", signal == SIGINT ? "loop" : "sleep");
    expect_end_in_time(solve, signal);
  }
}

/// Commands that take a while.
std::vector<Words> commands_to_interrupt(const ScratchFolder& folder, const std::string& library) {
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  const std::string examples = root + "/examples/case-file/pairs.json";
  const std::string db = folder.path("done.db");
  return {{"verify", "--cases", "2000"},
          {"verify", "--cases", "2000", "--db", folder.path("new.db")},
          {"verify", "--properties", "10", "--quick"},
          {"contacts", "certified", "--cases", "1000"},
          {"reproduce", "events", "--cases", "1000"},
          {"verify", "--file", examples, "--shrink"},
          {"ask", examples},
          {"ask", "random-boxes:42:3", "--metric", "all"},
          {"ask", "random-boxes:42:3", "--gradient"},
          {"dump", "-", "--cases", "2000"},
          {"vectors", root + "/portable/vectors"},
          {"import", "--a", "Sphere(1)", "--b", "Sphere(2)"},
          {"audit"},
          {"audit", "fast-truth"},
          {"audit", "certificates"},
          {"audit", "half-spaces", "ratio_seidel"},
          {"audit", "gradients", "certified", "--cases", "1000"},
          {"audit", "gradient-differences", "--cases", "1000"},
          {"audit", "constraints"},
          {"audit", "speed"},
          {"audit", "problems", "--cases", "500"},
          {"energy"},
          {"solve", "--cases", "200"},
          {"solve", "--shrink"},
          {"simulate", "stack", "--record", folder.path("run.json")},
          {"simulate", "pile", "--html", folder.path("motion.html")},
          {"time", "--quick"},
          {"reproduce", "converge"},
          {"reproduce", "conjecture"},
          {"reproduce", "contraction"},
          {"reproduce", "table1"},
          {"reproduce", "thesis-figure16"},
          {"reproduce", "--all", "--quick"},
          {"report", db, "-o", folder.path("page.html")},
          {"report", "-o", folder.path("page.html")},
          {"compare", folder.path("done.json"), folder.path("done.json")},
          {"merge", folder.path("merged.db"), db},
          {"validate", library},
          {"time", "--quick", "--metric", library},
          {"energy", "stack", "--metric", library},
          {"gate", "--metric", library, "--contract", contract_of_boxes(folder), "--minutes", "5"},
          {"campaign", folder.path("campaign"), "--on", "local", "--minutes", "1", "--", "verify",
           "--metric", "sat", "--family", "random-boxes", "--cases", "100000000"},
          {"list", "metrics"}};
}

/// TOUCHSTONE_LONG_TESTS=20 interrupts each at 20 moments.
TEST(Interrupts, EndEveryCommandAtRandomMoments) {
  const ScratchFolder folder;
  run_touchstone(
      {"verify", "--quick", "--db", folder.path("done.db"), "--json", folder.path("done.json")});
  const std::string library = folder.path("boxes.so");
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  const Ran built = run_program({"/bin/sh", "-c",
                                 "cc -O2 -fPIC -shared -I '" + root + "/include' '" + root +
                                     "/examples/plugins/c/my_boxes.c' -o '" + library + "' -lm"});
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const std::vector<Words> commands = commands_to_interrupt(folder, library);
  const char* typed = std::getenv("TOUCHSTONE_LONG_TESTS");
  const int moments = typed != nullptr ? std::atoi(typed) : 1;
  const int latest_ms = typed != nullptr ? 2500 : 800;
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  for (std::size_t row = 0; row < commands.size(); ++row) {
    const Words& words = commands[row];
    double longest_s = 0;
    int interrupted = 0;
    for (int k = 0; k < moments; ++k) {
      std::filesystem::remove(folder.path("merged.db"));
      std::filesystem::remove_all(folder.path("campaign"));
      const int after_ms = std::uniform_int_distribution<int>(0, latest_ms)(random);
      const int signal = kEndSignals.at((static_cast<std::size_t>(k) + row) % kEndSignals.size());
      const Ran ran = interrupt_touchstone(words, after_ms, signal);
      interrupted += ran.exit_code >= 128 ? 1 : 0;
      longest_s = std::max(longest_s, ran.after_signal_s);
      EXPECT_TRUE(ran.exit_code <= 1 || ran.exit_code == 128 + signal) << ran.exit_code << ran.err;
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
