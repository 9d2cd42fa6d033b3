// SPDX-License-Identifier: GPL-3.0-or-later
// A report that runs what it reports, and is interrupted or killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

/// `signals` times `signal`: the exit code, the processes that still run, what stayed in the folder
/// of temporary files, messages.
std::string interrupted_report(const ScratchFolder& folder, int signals,
                               const std::string& signal = "INT") {
  std::filesystem::create_directory(folder.path("tmp"));
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  const Ran ran =
      run_program({TOUCHSTONE_PYTHON, root + "/tests/report_interrupt.py", TOUCHSTONE_PROGRAM,
                   folder.path("tmp"), std::to_string(signals), folder.path("r.html"), signal});
  return ran.out + ran.err;
}

TEST(ReportOfItsOwn, EndsInAPartialPageWhichAdvisesNoRecordThatIsRemoved) {
  const ScratchFolder folder;
  const std::string said = interrupted_report(folder, 1);
  EXPECT_THAT(said, HasSubstr("exit code 130"));
  EXPECT_THAT(said, HasSubstr("left []"));
  EXPECT_THAT(said, Not(HasSubstr("verify --db")));
  EXPECT_THAT(said, Not(HasSubstr(folder.path("tmp"))));
  EXPECT_THAT(said, HasSubstr("of what was there when it was interrupted"));
  const std::string page = read_text(folder.path("r.html"));
  EXPECT_THAT(page, HasSubstr("This page is partial"));
  // The signal may come before the campaign stands in its store.
  EXPECT_THAT(page, testing::AnyOf(HasSubstr("<table id=\"matrix\""), HasSubstr("No verdicts.")));
  EXPECT_THAT(page, HasSubstr("No times."));
  EXPECT_THAT(page, Not(HasSubstr(folder.path("tmp"))));
}

TEST(ReportOfItsOwn, LeavesNothingBehindWhenItIsInterruptedTwice) {
  const ScratchFolder folder;
  const std::string said = interrupted_report(folder, 2);
  EXPECT_THAT(said, HasSubstr("exit code 130"));
  EXPECT_THAT(said, HasSubstr("left []"));
}

TEST(ReportOfItsOwn, TakesItsRunsWithItWhenItIsKilledAndTheNextOneClearsUp) {
  const ScratchFolder folder;
  const std::string killed = interrupted_report(folder, 1, "KILL");
  EXPECT_THAT(killed, HasSubstr("exit code 137"));
  EXPECT_THAT(killed, HasSubstr("running 0"));
  EXPECT_THAT(killed, HasSubstr("left ['touchstone-report-"));
  // Not what is somebody's own under such a name.
  std::filesystem::create_directory(folder.path("tmp/touchstone-report-monday"));
  folder.write("tmp/touchstone-report-monday/notes.txt", "mine");
  std::filesystem::create_directory(folder.path("tmp/touchstone-report-friday"));
  folder.write("tmp/touchstone-report-friday/verify.db", "mine, too");
  // Nor what another machine runs, whose locks cannot be seen here.
  std::filesystem::create_directory(folder.path("tmp/touchstone-report-d4E5f6"));
  folder.write("tmp/touchstone-report-d4E5f6/.touchstone-report-another-kernel-", "");
  folder.write("tmp/touchstone-report-d4E5f6/verify.db", "");
  // One that was killed before it had marked its folder.
  std::filesystem::create_directory(folder.path("tmp/touchstone-report-a1B2c3"));
  const std::string hung_up = interrupted_report(folder, 1, "HUP");
  EXPECT_THAT(hung_up, HasSubstr("exit code 129"));
  EXPECT_THAT(hung_up, HasSubstr("running 0"));
  EXPECT_THAT(hung_up, HasSubstr("left ['touchstone-report-d4E5f6', 'touchstone-report-friday', "
                                 "'touchstone-report-monday']"));
  EXPECT_THAT(read_text(folder.path("r.html")), HasSubstr("This page is partial"));
}

}  // namespace
}  // namespace touchstone
