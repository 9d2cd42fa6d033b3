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

TEST(Version, OfTheInstalledPackageIsThatOfTheProject) {
  const std::string build = TOUCHSTONE_BINARY_DIR;
  EXPECT_THAT(read_text(build + "/touchstoneConfigVersion.cmake"),
              HasSubstr("set(PACKAGE_VERSION \"" + project_version() + "\")"));
  EXPECT_THAT(read_text(build + "/CPackConfig.cmake"),
              HasSubstr("set(CPACK_PACKAGE_VERSION \"" + project_version() + "\")"));
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
