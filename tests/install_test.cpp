// SPDX-License-Identifier: GPL-3.0-or-later
// What is installed, from the outside: a prefix of one's own, and the Debian package.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/program.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Ran shell(const std::string& command) { return run_program({"/bin/sh", "-c", command}); }

std::string quoted(const std::string& word) { return "'" + word + "'"; }

TEST(Install, APrefixServesAPluginByFindPackageAndItsProgramJudgesIt) {
  const ScratchFolder scratch;
  const std::string prefix = scratch.path("prefix");
  const std::string build = scratch.path("build");
  const Ran installed =
      shell("cmake --install " TOUCHSTONE_BINARY_DIR " --prefix " + quoted(prefix));
  ASSERT_EQ(installed.exit_code, 0) << installed.out << installed.err;
  // The example has no copy of the header beside it: the package is its only source.
  const Ran built =
      shell("cmake -S " TOUCHSTONE_SOURCE_DIR "/examples/plugins/cpp -B " + quoted(build) +
            " -D CMAKE_PREFIX_PATH=" + quoted(prefix) + " && cmake --build " + quoted(build));
  ASSERT_EQ(built.exit_code, 0) << built.out << built.err;
  const Ran judged = run_program({prefix + "/bin/touchstone", "validate", build + "/my_boxes.so",
                                  "--family", "random-boxes,field", "--cases", "20"});
  EXPECT_THAT(judged.out, testing::ContainsRegex("my_boxes +boxes +20 +100 ")) << judged.err;
  const std::string mine =
      scratch.write("mine.c",
                    "#include <touchstone/vectors/basic.h>\n"
                    "int main(void) { return touchstone_basic_count == 50 ? 0 : 1; }\n");
  const Ran compiled = shell("cc -std=c99 -I'" + prefix + "/include' '" + mine + "' -lm -o '" +
                             scratch.path("mine") + "'");
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  EXPECT_EQ(run_program({scratch.path("mine")}).exit_code, 0);
  const std::string bin = prefix + "/bin";
  const std::string in = " new-plugin '" + scratch.path("mine");
  EXPECT_THAT(shell("PATH='" + bin + "':$PATH touchstone" + in + "1'").out,
              HasSubstr("\n  touchstone validate "));
  EXPECT_THAT(shell("'" + bin + "/touchstone'" + in + "2'").out,
              HasSubstr("\n  " + bin + "/touchstone validate "));
  for (const char* file : {"LICENSE.md", "CHANGELOG.md", "CITATION.cff", "copyright",
                           "docs/write-a-plugin.md", "examples/plugins/c/my_boxes.c"}) {
    EXPECT_TRUE(fs::exists(fs::path(prefix) / "share/doc/touchstone" / file)) << file;
  }
}

TEST(Install, TheProgramOfAPrefixRunsWithItsManualAndCompletion) {
  const ScratchFolder scratch;
  const std::string prefix = scratch.path("prefix");
  ASSERT_EQ(shell("cmake --install " TOUCHSTONE_BINARY_DIR " --prefix " + quoted(prefix)).exit_code,
            0);
  const std::string program = prefix + "/bin/touchstone";
  EXPECT_THAT(run_program({program, "version"}).out, testing::StartsWith("touchstone 1."));
  const Ran judged =
      run_program({program, "verify", "--quick", "--metric", "sat", "--family", "random-boxes"});
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_THAT(judged.out, HasSubstr("quick: a tenth of the default cases"));
  EXPECT_EQ(read_text(prefix + "/share/man/man1/touchstone.1"), run_program({program, "man"}).out);
  const std::string completion = prefix + "/share/bash-completion/completions/touchstone";
  const Ran completed = run_program(
      {"/bin/bash", "-c",
       ". '" + completion +
           "' && COMP_WORDS=(touchstone verify --metric gjk_) && COMP_CWORD=3 && _touchstone && "
           "echo ${COMPREPLY[*]}"});
  EXPECT_THAT(completed.out, HasSubstr("gjk_epa"));
}

TEST(Install, ThePackageOfAnotherMajorVersionIsNotFound) {
  const ScratchFolder scratch;
  const std::string prefix = scratch.path("prefix");
  ASSERT_EQ(shell("cmake --install " TOUCHSTONE_BINARY_DIR " --prefix " + quoted(prefix)).exit_code,
            0);
  fs::create_directory(scratch.path("source"));
  scratch.write("source/CMakeLists.txt",
                "cmake_minimum_required(VERSION 3.16)\nproject(x NONE)\n"
                "find_package(touchstone 7 REQUIRED)\n");
  const Ran ran = shell("cmake -S " + quoted(scratch.path("source")) + " -B " +
                        quoted(scratch.path("build")) + " -D CMAKE_PREFIX_PATH=" + quoted(prefix));
  EXPECT_NE(ran.exit_code, 0);
  EXPECT_THAT(ran.err, HasSubstr("touchstoneConfig.cmake, version: 1.0"));
}

TEST(Install, TheDebianPackageHoldsProgramHeaderDocumentationAndLicences) {
  if (shell("command -v dpkg-deb").exit_code != 0) GTEST_SKIP() << "there is no dpkg-deb";
  const ScratchFolder scratch;
  const Ran packed = shell("cpack -G DEB --config " TOUCHSTONE_BINARY_DIR "/CPackConfig.cmake -B " +
                           quoted(scratch.path("deb")));
  ASSERT_EQ(packed.exit_code, 0) << packed.out << packed.err;
  const std::string deb = quoted(scratch.path("deb")) + "/touchstone_*.deb";
  const std::string content = shell("dpkg-deb -c " + deb).out;
  const std::string doc = "./usr/share/doc/touchstone/";
  for (const std::string& file :
       {std::string("./usr/bin/touchstone"), std::string("./usr/include/touchstone/plugin.h"),
        std::string("./usr/include/touchstone/judge.h"),
        std::string("./usr/include/touchstone/vectors/basic.h"),
        std::string("./usr/share/man/man1/touchstone.1"),
        std::string("./usr/share/bash-completion/completions/touchstone"),
        std::string("./usr/share/cmake/touchstone/touchstoneConfig.cmake"),
        std::string("./usr/share/cmake/touchstone/touchstoneConfigVersion.cmake"),
        doc + "copyright", doc + "LICENSE.md", doc + "CHANGELOG.md", doc + "CITATION.cff",
        doc + "docs/write-a-plugin.md", doc + "examples/plugins/c/my_boxes.c",
        doc + "examples/plugins/cpp/CMakeLists.txt"}) {
    EXPECT_THAT(content, HasSubstr(" " + file + "\n"));
  }
  const std::string depends = shell("dpkg-deb -f " + deb + " Depends").out;
  for (const char* library :
       {"libc6", "libccd2", "libglpk40", "libgmp10", "libsqlite3-0", "libtinyxml2-9"}) {
    EXPECT_THAT(depends, HasSubstr(library));
  }
}

}  // namespace
}  // namespace touchstone
