// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/items.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace touchstone {
namespace {

using testing::EndsWith;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::vector<PaperItem> all_items() {
  std::vector<PaperItem> items;
  for (const Paper& paper : papers()) {
    items.insert(items.end(), paper.items.begin(), paper.items.end());
  }
  return items;
}

TEST(PaperItems, EachHasANameThatBeginsWithItsPaper) {
  std::set<std::string> names;
  for (const Paper& paper : papers()) {
    EXPECT_FALSE(paper.items.empty()) << paper.title;
    for (const PaperItem& item : paper.items) {
      EXPECT_THAT(item.id, StartsWith(paper.prefix + "-"));
      EXPECT_TRUE(names.insert(item.id).second) << item.id;
    }
  }
  EXPECT_GE(names.size(), 135U);
}

TEST(PaperItems, EachSaysWhereItStandsAndWhatItStates) {
  for (const PaperItem& item : all_items()) {
    EXPECT_THAT(item.place, Not(IsEmpty())) << item.id;
    EXPECT_THAT(item.states, EndsWith(".")) << item.id;
    EXPECT_THAT(item.note, Not(EndsWith("."))) << item.id;
  }
}

TEST(PaperItems, NothingHoldsWithoutACommandAndWhatDoesNotHoldHasANote) {
  for (const PaperItem& item : all_items()) {
    const bool shown = !item.command.empty();
    const bool noted = !item.note.empty();
    switch (item.verdict) {
      case PaperVerdict::holds:
        EXPECT_TRUE(shown) << item.id;
        break;
      case PaperVerdict::our_finding:
        EXPECT_TRUE(shown && noted) << item.id;
        break;
      case PaperVerdict::fails:
      case PaperVerdict::open:
        EXPECT_TRUE(noted) << item.id;
        break;
    }
  }
}

TEST(PaperItems, AQuickFormIsTheCommandWithArguments) {
  std::size_t quick = 0;
  for (const PaperItem& item : all_items()) {
    const std::string words = quick_form(item.command);
    if (words.empty()) continue;
    ++quick;
    EXPECT_THAT(words, StartsWith(item.command));
  }
  EXPECT_GE(quick, 80U);
  EXPECT_EQ(quick_form("reproduce thesis-figure3"), "reproduce thesis-figure3");
  EXPECT_EQ(quick_form("reproduce table1"), "reproduce table1 --cases 300");
  EXPECT_EQ(quick_form("reproduce"), "");
  EXPECT_EQ(quick_form(""), "");
}

}  // namespace
}  // namespace touchstone
