// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/print_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

LogAxis axis_of(double low, double high) {
  LogAxis axis(10, 210);
  axis.see(low);
  axis.see(high);
  axis.settle();
  return axis;
}

TEST(LogAxis, EndsCloseBesideWhatItShows) {
  const LogAxis axis = axis_of(8, 100'000);
  EXPECT_GT(axis.place(8), 10);
  EXPECT_LT(axis.place(8), 30);
  EXPECT_GT(axis.place(100'000), 190);
  EXPECT_LT(axis.place(100'000), 210);
  EXPECT_DOUBLE_EQ(axis.place(1000) - axis.place(100), axis.place(100) - axis.place(10));
}

TEST(LogAxis, NumbersPowersOfTenAndMoreWhereTheseAreFew) {
  EXPECT_THAT(axis_of(8, 2000).numbered(), ElementsAre(10, 100, 1000));
  EXPECT_THAT(axis_of(3, 30).numbered(), ElementsAre(5, 10, 20));
}

TEST(LogAxis, OfOneValueHasRoomOnBothSides) {
  const LogAxis axis = axis_of(8, 8);
  EXPECT_DOUBLE_EQ(axis.place(8), 110);
  EXPECT_FALSE(axis.numbered().empty());
}

TEST(LogAxis, OfNothingCanBeDrawn) {
  LogAxis axis(0, 100);
  axis.see(0);
  axis.see(-1);
  axis.settle();
  EXPECT_DOUBLE_EQ(axis.place(1), 50);
}

TEST(PrintSvg, TicksHaveNoExponents) {
  EXPECT_EQ(tick_text(0.001), "0.001");
  EXPECT_EQ(tick_text(0.05), "0.05");
  EXPECT_EQ(tick_text(1), "1");
  EXPECT_EQ(tick_text(100'000), "100000");
}

TEST(PrintSvg, LinesAreBrokenAtWords) {
  const double width = print_width("two words");
  EXPECT_THAT(print_lines("two words and more", width), ElementsAre("two words", "and more"));
  EXPECT_THAT(print_lines("incomprehensibilities", 1), ElementsAre("incomprehensibilities"));
}

TEST(PrintSvg, MarksOfFiveThingsDifferInShapeAndOfTwoStartsInFilling) {
  std::set<std::string> marks;
  for (std::size_t k = 0; k < 5; ++k) {
    for (const bool filled : {true, false}) marks.insert(print_mark({0, 0}, k, "black", filled));
  }
  EXPECT_EQ(marks.size(), 10U);
}

TEST(PrintSvg, AFileIsInPointsHasTextOfEightAndSaysWhatMadeIt) {
  const std::string text = print_document({252, 100, "<a/>\n"}, "a & b");
  EXPECT_THAT(text, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"252pt\" "
                               "height=\"100pt\" viewBox=\"0 0 252 100\""));
  EXPECT_THAT(text, HasSubstr("font-size=\"8\""));
  EXPECT_THAT(text, HasSubstr("<desc>a &amp; b</desc>"));
}

TEST(PrintSvg, AGridHasTwoColumns) {
  const SvgPart one = {252, 40, "<a/>\n"};
  EXPECT_EQ(print_grid({one}).width, 252);
  const SvgPart three = print_grid({one, {252, 60, "<b/>\n"}, one});
  EXPECT_EQ(three.width, 516);
  EXPECT_EQ(three.height, 112);
  EXPECT_THAT(three.content, HasSubstr("<g transform=\"translate(264 0)\">\n<b/>"));
  EXPECT_THAT(three.content, HasSubstr("<g transform=\"translate(0 72)\">\n<a/>"));
}

}  // namespace
}  // namespace touchstone
