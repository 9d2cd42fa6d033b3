// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of the documentation are those that `reproduce concepts` writes. Who changes a
// drawing runs `./touchstone reproduce concepts docs/images` again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kRoot = TOUCHSTONE_SOURCE_DIR;

std::set<std::string> svg_files(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".svg") names.insert(entry.path().filename());
  }
  return names;
}

/// README.md and the pages of docs, one behind the other.
std::string all_pages() {
  std::string text = read_text(kRoot + "/README.md");
  for (const auto& entry : fs::directory_iterator(kRoot + "/docs")) {
    if (entry.path().extension() == ".md") text += read_text(entry.path());
  }
  return text;
}

TEST(Concepts, FiguresOfTheDocumentationAreWhatTheCommandWrites) {
  const ScratchFolder scratch;
  const std::string made = scratch.path("made");
  const Ran ran = run_touchstone({"reproduce", "concepts", made});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const std::set<std::string> names = svg_files(made);
  EXPECT_FALSE(names.empty());
  EXPECT_EQ(names, svg_files(kRoot + "/docs/images"));
  for (const std::string& name : names) {
    EXPECT_THAT(ran.out, HasSubstr("wrote " + made + "/" + name + "\n"));
    EXPECT_TRUE(read_text(made + "/" + name) == read_text(kRoot + "/docs/images/" + name))
        << name << ": run ./touchstone reproduce concepts docs/images";
  }
}

TEST(Concepts, EachFigureStandsInAPage) {
  const std::string pages = all_pages();
  for (const std::string& name : svg_files(kRoot + "/docs/images")) {
    EXPECT_THAT(pages, HasSubstr("images/" + name + ")"));
  }
}

TEST(Concepts, NeedAFolder) {
  expect_one_line_refusal(run_touchstone({"reproduce", "concepts"}), "reproduce concepts");
  const ScratchFolder scratch;
  const std::string file = scratch.write("file", "");
  expect_one_line_refusal(run_touchstone({"reproduce", "concepts", file}), file);
  expect_one_line_refusal(
      run_touchstone({"reproduce", "concepts", scratch.path("x"), "--json", "y"}),
      "unknown option '--json'");
}

}  // namespace
}  // namespace touchstone
