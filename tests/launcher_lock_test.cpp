// SPDX-License-Identifier: GPL-3.0-or-later
// Launchers that run at once in one tree: what each waits for, and what a signal leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/launcher_fixture.hpp"
#include "tests/program.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(Launcher, TheSecondOfTwoWaitsForTheFirstToBuild) {
  const Ran both = shell("(tree/touchstone one & tree/touchstone two & wait)");
  EXPECT_THAT(both.out, HasSubstr("ran one\n"));
  EXPECT_THAT(both.out, HasSubstr("ran two\n"));
  EXPECT_THAT(both.err,
              testing::ContainsRegex(
                  "waiting for (process [0-9]+|another process), which builds build/release"));
  EXPECT_EQ(steps(), "begin\nend\n");
}

TEST_F(Launcher, TheSecondOfTwoNamesTheFirstIfItsNumberIsKnown) {
  scratch_.write("tree/CMakeLists.txt", cmake_lists("0"));
  const auto waits = [this](const std::string& number) {
    return shell("mkdir -p tree/build; (flock 9; echo " + number +
                 " >tree/build/release.lock; touch held; until [ -s err ]; do sleep .05; done) "
                 "9>>tree/build/release.lock & until [ -e held ]; do sleep .05; done; "
                 "tree/touchstone one 2>err; cat err; rm held err")
        .out;
  };
  EXPECT_THAT(waits("$$"), testing::ContainsRegex("waiting for process [0-9]+, which"));
  shell("touch tree/main.c");
  EXPECT_THAT(waits(""), HasSubstr("waiting for another process, which builds build/release\n"));
  shell("touch tree/main.c");
  EXPECT_THAT(waits("99999999"), HasSubstr("waiting for another process, which"));
}

TEST_F(Launcher, TheSecondOfTwoTriesAgainIfTheFirstCannotBuild) {
  scratch_.write("tree/main.c", "no C\n");
  const Ran both = shell(
      "true; tree/touchstone one & a=$!; tree/touchstone two & wait $!; b=$?; wait $a; echo $? $b");
  EXPECT_EQ(both.out, "3 3\n") << both.err;
  EXPECT_EQ(shell("ls tree/build").out, "release\nrelease.lock\nrelease.log\n");
}

TEST_F(Launcher, ASignalEndsItWhileItWaitsForTheLock) {
  const Ran ended = shell(
      "waits() { for c in $(<\"/proc/$1/task/$1/children\"); do grep -x flock /proc/$c/comm; done; "
      "}; "
      "mkdir tree/build; (flock 9; touch held; exec sleep 60) 9>>tree/build/release.lock & "
      "holder=$!; "
      "until [ -e held ]; do sleep .05; done; tree/touchstone two 2>err & waiter=$!; "
      "while kill -0 $waiter && [ -z \"$(waits $waiter)\" ]; do sleep .05; done; "
      "grep waiting err; kill $waiter; wait $waiter; "
      "code=$?; kill -0 $holder && echo held; kill $holder; exit $code");
  EXPECT_EQ(ended.exit_code, 128 + SIGTERM) << ended.err;
  EXPECT_THAT(ended.out, testing::MatchesRegex("touchstone: waiting for [^\n]*\nheld\n"));
}

TEST_F(Launcher, WhatABuildLeavesRunningHasNoLock) {
  scratch_.write("tree/leave.sh", "sleep 20 </dev/null >/dev/null 2>&1 &\n");
  scratch_.write("tree/CMakeLists.txt",
                 cmake_lists("0\n  COMMAND sh ${PROJECT_SOURCE_DIR}/leave.sh"));
  ASSERT_EQ(shell("tree/touchstone one").exit_code, 7);
  EXPECT_EQ(shell("flock -n tree/build/release.lock true").exit_code, 0);
}

TEST_F(Launcher, NeedsFlockAndDoesWithoutSetpriv) {
  const Ran refused = shell(without("flock", "one"));
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err, HasSubstr("flock is needed"));
  EXPECT_EQ(shell(without("setpriv", "two")).out, "ran two\n");
}

