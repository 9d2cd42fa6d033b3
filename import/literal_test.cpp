// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/literal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "import/rejection.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<double> numbers(const std::string& text) { return literal_numbers(text, "here"); }

std::string rejection(const std::string& text) {
  try {
    numbers(text);
  } catch (const Rejection& rejected) {
    return rejected.reason;
  }
  return "";
}

TEST(Literal, NumbersOfSixLanguagesAreRead) {
  const double single = 0.1F;
  EXPECT_THAT(numbers("btVector3(0.1f, -.5, 2.)"), ElementsAre(single, -0.5, 2));
  EXPECT_THAT(numbers("Vec3::new(0.1_f32, 1_000.0, 2f64)"), ElementsAre(single, 1000, 2));
  EXPECT_THAT(numbers("np.array([[1, 2e-3],\n [3, -4]])  # 9 of them"),
              ElementsAre(1, 2e-3, 3, -4));
  EXPECT_THAT(numbers("[1f0 2.5f-1 -3]"), ElementsAre(1, 0.25, -3));
  EXPECT_THAT(numbers("{x: 1, y: +2} /* 3 */ // 4"), ElementsAre(1, 2));
  EXPECT_THAT(numbers("R << 1, 0,\n 0, -1;"), ElementsAre(1, 0, 0, -1));
  EXPECT_THAT(numbers("double k[2][3] = {1'000, 2L};"), ElementsAre(1000, 2));
  EXPECT_THAT(numbers("2 * 0.5, 1 / 4, 3"), ElementsAre(1, 0.25, 3));
  EXPECT_THAT(numbers("\xE2\x88\x92"
                      "1, gr\xC3\xB6\xC3\x9F"
                      "e 2,\xC2\xA0"
                      "3"),
              ElementsAre(-1, 2, 3));
  EXPECT_THAT(numbers("0.5 -1 1e-3"), ElementsAre(0.5, -1, 1e-3));
}

TEST(Literal, WhatIsNoLiteralIsRejected) {
  for (const char* text : {"M_PI / 2", "sqrt(2)", "1 - 2", "1-2", "1+2", "-(1, 2)", "nan", "1e999",
                           "2 * (3)", "1 / 0", "5x", "3 * side", "-Vec3(1, 2, 3)"}) {
    EXPECT_THAT(rejection(text), testing::StartsWith("here: ")) << text;
  }
  for (const char* text : {"\xCF\x80/2", "90\xC2\xB0", "2\xCF\x80", "2 \xC3\x97 3", "-\xCF\x80"}) {
    EXPECT_THAT(rejection(text), HasSubstr("is no literal")) << text;
  }
  EXPECT_THAT(rejection("pi"), HasSubstr("'pi' is no literal"));
}

}  // namespace
}  // namespace touchstone
