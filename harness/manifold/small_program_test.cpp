// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/manifold/small_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/tests/planted_loop.hpp"

namespace touchstone {
namespace {

/// min -x - y, x + 2 y <= 4, 3 x + y <= 6, with slack.
template <class T>
SmallProgram<T, 2> corner() {
  SmallProgram<T, 2> program({T(4), T(6)});
  program.add({T(1), T(3)}, T(-1));
  program.add({T(2), T(1)}, T(-1));
  program.add({T(1), T(0)}, T(0));
  program.add({T(0), T(1)}, T(0));
  return program;
}

TEST(SmallProgram, FindsTheCorner) {
  auto exact = corner<Rational>();
  ASSERT_EQ(exact.solve(), decltype(exact)::End::optimal);
  EXPECT_EQ(exact.value(), Rational(-14) / 5);
  auto doubles = corner<double>();
  ASSERT_EQ(doubles.solve(exact.basis()), decltype(doubles)::End::optimal);
  EXPECT_NEAR(doubles.value(), -2.8, 1e-15);
}

TEST(SmallProgram, AColumnThatDoublesTakeForLevelEnters) {
  const Rational little = Rational(1) / Rational(mpz_class(1) << 80);
  SmallProgram<Rational, 1> program({Rational(1)});
  program.add({Rational(1)}, 1 + little);
  program.add({Rational(1)}, Rational(1));
  program.add({Rational(1)}, 1 + 2 * little);
  ASSERT_EQ(program.solve(std::array<std::size_t, 1>{0}), decltype(program)::End::optimal);
  EXPECT_EQ(program.value(), 1);
}

TEST(SmallProgram, NamesAWalkThatDoesNotEnd) {
  const auto solve = [] { corner<Rational>().solve(); };
  EXPECT_THAT(end_of_planted("small program: exchange of columns", solve),
              testing::StartsWith("small program: exchange of columns exceeds its bound"));
}

}  // namespace
}  // namespace touchstone
