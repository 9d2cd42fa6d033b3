// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/printable.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Printable, LeavesWhatCanBeSeen) {
  EXPECT_EQ(printable("gap 1e-9 ~"), "gap 1e-9 ~");
  EXPECT_EQ(printable("Abstand in \xc2\xb5m: \xe2\x89\xa4 3, \xf0\x9f\x93\xa6"),
            "Abstand in \xc2\xb5m: \xe2\x89\xa4 3, \xf0\x9f\x93\xa6");
  EXPECT_EQ(printable("two\nlines\tand\r"), "two lines and ");
}

TEST(Printable, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("\x1b[2J\x07"), "\\x1b[2J\\x07");
  EXPECT_EQ(printable(std::string_view("\0\x7f", 2)), "\\x00\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "\\xc2\\x9b"
            "2J")
      << "a control character of two bytes";
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "abc"),
            "\\xe2\\x80\\xae"
            "abc")
      << "text from right to left";
}

TEST(Printable, EscapesWhatIsNotUtf8) {
  EXPECT_EQ(printable("\xff\x9b"), "\\xff\\x9b");
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b") << "ESC in two bytes";
  EXPECT_EQ(printable("\xe0\x80\x9b"), "\\xe0\\x80\\x9b") << "and in three";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half a pair of UTF-16";
  EXPECT_EQ(printable("cut \xe2\x89"), "cut \\xe2\\x89");
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last one";
}

TEST(Printable, IsCutBetweenCharacters) {
  EXPECT_EQ(printable("abc", 3), "abc");
  EXPECT_EQ(printable("abcd", 3), "abc...");
  EXPECT_EQ(printable("ab\xe2\x89\xa4", 4), "ab...");
}

}  // namespace
}  // namespace touchstone
