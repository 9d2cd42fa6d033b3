// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/radius_law.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "geometry/random.hpp"
#include "reference/exact/root_signs.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

/// The double nearest to sign sqrt(square) - q by whole roots of square 4^bits, to so many bits that
/// both neighbours of the root give one double.
double by_whole_roots(int sign, const Rational& square, const Rational& q) {
  for (mp_bitcnt_t bits = 200;; bits *= 2) {
    const Integer scaled = (square.get_num() << (2 * bits)) / square.get_den();
    const Integer root = sqrt(scaled);
    const bool exact = root * root * square.get_den() == square.get_num() << (2 * bits);
    const Rational unit = Rational(1) / Rational(Integer(Integer(1) << bits));
    const Rational low = root * unit;
    const Rational high = exact ? low : Rational(low + unit);
    const double one = round_to_double(sign * low - q);
    if (one == round_to_double(sign * high - q)) return one;
    if (sign > 0 && q > 0 && square == q * q) return 0;
  }
}

/// Squares near those of q: equal, next to a middle of two doubles away, or some digits off.
Rational nasty_square(Random& random, const Rational& q) {
  const double off = random.uniform(-1, 1) * std::ldexp(1.0, -static_cast<int>(random.below(180)));
  switch (random.below(5)) {
    case 0:
      return q * q;
    case 1: {  // q and a middle of two doubles, squared
      const double x = std::ldexp(random.uniform(0.5, 1), -static_cast<int>(random.below(60)));
      const Rational middle = (Rational(x) + Rational(std::nextafter(x, 2))) / 2 + q;
      return middle * middle;
    }
    case 2:
      return abs(Rational(q * q + Rational(off)));
    case 3:
      return abs(Rational(q * q + Rational(off) * q)) / 3;
    default:
      return Rational(random.uniform(0, 4)) / 7;
  }
}

