// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the papers' items: the page that holds it, and the quick form of every command in it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream stream(command);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// The record's entry for the paper whose items begin so.
json paper_of(const std::string& prefix) {
  const json record =
      json::parse(run_touchstone({"reproduce", "--list", "--json", "-"}).out, nullptr, false);
  if (record.is_discarded()) return {};
  for (const json& paper : record.at("papers")) {
    if (paper.at("prefix") == prefix) return paper;
  }
  return {};
}

/// Runs the quick form of each command of a paper once. Each is to end with 0.
void expect_quick_forms_hold(const std::string& prefix) {
  const json paper = paper_of(prefix);
  ASSERT_TRUE(paper.is_object()) << prefix;
  std::set<std::string> commands;
  for (const json& item : paper.at("items")) {
    if (!item.at("quick").is_null()) commands.insert(item.at("quick").get<std::string>());
  }
  EXPECT_FALSE(commands.empty());
  for (const std::string& command : commands) {
    const Ran ran = run_touchstone(words_of(command));
    EXPECT_EQ(ran.exit_code, 0) << command << "\n" << ran.err;
  }
}

TEST(Papers, ThePageIsTheList) {
  const Ran ran = run_touchstone({"reproduce", "--list"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out, read_text(TOUCHSTONE_SOURCE_DIR "/docs/papers.md"));
  EXPECT_EQ(run_touchstone({"reproduce", "list"}).out, ran.out);
}

// A command of `reproduce` belongs to an item of a paper, but for the figures of these pages.
TEST(Papers, EveryNameOfReproduceIsInTheList) {
  const std::string list = run_touchstone({"reproduce", "--list"}).out;
  std::istringstream help(run_touchstone({"reproduce", "--help"}).out);
  bool names = false;
  std::size_t found = 0;
  for (std::string line; std::getline(help, line);) {
    if (line.rfind("Subcommands:", 0) == 0) {
      names = true;
    } else if (names && line.rfind("  ", 0) == 0 && line.size() > 2 && line[2] != ' ') {
      const std::string name = words_of(line).front();
      if (name == "list" || name == "all") continue;
      ++found;
      const std::string command = "`reproduce " + name;
      EXPECT_TRUE(list.find(command + "`") != std::string::npos ||
                  list.find(command + " ") != std::string::npos)
          << name;
    }
  }
  EXPECT_GE(found, 30U);
}

TEST(Papers, QuickFormsOfTheThesisHold) { expect_quick_forms_hold("thesis"); }
TEST(Papers, QuickFormsOfTheRatioMetricHold) { expect_quick_forms_hold("ratio"); }
TEST(Papers, QuickFormsOfTheSlidesHold) { expect_quick_forms_hold("slides"); }
TEST(Papers, QuickFormsOfPegHold) { expect_quick_forms_hold("peg"); }
TEST(Papers, QuickFormsOfContactDataHold) { expect_quick_forms_hold("yi"); }

}  // namespace
}  // namespace touchstone
