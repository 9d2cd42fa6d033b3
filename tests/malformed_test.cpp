// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is wrong with what a person typed or handed in: exit code 2, nothing on standard output,
// and one line that says what.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

void expect_one_line_refusal(const Ran& ran, const std::string& says) {
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, StartsWith("touchstone: "));
  EXPECT_THAT(ran.err, EndsWith("\n"));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr(says));
}

struct BadCommandLine {
  std::vector<std::string> arguments;
  std::string says;
};

const std::vector<BadCommandLine>& bad_command_lines() {
  static const std::vector<BadCommandLine> kTable = {
      {{}, "which command?"},
      {{""}, "unknown command"},
      {{"frobnicate"}, "unknown command 'frobnicate'"},
      {{"verfy"}, "did you mean verify?"},
      {{"two\nlines"}, "unknown command 'two lines'"},
      {{"--nonsense"}, "--nonsense"},
      {{"--json"}, "--json"},
      {{"test"}, "./touchstone test"},
      {{"test", "--all"}, "./touchstone test"},
      {{"verify", "--metric", "nope"}, "unknown metric 'nope'"},
      {{"verify", "--metric", "gjkepa"}, "did you mean gjk_epa?"},
      {{"verify", "--metric", ""}, "unknown metric ''"},
      {{"verify", "--metric", "sat,nope"}, "unknown metric 'nope'"},
      {{"verify", "--metric"}, "--metric"},
      {{"verify", "--family", "no-such-thing"}, "unknown family 'no-such-thing'"},
      {{"verify", "--family", "random-boxs"}, "did you mean random-boxes?"},
      {{"verify", "--family", "zzz*"}, "unknown family 'zzz*'"},
      {{"verify", "--family", "random-boxes:42:7"}, "unknown family"},
      {{"verify", "--cases", "0"}, "--cases: '0'"},
      {{"verify", "--cases", "-5"}, "--cases: '-5'"},
      {{"verify", "--cases", "1.5"}, "--cases: '1.5'"},
      {{"verify", "--cases", "1e3"}, "--cases: '1e3'"},
      {{"verify", "--cases", "many"}, "--cases: 'many'"},
      {{"verify", "--cases", "0x10"}, "--cases: '0x10'"},
      {{"verify", "--cases", " 7"}, "--cases: ' 7'"},
      {{"verify", "--cases", ""}, "--cases"},
      {{"verify", "--cases", "99999999999999999999999"}, "--cases"},
      {{"verify", "--seed", "-1"}, "--seed: '-1'"},
      {{"verify", "--seed", "x"}, "--seed: 'x'"},
      {{"verify", "--seed", "18446744073709551616"}, "--seed"},
      {{"verify", "--seed", "1", "--seed", "2"}, "--seed"},
      {{"verify", "--tolerance", "0"}, "--tolerance: '0'"},
      {{"verify", "--tolerance", "-1e-8"}, "--tolerance: '-1e-8'"},
      {{"verify", "--tolerance", "nan"}, "--tolerance: 'nan'"},
      {{"verify", "--tolerance", "inf"}, "--tolerance: 'inf'"},
      {{"verify", "--tolerance", "1e999"}, "--tolerance: '1e999'"},
      {{"verify", "--tolerance", "small"}, "--tolerance: 'small'"},
      {{"verify", "--jobs", "0"}, "--jobs: '0'"},
      {{"verify", "--jobs", "100000"}, "--jobs: '100000'"},
      {{"verify", "--jobs", "two"}, "--jobs: 'two'"},
      {{"verify", "--file", "/no/such/file.json"}, "/no/such/file.json"},
      {{"verify", "--file", "/"}, "/"},
      {{"verify", "--file"}, "--file"},
      {{"verify", "--file", "/no/such/file.json", "--cases", "5"}, "--cases: is for families"},
      {{"verify", "--file", "/no/such/file.json", "--seed", "5"}, "--seed: is for families"},
      {{"verify", "--json", "/"}, "cannot write"},
      {{"verify", "--json", "/no/such/folder/out.json"}, "/no/such/folder/out.json"},
      {{"verify", "--full=perhaps"}, "--full"},
      {{"verify", "random-boxes"}, "random-boxes"},
      {{"verify", "--verbose"}, "--verbose"},
      {{"list"}, "list metrics or list families?"},
      {{"list", "things"}, "'things'"},
      {{"list", "metrics", "families"}, "families"},
      {{"replay"}, "which id?"},
      {{"replay", "nonsense"}, "nonsense"},
      {{"replay", "no-family:1:2"}, "no-family"},
      {{"replay", "random-boxes:42"}, "random-boxes"},
      {{"replay", "random-boxes:42:x"}, "x"},
      {{"replay", "random-boxes:42:-1"}, "-1"},
      {{"replay", "random-boxes::7"}, "random-boxes"},
      {{"replay", "random-boxes:42:7:9"}, "random-boxes"},
      {{"replay", "field:no-such-case"}, "no-such-case"},
      {{"replay", "file:pair:1"}, "--file"},
      {{"replay", "random-boxes:42:7", "--metric", "nope"}, "unknown metric 'nope'"},
      {{"replay", "random-boxes:42:7", "--tolerance", "0"}, "--tolerance"},
      {{"replay", "random-boxes:42:7", "--dump", "/no/such/folder/x.json"},
       "/no/such/folder/x.json"},
      {{"replay", "random-boxes:42:7", "--dump", "-", "--json"}, "runs nothing"},
      {{"replay", "random-boxes:42:7", "--file", "/no/such/file.json"}, "/no/such/file.json"},
      {{"ask"}, "which case file?"},
      {{"ask", "/no/such/file.json"}, "/no/such/file.json"},
      {{"ask", "/"}, "/"},
      {{"ask", "a.json", "b.json"}, "b.json"},
      {{"ask", "--json", "/no/such/file.json"}, "/no/such/file.json"},
      {{"audit", "--family", "nope-nope"}, "unknown family 'nope-nope'"},
      {{"audit", "--family", "random-boxes,nope-nope"}, "unknown family 'nope-nope'"},
      {{"audit", "--family", "random-boxes", "field"}, "field"},
      {{"audit", "random-boxes"}, "random-boxes"},
      {{"audit", "--cases", "-1"}, "--cases: '-1'"},
      {{"audit", "--large-cases", "many"}, "--large-cases: 'many'"},
      {{"audit", "--seed", "x"}, "--seed: 'x'"},
      {{"audit", "--jobs", "0"}, "--jobs: '0'"},
      {{"audit", "--json", "/no/such/folder/a.json"}, "/no/such/folder/a.json"},
      {{"reproduce"}, "which table?"},
      {{"reproduce", "table9"}, "'table9'"},
      {{"reproduce", "table1", "--pairs", "0"}, "--pairs: '0'"},
      {{"reproduce", "table1", "--seed", "now"}, "--seed: 'now'"},
      {{"reproduce", "table1", "--jobs", "0"}, "--jobs: '0'"},
      {{"reproduce", "table1", "--json", "/no/such/folder/t.json"}, "/no/such/folder/t.json"},
  };
  return kTable;
}

