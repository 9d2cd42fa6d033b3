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
  for (const char* file : {"LICENSE.md", "CHANGELOG.md", "CITATION.cff", "docs/write-a-plugin.md",
                           "examples/plugins/c/my_boxes.c"}) {
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

TEST(Install, PagesOfThePackageAreHtmlAndALinkToAMissingHeadingIsRefused) {
  const ScratchFolder scratch;
  const std::string prefix = scratch.path("prefix");
  ASSERT_EQ(shell("cmake --install " TOUCHSTONE_BINARY_DIR " --prefix " + quoted(prefix)).exit_code,
            0);
  const std::string doc = prefix + "/share/doc/touchstone";
  const std::string to_html = TOUCHSTONE_SOURCE_DIR "/debian/pages.py ";
  const Ran made = shell(to_html + quoted(doc));
  EXPECT_EQ(made.exit_code, 0) << made.out << made.err;
  EXPECT_EQ(shell("find " + quoted(doc) + " -name '*.md'").out, "");
  const std::string page = read_text(doc + "/docs/ci.html");
  EXPECT_THAT(page, HasSubstr("<a href=\"accuracy.html#what-counts-as-wrong\">"));
  EXPECT_THAT(read_text(doc + "/docs/accuracy.html"),
              HasSubstr("<h2 id=\"what-counts-as-wrong\">"));
  // What the package lacks is no link.
  EXPECT_THAT(page, testing::Not(HasSubstr("action.yml\">")));
  fs::create_directory(scratch.path("pages"));
  scratch.write("pages/a.md", "# A\n\n[b](b.md#there) [c](b.md#gone)\n");
  scratch.write("pages/b.md", "## There\n");
  const Ran refused = shell(to_html + quoted(scratch.path("pages")));
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.out, "a.md: b.md has no heading #gone\n");
}

TEST(Package, BuildDependenciesAreWhatTheLauncherInstalls) {
  const auto sorted = [](const std::string& words) {
    return shell("printf '%s\\n' " + words + " | sort -u").out;
  };
  const std::string control =
      shell(
          "sed -n '/^Build-Depends/,/^Standards/{s/^ \\([^ ,]*\\).*/\\1/p}' " TOUCHSTONE_SOURCE_DIR
          "/debian/control | tr '\\n' ' '")
          .out;
  const std::string launcher =
      shell("sed -n '/^build_packages=\"/,/\"$/p' " TOUCHSTONE_SOURCE_DIR
            "/touchstone | tr -d '\"' | sed 's/^build_packages=//' | tr '\\n' ' '")
          .out;
  EXPECT_THAT(launcher, HasSubstr("libcgal-dev"));
  // The compiler is there for every package, and an archive needs no git.
  EXPECT_EQ(sorted(control + " g++ git"), sorted(launcher + " debhelper-compat python3:any"));
}

/// check_versions of cmake/package.bash for a folder, after other commands.
Ran check_versions(const std::string& folder, const std::string& before = "") {
  return run_program(
      {"/bin/bash", "-euc",
       "say() { echo \"$*\" >&2; }; fail() { say \"$*\"; exit 3; }; . " TOUCHSTONE_SOURCE_DIR
       "/cmake/package.bash; " +
           before + " check_versions '" + folder + "'"});
}

TEST(Package, ATarThatNeedsANewerSystemIsRefused) {
  const ScratchFolder scratch;
  const std::string bin = scratch.path("bin");
  fs::create_directory(bin);
  const Ran nothing = check_versions(bin);
  EXPECT_EQ(nothing.exit_code, 3);
  EXPECT_THAT(nothing.err, HasSubstr("nothing was checked"));
  scratch.write("main.cpp",
                "#include <iostream>\nint main() { try { std::cout << 1.5; } catch (...) {} }\n");
  ASSERT_EQ(shell("c++ '" + scratch.path("main.cpp") + "' -o '" + bin + "/main'").exit_code, 0);
  EXPECT_EQ(check_versions(bin).exit_code, 0);
  for (const char* name : {"GLIBC", "GLIBCXX", "CXXABI"}) {
    const Ran refused = check_versions(bin, std::string("newest[") + name + "]=0.9;");
    EXPECT_EQ(refused.exit_code, 3) << name;
    EXPECT_THAT(refused.err, testing::ContainsRegex("needs " + std::string(name) +
                                                    "_[1-3][.0-9]+, "
                                                    "but " +
                                                    name + "_0.9 is allowed"));
  }
  // A way to relocate that glibc 2.36 brought has no symbol.
  if (shell("c++ -Wl,-z,pack-relative-relocs '" + scratch.path("main.cpp") + "' -o '" + bin +
            "/packed' && objdump -p '" + bin + "/packed' | grep -q DT_RELR")
          .exit_code == 0) {
    EXPECT_THAT(check_versions(bin).err, HasSubstr("needs GLIBC_ABI_DT_RELR"));
  }
}

}  // namespace
}  // namespace touchstone
