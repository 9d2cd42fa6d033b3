// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/failure_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone {
namespace {

using testing::ElementsAre;

ListedFailure failure(const std::string& metric, const std::string& word, double error) {
  ListedFailure made;
  made.metric = metric;
  made.family = "family";
  made.word = word;
  made.error = error;
  return made;
}

TEST(FailureList, WithinACellTheGravestComesFirst) {
  FailureList list;
  list.failures = {failure("b", "inaccurate", 0.1), failure("b", "wrong_sign", 0.2),
                   failure("b", "inaccurate", 0.3), failure("a", "crashed", 0)};
  sort_by_gravity(list);
  EXPECT_EQ(list.failures[0].word, "wrong_sign");
  EXPECT_EQ(list.failures[1].error, 0.3);
  EXPECT_EQ(list.failures[2].error, 0.1);
  EXPECT_EQ(list.failures[3].metric, "a");
}

TEST(FailureList, OfEachCellOneIsShownBeforeASecondAndWordsThatAreNewComeFirst) {
  FailureList list;
  list.failures = {failure("a", "wrong_sign", 3), failure("a", "wrong_sign", 2),
                   failure("a", "inaccurate", 1), failure("b", "crashed", 0)};
  EXPECT_THAT(failures_to_show(list), ElementsAre(0, 3, 2, 1));
}

TEST(FailureList, NoCellShowsMoreThanItsShare) {
  FailureList list;
  for (int k = 0; k < 50; ++k) list.failures.push_back(failure("a", "inaccurate", k));
  EXPECT_EQ(failures_to_show(list).size(), kMaxShownOfCell);
  list.failures.clear();
  for (int m = 0; m < 300; ++m) {
    for (int k = 0; k < 10; ++k) {
      list.failures.push_back(failure("m" + std::to_string(m), "inaccurate", k));
    }
  }
  EXPECT_EQ(failures_to_show(list).size(), kMaxShown);
}

}  // namespace
}  // namespace touchstone
