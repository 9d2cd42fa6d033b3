// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the papers' items: the page that holds it, and the quick form of every command in it,
// which takes at most 5 s and shows what the verdicts of its items rest on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "harness/plugins/sanitized.hpp"
#include "tests/check_counts.hpp"
#include "tests/item_evidence.hpp"
#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

/// What a quick form may take of a processor, in runs of a known command: machines differ by a factor
/// of two, and a busy one is slower. The longest form takes some 3.
constexpr double kQuickLimit_probes = 5;

double probe_s() {
  static const double kSeconds =
      run_touchstone({"verify", "--metric", "certified", "--family", "random-boxes", "--cases",
                      "450000", "--jobs", "1"})
          .user_s;
  return kSeconds;
}

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

std::vector<ItemEvidence> evidence_of(const std::string& item) {
  std::vector<ItemEvidence> found;
  for (const ItemEvidence& one : item_evidence()) {
    if (one.item == item) found.push_back(one);
  }
  return found;
}

/// The record of a check has what the item's verdict rests on, and the list has that verdict.
void expect_evidence(const json& item, const json& record) {
  for (const ItemEvidence& wanted : evidence_of(item.at("id"))) {
    EXPECT_EQ(item.at("verdict"), wanted.verdict) << item.at("id");
    const ClaimSum sum = counted(record, wanted.subject, wanted.claim);
    const std::string where = std::string(wanted.item) + ": " + wanted.subject + " " + wanted.claim;
    if (wanted.held) {
      EXPECT_GT(sum.held, 0U) << where;
      EXPECT_EQ(sum.violated, 0U) << where;
    } else {
      EXPECT_GT(sum.violated, 0U) << where;
    }
  }
}

/// Runs the quick form of each command of a paper once. Each is to end with 0, to be quick, and to
/// show the evidence of its items.
void expect_quick_forms_hold(const std::string& prefix) {
  const json paper = paper_of(prefix);
  ASSERT_TRUE(paper.is_object()) << prefix;
  std::map<std::string, std::vector<json>> items_by_command;
  for (const json& item : paper.at("items")) {
    if (!item.at("quick").is_null()) items_by_command[item.at("quick")].push_back(item);
  }
  EXPECT_FALSE(items_by_command.empty());
  for (const auto& [command, items] : items_by_command) {
    std::vector<std::string> words = words_of(command);
    const bool judged = std::any_of(items.begin(), items.end(), [](const json& item) {
      return !evidence_of(item.at("id")).empty();
    });
    if (judged) words.insert(words.end(), {"--json", "-"});
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 0) << command << "\n" << ran.err;
    if (!kSanitized) {
      EXPECT_LE(ran.user_s, kQuickLimit_probes * probe_s()) << command;
    }
    if (!judged) continue;
    const json record = json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(record.is_discarded()) << command;
    for (const json& item : items) expect_evidence(item, record);
  }
}

// Whatever an item's evidence names is in the list, with a quick form.
TEST(Papers, EvidenceIsOfItemsWithAQuickForm) {
  std::set<std::string> quick;
  for (const char* prefix : {"thesis", "ratio", "slides", "peg", "yi"}) {
    const json paper = paper_of(prefix);
    for (const json& item : paper.at("items")) {
      if (!item.at("quick").is_null()) quick.insert(item.at("id").get<std::string>());
    }
  }
  for (const ItemEvidence& one : item_evidence()) EXPECT_TRUE(quick.contains(one.item)) << one.item;
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
