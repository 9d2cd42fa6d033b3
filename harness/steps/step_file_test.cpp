// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "harness/steps/fclib_file.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kWhole =
    R"({"schema": "touchstone.step/1", "name": "two", "cone": "round", "mu": [0.5, 0], "local":)"
    R"( {"dimension": 2, "W": [[1, 1, [5, 6, 7, 8]], [0, 1, [1, 2, 3, 4]]], "q": [-1, 0.1, 0, 2]}})";

StepFile read(const std::string& text) {
  auto file = read_step_text(text, "a/file.json");
  EXPECT_TRUE(file.ok()) << file.reason();
  return file.ok() ? std::move(file).value() : StepFile{};
}

TEST(StepFiles, AreReadWithTheirBlocksInOrder) {
  const StepFile file = read(kWhole);
  EXPECT_EQ(file.name, "two");
  const LocalStep& step = file.step;
  EXPECT_EQ(step.dimension, 2);
  EXPECT_THAT(step.mu, ElementsAre(0.5, 0));
  EXPECT_THAT(step.W.begin, ElementsAre(0, 1, 2));
  EXPECT_THAT(step.W.column, ElementsAre(1, 1));
  EXPECT_THAT(step.W.value, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(step.q, ElementsAre(-1, 0.1, 0, 2));
}

TEST(StepFiles, ThatAreWrittenAreReadBackAsTheSameDoubles) {
  StepFile file = read(kWhole);
  for (double& x : file.step.W.value) x = x / 3 * 1e-200;
  file.step.q = {-0.1, 5e-324, 1.7976931348623157e308, -0.0};
  file.solution = {1.0 / 3, 0, 0, 1e-17};
  for (const std::string cone : {"round", "box"}) {
    file.step.cone = cone == "round" ? StepCone::round : StepCone::box;
    const std::string text = step_record().document(file);
    EXPECT_EQ(step_record().document(read(text)), text);
    const StepFile again = read(text);
    EXPECT_EQ(again.step.W.value, file.step.W.value);
    EXPECT_EQ(again.step.q, file.step.q);
    EXPECT_EQ(again.solution, file.solution);
    EXPECT_EQ(again.step.cone, file.step.cone);
  }
}

TEST(StepFiles, WithoutANameAreCalledAfterTheFile) {
  std::string text = kWhole;
  text.replace(text.find(R"("name": "two", )"), 15, "");
  EXPECT_EQ(read(text).name, "file.json");
}

/// So many items of a list.
std::string zeros(int count) {
  std::string items;
  for (int k = 0; k < count; ++k) items += ", 0";
  return items;
}

TEST(StepFiles, AreRefusedInOneLineWithPlaceAndRule) {
  struct Row {
    std::string from, to, words;
  };
  const std::vector<Row> kRows = {
      {"touchstone.step/1", "touchstone.step/2", "touchstone.step/1"},
      {R"("round")", R"("disc")", "must be round, box"},
      {R"("round")", "5", "even number from 4 to 64"},
      {R"("round")", "66", "even number from 4 to 64"},
      {R"("round")", R"("8")", "even number from 4 to 64"},
      {R"("round")", "null", "must be round, box"},
      {R"("round")", "8", "the plane has one tangent"},
      {"[0.5, 0]", "[-0.5, 0]", "mu"},
      {"[0.5, 0]", "[0.5, NaN]", "NaN"},
      {"[0.5, 0]", "[]", "has no contact"},
      {"[0.5, 0]", "[0.5]", "is no contact: mu has 1, counted from 0"},
      {R"("dimension": 2)", R"("dimension": 4)", "must be 2 or 3"},
      {R"("dimension": 2)", R"("dimension": 3)", "must have 9 numbers, and has 4"},
      {"[0, 1, [", "[1, 1, [", "is a block that there is already"},
      {"[0, 1, [", "[0, 2, [", "is no contact: mu has 2, counted from 0"},
      {"[0, 1, [", "[-1, 1, [", "W"},
      {"[0, 1, [1, 2, 3, 4]]", "[0, 1]", "must be [i, j, numbers]"},
      {"[1, 2, 3, 4]", "[1, 2, 3]", "must have 4 numbers, and has 3"},
      {"[-1, 0.1, 0, 2]", "[-1, 0.1, 0]", "must have 4 numbers, and has 3"},
      {"0.1", "1e999", "file.json"},
      {R"("q")", R"("Q")", "Q"},
      {R"("mu")", R"("Mu")", "Mu"},
      {R"("name")", R"("solution": [1], "name")", "must have 4 numbers"},
      {"[0.5, 0]", "[0" + zeros(20'000) + "]", "has more than 20,000 contacts"},
      {"}}", "}", "file.json"}};
  for (const Row& row : kRows) {
    std::string text = kWhole;
    text.replace(text.find(row.from), row.from.size(), row.to);
    const auto file = read_step_text(text, "a/file.json");
    ASSERT_FALSE(file.ok()) << row.to;
    EXPECT_THAT(file.reason(), testing::StartsWith("a/file.json: ")) << row.to;
    EXPECT_THAT(file.reason(), HasSubstr(row.words));
    EXPECT_EQ(file.reason().find('\n'), std::string::npos);
  }
  for (const char* text : {"[1]", "\xef\xbb\xbf{}"}) {
    EXPECT_EQ(read_step_text(text, "a/file.json").reason(),
              "a/file.json: is neither JSON, which begins with {, nor siconos' text, which begins "
              "with a number, nor FCLIB's HDF5");
  }
  EXPECT_THAT(read_step_text("\n", "empty.hdf5").reason(), HasSubstr("empty.hdf5: is empty"));
}

/// Two contacts, blocks (0, 0), (0, 1) and (1, 1) with numbers 1 to 12, column by column.
const std::string kSiconos =
    "2 2 1 4 4 3 2 2\n2 4\n2 4\n3 3\n0 2 3\n0 1 1\n"
    "0\n1\n3\n2\n4\n1\n5\n7\n6\n8\n2\n9\n11\n10\n12\n -1 0 -2e-3 0\n0.3 0.4\n";

TEST(SiconosText, HasItsBlocksColumnByColumn) {
  const StepFile file = read(kSiconos);
  EXPECT_EQ(file.step.dimension, 2);
  EXPECT_EQ(file.step.cone, StepCone::round);
  EXPECT_THAT(file.step.W.begin, ElementsAre(0, 2, 3));
  EXPECT_THAT(file.step.W.column, ElementsAre(0, 1, 1));
  EXPECT_THAT(file.step.W.value, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  EXPECT_THAT(file.step.q, ElementsAre(-1, 0, -2e-3, 0));
  EXPECT_THAT(file.step.mu, ElementsAre(0.3, 0.4));
}

TEST(SiconosText, ThatIsDenseIsReadColumnByColumn) {
  const StepFile file =
      read("2 2 0 4 4\n1 3 0 0\n2 4 0 0\n5 7 9 11\n6 8 10 12\n-1 0 -2e-3 0\n0.3 0.4\n");
  EXPECT_EQ(file.step.W.value, read(kSiconos).step.W.value);
  EXPECT_EQ(file.step.W.begin, read(kSiconos).step.W.begin);
  EXPECT_EQ(file.step.W.column, read(kSiconos).step.W.column);
}

TEST(SiconosText, IsRefusedWhereverItIsCutOrChanged) {
  for (std::size_t length = 0; length + 4 < kSiconos.size(); ++length) {
    EXPECT_FALSE(read_step_text(kSiconos.substr(0, length), "cut.dat").ok()) << length;
  }
  const std::vector<std::pair<std::string, std::string>> kWrong = {
      {"2 2 1", "4 2 1"}, {"2 2 1", "2 20001 1"}, {"2 2 1", "2 2 2"},      {"4 4 3", "4 4 5"},
      {"4 4 3", "4 6 3"}, {"0 2 3", "1 2 3"},     {"0 2 3", "0 3 2"},      {"0 1 1", "1 0 1"},
      {"0 1 1", "0 2 1"}, {"0 1 1", "0 1 -1"},    {"-2e-3", "nan"},        {"-2e-3", "1e999"},
      {"0.3", "-0.3"},    {"0.4", "0.4 1"},       {"0 1 1\n0", "0 1 1\n1"}};
  for (const auto& [from, to] : kWrong) {
    std::string text = kSiconos;
    text.replace(text.find(from), from.size(), to);
    const auto file = read_step_text(text, "wrong.dat");
    ASSERT_FALSE(file.ok()) << to;
    EXPECT_THAT(file.reason(), testing::StartsWith("wrong.dat: word ")) << to;
  }
}

/// W = [[2, 0, 0, 7], [0, 3, 0, 0], [0, 0, 4, 0], [0, 0, 0, 5]] as triplets.
const std::string kFclib =
    R"({"form": "local", "spacedim": [2], "W": {"m": [4], "n": [4], "nz": [5], "p": [0, 1, 2, 3, 3, 9],)"
    R"( "i": [0, 1, 2, 3, 0, 9], "x": [2, 3, 4, 5, 7, 1]}, "q": [-1, 0, 0.1, 0], "mu": [0, 1]})";

StepFile read_fclib(std::string text, const std::string& from = "", const std::string& to = "") {
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  auto file = read_fclib_text(text, "a.hdf5");
  EXPECT_TRUE(file.ok()) << file.reason();
  return file.ok() ? std::move(file).value() : StepFile{};
}

TEST(FclibFiles, HaveTripletsOfColumnsAndRowsAndCompressedLines) {
  const std::string triplets = R"("nz": [5], "p": [0, 1, 2, 3, 3, 9], "i": [0, 1, 2, 3, 0, 9])";
  const std::string columns = R"("nz": [-1], "p": [0, 1, 2, 3, 5], "i": [0, 1, 2, 3, 0])";
  const std::string rows = R"("nz": [-2], "p": [0, 2, 3, 4, 5], "i": [0, 3, 1, 2, 3])";
  const StepFile file = read_fclib(kFclib);
  EXPECT_THAT(file.step.W.begin, ElementsAre(0, 2, 3));
  EXPECT_THAT(file.step.W.column, ElementsAre(0, 1, 1));
  EXPECT_THAT(file.step.W.value, ElementsAre(2, 0, 0, 3, 0, 7, 0, 0, 4, 0, 0, 5));
  EXPECT_THAT(file.step.mu, ElementsAre(0, 1));
  EXPECT_EQ(read_fclib(kFclib, triplets, columns).step.W.value, file.step.W.value);
  std::string by_row = kFclib;
  by_row.replace(by_row.find("[2, 3, 4, 5, 7, 1]"), 18, "[2, 7, 3, 4, 5, 1]");
  EXPECT_EQ(read_fclib(by_row, triplets, rows).step.W.value, file.step.W.value);
}

TEST(FclibFiles, AreRefusedWithPlaceAndRule) {
  const std::vector<std::array<std::string, 3>> kWrong = {
      {R"("spacedim": [2])", R"("spacedim": [4])", "spacedim: must be 2 or 3"},
      {R"("spacedim": [2])", R"("spacedim": [2, 2])", "spacedim: must be one number"},
      {R"("m": [4])", R"("m": [2147483647])", "W.m: must be 4"},
      {R"("n": [4])", R"("n": [-1])", "W.n: must be 4"},
      {R"("nz": [5])", R"("nz": [2147483647])", "fewer than 2147483647"},
      {R"("nz": [5])", R"("nz": [-3])", "W.nz: must be"},
      {R"("p": [0, 1)", R"("p": [-1, 1)", "W.p[0]: must be from 0 to 3"},
      {R"("i": [0, 1)", R"("i": [4, 1)", "W.i[0]: must be from 0 to 3"},
      {R"("i": [0, 1, 2, 3, 0)", R"("i": [0, 1, 2, 3, 3)", "is an entry that there is already"},
      {"0.1, 0]", "0.1]", "q: must have 4 numbers"},
      {"0.1", "\"NaN\"", "q[2]"},
      {R"("mu": [0, 1])", R"("mu": [0, -1])", "mu[1]"},
      {R"("mu": [0, 1])", R"("mu": [0)" + zeros(20'000) + "]", "more than 20,000 contacts"},
      {R"("mu": [0, 1])", R"("mu": [])", "mu: has no contact"}};
  for (const auto& [from, to, words] : kWrong) {
    std::string text = kFclib;
    text.replace(text.find(from), from.size(), to);
    const auto file = read_fclib_text(text, "a.hdf5");
    ASSERT_FALSE(file.ok()) << to;
    EXPECT_THAT(file.reason(), HasSubstr(words)) << to;
  }
  // Compressed lines that go back, begin late or end beyond the arrays.
  for (const std::string p : {"[0, 2, 1, 4, 5]", "[1, 1, 2, 3, 5]", "[0, 1, 2, 3, 7]", "[0, 1]",
                              "[0, 1, 2, 3, 2147483647]"}) {
    std::string text = kFclib;
    text.replace(text.find(R"([5], "p": [0, 1, 2, 3, 3, 9])"), 28, R"([-1], "p": )" + p);
    EXPECT_FALSE(read_fclib_text(text, "a.hdf5").ok()) << p;
  }
}

}  // namespace
}  // namespace touchstone
