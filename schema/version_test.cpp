// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/version.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

TEST(SourceCommit, IsTwelveDigitsOrUnknown) {
  EXPECT_THAT(source_commit(), MatchesRegex("[0-9a-f]{12}(-dirty)?|unknown"));
  EXPECT_THAT(version_text(), HasSubstr("\ncommit " + source_commit() + "\n"));
}

TEST(Versions, AreReadBackAsTheyAreWritten) {
  const auto read = read_versions(versions_json());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text(), program_versions().text());
  EXPECT_EQ(read->commit, source_commit());
  EXPECT_FALSE(read_versions("{}"));
  EXPECT_FALSE(read_versions("no JSON"));
}

TEST(Versions, OfAnEarlierProgramHaveNoCommit) {
  const auto read = read_versions(
      R"({"touchstone": "0.1.0", "compiler": "A", "build_type": "B", "libraries": "C"})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text(), "0.1.0, A, B, C");
  EXPECT_THAT(version_fields().row(*read), Not(HasSubstr("commit")));
}

TEST(Versions, OfARecordStandAtItsTop) {
  const auto read = versions_of_record(R"({"schema": "a/1", "versions": )" + versions_json() + "}");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->commit, source_commit());
  EXPECT_FALSE(versions_of_record(R"({"schema": "a/1"})"));
}

}  // namespace
}  // namespace touchstone
