// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/svg_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone {
namespace {

using testing::HasSubstr;

TEST(SvgDocument, OfOnePartIsThatPartAlone) {
  EXPECT_EQ(svg_document({{10, 20, "<a/>"}}), svg_document(10, 20, "<a/>"));
}

TEST(SvgDocument, OfSeveralPartsStacksThem) {
  const std::string text = svg_document({{10, 20, "<a/>\n"}, {30, 5, "<b/>\n"}});
  EXPECT_THAT(text, HasSubstr("viewBox=\"0 0 30 25\""));
  EXPECT_THAT(text, HasSubstr("<g transform=\"translate(0 0)\">\n<a/>\n</g>\n"
                              "<g transform=\"translate(0 20)\">\n<b/>\n</g>\n"));
}

TEST(SvgDocument, OfSeveralPartsHasTheirDescriptions) {
  const std::string text =
      svg_document({{10, 20, "<a/>", "A < B."}, {30, 5, "<b/>"}, {1, 1, "<c/>", "C."}});
  EXPECT_THAT(text, HasSubstr(">\n<desc>A &lt; B. C.</desc>\n<rect"));
  EXPECT_EQ(svg_document({{10, 20, "<a/>"}}).find("<desc>"), std::string::npos);
}

TEST(SvgDescription, NamesEachPartOnce) {
  EXPECT_EQ(svg_description("Figure", "a drawing", "parts", {"A", "", "B", "A"}),
            "Figure: a drawing; parts: A, B.");
  EXPECT_EQ(svg_description("", "a drawing", "parts", {}), "a drawing.");
}

}  // namespace
}  // namespace touchstone
