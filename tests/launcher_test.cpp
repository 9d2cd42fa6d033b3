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
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}]})";

/// The build writes "begin" and "end" to steps.txt, `seconds` apart.
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
)";
}

class Launcher : public testing::Test {
 protected:
  Launcher() {
    shell("mkdir tree && cp " TOUCHSTONE_SOURCE_DIR
          "/touchstone tree && chmod u+w tree/touchstone");
    scratch_.write("tree/CMakePresets.json", kPresets);
    scratch_.write("tree/CMakeLists.txt", cmake_lists("1"));
    scratch_.write(
        "tree/main.c",
        "#include <stdio.h>\n"
        "int main(int n, char** v) { printf(\"ran %s\\n\", n > 1 ? v[1] : \"\"); return 7; }\n");
  }
  /// Runs a command line in the folder that holds the tree.
  Ran shell(const std::string& command) const {
    return run_program(
        {"/bin/bash", "-c",
         "export TOUCHSTONE_NO_INSTALL=1; cd '" + scratch_.path("") + "' && " + command});
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

TEST_F(Launcher, AsksNeitherNinjaNorDpkgWhereNothingHasChanged) {
  ASSERT_EQ(shell("tree/touchstone one").exit_code, 7);
  const std::string broken =
      "mkdir -p broken && for p in ninja cmake dpkg-query; do ln -sf /bin/false broken/$p; done; "
      "PATH=\"$PWD/broken:$PATH\" tree/touchstone ";
  EXPECT_EQ(shell(broken + "two").out, "ran two\n");
  EXPECT_EQ(shell("touch tree/main.c; " + broken + "three").exit_code, 3);
  EXPECT_EQ(shell("sed -i 's/ran/did/' tree/main.c; tree/touchstone four").out, "did four\n");
}

TEST_F(Launcher, TheSecondOfTwoWaitsForTheFirstToBuild) {
  const Ran both = shell("(tree/touchstone one & tree/touchstone two & wait)");
  EXPECT_THAT(both.out, HasSubstr("ran one\n"));
  EXPECT_THAT(both.out, HasSubstr("ran two\n"));
  EXPECT_THAT(both.err,
              testing::ContainsRegex("waiting for process [0-9]+, which builds build/release"));
  EXPECT_EQ(steps(), "begin\nend\n");
}

TEST_F(Launcher, ASignalEndsItsBuildAndTheLockOfADeadOneDoesNotCount) {
  ASSERT_EQ(shell("tree/touchstone one").exit_code, 7);
  for (const std::string signal : {"TERM", "KILL"}) {
    scratch_.write("tree/CMakeLists.txt", cmake_lists("311.7"));
    const Ran ended = shell(
        "rm -f tree/build/release/steps.txt; touch tree/main.c; tree/touchstone two & "
        "until [ -e tree/build/release/steps.txt ]; do sleep .05; done; kill -" +
        signal +
        " $!; wait $!; code=$?; sleep .5; for p in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$p "
        "2>/dev/null; "
        "echo; done | grep '^sleep 311.7'; exit $code");
    EXPECT_GT(ended.exit_code, 128) << signal << ended.err;
    EXPECT_EQ(ended.out, "") << signal;
    const auto start = std::chrono::steady_clock::now();
    scratch_.write("tree/CMakeLists.txt", cmake_lists("0"));
    EXPECT_EQ(shell("tree/touchstone three").out, "ran three\n") << signal;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(150)) << signal;
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
