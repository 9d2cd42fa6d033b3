// SPDX-License-Identifier: GPL-3.0-or-later
// The launcher ./touchstone, over a tree whose program is one line of C.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kPresets = R"({"version": 6, "configurePresets": [
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"},
  {"name": "dev", "generator": "Ninja", "binaryDir": "${sourceDir}/build/dev"}]})";

/// A shell function: the processes that sleep for $1 seconds, a number of which each test has its
/// own.
constexpr const char* kSleeps =
    "sleeps() { grep -lz \"^$1\\$\" /proc/[0-9]*/cmdline 2>/dev/null; }; ";

/// The build writes "begin" and "end" to steps.txt, `seconds` apart. Its one test sleeps.
std::string cmake_lists(const std::string& seconds) {
  return R"(cmake_minimum_required(VERSION 3.25)
project(small C)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/slow.h DEPENDS main.c
  COMMAND echo begin >>${PROJECT_BINARY_DIR}/steps.txt
  COMMAND sleep )" +
         seconds + R"(
  COMMAND echo end >>${PROJECT_BINARY_DIR}/steps.txt
  COMMAND touch ${PROJECT_BINARY_DIR}/slow.h)
add_executable(touchstone main.c ${PROJECT_BINARY_DIR}/slow.h)
add_custom_target(touchstone_truth)
enable_testing()
add_test(NAME sleeps COMMAND sleep 313.3)
)";
}

class Launcher : public testing::Test {
 protected:
  Launcher() {
    shell("mkdir -p tree/tests && cp " TOUCHSTONE_SOURCE_DIR
          "/touchstone tree && cp " TOUCHSTONE_SOURCE_DIR
          "/tests/suites.bash tree/tests && chmod -R u+w tree");
    scratch_.write("tree/CMakePresets.json", kPresets);
    scratch_.write("tree/CMakeLists.txt", cmake_lists("1"));
    scratch_.write(
        "tree/main.c",
        "#include <stdio.h>\n"
        "#include \"main.h\"\n"
        "int main(int n, char** v) { printf(\"ran %s\\n\", n > 1 ? v[1] : \"\"); return 7; }\n");
    scratch_.write("tree/main.h", "");
  }
  /// Runs a command line in the folder that holds the tree.
  Ran shell(const std::string& command) const {
    return run_program(
        {"/bin/bash", "-c",
         "export TOUCHSTONE_NO_INSTALL=1; cd '" + scratch_.path("") + "' && " + command});
  }
  /// A command line that starts the launcher where ninja, cmake and dpkg-query only fail.
  static std::string without_tools(const std::string& arguments) {
    return "mkdir -p broken && for p in ninja cmake dpkg-query; do ln -sf /bin/false broken/$p; "
           "done; PATH=\"$PWD/broken:$PATH\" tree/touchstone " +
           arguments;
  }
  /// A command line that starts the launcher where a program is missing.
  static std::string without(const std::string& program, const std::string& arguments) {
    return "rm -rf bin && mkdir bin && ln -s /usr/bin/* bin && rm bin/" + program +
           " && PATH=\"$PWD/bin\" tree/touchstone " + arguments;
  }
  std::string steps() const { return read_text(scratch_.path("tree/build/release/steps.txt")); }

  const ScratchFolder scratch_;
};

TEST_F(Launcher, BuildsOnFirstUseAndRunsTheProgramFromAnyFolder) {
  const Ran first = shell("tree/touchstone one");
  EXPECT_EQ(first.exit_code, 7) << first.err;
  EXPECT_EQ(first.out, "ran one\n");
  EXPECT_THAT(first.err, HasSubstr("touchstone: built"));
  EXPECT_EQ(shell("cd tree && bash touchstone two").out, "ran two\n");
  EXPECT_EQ(shell("ln -s tree/touchstone link && ./link three").out, "ran three\n");
}

TEST_F(Launcher, BuildsWhereNothingCanBeSaid) {
  for (const char* standard_error : {"2>&-", "2>/dev/full"}) {
    const Ran ran = shell("rm -rf tree/build; tree/touchstone x " + std::string(standard_error));
    EXPECT_EQ(ran.exit_code, 7) << standard_error;
    EXPECT_EQ(ran.out, "ran x\n") << standard_error;
  }
  EXPECT_EQ(
      shell(without_tools("x 2>&-") + "; rm -rf tree/build; " + without_tools("x 2>&-")).exit_code,
      3);
}

TEST_F(Launcher, RunsFromAFolderThatWasRemoved) {
  const Ran ran =
      shell("tree=$PWD/tree && mkdir gone && cd gone && rmdir ../gone && \"$tree/touchstone\" x");
  EXPECT_EQ(ran.exit_code, 7) << ran.err;
  EXPECT_EQ(ran.out, "ran x\n");
}

