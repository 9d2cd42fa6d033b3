// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/overlap/outline.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace touchstone {
namespace {

using Integer2 = std::array<Integer, 2>;

Integer2 at(int x, int y) { return {Integer(x), Integer(y)}; }

TEST(Outline, KeepsCornersAloneCounterClockwise) {
  const auto corners =
      outline<Integer>({at(2, 2), at(0, 0), at(1, 1), at(2, 0), at(1, 0), at(0, 2), at(2, 1)});
  EXPECT_EQ(corners, (std::vector<Integer2>{at(0, 0), at(2, 0), at(2, 2), at(0, 2)}));
}

TEST(Outline, OfPointsOnALineIsItsTwoEnds) {
  EXPECT_EQ(outline<Integer>({at(1, 1), at(3, 3), at(0, 0), at(2, 2)}),
            (std::vector<Integer2>{at(0, 0), at(3, 3)}));
}

TEST(Outline, OfEqualPointsIsOnePoint) {
  EXPECT_EQ(outline<Integer>({at(1, 2), at(1, 2), at(1, 2), at(1, 2)}),
            (std::vector<Integer2>{at(1, 2)}));
}

}  // namespace
}  // namespace touchstone