TEST(BadCommandLine, GetsOneLineAndExitCode2) {
  for (const auto& bad : bad_command_lines()) {
    std::string typed = "touchstone";
    for (const auto& argument : bad.arguments) typed += " '" + argument + "'";
    SCOPED_TRACE(typed);
    expect_one_line_refusal(run_touchstone(bad.arguments), bad.says);
  }
}

// A sound case in pieces, so that each bad file differs from it in one place.
const std::string kBox = R"({"box_half_extents": [1, 1, 1]})";
const std::string kPose = R"({"t": [0, 0, 0], "q": [1, 0, 0, 0]})";

std::string with_a(const std::string& a) {
  return R"({"id": "x", "a": )" + a + R"(, "pose_a": )" + kPose + R"(, "b": )" + kBox +
         R"(, "pose_b": )" + kPose + "}";
}

std::string with_pose_b(const std::string& pose) {
  return R"({"id": "x", "a": )" + kBox + R"(, "pose_a": )" + kPose + R"(, "b": )" + kBox +
         R"(, "pose_b": )" + pose + "}";
}

struct BadFile {
  std::string text;
  std::string says;
};

const std::vector<BadFile>& bad_files() {
  const std::string tetrahedron = "[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]";
  static const std::vector<BadFile> kTable = {
      {"", "bad.json"},
      {" \n\n", "bad.json"},
      {"not json", "bad.json"},
      {"{", "bad.json"},
      {"[]", "bad.json"},
      {"42", "bad.json"},
      {"null", "bad.json"},
      {"[1, 2]", "bad.json"},
      {"{}", "bad.json"},
      {with_a(kBox).substr(0, 60), "bad.json"},
      {with_a(kBox) + " trailing", "bad.json"},
      {with_a(kBox) + with_a(kBox), "bad.json"},
      {"[" + with_a(kBox) + "," + with_a(kBox) + "]", "x"},
      {std::string(200'000, '['), "bad.json"},
      {std::string("\0\0\0\0", 4), "bad.json"},
      {"\xff\xfe[", "bad.json"},
      {with_a("{}"), "a"},
      {with_a("[]"), "a"},
      {with_a("7"), "a"},
      {with_a(R"({"box_half_extents": [1, 1]})"), "box_half_extents"},
      {with_a(R"({"box_half_extents": [1, 1, -1]})"), "box_half_extents"},
      {with_a(R"({"box_half_extents": [1, 1, 0]})"), "box_half_extents"},
      {with_a(R"({"box_half_extents": [1, 1, "1"]})"), "box_half_extents"},
      {with_a(R"({"box_half_extents": [1, 1, 1e999]})"), "bad.json"},
      {with_a(R"({"box_half_extents": [1, 1, NaN]})"), "bad.json"},
      {with_a(R"({"box_half_extents": [1, 1, null]})"), "box_half_extents"},
      {with_a(R"({"box_half_extents": [1, 1, 1], "vertices": [[0, 0, 0]]})"), "a"},
      {with_a(R"({"vertices": []})"), "vertices"},
      {with_a(R"({"vertices": [[0, 0]]})"), "vertices"},
      {with_a(R"({"vertices": [0, 0, 0]})"), "vertices"},
      {with_a(R"({"vertices": "many"})"), "vertices"},
      {with_a(R"({"vertices": )" + tetrahedron + R"(, "facets": [[0, 1, 9]]})"), "facets"},
      {with_a(R"({"vertices": )" + tetrahedron + R"(, "facets": [[0, -1, 2]]})"), "facets"},
      {with_a(R"({"vertices": )" + tetrahedron + R"(, "facets": [[0, 1]]})"), "facet"},
      {with_a(R"({"vertices": )" + tetrahedron + R"(, "facets": [[0.5, 1, 2]]})"), "facets"},
      // Counter-clockwise seen from inside.
      {with_a(R"({"vertices": )" + tetrahedron +
              R"(, "facets": [[0,1,2],[0,3,1],[0,2,3],[1,3,2]]})"),
       "facet"},
      // Facets claim a solid.
      {with_a(R"({"vertices": [[0,0,0],[1,0,0],[0,1,0]], "facets": [[0, 1, 2]]})"), "in one plane"},
      {with_a(R"({"vertices": )" + tetrahedron + R"(, "interior_point": [5, 5, 5]})"), "interior"},
      {with_pose_b("{}"), "pose_b"},
      {with_pose_b("null"), "pose_b"},
      {with_pose_b(R"({"t": [0, 0, 0]})"), "pose_b"},
      {with_pose_b(R"({"q": [1, 0, 0, 0]})"), "pose_b"},
      {with_pose_b(R"({"t": [0, 0], "q": [1, 0, 0, 0]})"), "pose_b"},
      {with_pose_b(R"({"t": [0, 0, 0], "q": [0, 0, 0, 0]})"), "pose_b"},
      {with_pose_b(R"({"t": [0, 0, 0], "q": [1, 0, 0]})"), "pose_b"},
      {with_pose_b(R"({"t": [0, 0, 0], "q": [1, 0, 0, 0], "R": [[1,0,0],[0,1,0],[0,0,1]]})"),
       "pose_b"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[1,0,0],[0,1,0]]})"), "pose_b"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[1,0,0],[0,1,0],[0,0,1.1]]})"), "pose_b"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[1,0,0],[0,1,0],[0,0,-1]]})"), "pose_b"},
      {R"({"id": "x", "a": )" + kBox + R"(, "b": )" + kBox + "}", "pose_a"},
      {R"({"id": 7, "a": )" + kBox + R"(, "b": )" + kBox + "}", "id"},
      {"[" + with_a(kBox) + R"(, {"id": "y"}])", "y"},
  };
  return kTable;
}

