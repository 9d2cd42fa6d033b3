// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone dump` writes (docs/dump.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::vector<json> lines_of(const std::string& text) {
  std::vector<json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

std::vector<json> dump(const std::vector<std::string>& selection, const std::string& count) {
  std::vector<std::string> words = {"dump", "-", "--cases", count};
  words.insert(words.end(), selection.begin(), selection.end());
  const Ran ran = run_touchstone(words);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  return lines_of(ran.out);
}

TEST(Dump, HasAHeaderAndALineForEachCase) {
  const std::vector<json> lines = dump({"--family", "lattice,field", "--seed", "7"}, "2");
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], json::parse(R"({"schema": "touchstone.dump/1", "seed": 7, "cases": 4})"));
  EXPECT_EQ(lines[1]["family"], "lattice");
  EXPECT_EQ(lines[1]["case"]["id"], "lattice:7:0");
  EXPECT_EQ(lines[2]["truth"]["id"], "lattice:7:1");
  EXPECT_EQ(lines[4]["family"], "field");
}

TEST(Dump, ACorpusHasNoMoreCasesThanItHas) {
  EXPECT_EQ(dump({"--family", "field"}, "1000000").size(), 109U);
}

TEST(Dump, TellsTheTruthThatAskTellsAndItsExactParts) {
  const json line = dump({"--family", "random-boxes"}, "1")[1];
  const Ran asked = run_touchstone({"ask", "-", "--json", "-"}, line["case"].dump());
  json truth = json::parse(asked.out)["cases"][0];
  truth.erase("case");
  truth.erase("contacts");
  // A case of a file has another name.
  truth["id"] = line["truth"]["id"];
  json told = line["truth"];
  for (const char* key : {"directions", "witness_a_exact", "witness_b_exact", "rho_directions",
                          "interior_point_a", "interior_point_b"}) {
    ASSERT_TRUE(told.contains(key)) << key;
    told.erase(key);
  }
  EXPECT_EQ(told, truth);
}

TEST(Dump, ExactPartsAreWholeVectorsAndFractions) {
  // A point half a metre inside the right face of a cube.
  const std::string pair = R"({"a": {"box_half_extents": [1, 1, 1]},
    "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}, "b": {"vertices": [[0, 0, 0]]},
    "pose_b": {"t": [0.5, 0.25, 0], "q": [1, 0, 0, 0]}})";
  const ScratchFolder folder;
  const json line = dump({"--file", folder.write("pair.json", pair)}, "1")[1];
  EXPECT_EQ(line["truth"]["directions"], json::parse(R"([["-1", "0", "0"]])"));
  EXPECT_EQ(line["truth"]["witness_a_exact"], json::parse(R"(["1/1", "1/4", "0/1"])"));
  EXPECT_EQ(line["truth"]["witness_b_exact"], json::parse(R"(["1/2", "1/4", "0/1"])"));
  EXPECT_EQ(line["truth"]["rho_directions"], json::array());
  EXPECT_EQ(line["fast"]["sign"], -1);
  EXPECT_EQ(line["fast"]["phi"][0], -0.5);
  EXPECT_TRUE(line["fast"]["rho"].is_null());
}

TEST(Dump, ReplacesAFileOnlyWhenItIsWhole) {
  const ScratchFolder folder;
  const std::string file = folder.write("dump.jsonl", "earlier");
  const std::string link = folder.path("link.jsonl");
  std::filesystem::create_symlink("dump.jsonl", link);
  const Ran ran = run_touchstone({"dump", link, "--family", "lattice", "--cases", "3"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("3 cases with the truth\nwrote " + link));
  EXPECT_EQ(lines_of(read_text(file)).size(), 4U);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  // Nothing is left beside it.
  const auto entries = std::filesystem::directory_iterator(folder.path(""));
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 2);
}

TEST(Dump, WritesToADeviceAsItIs) {
  const Ran ran = run_touchstone({"dump", "/dev/full", "--family", "lattice", "--cases", "3"});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.err, HasSubstr("/dev/full: cannot write: No space left on device"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(Dump, RefusesInOneLine) {
  const ScratchFolder folder;
  const std::string file = folder.write("pair.json", "not read");
  const auto refusal = [](std::vector<std::string> more, const std::string& says) {
    more.insert(more.begin(), "dump");
    more.insert(more.end(), {"--family", "lattice"});
    expect_one_line_refusal(run_touchstone(more), says);
  };
  refusal({folder.path("x"), "--cases", "0"}, "--cases: '0' is not a whole number from 1 to");
  refusal({folder.path("x"), "--cases", "many"}, "'many' is not a whole number");
  refusal({folder.path("x")}, "dump: --cases is required");
  refusal({"--cases", "2"}, "dump: OUT is required");
  refusal({"", "--cases", "2"}, "OUT: must not be empty");
  refusal({folder.path("no/such/folder"), "--cases", "2"}, "cannot write here");
  refusal({folder.path(""), "--cases", "2"}, "Is a directory");
  for (const char* option : {"--metric", "--tolerance", "--json", "--full", "--quick"}) {
    refusal({folder.path("x"), "--cases", "2", option}, std::string("'") + option + "'");
  }
  refusal({file, "--cases", "2", "--file", file}, "is the file of --file, which would be lost");
  const std::string pair = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pair.json";
  expect_one_line_refusal(
      run_touchstone({"dump", folder.path("x"), "--cases", "2", "--file", pair, "--seed", "7"}),
      "--seed: has no effect");
  EXPECT_FALSE(std::filesystem::exists(folder.path("x")));
  EXPECT_EQ(read_text(file), "not read");
}

}  // namespace
}  // namespace touchstone