TEST_F(Launcher, PeersAreBuiltUnderALockOfTheirOwn) {
  shell("mkdir tree/peers");
  scratch_.write("tree/peers/CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.25)
project(small_peers C)
add_custom_target(peer_box3d COMMAND echo begin >>${CMAKE_BINARY_DIR}/../steps.txt
  COMMAND sleep 1 COMMAND echo end >>${CMAKE_BINARY_DIR}/../steps.txt)
file(WRITE ${CMAKE_BINARY_DIR}/found.txt "box3d 1.0\n")
file(WRITE ${CMAKE_BINARY_DIR}/found_motion.txt "")
foreach(list missing found_solvers missing_solvers)
  file(WRITE ${CMAKE_BINARY_DIR}/${list}.txt "")
endforeach()
)");
  // This dpkg-query says that every package is here.
  const Ran both = shell(
      "mkdir bin && printf '#!/bin/sh\\nprintf \"ii \"\\n' >bin/dpkg-query && chmod +x "
      "bin/dpkg-query; "
      "export PATH=\"$PWD/bin:$PATH\"; (tree/touchstone peers box3d & tree/touchstone peers box3d "
      "& "
      "wait)");
  EXPECT_THAT(both.out, testing::ContainsRegex("box3d +1.0 +build/peers/box3d")) << both.err;
  EXPECT_THAT(both.err, HasSubstr(", which builds build/peers\n"));
  EXPECT_EQ(read_text(scratch_.path("tree/build/steps.txt")), "begin\nend\nbegin\nend\n");
}

TEST_F(Launcher, ASignalEndsItsBuildAndTheLockOfADeadOneDoesNotCount) {
  ASSERT_EQ(shell("tree/touchstone one").exit_code, 7);
  const std::string seconds = own_seconds(311);
  for (const std::string signal : {"TERM", "HUP", "INT", "KILL"}) {
    scratch_.write("tree/CMakeLists.txt", cmake_lists(seconds));
    // Without -m the shell would have it ignore SIGINT.
    const Ran ended = shell(
        kSleeps +
        std::string("touch tree/main.c; set -m; tree/touchstone two & until [ -n \"$(sleeps ") +
        seconds + ")\" ] || ! kill -0 $!; do sleep .05; done; kill -" + signal +
        " $!; wait $!; code=$?; stay " + seconds + "; exit $code");
    EXPECT_GT(ended.exit_code, 128) << signal << ended.err;
    EXPECT_EQ(ended.out, "") << signal;
    if (signal != "KILL") {
      EXPECT_EQ(shell("ls tree/build").out, "release\nrelease.built\nrelease.lock\nrelease.log\n")
          << signal;
    }
    const auto start = std::chrono::steady_clock::now();
    scratch_.write("tree/CMakeLists.txt", cmake_lists("0"));
    EXPECT_EQ(shell("tree/touchstone three").out, "ran three\n") << signal;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60)) << signal;
  }
}

/// It prints what it did only after the file `stop` is there, or after a minute.
constexpr const char* kLongProgram = R"(#include <stdio.h>
#include <string.h>
#include <unistd.h>
)"
                                     "#include \"main.h\"\n"
                                     R"(int main(int n, char** v) {
  if (n > 1 && strcmp(v[1], "long") == 0) {
    fclose(fopen("begun", "w"));
    for (int k = 0; k < 1200 && access("stop", F_OK) != 0; ++k) usleep(50000);
  }
  printf("ran %s\n", n > 1 ? v[1] : "");
  return 7;
}
)";

TEST_F(Launcher, ALongRunKeepsNobodyFromBuilding) {
  scratch_.write("tree/CMakeLists.txt", cmake_lists("0"));
  scratch_.write("tree/main.c", kLongProgram);
  const Ran ran = shell(
      "tree/touchstone long >first & first=$!; "
      "until [ -e begun ] || ! kill -0 $first; do sleep .05; done; "
      "flock -n tree/build/release.lock echo free; "
      "sed -i 's/ran/did/' tree/main.c; tree/touchstone two; "
      "kill -0 $first && echo still there; touch stop; wait $first; cat first");
  EXPECT_EQ(ran.out, "free\ndid two\nstill there\nran long\n") << ran.err;
  EXPECT_THAT(ran.err, Not(HasSubstr("waiting for")));
}

}  // namespace
}  // namespace touchstone
