// SPDX-License-Identifier: GPL-3.0-or-later
// A tree with the launcher ./touchstone whose program is one line of C.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "tests/program.hpp"

namespace touchstone {

inline constexpr const char* kPresets = R"({"version": 6, "configurePresets": [
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"},
  {"name": "dev", "generator": "Ninja", "binaryDir": "${sourceDir}/build/dev"}]})";

/// Some `whole` seconds for which nothing sleeps but what this process has started: another run of
/// the tests may go on beside it.
inline std::string own_seconds(int whole) {
  return std::to_string(whole) + "." + std::to_string(::getpid());
}

/// Shell functions: the processes that sleep for $1 seconds, and those that still do after ten
/// seconds, which are waited for.
inline constexpr const char* kSleeps =
    "sleeps() { grep -lz \"^$1\\$\" /proc/[0-9]*/cmdline 2>/dev/null; }; "
    "stay() { for i in {1..100}; do [ -n \"$(sleeps $1)\" ] || return; sleep .1; done; sleeps $1; "
    "}; ";

/// The build writes "begin" and "end" to steps.txt, `seconds` apart. Its one test sleeps.
inline std::string cmake_lists(const std::string& seconds) {
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
add_test(NAME sleeps COMMAND sleep )" +
         own_seconds(313) + ")\n";
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
         "export TOUCHSTONE_NO_INSTALL=1; cd '" + scratch_.path("") + "' || exit; " + command});
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

}  // namespace touchstone
