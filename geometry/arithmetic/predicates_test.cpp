// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/arithmetic/predicates.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

using Exact3 = std::array<Rational, 3>;

Exact3 difference(const Vec3& b, const Vec3& a) {
  return {Rational(b.x()) - Rational(a.x()), Rational(b.y()) - Rational(a.y()),
          Rational(b.z()) - Rational(a.z())};
}

Exact3 cross(const Exact3& u, const Exact3& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

Exact3 rational_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  return cross(difference(b, a), difference(c, a));
}

int rational_orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Exact3 n = rational_normal(a, b, c);
  const Exact3 w = difference(d, a);
  return sgn(Rational(n[0] * w[0] + n[1] * w[1] + n[2] * w[2]));
}

TEST(Orientation, IsPositiveWhereThePointSeesTheTriangleCounterClockwise) {
  EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
  EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), -1);
  EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, 5, 0}), 0);
}

TEST(Orientation, EqualsTheRationalSignNearTies) {
  Random random(50);
  std::array<int, 3> seen{};
  for (int i = 0; i < 20000; ++i) {
    const Vec3 a = random.in_unit_ball();
    const Vec3 b = random.in_unit_ball();
    const Vec3 c = random.in_unit_ball();
    Vec3 d = a + random.uniform() * (b - a) + random.uniform() * (c - a);
    if (random.below(4) == 0) d = a + (b - a);
    const int sign = orientation(a, b, c, d);
    ASSERT_EQ(sign, rational_orientation(a, b, c, d)) << "draw " << i;
    ++seen.at(sign + 1);
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

TEST(Orientation, IsExactWhereProductsUnderflowOrOverflow) {
  Random random(51);
  for (const double scale : {1e-320, 1e-200, 1e-110, 1e100, 1e150, 1e300}) {
    for (int i = 0; i < 50; ++i) {
      std::array<Vec3, 4> p;
      for (Vec3& v : p) v = random.in_unit_ball() * scale;
      ASSERT_EQ(orientation(p[0], p[1], p[2], p[3]), rational_orientation(p[0], p[1], p[2], p[3]));
    }
  }
  // One tiny difference among large ones decides.
  EXPECT_EQ(orientation({0, 0, 0}, {1e60, 0, 0}, {0, 1e60, 0}, {1, 1, 5e-324}), 1);
}

TEST(Collinear, SeesOneUnitInTheLastPlace) {
  const double next = std::nextafter(3.0, 4.0);
  EXPECT_TRUE(collinear({0.1, 0.1, 0.1}, {0.2, 0.2, 0.2}, {-7.3, -7.3, -7.3}));
  EXPECT_TRUE(collinear({0, 0, 0}, {1, 1, 1}, {3, 3, 3}));
  EXPECT_FALSE(collinear({0, 0, 0}, {1, 1, 1}, {next, 3, 3}));
  EXPECT_FALSE(collinear({0, 0, 0}, {1, 1, 1}, {3, next, 3}));
  EXPECT_FALSE(collinear({0, 0, 0}, {1, 1, 1}, {3, 3, next}));
  EXPECT_TRUE(collinear({5e-324, 0, 0}, {1e300, 0, 0}, {0, 0, 0}));
}

TEST(UnitNormal, IsRightToOneUnitHoweverThinTheTriangle) {
  Random random(52);
  for (const double thickness : {1.0, 1e-6, 1e-12, 1e-15}) {
    for (int i = 0; i < 500; ++i) {
      const Vec3 a = random.in_unit_ball();
      const Vec3 b = random.in_unit_ball();
      const Vec3 c = a + random.uniform() * (b - a) + thickness * random.in_unit_ball();
      if (collinear(a, b, c)) continue;
      const Exact3 n = rational_normal(a, b, c);
      const Rational squared = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
      const Vec3 unit = unit_normal(a, b, c);
      for (int k = 0; k < 3; ++k) {
        const double exact = (sgn(n[k]) < 0 ? -1 : 1) * round_sqrt_to_double(n[k] * n[k] / squared);
        ASSERT_NEAR(unit[k], exact, 0x1p-53) << "draw " << i << " thickness " << thickness;
      }
    }
  }
}

TEST(PreciseNormal, IsRightToNinetyBitsHoweverThinTheTriangle) {
  Random random(53);
  for (const double thickness : {1.0, 1e-6, 1e-12, 1e-15}) {
    for (int i = 0; i < 500; ++i) {
      const Vec3 a = random.in_unit_ball();
      const Vec3 b = random.in_unit_ball();
      const Vec3 c = a + random.uniform() * (b - a) + thickness * random.in_unit_ball();
      if (collinear(a, b, c)) continue;
      const Exact3 n = rational_normal(a, b, c);
      const Dd3 precise = precise_normal(a, b, c);
      const double largest = rounded(precise).cwiseAbs().maxCoeff();
      ASSERT_GE(largest, 0.125);
      ASSERT_LE(largest, 2);
      // Parallel: entries of the cross product are 0 except for 2^-90 of either.
      const auto entry = [&](std::size_t k) -> Rational {
        return Rational(precise[k].high) + Rational(precise[k].low);
      };
      Rational length = 0;
      for (const Rational& e : n) length += abs(e);
      for (std::size_t k = 0; k < 3; ++k) {
        const Rational off =
            entry((k + 1) % 3) * n[(k + 2) % 3] - entry((k + 2) % 3) * n[(k + 1) % 3];
        ASSERT_LE(std::abs(round_to_double(off / length)), 0x1p-88) << thickness << " " << i;
      }
      ASSERT_GT(entry(0) * n[0] + entry(1) * n[1] + entry(2) * n[2], 0);
    }
  }
}

TEST(ExactNormal, HasItsLargestEntryNearOne) {
  EXPECT_EQ(exact_normal({0, 0, 0}, {5e-324, 0, 0}, {0, 5e-324, 0}), Vec3(0, 0, 0.5));
  EXPECT_EQ(exact_normal({0, 0, 0}, {1e300, 0, 0}, {0, 0, 1e300}).x(), 0);
  EXPECT_LT(exact_normal({0, 0, 0}, {1e300, 0, 0}, {0, 0, 1e300}).y(), -0.4);
  EXPECT_EQ(exact_normal({0, 0, 0}, {1, 1, 1}, {2, 2, 2}), Vec3::Zero());
}

}  // namespace
}  // namespace touchstone
