// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/minkowski/rounded_differences.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260731;

/// Bodies whose differences are doubles, so that everything can be had exactly: coordinates are
/// multiples of 2^-20 below 1, on a coarse lattice in every other sample.
struct Sample {
  std::vector<Vec3> a, b, differences;
  Vec3 origin;  ///< relative to the first difference

  explicit Sample(Random& random, int index) {
    const double unit = index % 2 == 0 ? 0x1p-20 : 0.25;
    const auto count = static_cast<std::uint64_t>(2 / unit);
    const auto entry = [&] { return unit * static_cast<double>(random.below(count)) - 1; };
    for (std::vector<Vec3>* body : {&a, &b}) {
      body->emplace_back(0, 0, 0);
      while (body->size() < 5) body->emplace_back(entry(), entry(), entry());
    }
    origin = Vec3(entry(), entry(), entry());
    if (index % 3 == 0) origin *= 0x1p12;
    for (const Vec3& v : b) {
      for (const Vec3& u : a) differences.emplace_back(v - u);
    }
  }

  /// The differences relative to the origin.
  std::vector<Vec3> from_origin() const {
    std::vector<Vec3> points;
    for (const Vec3& p : differences) points.emplace_back(p - origin);
    return points;
  }
};

/// (m.(p - o))^2 / m.m, nothing of a triangle without a plane.
std::optional<Rational> square_of_distance(const Vec3& p, const Vec3& q, const Vec3& r,
                                           const Vec3& o) {
  std::array<std::array<Rational, 3>, 3> v;
  for (std::size_t i = 0; i < 3; ++i) {
    const int k = static_cast<int>(i);
    v[0][i] = Rational(q[k]) - Rational(p[k]);
    v[1][i] = Rational(r[k]) - Rational(p[k]);
    v[2][i] = Rational(p[k]) - Rational(o[k]);
  }
  Rational height;
  Rational square;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const Rational m = v[0][j] * v[1][k] - v[0][k] * v[1][j];
    height += m * v[2][i];
    square += m * m;
  }
  if (square == 0) return std::nullopt;
  return Rational(height * height / square);
}

TEST(RoundedDifferences, SignsThatAreNotOpenAreThoseOfTheExactDeterminants) {
  Random random(kSeed, 1);
  int asked = 0;
  int open = 0;
  int zeros = 0;
  const auto check = [&](int found, int exact) {
    ++asked;
    open += found == 0;
    zeros += exact == 0;
    if (found != 0) {
      ASSERT_EQ(found, exact);
    }
  };
  for (int sample = 0; sample < 60; ++sample) {
    const Sample s(random, sample);
    const RoundedDifferences rounded = sample % 4 < 2 ? RoundedDifferences(s.a, s.b, s.origin)
                                                      : RoundedDifferences(s.from_origin());
    const auto any = [&] { return static_cast<int>(random.below(s.differences.size())); };
    const auto at_place = [&](int i) { return s.differences[at(i)]; };
    for (int k = 0; k < 200; ++k) {
      const std::array<int, 5> i{any(), any(), any(), any(), any()};
      const Vec3 p = at_place(i[0]);
      const Vec3 q = at_place(i[1]);
      const Vec3 r = at_place(i[2]);
      const RoundedDifferences::Plane plane = rounded.plane(i[0], i[1], i[2]);
      check(rounded.side(plane, i[3]), orientation(p, q, r, at_place(i[3])));
      // (x - y) from p: the same height, and still a double.
      check(rounded.order(plane, i[3], i[4]),
            orientation(p, q, r, p + (at_place(i[3]) - at_place(i[4]))));
      check(rounded.side_of_origin(plane), orientation(p, q, r, s.origin));
      if (RoundedDifferences::certainly_spans(plane)) {
        ASSERT_FALSE(collinear(p, q, r));
      }
      const double x = at_place(i[3]).x() - at_place(i[4]).x();
      if (const int sign = rounded.lexicographic(i[3], i[4]); sign != 0) {
        ASSERT_GT(sign * x, 0);
      } else {
        ASSERT_LT(std::abs(x), 1e-12);
      }
    }
  }
  EXPECT_GT(zeros, asked / 20) << "ties are in the sample";
  EXPECT_LE(open, zeros + asked / 100) << "what is no tie is settled, as a rule";
}

TEST(RoundedDifferences, DistancesOfPlanesAreEnclosedClosely) {
  Random random(kSeed, 2);
  int close = 0;
  int asked = 0;
  for (int sample = 0; sample < 60; ++sample) {
    const Sample s(random, sample);
    const RoundedDifferences rounded = sample % 2 == 0 ? RoundedDifferences(s.a, s.b, s.origin)
                                                       : RoundedDifferences(s.from_origin());
    const auto any = [&] { return static_cast<int>(random.below(s.differences.size())); };
    for (int k = 0; k < 50; ++k) {
      const std::array<int, 3> i{any(), any(), any()};
      const auto square = square_of_distance(s.differences[at(i[0])], s.differences[at(i[1])],
                                             s.differences[at(i[2])], s.origin);
      if (!square) continue;
      const RoundedDifferences::Distance found =
          rounded.distance_of_origin(rounded.plane(i[0], i[1], i[2]));
      ASSERT_LE(Rational(found.least) * Rational(found.least), *square);
      ++asked;
      if (!std::isfinite(found.most)) continue;
      ASSERT_GE(Rational(found.most) * Rational(found.most), *square);
      close += found.most - found.least < 1e-9 * (1 + found.most);
    }
  }
  EXPECT_GT(close, 0.95 * asked);
}

TEST(RoundedDifferences, BeyondTheRangeEverythingIsOpen) {
  for (const double scale : {1e-70, 1e70}) {
    const std::vector<Vec3> a{Vec3::Zero(), Vec3(scale, 0, 0), Vec3(0, scale, 0)};
    const std::vector<Vec3> b{Vec3::Zero(), Vec3(0, 0, scale)};
    const RoundedDifferences rounded(a, b, Vec3::Zero());
    const RoundedDifferences::Plane plane = rounded.plane(0, 1, 2);
    EXPECT_EQ(rounded.side(plane, 3), 0);
    EXPECT_EQ(rounded.order(plane, 3, 4), 0);
    EXPECT_EQ(rounded.side_of_origin(plane), 0);
    EXPECT_EQ(rounded.lexicographic(0, 1), 0);
    EXPECT_FALSE(RoundedDifferences::certainly_spans(plane));
    EXPECT_EQ(rounded.distance_of_origin(plane).least, 0);
    EXPECT_FALSE(std::isfinite(rounded.distance_of_origin(plane).most));
  }
}

}  // namespace
}  // namespace touchstone
