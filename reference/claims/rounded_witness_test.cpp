// SPDX-License-Identifier: GPL-3.0-or-later
// Claims about bodies with a radius, against floats of 600 bits.
#include "reference/rounded_witness.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

mpf_class wide(const Rational& x) { return {x, 600}; }

/// phi as a float of 600 bits.
mpf_class wide_phi(const TruthOnDemand& truth) {
  return truth.core_sign() * sqrt(wide(truth.phi_squared())) - wide(truth.radius());
}

Pair with_radii_of(const Pair& cores, double r_A, double r_B) {
  Pair pair = cores;
  pair.A = make_rounded(cores.A, r_A).value();
  pair.B = make_rounded(cores.B, r_B).value();
  return pair;
}

/// Whether |(p_A - p_B) - phi n/|n|| <= tolerance with coordinates moved by up to the margin.
bool apart_by_brute_force(const WitnessPoints& p, const Vec3& n, const TruthOnDemand& truth,
                          double tolerance, const Vec3& margin) {
  mpf_class norm(0, 600);
  for (const double x : n) norm += wide(Rational(x)) * wide(Rational(x));
  norm = sqrt(norm);
  mpf_class sum(0, 600);
  for (int i = 0; i < 3; ++i) {
    mpf_class off(wide(Rational(p.p_WA[i])) - wide(Rational(p.p_WB[i])) -
                  wide_phi(truth) * wide(Rational(n[i])) / norm);
    off = abs(off) - wide(Rational(margin[i]));
    if (off > 0) sum += off * off;
  }
  return sqrt(sum) <= wide(Rational(tolerance));
}

TEST(RoundedWitness, IsApartAsBruteForceSays) {
  int within = 0;
  int beyond = 0;
  for_every_agreement_case(8, [&](const Pair& cores, int index) {
    Random random(kAgreementSeed, 12, static_cast<std::uint64_t>(index));
    const Pair pair = with_radii_of(cores, random.uniform(0, 1), random.uniform(0.1, 2));
    const TruthOnDemand truth = Oracle().solve(pair, false);
    const Vec3 n = truth.exact().normals.front();
    for (const double off : {0.0, 1e-17, 1e-12, 1e-3}) {
      WitnessPoints p{random.in_unit_ball(), Vec3::Zero()};
      p.p_WB = p.p_WA - truth.phi().value * n + off * random.unit_vector();
      for (const double tolerance : {0.0, 1e-16, off, 2e-12}) {
        for (const double margin : {0.0, 1e-16, 1e-12}) {
          const Vec3 margins(margin, 0, margin);
          const ExactVec3 u{Rational(n.x()), Rational(n.y()), Rational(n.z())};
          const bool expected = apart_by_brute_force(p, n, truth, tolerance, margins);
          EXPECT_EQ(rounded_apart_along(p, u, truth, tolerance, margins), expected);
          EXPECT_EQ(apart_along(p, n, truth, tolerance, margins), expected);
          ++(expected ? within : beyond);
        }
      }
    }
  });
  EXPECT_GT(within, 300);
  EXPECT_GT(beyond, 300);
}

/// A point is within of a body if it is within of the core and the radius together.
TEST(RoundedWitness, APointIsWithinTheBody) {
  int within = 0;
  for_every_agreement_case(8, [&](const Pair& cores, int index) {
    Random random(kAgreementSeed, 13, static_cast<std::uint64_t>(index));
    const Pair pair = with_radii_of(cores, 0.25, 0);
    const Vec3 p = pair.X_WA.t + 2 * random.in_unit_ball();
    PolytopeInput input;
    input.vertices = {p};
    const Pair there{make_polytope(input).value(), {}, cores.A, cores.X_WA};
    const Truth truth = Oracle().solve(there, false);
    const Rational square = truth.sign > 0 ? truth.phi_squared : Rational(0);
    for (const double tolerance : {0.0, 1e-8, 0.3, std::max(0.0, truth.phi - 0.25)}) {
      const Rational limit = Rational(tolerance) + Rational(0.25);
      const bool expected = square <= limit * limit;
      EXPECT_EQ(point_within(pair, WhichBody::A, p, tolerance), expected);
      within += expected ? 1 : 0;
    }
  });
  EXPECT_GT(within, 100);
}

