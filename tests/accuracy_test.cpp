// SPDX-License-Identifier: GPL-3.0-or-later
// The committed accuracy table is true: every cell, in either direction.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/plugins/sanitized.hpp"
#include "tests/console_blocks.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

/// JUnit calls a cell a failure where it is not as in the table, and where the table does not
/// cover it and a case counts as wrong.
constexpr const char* kNoFailure = R"(failures="0" errors="0")";

/// The first line of the report's elements, with the totals.
std::string junit_totals(const std::string& path) {
  const std::string xml = read_text(path);
  const auto begin = xml.find("<testsuites");
  return begin == std::string::npos ? "" : xml.substr(begin, xml.find('>', begin) - begin);
}

/// The columns of the terminal for which the first page shows the table.
constexpr const char* kReadmeColumns = "104";

/// Whether the first page shows rows of this campaign as they are printed. Its block takes too long
/// to be run once more with the others (TOUCHSTONE_WRITE_DOCS=1 TOUCHSTONE_LONG_TESTS=1 writes it).
bool is_in_readme(const std::string& printed) {
  const auto commands =
      shown_commands(lines_of(read_text(std::string(TOUCHSTONE_SOURCE_DIR) + "/README.md")));
  const auto shown = std::find_if(commands.begin(), commands.end(), [](const ShownCommand& c) {
    return c.command == std::string("COLUMNS=") + kReadmeColumns + " ./touchstone verify";
  });
  return shown != commands.end() && is_shown(*shown, lines_of(printed));
}

TEST(Accuracy, PlainVerifyFindsEveryCellAsCommitted) {
  const ScratchFolder folder;
  const std::string xml = folder.path("out.xml");
  std::vector<std::string> command = {"verify", "--junit", xml};
  // Under a sanitizer the whole campaign takes many times the minute that it is made for; three
  // of its groups stand for it, every metric included.
  if (kSanitized) command.insert(command.end(), {"--family", "boxes,kissing,field"});
  const Variable terminal("COLUMNS", kReadmeColumns);
  const Ran ran = run_touchstone(command);
  if (!kSanitized) {
    EXPECT_THAT(ran.out, HasSubstr("Exit code 0: every cell is as in the accuracy table"));
    EXPECT_TRUE(is_in_readme(ran.out)) << "README.md shows other rows than\n" << ran.out;
  }
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, Not(HasSubstr("Not as in the accuracy table")));
  // Libraries are wrong in many of these cells: none fails because the table covers each.
  EXPECT_THAT(ran.out, HasSubstr("gjk_epa is wrong in "));
  EXPECT_THAT(junit_totals(xml), HasSubstr(kNoFailure));
}

TEST(Accuracy, QuickVerifyFindsEveryCellAsCommitted) {
  const Ran ran = run_touchstone({"verify", "--quick"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("quick: a tenth of the default cases"));
  EXPECT_THAT(ran.out, HasSubstr("Exit code 0: every cell is as in the accuracy table"));
  expect_one_line_refusal(run_touchstone({"verify", "--quick", "--cases", "3"}), "--quick");
}

TEST(Accuracy, TheTableIsUsedWhereItsCasesAreRun) {
  // gjk_epa is wrong on this family, and known to be; without a table nothing is expected of it.
  const ScratchFolder folder;
  const std::string xml = folder.path("out.xml");
  const std::vector<std::string> known = {
      "verify", "--metric", "gjk_epa", "--family", "kissing-face-face", "--junit", xml};
  const Ran covered = run_touchstone(known);
  EXPECT_EQ(covered.exit_code, 0);
  EXPECT_THAT(covered.out, HasSubstr("gjk_epa is wrong in "));
  EXPECT_THAT(junit_totals(xml), HasSubstr(kNoFailure));
  std::vector<std::string> other = known;
  other.insert(other.end(), {"--seed", "43"});
  EXPECT_EQ(run_touchstone(other).exit_code, 1);
  EXPECT_THAT(junit_totals(xml), HasSubstr("failures=\"1\" errors=\"0\""));
}

TEST(Accuracy, TheTableIsWrittenForThePlainCampaignOnly) {
  const ScratchFolder folder;
  expect_one_line_refusal(run_touchstone({"verify", "--write-accuracy", folder.path(""), "--metric",
                                          "sat", "--family", "field"}),
                          "--write-accuracy: is for the plain campaign");
  expect_one_line_refusal(run_touchstone({"verify", "--write-accuracy", folder.path("none")}),
                          "none/accuracy.json");
}

TEST(Junit, IsWrittenBesideTheTable) {
  const ScratchFolder folder;
  const std::string xml = folder.path("out.xml");
  const Ran ran = run_touchstone({"verify", "--metric", "gjk_epa", "--family", "kissing-face-face",
                                  "--cases", "50", "--junit", xml});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("wrote " + xml));
  EXPECT_THAT(read_text(xml), HasSubstr("<testsuite name=\"gjk_epa\" tests=\"1\" failures=\"1\""));
  EXPECT_THAT(read_text(xml), HasSubstr("./touchstone ask kissing-face-face:42:"));
  // By default there are as many cases as in the table: what it expects is not a failure.
  run_touchstone(
      {"verify", "--metric", "gjk_epa", "--family", "kissing-face-face", "--junit", xml});
  EXPECT_THAT(read_text(xml), HasSubstr("<testsuite name=\"gjk_epa\" tests=\"1\" failures=\"0\""));
}

TEST(Junit, OnStandardOutputIsAlone) {
  const Ran ran = run_touchstone(
      {"verify", "--metric", "sat", "--family", "random-boxes", "--cases", "5", "--junit", "-"});
  EXPECT_THAT(ran.out, testing::StartsWith("<?xml"));
  EXPECT_THAT(ran.out, testing::EndsWith("</testsuites>\n"));
  expect_one_line_refusal(run_touchstone({"verify", "--junit", "-", "--json", "-"}), "--junit");
}

}  // namespace
}  // namespace touchstone
