// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/replay_command.hpp"

#include <gtest/gtest.h>

#include "harness/cases/families/meshes.hpp"

namespace touchstone {
namespace {

CampaignRow row_of(const std::string& family, const std::string& path) {
  CampaignRow row;
  row.metric = "m";
  row.family = family;
  row.path = path;
  return row;
}

TEST(ReplayCommand, NamesWhereTheCaseIsFound) {
  EXPECT_EQ(replay_command(row_of("f", ""), "f:42:3", 1e-8),
            "./touchstone replay f:42:3 --metric m");
  EXPECT_EQ(replay_command(row_of("file:a.json", "b/a.json"), "file:a.json:3", 1e-8),
            "./touchstone replay file:a.json:3 --metric m --file b/a.json");
  CampaignRow meshes = row_of("meshes-deep", "dir");
  meshes.group = kMeshGroup;
  EXPECT_EQ(replay_command(meshes, "meshes-deep:42:3", 1e-6),
            "./touchstone replay meshes-deep:42:3 --metric m --meshes dir --tolerance 1e-06");
}

TEST(ReplayCommand, IsQuotedForAShell) {
  EXPECT_EQ(replay_command(row_of("file:it's", "a b/it's"), "file:it's:1 2", 1e-8),
            "./touchstone replay 'file:it'\\''s:1 2' --metric m --file 'a b/it'\\''s'");
  EXPECT_EQ(replay_command(row_of("file:a", "{a,b}"), "file:a:^\n", 1e-8),
            "./touchstone replay 'file:a:^\n' --metric m --file '{a,b}'");
}

TEST(ReplayCommand, OfStandardInputAsksForASavedFileUnderAnyName) {
  const CampaignRow row = row_of("file:stdin", "-");
  EXPECT_TRUE(from_standard_input(row));
  EXPECT_FALSE(from_standard_input(row_of("file:-", "./-")));
  EXPECT_EQ(replay_command(row, "file:stdin:deep", 1e-8),
            "./touchstone replay deep --metric m --file SAVED");
}

}  // namespace
}  // namespace touchstone
