// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/loop_bound.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace touchstone {
namespace {

std::string end_of(LoopBound& bound) {
  try {
    bound.step();
  } catch (const EndlessLoop& endless) {
    return endless.what();
  }
  return {};
}

TEST(LoopBound, EndsTheStepAfterTheLastAllowedOne) {
  LoopBound bound("test: counting", 3);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(end_of(bound), "");
  EXPECT_EQ(end_of(bound), "test: counting exceeds its bound of 3 steps");
}

TEST(LoopBound, OfDrawsNamesItsLoop) {
  LoopBound bound = bound_of_draws("test: draws");
  std::string end;
  for (int draws = 0; draws <= 100'000 && end.empty(); ++draws) end = end_of(bound);
  EXPECT_EQ(end, "test: draws exceeds its bound of 100000 steps");
}

TEST(LoopBound, APlantedLoopExceedsItsBoundAndNoOtherDoes) {
  loop_plant = [](const char* loop) { return std::string_view(loop) == "test: planted"; };
  LoopBound planted("test: planted", 1000);
  LoopBound other("test: other", 1000);
  EXPECT_THAT(end_of(planted), testing::HasSubstr("test: planted"));
  EXPECT_EQ(end_of(other), "");
  loop_plant = nullptr;
}

}  // namespace
}  // namespace touchstone
