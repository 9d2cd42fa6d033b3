// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/arithmetic/exact_arms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/index.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/number_samples.hpp"
#include "metrics/arithmetic/inverse.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261130;
constexpr int kOperands = 1000000;

using Exact3 = std::array<Rational, 3>;

Rational power_of_two(int exponent) {
  const Rational one = 1;
  return exponent >= 0 ? Rational(one << static_cast<mp_bitcnt_t>(exponent))
                       : Rational(one >> static_cast<mp_bitcnt_t>(-exponent));
}

exact::Integer3 integers(NumberSamples& samples) {
  return exact::scaled(samples.vector(), -60 - 53);
}

Exact3 rationals(const Vec3& v) { return {v[0], v[1], v[2]}; }
Rational dot_of(const Exact3& a, const Exact3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

TEST(ExactArms, CalculatesAsRationals) {
  NumberSamples samples(Random(kSeed, 1), -60, 60);
  constexpr int kUnit = -60 - 53;
  const Rational unit = power_of_two(kUnit);
  for (int i = 0; i < kOperands / 12; ++i) {
    const Vec3 u = samples.vector();
    const Vec3 v =
        i % 2 == 0 ? samples.vector() : Vec3(samples.beside(u[0]), samples.beside(u[1]), u[2]);
    Mat3 R;
    for (int k = 0; k < 9; ++k) R(k / 3, k % 3) = samples.number();
    const Exact3 x = rationals(u);
    const Exact3 y = rationals(v);
    const exact::Integer3 a = exact::scaled(u, kUnit);
    const exact::Integer3 b = exact::scaled(v, kUnit);
    const exact::Integer33 turn = exact::scaled(R, kUnit);
    const auto is = [&](const Integer& integer, const Rational& expected, int factors) {
      return Rational(integer) * (factors == 2 ? Rational(unit * unit) : unit) == expected;
    };
    ASSERT_TRUE(is(exact::dot(a, b), dot_of(x, y), 2));
    const exact::Integer3 crossed = exact::cross(a, b);
    const exact::Integer3 sum = exact::operator+(a, b);
    const exact::Integer3 difference = exact::operator-(a, b);
    const exact::Integer3 forth = exact::rotate(turn, a);
    const exact::Integer3 back = exact::rotate_inverse(turn, a);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t m = (k + 1) % 3;
      const std::size_t n = (k + 2) % 3;
      const auto row = static_cast<Eigen::Index>(k);
      ASSERT_TRUE(is(crossed[k], x[m] * y[n] - x[n] * y[m], 2));
      ASSERT_TRUE(is(sum[k], x[k] + y[k], 1));
      ASSERT_TRUE(is(difference[k], x[k] - y[k], 1));
      ASSERT_TRUE(is(forth[k], dot_of(rationals(R.row(row)), x), 2));
      ASSERT_TRUE(is(back[k], dot_of(rationals(R.col(row)), x), 2));
    }
    const int least = exact::least_exponent(u, 3);
    int expected = 3;
    for (const double entry : u) {
      if (entry != 0) expected = std::min(expected, to_dyadic(entry).exponent);
    }
    ASSERT_EQ(least, expected);
    ASSERT_EQ(exact::least_exponent(Mat3(u * Vec3(0, 1, 0).transpose()), 3), expected);
  }
}

TEST(ExactArms, ADirectionKeepsTheRatiosOfItsEntries) {
  NumberSamples samples(Random(kSeed, 2), -60, 60);
  for (int i = 0; i < kOperands / 10; ++i) {
    const exact::Integer3 a = exact::cross(integers(samples), integers(samples));
    const Vec3 v = exact::rounded_direction(a);
    std::size_t main = 0;
    for (std::size_t k = 1; k < 3; ++k) {
      if (abs(a[k]) > abs(a[main])) main = k;
    }
    if (a[main] == 0) {
      ASSERT_EQ(v, Vec3(0, 0, 0));
      continue;
    }
    ASSERT_TRUE(v.cwiseAbs().maxCoeff() >= 0.5 && v.cwiseAbs().maxCoeff() <= 1);
    for (std::size_t k = 0; k < 3; ++k) {
      // v_k / v_main = a_k / a_main except for two roundings.
      const Rational left = Rational(v[static_cast<Eigen::Index>(k)]) * Rational(a[main]);
      const Rational right = Rational(v[static_cast<Eigen::Index>(main)]) * Rational(a[k]);
      ASSERT_TRUE(within(left - right, 2, 52, right)) << "draw " << i;
      ASSERT_EQ(sgn(a[k]), (v[static_cast<Eigen::Index>(k)] > 0 ? 1 : 0) -
                               (v[static_cast<Eigen::Index>(k)] < 0 ? 1 : 0));
    }
  }
}

