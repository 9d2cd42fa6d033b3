// SPDX-License-Identifier: GPL-3.0-or-later
// CMakeLists.txt states the version. Everything else that names it agrees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string source_text(const std::string& path) {
  return read_text(std::string(TOUCHSTONE_SOURCE_DIR) + "/" + path);
}

/// What the first group of a pattern matches in a source; empty without a match.
std::string found_in(const std::string& path, const std::string& pattern) {
  const std::string text = source_text(path);
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : "";
}

std::string project_version() {
  return found_in("CMakeLists.txt", R"(project\(touchstone VERSION ([0-9]+\.[0-9]+\.[0-9]+) )");
}

TEST(Version, OfTheProjectIsThatOfTheProgramAndItsManual) {
  ASSERT_NE(project_version(), "");
  EXPECT_THAT(run_touchstone({"--version"}).out,
              StartsWith("touchstone " + project_version() + "\n"));
  EXPECT_THAT(run_touchstone({"man"}).out, HasSubstr("\"touchstone " + project_version() + "\""));
}

TEST(Version, OfARecordIsThatOfTheProject) {
  const Ran ran = run_touchstone({"reproduce", "table1", "--cases", "2", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("versions").at("touchstone"), project_version());
}

/// Runs the script that the build asks for the commit, over the tree at `folder`; returns the commit.
std::string commit_of(const std::string& folder, const std::string& output,
                      const std::string& script = TOUCHSTONE_SOURCE_DIR "/cmake/commit.cmake") {
  const Ran ran = run_program(
      {TOUCHSTONE_CMAKE, "-D", "SOURCES=" + folder, "-D", "OUTPUT=" + output, "-P", script});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const std::string text = read_text(output);
  std::smatch match;
  return std::regex_search(text, match, std::regex("return \"(.*)\"")) ? match[1].str() : text;
}

TEST(Version, TellsTheCommitAndWhereTheTreeDiffersFromIt) {
  const ScratchFolder folder;
  const std::string tree = folder.path("my tree"), source = folder.path("commit.cpp");
  const std::string git = "git -c user.name=a -c user.email=a@localhost ";
  const auto shell = [&](const std::string& command) {
    return run_program(
        {"/bin/sh", "-c", "mkdir -p '" + tree + "/part' && cd '" + tree + "' && " + command});
  };
  if (shell("git --version").exit_code != 0) GTEST_SKIP() << "no git here";
  EXPECT_EQ(commit_of(tree, source), "unknown");
  const Ran made = shell("echo 1 >a && git init -q && git add a && " + git +
                         "commit -q -m a && git rev-parse --short=12 HEAD");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string commit = made.out.substr(0, 12);
  EXPECT_EQ(commit_of(tree, source), commit);
  // Nothing is compiled again.
  ASSERT_EQ(shell("touch -d 2001-01-01 '" + source + "'").exit_code, 0);
  EXPECT_EQ(commit_of(tree, source), commit);
  EXPECT_EQ(shell("find '" + source + "' -newermt 2001-01-02").out, "");
  // What git does not know is no change of the sources; nor is another project's commit theirs.
  ASSERT_EQ(shell("echo 1 >part/b").exit_code, 0);
  EXPECT_EQ(commit_of(tree, source), commit);
  EXPECT_EQ(commit_of(tree + "/part", source), "unknown");
  ASSERT_EQ(shell("echo 2 >a").exit_code, 0);
  EXPECT_EQ(commit_of(tree, source), commit + "-dirty");
}

TEST(Version, OfAnArchiveIsTheCommitThatGitMadeItOf) {
  const ScratchFolder folder;
  const auto shell = [&](const std::string& command) {
    return run_program({"/bin/sh", "-c", "cd '" + folder.path("") + "' && " + command});
  };
  if (shell("git --version").exit_code != 0) GTEST_SKIP() << "no git here";
  const Ran made = shell(
      "mkdir -p tree/cmake archived && cp " TOUCHSTONE_SOURCE_DIR
      "/.gitattributes tree && cp " TOUCHSTONE_SOURCE_DIR
      "/cmake/commit.cmake tree/cmake && cd tree && git init -q && git add . && git -c user.name=a "
      "-c user.email=a@localhost commit -q -m a && git archive HEAD | tar -x -C ../archived && "
      "git rev-parse --short=12 HEAD");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(commit_of(folder.path("archived"), folder.path("a.cpp"),
                      folder.path("archived") + "/cmake/commit.cmake"),
            made.out.substr(0, 12));
}

TEST(Version, OfTheProgramNamesTheCommitThatItsRecordsName) {
  const std::string shown = run_touchstone({"version"}).out;
  const Ran ran = run_touchstone({"list", "records", "--json", "-"});
  const nlohmann::json versions = nlohmann::json::parse(ran.out).at("versions");
  EXPECT_THAT(shown, HasSubstr("\ncommit " + versions.at("commit").get<std::string>() + "\n"));
  EXPECT_THAT(shown, HasSubstr(versions.at("compiler").get<std::string>() + ", " +
                               versions.at("build_type").get<std::string>()));
}

TEST(Version, OfAnotherCommitIsNoDifferenceOfVerdicts) {
  const ScratchFolder folder;
  const std::vector<std::string> verify = {
      "verify", "--metric", "gjk_epa", "--family", "kissing-face-face", "--cases", "20"};
  const auto with = [&verify](const std::vector<std::string>& more) {
    std::vector<std::string> words = verify;
    words.insert(words.end(), more.begin(), more.end());
    return run_touchstone(words);
  };
  with({"--json", folder.path("now.json")});
  nlohmann::json earlier = nlohmann::json::parse(read_text(folder.path("now.json")));
  earlier.at("versions").at("commit") = "0123456789ab";
  const std::string before = folder.write("before.json", earlier.dump());
  const Ran compared = run_touchstone({"compare", before, folder.path("now.json")});
  EXPECT_EQ(compared.exit_code, 0) << compared.out;
  EXPECT_EQ(with({"--baseline", before}).exit_code, 0);
}

TEST(Version, OfTheInstalledPackageIsThatOfTheProject) {
  const std::string build = TOUCHSTONE_BINARY_DIR;
  EXPECT_THAT(read_text(build + "/touchstoneConfigVersion.cmake"),
              HasSubstr("set(PACKAGE_VERSION \"" + project_version() + "\")"));
  EXPECT_EQ(found_in("debian/changelog", R"(^touchstone \(([0-9.]+)-[0-9]+\) )"),
            project_version());
}

TEST(Version, IsNamedByCitationAndChangelogWithOneDate) {
  EXPECT_EQ(found_in("CITATION.cff", R"(\nversion: (\S+)\n)"), project_version());
  EXPECT_EQ(found_in("CHANGELOG.md", R"(\n## (\S+), )"), project_version());
  const std::string date = found_in("CITATION.cff", R"(\ndate-released: (\S+)\n)");
  EXPECT_EQ(date.size(), 10U);
  EXPECT_EQ(found_in("CHANGELOG.md", R"(\n## \S+, (\S+)\n)"), date);
}

TEST(Version, IsWhatTheExamplesAskForAndWhatTheProtocolPageShows) {
  const std::string major_minor = project_version().substr(0, project_version().rfind('.'));
  for (const char* folder : {"c", "cpp"}) {
    EXPECT_EQ(found_in(std::string("examples/plugins/") + folder + "/CMakeLists.txt",
                       R"(find_package\(touchstone ([0-9.]+) )"),
              major_minor);
  }
  EXPECT_EQ(found_in("docs/process-plugin.md", R"re("touchstone": "([0-9.]+)")re"),
            project_version());
}

}  // namespace
}  // namespace touchstone
