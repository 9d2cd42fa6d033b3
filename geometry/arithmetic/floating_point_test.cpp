// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/arithmetic/floating_point.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>

#ifdef __x86_64__
#include <xmmintrin.h>
#endif

namespace touchstone {
namespace {

/// 1 / 10, 1 + a quarter of an ulp, and half of the smallest normal number.
bool is_ieee_arithmetic() {
  volatile double one = 1;
  volatile double ten = 10;
  volatile double quarter = std::numeric_limits<double>::epsilon() / 4;
  volatile double least = std::numeric_limits<double>::min();
  volatile double half = 0.5;
  volatile double denormal = least * half;
  return one / ten == 0x1.999999999999ap-4 && one + quarter == 1 && -one - quarter == -1 &&
         denormal + denormal == least;
}

TEST(FloatingPoint, EveryRoundingModeIsSetBack) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const bool was_ieee = is_ieee_arithmetic();
    const bool changed = set_default_floating_point();
    EXPECT_FALSE(was_ieee) << mode;
    EXPECT_TRUE(changed) << mode;
    EXPECT_TRUE(is_ieee_arithmetic()) << mode;
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  }
}

#ifdef __x86_64__
TEST(FloatingPoint, DenormalsAreKeptAndNothingTraps) {
  // Flush to zero, denormals are zero, and a division by zero that would end the program.
  for (const unsigned bits : {0x8000U, 0x0040U, 0x8040U}) {
    _mm_setcsr(_mm_getcsr() | bits);
    const bool was_ieee = is_ieee_arithmetic();
    EXPECT_TRUE(set_default_floating_point()) << bits;
    EXPECT_FALSE(was_ieee) << bits;
    EXPECT_TRUE(is_ieee_arithmetic()) << bits;
  }
  _mm_setcsr(_mm_getcsr() & ~0x0200U);
  EXPECT_TRUE(set_default_floating_point());
  volatile double zero = 0;
  EXPECT_EQ(1 / zero, std::numeric_limits<double>::infinity());
  // The x87 unit: its words have 24 bits then.
  const unsigned short single = 0x007f;
  __asm__ volatile("fldcw %0" : : "m"(single));
  EXPECT_TRUE(set_default_floating_point());
  volatile long double third = 1.0L / 3;
  EXPECT_NE(static_cast<double>(third * 3 - 1), 1.0);
  EXPECT_FALSE(set_default_floating_point());
}
#endif

TEST(FloatingPoint, WhereNothingIsChangedNothingIsDone) {
  set_default_floating_point();
  volatile double zero = 0;
  volatile double noted = 1 / zero;  // an exception that was noted is no other state
  static_cast<void>(noted);
  EXPECT_FALSE(set_default_floating_point());
  EXPECT_TRUE(is_ieee_arithmetic());
}

}  // namespace
}  // namespace touchstone
