// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hex_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <regex>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

using Limits = std::numeric_limits<double>;

TEST(HexText, HasOneSpellingForEachDouble) {
  EXPECT_EQ(hex_text(0.0), "0x0p+0");
  EXPECT_EQ(hex_text(-0.0), "-0x0p+0");
  EXPECT_EQ(hex_text(1), "0x1p+0");
  EXPECT_EQ(hex_text(-0.75), "-0x1.8p-1");
  EXPECT_EQ(hex_text(0x1.0000000000001p+10), "0x1.0000000000001p+10");
  EXPECT_EQ(hex_text(Limits::max()), "0x1.fffffffffffffp+1023");
  EXPECT_EQ(hex_text(Limits::min()), "0x1p-1022");
  EXPECT_EQ(hex_text(0x1p-1023), "0x0.8p-1022");
  EXPECT_EQ(hex_text(-Limits::denorm_min()), "-0x0.0000000000001p-1022");
}

TEST(HexText, ReadsBackAndIsAsFilesSayThatItIs) {
  // docs/certificate-file.md: checkers take no other spelling.
  const std::string digits = "\\.[0-9a-f]{0,12}[1-9a-f]";
  const std::regex spelling("-?0x(0p\\+0|1(" + digits + ")?p(\\+0|[+-][1-9]\\d{0,3})|0" + digits +
                            "p-1022)");
  Random random(40);
  int denormal = 0;
  for (int k = 0; k < 20000; ++k) {
    std::uint64_t bits = random.below(1U << 31U) << 33U | random.below(std::uint64_t{1} << 33U);
    if (k % 4 == 0) bits &= 0x800fffffffffffffU;
    if (k % 3 == 0) bits &= ~std::uint64_t{0} << random.below(52);
    const auto x = std::bit_cast<double>(bits);
    if (!std::isfinite(x)) continue;
    denormal += std::fpclassify(x) == FP_SUBNORMAL ? 1 : 0;
    const std::string text = hex_text(x);
    EXPECT_TRUE(std::regex_match(text, spelling)) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)), bits) << text;
  }
  EXPECT_GE(denormal, 1000);
}

}  // namespace
}  // namespace touchstone