TEST(ExactArms, TheDirectionBetweenCentresIsThatOfTheirDifferenceHoweverSmall) {
  NumberSamples samples(Random(kSeed, 3), -3, 3);
  int coincide = 0;
  for (int i = 0; i < kOperands / 20; ++i) {
    const Pose X_WA{samples.random().rotation(), samples.vector()};
    Pose X_WB = X_WA;
    const Vec3 center_A = samples.vector();
    Vec3 center_B = center_A;
    if (i % 4 != 0) center_B[i % 3] = samples.beside(center_B[i % 3]);
    if (i % 4 == 2) X_WB.t[i % 3] = samples.beside(X_WB.t[i % 3]);
    if (i % 4 == 3) X_WB.R = samples.random().rotation();
    Exact3 d;
    for (int k = 0; k < 3; ++k) {
      d[at(k)] = Rational(X_WA.t[k]) - Rational(X_WB.t[k]) +
                 dot_of(rationals(X_WA.R.row(k)), rationals(center_A)) -
                 dot_of(rationals(X_WB.R.row(k)), rationals(center_B));
    }
    const Vec3 v = exact::direction_between(X_WA, center_A, X_WB, center_B);
    const bool zero = d[0] == 0 && d[1] == 0 && d[2] == 0;
    ASSERT_EQ(v == Vec3(0, 0, 0), zero);
    coincide += static_cast<int>(zero);
    if (zero) continue;
    Rational along = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t m = (k + 1) % 3;
      const Rational x = v[static_cast<Eigen::Index>(k)];
      const Rational y = v[static_cast<Eigen::Index>(m)];
      ASSERT_TRUE(within(x * d[m] - y * d[k], 1, 51, abs(x * d[m]) + abs(y * d[k])))
          << "draw " << i;
      along += x * d[k];
    }
    ASSERT_GT(along, 0);
  }
  EXPECT_GT(coincide, 1000);
}

/// On spheres of many vertices neighbours tie to rounding; on a prism they tie exactly.
TEST(ExactArms, TheFarthestVertexIsFarthestInExactArithmetic) {
  Random random(kSeed, 4);
  NumberSamples samples(Random(kSeed, 5), -2, 2);
  for (int i = 0; i < 300; ++i) {
    const PolytopePtr body =
        i % 2 == 0 ? make_random_sphere_hull(random, 60) : make_box(Vec3(1, 0.5, 0.25));
    const Vec3 center = samples.vector() * 0.01;
    const SupportMap map(*body, center);
    const Mat3 R = random.rotation();
    const int turn = exact::least_exponent(R, 0);
    int arm = exact::least_exponent(center, 0);
    for (const Vec3& v : body->vertices()) arm = exact::least_exponent(v, arm);
    const exact::Arms arms(map, center, R, arm, turn);
    for (int k = 0; k < map.count(); ++k) {
      const exact::Integer3 expected =
          exact::operator-(exact::scaled(map.body_vertex(k), arm), arms.center());
      ASSERT_EQ(arms.arm(k), expected);
      ASSERT_EQ(arms.arm_W(k), exact::rotate(arms.R(), expected));
    }
    for (int j = 0; j < 60; ++j) {
      exact::Integer3 u = integers(samples);
      // Across an edge: a tie to rounding, decided far below.
      if (j % 2 == 0) {
        u = exact::cross(
            exact::operator-(arms.arm_W(j % map.count()), arms.arm_W((j + 1) % map.count())), u);
        for (Integer& entry : u) entry <<= 40;
        u[static_cast<std::size_t>(j) % 3] += j % 4 == 0 ? 1 : 0;
      }
      for (const int sign : {1, -1}) {
        const int best = arms.farthest(u, sign);
        const Integer reached = sign * exact::dot(u, arms.arm_W(best));
        for (int k = 0; k < map.count(); ++k) {
          ASSERT_LE(sign * exact::dot(u, arms.arm_W(k)), reached)
              << "body " << i << " direction " << j;
        }
      }
    }
  }
}

TEST(Inverse, OfARotationThatIsOneToAMillionth) {
  Random random(kSeed, 6);
  for (int i = 0; i < kOperands / 100; ++i) {
    Mat3 R = random.rotation();
    for (int k = 0; k < 9; ++k) R(k / 3, k % 3) += 4e-7 * random.uniform(-1, 1);
    EXPECT_LT((inverse_of(R) * R - Mat3::Identity()).cwiseAbs().maxCoeff(), 4e-15);
    EXPECT_LT((R * inverse_of(R) - Mat3::Identity()).cwiseAbs().maxCoeff(), 4e-15);
  }
}

/// With zeros where no rows are exchanged, and columns that only an exchange keeps accurate.
TEST(Inverse, BesideAMatrixOfFourExchangesRowsAndSeesASingularOne) {
  Random random(kSeed, 7);
  int singular = 0;
  for (int i = 0; i < kOperands / 100; ++i) {
    std::array<std::array<double, 4>, 4> M{};
    for (auto& row : M) {
      for (double& entry : row) entry = random.below(3) == 0 ? 0 : random.uniform(-1, 1);
    }
    for (std::size_t k = 0; k < 4; ++k) M[k][(k + i) % 4] += i % 3 == 0 ? 4 : 0;
    if (i % 3 == 0 && i % 4 != 0) M[0][0] = 1e-14;
    if (i % 3 == 1) M[3] = M[i % 2];
    if (i % 3 == 2) M[i % 4] = {};
    std::array<std::array<double, 8>, 4> beside{};
    for (std::size_t k = 0; k < 4; ++k) {
      std::copy(M[k].begin(), M[k].end(), beside[k].begin());
      beside[k][4 + k] = 1;
    }
    if (!invert_beside(beside)) {
      ++singular;
      ASSERT_NE(i % 3, 0);
      continue;
    }
    if (i % 3 != 0) continue;  // singular except for rounding
    for (std::size_t r = 0; r < 4; ++r) {
      for (std::size_t c = 0; c < 4; ++c) {
        double entry = 0;
        for (std::size_t k = 0; k < 4; ++k) entry += M[r][k] * beside[k][4 + c];
        ASSERT_NEAR(entry, r == c ? 1 : 0, 1e-11) << "draw " << i;
        ASSERT_NEAR(beside[r][c], r == c ? 1 : 0, 1e-11) << "draw " << i;
      }
    }
  }
  EXPECT_GT(singular, kOperands / 400);
}

}  // namespace
}  // namespace touchstone
