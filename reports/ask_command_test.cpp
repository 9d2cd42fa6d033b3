// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/ask_command.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace touchstone {
namespace {

CampaignRow row_of(const std::string& family, const std::string& path) {
  CampaignRow row;
  row.metric = "m";
  row.family = family;
  row.path = path;
  return row;
}

TEST(AskCommand, NamesWhereTheCaseIsFound) {
  EXPECT_EQ(ask_command(row_of("f", ""), "f:42:3", 1e-8), "./touchstone ask f:42:3 --metric m");
  EXPECT_EQ(ask_command(row_of("file:a.json", "b/a.json"), "file:a.json:3", 1e-8),
            "./touchstone ask b/a.json --case file:a.json:3 --metric m");
  const CampaignRow meshes = row_of("meshes-deep", "dir");
  EXPECT_EQ(ask_command(meshes, "meshes-deep:42:3", 1e-6),
            "./touchstone ask meshes-deep:42:3 --meshes dir --metric m --tolerance 1e-06");
}

TEST(AskCommand, OfAWarmFailureIsTheSequenceThatLeadsToIt) {
  CampaignRow family = row_of("f", "");
  family.after["f:42:3"] = "f:42:0";
  EXPECT_EQ(ask_command(family, "f:42:3", 1e-8), "./touchstone ask f:42:0..3 --metric m");
  EXPECT_EQ(ask_command(family, "f:42:2", 1e-8), "./touchstone ask f:42:2 --metric m");
  CampaignRow file = row_of("file:a.json", "b/a.json");
  file.after["file:a.json:far"] = "file:a.json:near";
  EXPECT_EQ(ask_command(file, "file:a.json:far", 1e-8),
            "./touchstone ask b/a.json --case file:a.json:near..far --metric m");
  CampaignRow input = row_of("file:stdin", "-");
  input.after["file:stdin:far"] = "file:stdin:near";
  EXPECT_EQ(ask_command(input, "file:stdin:far", 1e-8),
            "./touchstone ask SAVED --case near..far --metric m");
}

TEST(AskCommand, BeginsWithTheProgramAsItIsCalled) {
  for (const auto& [argv0, typed] :
       {std::pair("touchstone", "touchstone"),
        std::pair("/usr/bin/touchstone", "/usr/bin/touchstone"),
        std::pair("my bin/touchstone", "'my bin/touchstone'"), std::pair("", "./touchstone"),
        std::pair("/a/build/release/bin/touchstone", "./touchstone")}) {
    set_typed_program(argv0);
    EXPECT_EQ(ask_command(row_of("f", ""), "f:42:3", 1e-8),
              std::string(typed) + " ask f:42:3 --metric m");
  }
}

TEST(AskCommand, IsQuotedForAShell) {
  EXPECT_EQ(ask_command(row_of("file:it's", "a b/it's"), "file:it's:1 2", 1e-8),
            "./touchstone ask 'a b/it'\\''s' --case 'file:it'\\''s:1 2' --metric m");
  EXPECT_EQ(ask_command(row_of("file:a", "{a,b}"), "file:a:^\n", 1e-8),
            "./touchstone ask '{a,b}' --case 'file:a:^\n' --metric m");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("./mine@2=x.so"), "./mine@2=x.so");
}

TEST(AskCommand, NamesAPluginByItsPathWithTheLimitsThatWereTyped) {
  CampaignRow row = row_of("f", "");
  row.plugin = "./mine.so";
  row.plugin_limits = " --query-limit 1";
  EXPECT_EQ(ask_command(row, "f:42:3", 1e-8),
            "./touchstone ask f:42:3 --metric ./mine.so --query-limit 1");
  row.plugin = "python3 mine.py";
  row.plugin_limits.clear();
  EXPECT_EQ(ask_command(row, "f:42:3", 1e-8), "./touchstone ask f:42:3 --metric 'python3 mine.py'");
  row.plugin = "mine.so";
  EXPECT_EQ(ask_command(row, "f:42:3", 1e-8), "./touchstone ask f:42:3 --metric ./mine.so");
}

TEST(AskCommand, OfARecordNamesFilesAsFarAsTheyAreKnown) {
  EXPECT_EQ(ask_command(row_of("file:a.json", ""), "file:a.json:3", 1e-8),
            "./touchstone ask a.json --case file:a.json:3 --metric m");
  const CampaignRow meshes = row_of("meshes-deep", "");
  EXPECT_EQ(ask_command(meshes, "meshes-deep:42:3", 1e-8),
            "./touchstone ask meshes-deep:42:3 --meshes DIR --metric m");
}

TEST(AskCommand, OfStandardInputAsksForASavedFileUnderAnyName) {
  const CampaignRow row = row_of("file:stdin", "-");
  EXPECT_TRUE(from_standard_input(row));
  EXPECT_FALSE(from_standard_input(row_of("file:-", "./-")));
  EXPECT_EQ(ask_command(row, "file:stdin:deep", 1e-8),
            "./touchstone ask SAVED --case deep --metric m");
}

}  // namespace
}  // namespace touchstone