TEST(RadiusLaw, IsRoundedOnceHoweverNearTheTwoAre) {
  Random random(20261128);
  int zeros = 0;
  int middles = 0;
  for (int k = 0; k < 20000; ++k) {
    const Rational q = Rational(random.uniform(0, 3)) + Rational(random.uniform(0, 1e-12));
    const Rational square = nasty_square(random, q);
    for (const int sign : {1, -1}) {
      const double nearest = round_root_less(sign, square, q);
      ASSERT_EQ(nearest, by_whole_roots(sign, square, q)) << square << " " << q << " " << sign;
      ASSERT_EQ(round_root_less(sign, square, -q), -round_root_less(-sign, square, q));
      zeros += nearest == 0 ? 1 : 0;
      const Rational rest = q + Rational(nearest);
      middles += nearest != 0 && sign_with_root(-rest, Rational(sign), square) != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(zeros, 2000);
  EXPECT_GT(middles, 10000);
}

TEST(RadiusLaw, IsZeroForWholeTriples) {
  for (const auto& [square, r] :
       {std::array<double, 2>{25, 5}, {169, 13}, {9, 3}, {0.0625, 0.25}}) {
    EXPECT_EQ(round_root_less(1, Rational(square), Rational(r)), 0);
    EXPECT_FALSE(std::signbit(round_root_less(1, Rational(square), Rational(r))));
    EXPECT_EQ(round_root_less(-1, Rational(square), Rational(r)), -2 * r);
  }
  EXPECT_EQ(round_root_less(0, 0, Rational(0.1)), -0.1);
  EXPECT_EQ(round_root_less(1, 2, 0), std::sqrt(2.0));
  // (s - r^2) / (sqrt(s) + r) where the root of s is r to all digits of a double.
  const Rational r(1e9);
  EXPECT_EQ(round_root_less(1, Rational(r * r + Rational(1e-6)), r), 1e-6 / 2e9);
}

TEST(RadiusLaw, EndsAtTheLargestDouble) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  EXPECT_EQ(round_root_less(1, 2, Rational(kLargest)), -kLargest);
  EXPECT_EQ(round_root_less(-1, 2, Rational(-kLargest)), kLargest);
}

PolytopePtr with_radius(const PolytopePtr& core, double radius) {
  return make_rounded(core, radius).value();
}

/// Two routes, doubles where they settle it, and the law from the truth of the cores agree.
TEST(RadiusLaw, HoldsOfBothRoutesAndOfWhatDoublesSettle) {
  constexpr std::array<double, 6> kRadii{0, 1e-9, 0.03125, 0.1, 1, 1e6};
  QuickOracle quick;
  Oracle oracle;
  int settled = 0;
  for_every_agreement_case(6, [&](const Pair& cores, int index) {
    Random random(kAgreementSeed, 11, static_cast<std::uint64_t>(index));
    Pair pair = cores;
    pair.A = with_radius(cores.A, kRadii.at(random.below(kRadii.size())));
    pair.B = with_radius(cores.B, kRadii.at(random.below(kRadii.size())));
    const Truth core = oracle.solve(cores, false);
    const Truth truth = oracle.solve(pair, false);
    const Truth slow = solve_explicit(pair);
    const Rational r = Rational(pair.A->radius()) + Rational(pair.B->radius());
    EXPECT_EQ(truth.radius, r);
    EXPECT_EQ(truth.core_sign(), core.sign);
    EXPECT_EQ(truth.phi_squared, core.phi_squared);
    EXPECT_EQ(truth.directions, core.directions);
    EXPECT_EQ(truth.phi, by_whole_roots(core.sign, core.phi_squared, r));
    EXPECT_EQ(truth.sign, sgn(Rational(truth.phi)));
    EXPECT_EQ(slow.phi, truth.phi);
    EXPECT_EQ(slow.sign, truth.sign);
    EXPECT_EQ(slow.core_sign(), truth.core_sign());
    const TruthOnDemand known = quick.solve(pair, false);
    settled += known.settled() != nullptr ? 1 : 0;
    EXPECT_EQ(known.phi().value, truth.phi);
    EXPECT_EQ(known.sign(), truth.sign);
    EXPECT_EQ(known.core_sign(), core.sign);
    EXPECT_EQ(known.radius(), r);
    if (known.settled() != nullptr) {
      EXPECT_EQ(fault_of(*known.settled(), truth), "");
    }
    EXPECT_LE(std::abs(known.core_phi().value - core.phi), 1e-15 * std::abs(core.phi));
  });
  EXPECT_GT(settled, 20);
}

TEST(RadiusLaw, MovingRadiusFromAToBChangesNeitherPhiNorNormals) {
  Oracle oracle;
  for_every_agreement_case(4, [&](const Pair& cores, int /*index*/) {
    const auto truth_with = [&](double r_A, double r_B) {
      Pair pair = cores;
      pair.A = with_radius(cores.A, r_A);
      pair.B = with_radius(cores.B, r_B);
      return oracle.solve(pair, false);
    };
    const Truth first = truth_with(0.75, 0);
    for (const double r_A : {0.0, 0.125, 0.5}) {
      const Truth other = truth_with(r_A, 0.75 - r_A);
      EXPECT_EQ(other.phi, first.phi);
      EXPECT_EQ(other.sign, first.sign);
      EXPECT_EQ(other.normals, first.normals);
    }
  });
}

TEST(RadiusLaw, MovesWitnessPoints) {
  PolytopeInput point;
  point.vertices = {Vec3::Zero()};
  const PolytopePtr center = make_polytope(point).value();
  const Pair pair{with_radius(center, 2), {}, with_radius(center, 3), {}};
  Pair apart = pair;
  apart.X_WA.t = Vec3(6, 8, 0);
  const Truth truth = Oracle().solve(apart);
  EXPECT_EQ(truth.phi, 5);
  EXPECT_EQ(round_to_double(truth.witness_A[0]), 4.8);
  EXPECT_EQ(round_to_double(truth.witness_A[1]), 6.4);
  EXPECT_EQ(round_to_double(truth.witness_B[0]), 1.8);
  EXPECT_EQ(round_to_double(truth.witness_B[1]), 2.4);
  EXPECT_FALSE(truth.ratio.has_value());
  EXPECT_EQ(truth.ratio_note, "a body has a radius");
  const Truth concentric = Oracle().solve(pair);
  EXPECT_EQ(concentric.phi, -5);
  EXPECT_EQ(concentric.sign, -1);
  EXPECT_EQ(concentric.core_sign(), 0);
}

}  // namespace
}  // namespace touchstone