TEST(RoundedWitness, ErrorsAndGapsAreThoseOfTheBodies) {
  int right = 0;
  for_every_agreement_case(8, [&](const Pair& cores, int index) {
    Random random(kAgreementSeed, 14, static_cast<std::uint64_t>(index));
    const Pair pair = with_radii_of(cores, random.uniform(0, 1e3), random.uniform(0, 1e-3));
    const TruthOnDemand exact = Oracle().solve(pair, false);
    const TruthOnDemand quick = QuickOracle().solve(pair, false);
    const double phi = exact.phi().value;
    for (const double value : {phi, std::nextafter(phi, 1e9), phi + 1e-9, -phi, phi + 1}) {
      const mpf_class error(abs(wide(Rational(value)) - wide_phi(exact)));
      for (const TruthOnDemand* truth : {&exact, &quick}) {
        EXPECT_NEAR(error_of(value, *truth), error.get_d(), 1e-9 * error.get_d());
        for (const double limit : {0.0, error.get_d(), 1e-9}) {
          EXPECT_EQ(error_within(value, *truth, limit), error <= wide(Rational(limit)));
          right += error <= wide(Rational(limit)) ? 1 : 0;
        }
      }
    }
    for (const Vec3& n : exact.exact().normals) {
      EXPECT_TRUE(gap_reaches(pair, n, exact, 1e-12));
      EXPECT_TRUE(gap_reaches(pair, n, quick, 1e-12));
      EXPECT_TRUE(
          near_optimal(pair, n, quick, Quantity::euclidean, normal_allowance(Scalar::float64)));
    }
  });
  EXPECT_GT(right, 100);
}

TEST(RoundedWitness, AnOffsetIsTakenFromPhiExactly) {
  int within = 0;
  for_every_agreement_case(8, [&](const Pair& cores, int index) {
    Random random(kAgreementSeed, 15, static_cast<std::uint64_t>(index));
    const bool rounded = index % 2 == 0;
    const Pair pair = rounded ? with_radii_of(cores, random.uniform(0, 1), 0.25) : cores;
    const TruthOnDemand exact = Oracle().solve(pair, false);
    const TruthOnDemand quick = QuickOracle().solve(pair, false);
    const double phi = exact.phi().value;
    for (const double offset : {0.25, 1e-9, std::max(phi, 0.0)}) {
      const mpf_class right(wide_phi(exact) - wide(Rational(offset)));
      const double value = right.get_d() + (index % 3 - 1) * 1e-12;
      const mpf_class error(abs(wide(Rational(value)) - right));
      for (const TruthOnDemand* truth : {&exact, &quick}) {
        EXPECT_EQ(sign_less_offset(*truth, offset), sgn(right));
        const RoundedReal found = less_offset(*truth, offset);
        const mpf_class off(abs(right - wide(Rational(found.value)) - wide(Rational(found.tail))));
        EXPECT_LE(off, wide(Rational(found.doubt)));
        EXPECT_NEAR(error_of(value, *truth, offset), error.get_d(), 1e-9 * error.get_d());
        for (const double limit : {0.0, error.get_d(), 1e-11}) {
          EXPECT_EQ(error_within(value, *truth, limit, offset), error <= wide(Rational(limit)));
          within += error <= wide(Rational(limit)) ? 1 : 0;
        }
      }
    }
  });
  EXPECT_GT(within, 100);
}

TEST(RoundedWitness, AnyDirectionIsOptimalOfConcentricSpheres) {
  PolytopeInput input;
  input.vertices = {Vec3::Zero()};
  const PolytopePtr center = make_polytope(input).value();
  const Pair pair{make_rounded(center, 2).value(), {}, make_rounded(center, 3).value(), {}};
  const TruthOnDemand truth = Oracle().solve(pair, false);
  Random random(20261128);
  for (int k = 0; k < 100; ++k) {
    const Vec3 n = random.unit_vector();
    const auto valid = [&](const WitnessPoints& p, const Vec3* normal) {
      return witnesses_valid(pair, p, truth, Quantity::euclidean, 1e-12, normal);
    };
    EXPECT_TRUE(near_optimal(pair, n, truth, Quantity::euclidean, 0) ||
                gap_reaches(pair, n, truth, 0));
    EXPECT_TRUE(valid({-2 * n, 3 * n}, &n));
    EXPECT_TRUE(valid({-2 * n, 3 * n}, nullptr)) << "the points have a direction of their own";
    EXPECT_FALSE(valid({2 * n, -3 * n}, &n)) << "they are apart the other way";
    EXPECT_FALSE(valid({-2 * n, 2 * n}, nullptr)) << "they are nearer than the depth";
    EXPECT_FALSE(valid({-2.5 * n, 2.5 * n}, nullptr)) << "one is outside A";
  }
}

