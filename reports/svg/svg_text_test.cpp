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

}  // namespace
}  // namespace touchstone