TEST_F(Launcher, AsksNeitherNinjaNorDpkgWhereNothingHasChanged) {
  ASSERT_EQ(shell("tree/touchstone one").exit_code, 7);
  EXPECT_EQ(shell(without_tools("two")).out, "ran two\n");
  for (const std::string file : {"main.c", "main.h", "CMakeLists.txt"}) {
    EXPECT_EQ(shell("touch tree/" + file + "; " + without_tools("three")).exit_code, 3) << file;
    ASSERT_EQ(shell("tree/touchstone four").exit_code, 7) << file;
    EXPECT_EQ(shell(without_tools("five")).out, "ran five\n") << file;
  }
  EXPECT_EQ(shell("mv tree/main.h .; " + without_tools("six")).exit_code, 3);
  EXPECT_EQ(shell("mv main.h tree; sed -i 's/ran/did/' tree/main.c; tree/touchstone seven").out,
            "did seven\n");
}

TEST_F(Launcher, ACommitIsAChangeAsTheProgramNamesIt) {
  const std::string commit =
      "git -C tree add main.c && git -C tree -c user.name=a -c user.email=a@localhost commit -q -m "
      "a";
  if (shell("git init -q tree && " + commit).exit_code != 0) GTEST_SKIP() << "no git here";
  ASSERT_EQ(shell("tree/touchstone one").exit_code, 7);
  EXPECT_EQ(shell(without_tools("two")).out, "ran two\n");
  EXPECT_EQ(shell(commit + " --allow-empty; " + without_tools("three")).exit_code, 3);
}

TEST_F(Launcher, AFileOfWhichTheProgramIsNotBuiltIsNoChange) {
  ASSERT_EQ(shell("mkdir 'my trees' && mv tree 'my trees' && ln -s 'my trees/tree' tree && "
                  "tree/touchstone one")
                .exit_code,
            7);
  EXPECT_EQ(shell("touch tree/run.db tree/main.cc tree/touchstone; mkdir tree/docs; " +
                  without_tools("two"))
                .out,
            "ran two\n");
}

TEST_F(Launcher, ALibraryThatWasInstalledSinceIsAChangeWhereTheTreeCanBeWritten) {
  if (shell("[ -e /var/lib/dpkg/status ]").exit_code != 0) GTEST_SKIP() << "no dpkg here";
  ASSERT_EQ(shell("tree/touchstone one").exit_code, 7);
  const std::string older =
      "find tree -type f -exec touch -d 2001-01-01 {} + && touch -d 2001-01-02 "
      "tree/build/release.built && ";
  EXPECT_EQ(shell(older + without_tools("two")).exit_code, 3);
  if (shell("[ $(id -u) = 0 ]").exit_code != 0) GTEST_SKIP() << "only root can be someone else";
  EXPECT_EQ(shell(older + "chmod 755 . && setpriv --reuid 65534 --regid 65534 --clear-groups "
                          "tree/touchstone three")
                .out,
            "ran three\n");
}

TEST_F(Launcher, ATreeBehindALinkIsNotBuiltFromNothingAgain) {
  ASSERT_EQ(shell("ln -s tree linked; linked/touchstone one").exit_code, 7);
  EXPECT_EQ(shell(without_tools("two")).out, "ran two\n");
  const Ran again = shell("touch tree/main.c; linked/touchstone three");
  EXPECT_EQ(again.out, "ran three\n");
  EXPECT_THAT(again.err, Not(HasSubstr("rebuilt here")));
}

TEST_F(Launcher, RunsAnInstalledProgramOfItsVersionIfAskedAndElseBuilds) {
  std::string lists = cmake_lists("0");
  lists.replace(lists.find("project(small C)"), 16,
                "project(touchstone VERSION 1.2.3\n  LANGUAGES C)");
  scratch_.write("tree/CMakeLists.txt", lists);
  const auto install = [this](const std::string& version) {
    scratch_.write("installed.c",
                   "#include <stdio.h>\n#include <string.h>\n"
                   "int main(int n, char** v) {\n"
                   "  if (n > 1 && !strcmp(v[1], \"--version\")) return !puts(\"touchstone " +
                       version +
                       "\");\n  printf(\"installed %s\\n\", v[1]);\n"
                       "  for (int c; (c = getchar()) != EOF;) putchar(c);\n}\n");
    return shell("mkdir -p usr && cc installed.c -o usr/touchstone").exit_code;
  };
  // Launchers may be in the PATH, this one and another tree's, and are not what is installed.
  shell("cp -r tree other");
  const std::string path = "PATH=\"$PWD/other:$PWD/tree:$PWD/usr:$PATH\" ";
  const std::string asked = "TOUCHSTONE_USE_INSTALLED=1 ";
  ASSERT_EQ(install("1.2.3"), 0);
  EXPECT_EQ(shell("echo piped | " + path + asked + "tree/touchstone one").out,
            "installed one\npiped\n");
  EXPECT_NE(shell("[ -e tree/build ] || [ -e other/build ]").exit_code, 0);
  ASSERT_EQ(install("1.2.30"), 0);
  const Ran other = shell(path + asked + "tree/touchstone three");
  EXPECT_EQ(other.out, "ran three\n");
  EXPECT_THAT(other.err, HasSubstr("touchstone 1.2.3 is not installed"));
  EXPECT_NE(shell("[ -e other/build ]").exit_code, 0);
  // Nobody asked, and nothing has to be built.
  ASSERT_EQ(install("1.2.3"), 0);
  EXPECT_EQ(shell(path + "tree/touchstone two").out, "ran two\n");
}