TEST(BadCaseFile, GetsOneLineThatNamesTheFile) {
  const ScratchFolder folder;
  for (const auto& bad : bad_files()) {
    SCOPED_TRACE(bad.text.substr(0, 300));
    const std::string path = folder.write("bad.json", bad.text);
    for (const auto& arguments : std::vector<std::vector<std::string>>{
             {"ask", path}, {"verify", "--metric", "sat", "--file", path}}) {
      const Ran ran = run_touchstone(arguments);
      expect_one_line_refusal(ran, bad.says);
      EXPECT_THAT(ran.err, HasSubstr("bad.json"));
    }
  }
}

TEST(BadCaseFile, TheSoundOneIsTaken) {
  const ScratchFolder folder;
  EXPECT_EQ(run_touchstone({"ask", folder.write("good.json", with_a(kBox))}).exit_code, 0);
  EXPECT_EQ(run_touchstone({"ask", folder.write("good.json", with_pose_b(kPose))}).exit_code, 0);
}

TEST(BadCaseFile, OnStandardInputToo) {
  expect_one_line_refusal(run_touchstone({"ask", "-"}, "{"), "stdin");
  expect_one_line_refusal(run_touchstone({"ask", "--json", "-"}, "[]"), "stdin");
  expect_one_line_refusal(run_touchstone({"ask", "--json"}, "[]"), "which case file?");
}

TEST(BadCaseFile, TwoOfOneNameCannotBeToldApart) {
  const ScratchFolder one;
  const ScratchFolder two;
  expect_one_line_refusal(run_touchstone({"verify", "--file", one.write("same.json", with_a(kBox)),
                                          "--file", two.write("same.json", with_a(kBox))}),
                          "same.json");
}

TEST(BadCaseFile, ReplayOfAnIdThatItDoesNotHold) {
  const ScratchFolder folder;
  expect_one_line_refusal(
      run_touchstone({"replay", "y", "--file", folder.write("good.json", with_a(kBox))}), "'y'");
}

TEST(BadOutput, AFailingFileLeavesAnEarlierResultAlone) {
  const ScratchFolder folder;
  const std::string out = folder.write("out.json", "an earlier result");
  expect_one_line_refusal(run_touchstone({"ask", "/no/such/file.json", "--json", out}), "no/such");
  EXPECT_EQ(read_text(out), "an earlier result");
}

}  // namespace
}  // namespace touchstone
