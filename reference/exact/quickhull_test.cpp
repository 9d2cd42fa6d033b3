// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of the reference's own hull against rationals, on points that are coplanar or on a
// line except for a few units in the last place.
#include "reference/exact/quickhull.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/index.hpp"
#include "geometry/tests/number_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261202;
constexpr int kDraws = 200000;

using Exact3 = std::array<Rational, 3>;

Exact3 minus(const Vec3& a, const Vec3& b) {
  return {Rational(a[0]) - Rational(b[0]), Rational(a[1]) - Rational(b[1]),
          Rational(a[2]) - Rational(b[2])};
}

Exact3 cross(const Exact3& a, const Exact3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// At most `most` units away, in each entry.
Vec3 nudged(Random& random, Vec3 p, std::uint64_t most) {
  for (double& x : p) {
    for (std::uint64_t k = random.below(most + 1); k > 0; --k) {
      x = std::nextafter(x, random.below(2) == 0 ? 2 : -2);
    }
  }
  return p;
}

/// Three points and a fourth in or near their plane, often with equal or opposite entries.
std::vector<Vec3> nearly_coplanar(Random& random, int i) {
  const auto point = [&random, i]() -> Vec3 {
    Vec3 p = 0.5 * random.in_unit_ball();
    if (i % 3 == 0) {
      for (double& x : p) x = std::round(16 * x) / 16;
    }
    return p;
  };
  std::vector<Vec3> p = {point(), point(), point()};
  const double s = random.uniform(-0.5, 0.5);
  const double t = random.uniform(-0.5, 0.5);
  if (i % 2 == 0) {
    // Nearly on one line as well.
    p[2] = nudged(random, p[0] + s * (p[1] - p[0]), 2);
  }
  p.emplace_back(nudged(random, p[0] + s * (p[1] - p[0]) + t * (p[2] - p[0]), 2));
  return p;
}

TEST(QuickhullOrientation, IsTheRationalOneNearTies) {
  Random random(kSeed, 1);
  std::array<int, 3> seen{};
  for (int i = 0; i < kDraws; ++i) {
    const std::vector<Vec3> p = nearly_coplanar(random, i);
    const IntegerPoints integers(p);
    const Orientation orientation(p, integers);
    const Exact3 n = cross(minus(p[1], p[0]), minus(p[2], p[0]));
    const Exact3 w = minus(p[3], p[0]);
    const int expected = sgn(Rational(n[0] * w[0] + n[1] * w[1] + n[2] * w[2]));
    ASSERT_EQ(orientation.sign(orientation.plane(0, 1, 2), 3), expected) << "draw " << i;
    ++seen.at(static_cast<std::size_t>(expected + 1));
  }
  for (const int count : seen) EXPECT_GT(count, kDraws / 50);
}

TEST(QuickhullOrientation, SeesWhatLiesOnOneLine) {
  Random random(kSeed, 2);
  int collinear = 0;
  for (int i = 0; i < kDraws / 2; ++i) {
    std::vector<Vec3> p = nearly_coplanar(random, 2 * i);
    if (i % 4 == 0)
      p[2] = p[0] + std::ldexp(1.0, -static_cast<int>(random.below(3))) * (p[1] - p[0]);
    const IntegerPoints integers(p);
    const Exact3 n = cross(minus(p[1], p[0]), minus(p[2], p[0]));
    const bool expected = n[0] == 0 && n[1] == 0 && n[2] == 0;
    ASSERT_EQ(Orientation(p, integers).collinear(0, 1, 2), expected) << "draw " << i;
    collinear += static_cast<int>(expected);
  }
  EXPECT_GT(collinear, kDraws / 100);
}

/// Every edge has a triangle on either side, and no point is beyond any of them: by rationals.
TEST(Quickhull, HoldsEveryPointOfALatticeAndOfNearlyPlaneClouds) {
  Random random(kSeed, 3);
  int hulls = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<Vec3> p;
    for (int k = 0; k < 24; ++k) {
      Vec3 v = 0.5 * random.in_unit_ball();
      for (double& x : v) x = std::round(4 * x) / 4;
      if (i % 2 == 1) v = nudged(random, v, 1);
      if (std::find(p.begin(), p.end(), v) == p.end()) p.push_back(v);
    }
    const IntegerPoints integers(p);
    const Orientation orientation(p, integers);
    const int count = static_cast<int>(p.size());
    const std::vector<int> basis = spanning_points(count, orientation, p);
    if (basis.size() < 4) continue;
    ++hulls;
    const std::vector<HullTriangle> hull = quickhull(count, orientation, basis);
    for (const HullTriangle& t : hull) {
      const Vec3& a = p[at(t.corner[0])];
      const Exact3 n = cross(minus(p[at(t.corner[1])], a), minus(p[at(t.corner[2])], a));
      ASSERT_FALSE(n[0] == 0 && n[1] == 0 && n[2] == 0) << "hull " << i << " has a flat triangle";
      for (const Vec3& q : p) {
        const Exact3 w = minus(q, a);
        ASSERT_LE(Rational(n[0] * w[0] + n[1] * w[1] + n[2] * w[2]), 0) << "hull " << i;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const auto& there = hull[at(t.adjacent[k])].corner;
        const auto from = std::find(there.begin(), there.end(), t.corner[(k + 1) % 3]);
        ASSERT_NE(from, there.end());
        const auto place = static_cast<std::size_t>(from - there.begin());
        ASSERT_EQ(there[(place + 1) % 3], t.corner[k]) << "hull " << i;
      }
    }
  }
  EXPECT_GT(hulls, 250);
}

}  // namespace
}  // namespace touchstone
