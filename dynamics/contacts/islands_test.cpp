// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/contacts/islands.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Islands, AreWhatContactsAndJointsConnect) {
  const std::vector<char> fixed = {0, 1, 0, 0, 0, 0, 0};
  Islands islands;
  islands.begin(fixed);
  EXPECT_TRUE(islands.connect(4, 2));
  EXPECT_TRUE(islands.connect(2, 0));
  EXPECT_FALSE(islands.connect(0, 4)) << "they are connected already";
  EXPECT_TRUE(islands.connect(1, 3)) << "held by what is fixed";
  EXPECT_FALSE(islands.connect(3, 1));
  EXPECT_TRUE(islands.connect(1, 6));
  EXPECT_FALSE(islands.connect(1, 1)) << "nothing of it moves";
  EXPECT_FALSE(islands.held(5));
  islands.list();
  islands.add_pair(4, 0);
  islands.add_pair(3, 1);
  islands.add_pair(6, 2);
  islands.add_joint(0, 2);
  ASSERT_EQ(islands.islands().size(), 3U) << "what is fixed connects nothing";
  EXPECT_EQ(islands.islands()[0].bodies, (std::vector<int>{0, 2, 4}));
  EXPECT_EQ(islands.islands()[0].pairs, std::vector<int>{0});
  EXPECT_EQ(islands.islands()[0].joints, std::vector<int>{2});
  EXPECT_EQ(islands.islands()[1].bodies, std::vector<int>{3});
  EXPECT_EQ(islands.islands()[1].pairs, std::vector<int>{1});
  EXPECT_EQ(islands.islands()[2].bodies, std::vector<int>{6});
  EXPECT_EQ(islands.islands()[2].pairs, std::vector<int>{2});
  islands.begin(fixed);
  islands.list();
  EXPECT_TRUE(islands.islands().empty()) << "a body alone is no island";
}

TEST(Islands, AreTheSameWhicheverConnectionComesFirst) {
  const std::vector<char> fixed(50, 0);
  Islands forwards;
  Islands backwards;
  forwards.begin(fixed);
  backwards.begin(fixed);
  for (int i = 0; i < 40; ++i) forwards.connect(i, i + 3);
  for (int i = 39; i >= 0; --i) backwards.connect(i + 3, i);
  forwards.list();
  backwards.list();
  ASSERT_EQ(forwards.islands().size(), 3U);
  ASSERT_EQ(backwards.islands().size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(forwards.islands()[i].bodies, backwards.islands()[i].bodies);
  }
}

}  // namespace
}  // namespace touchstone