TEST_F(Launcher, PackagesACleanTreeAlone) {
  shell("mkdir tree/cmake && cp " TOUCHSTONE_SOURCE_DIR "/cmake/package.bash tree/cmake");
  const auto refused = [this](const std::string& arguments, const std::string& why) {
    const Ran ran = shell("tree/touchstone package " + arguments);
    EXPECT_EQ(ran.exit_code, 2) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr(why));
  };
  refused("twice", "takes no arguments");
  refused("", "needs a clone by git");
  if (shell("git init -q tree").exit_code != 0) GTEST_SKIP() << "no git here";
  refused("", "commit or remove");
}

/// The tree of these tests, if it is built. A lock that fails keeps the launcher from building.
TEST(LauncherOfThisTree, CostsLessThan50MillisecondsWhereItIsBuilt) {
  const ScratchFolder scratch;
  const std::string timed =
      "cd '" + scratch.path("") + "' && ln -s /bin/false flock && export PATH=\"$PWD:$PATH\" && " +
      TOUCHSTONE_SOURCE_DIR
      "/touchstone --version >/dev/null 2>&1 || exit 3; TIMEFORMAT='%U %S'; "
      "for i in 1 2 3 4 5; do { time " TOUCHSTONE_SOURCE_DIR
      "/touchstone --version >/dev/null; } "
      "2>&1; done | awk '{ print int(1000 * ($1 + $2)) }' | sort -n | sed -n 3p";
  const Ran ran = run_program({"/bin/bash", "-c", timed});
  if (ran.exit_code == 3) GTEST_SKIP() << "the release build is not made, or is older than a file";
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_LT(std::stoi(ran.out), 50) << "CPU time [ms]";
}

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
      "mkdir tree/build; (flock 9; touch held; sleep 20) 9>>tree/build/release.lock & holder=$!; "
      "until [ -e held ]; do sleep .05; done; tree/touchstone two 2>err & waiter=$!; "
      "until grep -q waiting err; do sleep .05; done; sleep .2; kill $waiter; wait $waiter; "
      "code=$?; kill -0 $holder && echo held; kill $holder; exit $code");
  EXPECT_EQ(ended.exit_code, 128 + SIGTERM) << ended.err;
  EXPECT_EQ(ended.out, "held\n");
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
  for (const std::string signal : {"TERM", "HUP", "INT", "KILL"}) {
    scratch_.write("tree/CMakeLists.txt", cmake_lists("311.7"));
    // Without -m the shell would have it ignore SIGINT.
    const Ran ended =
        shell(kSleeps +
              std::string("rm -f tree/build/release/steps.txt; touch tree/main.c; set -m; "
                          "tree/touchstone two & until [ -e tree/build/release/steps.txt ]; "
                          "do sleep .05; done; kill -") +
              signal + " $!; wait $!; code=$?; sleep .5; sleeps 311.7; exit $code");
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

TEST_F(Launcher, ASignalEndsTheTestsThatItRuns) {
  scratch_.write("tree/CMakeLists.txt", cmake_lists("0"));
  for (const std::string signal : {"TERM", "HUP", "INT"}) {
    const Ran ended = shell(
        kSleeps +
        std::string("set -m; tree/touchstone test >log 2>&1 & for i in {1..600}; do "
                    "! sleeps 313.3 >started || break; sleep .1; done; kill -") +
        signal + " $!; wait $!; code=$?; sleep .5; grep -c proc started; sleeps 313.3; exit $code");
    EXPECT_GT(ended.exit_code, 128) << signal << shell("cat log").out;
    EXPECT_EQ(ended.out, "1\n") << signal << " (one, before the signal)";
  }
}

TEST_F(Launcher, ATreeThatCannotBeWrittenRunsIfItIsBuiltAndElseEndsWith3) {
  if (shell("[ $(id -u) = 0 ]").exit_code != 0) GTEST_SKIP() << "only root can be someone else";
  const std::string as_nobody =
      "chmod 755 . && setpriv --reuid 65534 --regid 65534 --clear-groups tree/touchstone two";
  const auto is_refused = [](const Ran& ran) {
    EXPECT_EQ(ran.exit_code, 3);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, testing::MatchesRegex("touchstone: cannot write to [^\n]*/tree/build\n"));
  };
  is_refused(shell(as_nobody));
  is_refused(shell("touch tree/build; tree/touchstone one"));
  ASSERT_EQ(shell("rm tree/build; tree/touchstone one").exit_code, 7);
  EXPECT_EQ(shell(as_nobody).out, "ran two\n");
  is_refused(shell("touch tree/main.c; " + as_nobody));
}

}  // namespace
}  // namespace touchstone