/// Rounded cubes whose cores touch along an edge overlap by r, and all directions of the cores' cone
/// are optimal.
TEST(RoundedWitness, ConesGoByTheCores) {
  const PolytopePtr cube = make_rounded(make_box({1, 1, 1}), 0.25).value();
  const Pair pair{cube, {}, cube, {Mat3::Identity(), Vec3(2, 2, 0.5)}};
  const TruthOnDemand truth = Oracle().solve(pair, false);
  ASSERT_EQ(truth.sign(), -1);
  ASSERT_EQ(truth.core_sign(), 0);
  const double allowance = normal_allowance(Scalar::float64);
  Random random(20261128);
  for (int k = 0; k < 100; ++k) {
    const double part = random.uniform(0.1, 0.9);
    Vec3 n = Vec3(-part, part - 1, 0).normalized();
    n.z() = 3.9 * 0x1p-53;  // across the cone
    EXPECT_TRUE(near_optimal(pair, n, truth, Quantity::euclidean, allowance)) << n.transpose();
    n.z() = 4.1 * 0x1p-53;
    EXPECT_FALSE(near_optimal(pair, n, truth, Quantity::euclidean, allowance)) << n.transpose();
  }
}

TEST(RoundedWitness, TruePointsAreTheCoresMovedByEachRadius) {
  const PolytopePtr box = make_box({1, 1, 1});
  const Pair pair{make_rounded(box, 1.5).value(), {}, make_rounded(box, 3).value(), {}};
  const ExactVec3 zero{0, 0, 0};
  const TruePoints moved = moved_by_radii(pair, {1, 2, -2}, {zero, {}, {zero, zero}, {zero, zero}});
  EXPECT_EQ(moved.A.low, (ExactVec3{Rational(-1, 2), -1, 1}));
  EXPECT_EQ(moved.A.high, moved.A.low);
  EXPECT_EQ(moved.B.low, (ExactVec3{1, 2, -2}));
  EXPECT_EQ(moved.B.high, moved.B.low);
}

/// 1e6 m from the origin an ulp is more than the tolerance.
TEST(RoundedWitness, PointsMayBeRoundedWhereTheyAre) {
  PolytopeInput input;
  input.vertices = {Vec3::Zero()};
  const PolytopePtr center = make_polytope(input).value();
  const Pair pair{make_rounded(center, 0.1).value(),
                  {Mat3::Identity(), Vec3(1e6 + 1, 2e6 + 1, 3e6)},
                  make_rounded(center, 0.3).value(),
                  {Mat3::Identity(), Vec3(1e6, 2e6, 3e6 - 1)}};
  const TruthOnDemand truth = Oracle().solve(pair, false);
  const Truth& exact = truth.exact();
  WitnessPoints p;
  for (int i = 0; i < 3; ++i) {
    p.p_WA[i] = round_to_double(exact.witness_A.at(static_cast<std::size_t>(i)));
    p.p_WB[i] = round_to_double(exact.witness_B.at(static_cast<std::size_t>(i)));
  }
  const auto valid = [&] {
    return witnesses_valid(pair, p, truth, Quantity::euclidean, 1e-15, nullptr);
  };
  EXPECT_TRUE(valid());
  p.p_WA.x() += 3e-10;
  EXPECT_TRUE(valid()) << "four ulps are 4.6e-10 there";
  p.p_WA.x() += 3e-9;
  EXPECT_FALSE(valid());
}

}  // namespace
}  // namespace touchstone
