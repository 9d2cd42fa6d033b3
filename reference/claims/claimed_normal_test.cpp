// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/claims.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/shapes.hpp"
#include "reference/exact/root_signs.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20240702;
const double kAllowance = normal_allowance(Scalar::float64);

/// A float of 2000 bits.
mpf_class wide(const Rational& x) { return {x, 2000}; }

TEST(RootSigns, AreThoseOfWideFloats) {
  Random random(kSeed);
  int zeros = 0;
  for (int k = 0; k < 20000; ++k) {
    const auto small = [&] {
      return Rational(Rational(static_cast<long>(random.below(9)) - 4) / (1 + random.below(3)));
    };
    const Rational x = small();
    const Rational a = small();
    const Rational b = small();
    const Rational m(random.below(6));
    const Rational n(random.below(6));
    const mpf_class sum = wide(x) + wide(a) * sqrt(wide(m)) + wide(b) * sqrt(wide(n));
    const int sign = abs(sum) < 1e-100 ? 0 : sgn(sum);
    zeros += sign == 0 ? 1 : 0;
    EXPECT_EQ(sign_with_roots(x, a, m, b, n), sign) << x << " " << a << " " << m << " " << b << n;
    const mpf_class first = wide(x) + wide(a) * sqrt(wide(m));
    EXPECT_EQ(sign_with_root(x, a, m), abs(first) < 1e-100 ? 0 : sgn(first));
  }
  EXPECT_GT(zeros, 100);
}

/// Whether each entry of n/|n| is within the allowance of that of v/|v|, in 2000 bits.
bool near_by_brute_force(const Vec3& n, const ExactVec3& v, double allowance) {
  const ExactVec3 exact{Rational(n.x()), Rational(n.y()), Rational(n.z())};
  const mpf_class norm_n = sqrt(wide(product(exact, exact)));
  const mpf_class norm_v = sqrt(wide(product(v, v)));
  for (std::size_t i = 0; i < 3; ++i) {
    if (abs(wide(exact[i]) / norm_n - wide(v[i]) / norm_v) > wide(Rational(allowance)))
      return false;
  }
  return true;
}

TEST(ClaimedNormal, IsDecidedAsBruteForceSaysWhereThereIsNoCone) {
  int right = 0;
  int wrong = 0;
  for_every_agreement_case(12, [&](const Pair& pair, int index) {
    const Truth truth = Oracle().solve(pair);
    Random random(kAgreementSeed, 8, static_cast<std::uint64_t>(index));
    const auto expect_decision = [&](const Vec3& n, const std::vector<ExactVec3>& directions,
                                     Quantity quantity, double allowance) {
      const bool expected =
          std::any_of(directions.begin(), directions.end(),
                      [&](const ExactVec3& v) { return near_by_brute_force(n, v, allowance); });
      EXPECT_EQ(near_optimal(pair, n, truth, quantity, allowance), expected)
          << n.transpose() << " allowance " << allowance;
      ++(expected ? right : wrong);
    };
    const auto try_around = [&](const std::vector<ExactVec3>& directions, Quantity quantity) {
      for (const ExactVec3& v : directions) {
        const Vec3 n =
            Vec3(wide(v[0]).get_d(), wide(v[1]).get_d(), wide(v[2]).get_d()).normalized();
        for (const Scalar scalar : {Scalar::float64, Scalar::float32}) {
          const double allowance = normal_allowance(scalar);
          for (const double off : {0.0, 0.7, 1.0, 1.4, 2.0, 100.0}) {
            const Vec3 bent = n + off * allowance * random.unit_vector();
            expect_decision(bent, directions, quantity, allowance);
            expect_decision((1 + 1e-7) * bent, directions, quantity, allowance);
          }
        }
      }
    };
    if (truth.sign != 0) try_around(truth.directions, Quantity::euclidean);
    if (truth.ratio && truth.ratio->directions.size() == 1) {
      try_around(truth.ratio->directions, Quantity::ratio);
    }
  });
  EXPECT_GT(right, 1000);
  EXPECT_GT(wrong, 1000);
}

/// Cubes that touch along an edge: every direction between two faces' normals is optimal, and those
/// that are rounded beside them are as good, wherever they are between.
TEST(ClaimedNormal, OfAConeMayBeAnywhereInIt) {
  Random random(kSeed);
  const PolytopePtr cube = make_box({1, 1, 1});
  const Pair pair{cube, {}, cube, {Mat3::Identity(), Vec3(2, 2, 0.5)}};
  const Truth truth = Oracle().solve(pair);
  ASSERT_EQ(truth.sign, 0);
  ASSERT_GE(truth.directions.size(), 2U);
  const auto near = [&](const Vec3& n) {
    return near_optimal(pair, n, truth, Quantity::euclidean, kAllowance);
  };
  for (int k = 0; k < 500; ++k) {
    const double part = random.uniform(0, 1);
    Vec3 n = Vec3(-part, part - 1, 0).normalized();
    n.z() = 3.9 * 0x1p-53;  // across the cone
    EXPECT_TRUE(near(n)) << n.transpose();
    n.z() = 4.1 * 0x1p-53;
    EXPECT_FALSE(near(n)) << n.transpose();
  }
  // Beyond its ends.
  EXPECT_TRUE(near({-1, 3.9 * 0x1p-53, 0}));
  EXPECT_TRUE(near({-1, 3.9 * 0x1p-53, -3.9 * 0x1p-53}));
  EXPECT_FALSE(near({-1, 4.1 * 0x1p-53, 0}));
  EXPECT_FALSE(near({-1, 0.1, 0}));
  EXPECT_FALSE(near({1, 0, 0}));
}

/// In a cone that is not along the axes the direction nearest by its largest entry is not the
/// nearest by its angle.
TEST(ClaimedNormal, OfAConeIsNearByItsLargestEntry) {
  Random random(kSeed);
  int beside = 0;
  for (int k = 0; k < 300; ++k) {
    const Mat3 R = random.rotation();
    // A point at a triangle's corner: the cone's boundary is perpendicular to its sides.
    PolytopeInput input;
    input.vertices = {{0, 0, 0}, {R(0, 0), R(1, 0), R(2, 0)}, {R(0, 1), R(1, 1), R(2, 1)}};
    const PolytopePtr triangle = make_polytope(input).value();
    input.vertices = {{0, 0, 0}};
    const PolytopePtr point = make_polytope(input).value();
    const Pair pair{point, {}, triangle, {}};
    const Truth truth = Oracle().solve(pair);
    ASSERT_EQ(truth.sign, 0);
    // An optimal direction on the cone's boundary, and one moved off it by allowances.
    const ExactVec3& r = truth.directions[random.below(truth.directions.size())];
    const ExactVec3& s = truth.directions[random.below(truth.directions.size())];
    const Vec3 u =
        (Vec3(r[0].get_d(), r[1].get_d(), r[2].get_d()).normalized() +
         random.uniform(0.1, 1) * Vec3(s[0].get_d(), s[1].get_d(), s[2].get_d()).normalized());
    if (!(u.norm() > 0.1)) continue;
    Vec3 n = u.normalized();
    for (int i = 0; i < 3; ++i) n[i] += (random.below(2) == 0 ? 2 : -2) * 0x1p-53;
    if (gap_reaches(pair, n, truth, 0)) continue;
    EXPECT_TRUE(near_optimal(pair, n, truth, Quantity::euclidean, kAllowance)) << n.transpose();
    ++beside;
  }
  EXPECT_GT(beside, 50);
}

}  // namespace
}  // namespace touchstone
