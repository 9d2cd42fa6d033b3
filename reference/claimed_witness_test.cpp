// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/claimed_witness.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/agreement_cases.hpp"
#include "reference/quick_oracle.hpp"
#include "reference/truth_check.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kCases = 24;  ///< of each kind

using Wide3 = std::array<mpf_class, 3>;

/// A float of 4000 bits: enough to tell apart what these tests compare, or it is equal.
mpf_class wide(const Rational& x) { return {x, 4000}; }

mpf_class wide_length(const Wide3& x) { return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }

/// Whether | (p_A - p_B) - x | <= tolerance, differences of the last bits taken for 0.
bool apart_by(const WitnessPoints& p, const Wide3& x, double tolerance) {
  Wide3 off;
  for (int i = 0; i < 3; ++i) {
    off[i] = wide(Rational(p.p_WA[i]) - Rational(p.p_WB[i]));
    off[i] -= x[i];
  }
  mpf_class noise(wide_length(x) + tolerance, 4000);
  noise >>= 3500;
  return wide_length(off) <= wide(Rational(tolerance)) + noise;
}

/// phi v/|v|
Wide3 along(const Truth& truth, const ExactVec3& v) {
  const mpf_class phi = truth.sign * sqrt(wide(truth.phi_squared));
  const mpf_class length = sqrt(wide(product(v, v)));
  Wide3 out;
  for (int i = 0; i < 3; ++i) out[i] = mpf_class(phi * wide(v[i]) / length, 4000);
  return out;
}

ExactVec3 exact(const Vec3& u) { return {Rational(u.x()), Rational(u.y()), Rational(u.z())}; }

Vec3 rounded(const ExactVec3& v) {
  return {round_to_double(v[0]), round_to_double(v[1]), round_to_double(v[2])};
}

/// Offsets to spoil a right pair of points with, and tolerances at which that matters.
struct Claim {
  WitnessPoints p;
  double tolerance;
};

std::vector<Claim> claims(Random& random, const WitnessPoints& right) {
  std::vector<Claim> out;
  for (const double off : {0.0, 1e-16, 1e-12, 1e-8, 1e-3}) {
    WitnessPoints p = right;
    p.p_WA += off * random.unit_vector();
    for (const double tolerance : {0.0, off, std::nextafter(off, kInfinity), 1e-15, 2e-8}) {
      out.push_back({p, tolerance});
    }
  }
  return out;
}

TEST(ClaimedWitness, IsDecidedAsBruteForceSays) {
  QuickOracle oracle;
  int right = 0;
  int wrong = 0;
  for_every_agreement_case(kCases, [&](const Pair& pair, int index) {
    const Truth truth = oracle.solve(pair).exact();
    const WorldPair world(pair);
    Random random(kAgreementSeed, 5, static_cast<std::uint64_t>(index));
    const auto expect_decision = [&](bool decision, bool expected, double tolerance) {
      EXPECT_EQ(decision, expected) << "tolerance " << tolerance;
      ++(expected ? right : wrong);
    };
    const Vec3 n = truth.normals.front();
    for (const auto& [p, tolerance] :
         claims(random, {rounded(truth.witness_A), rounded(truth.witness_B)})) {
      const TruthOnDemand fresh = oracle.solve(pair);
      bool any = false;
      for (const ExactVec3& u : truth.directions) {
        any = any || apart_by(p, along(truth, u), tolerance);
      }
      expect_decision(apart_by_phi(p, fresh, tolerance), any, tolerance);
      const Vec3 claimed = n + 1e-12 * random.unit_vector();
      expect_decision(apart_along(p, claimed, fresh, tolerance),
                      apart_by(p, along(truth, exact(claimed)), tolerance), tolerance);
    }
    if (!truth.ratio) return;
    Wide3 rho_d;
    ExactVec3 exact_rho_d;
    for (int i = 0; i < 3; ++i) {
      exact_rho_d[i] = truth.ratio->rho * world.d[i];
      rho_d[i] = wide(exact_rho_d[i]);
    }
    for (const auto& [p, tolerance] : claims(random, {rounded(exact_rho_d), Vec3::Zero()})) {
      expect_decision(apart_by_rho(pair, p, oracle.solve(pair), tolerance),
                      apart_by(p, rho_d, tolerance), tolerance);
    }
  });
  EXPECT_GT(right, 1000);
  EXPECT_GT(wrong, 1000);
}

TEST(ClaimedWitness, IsHeldToTheLastBitOfTheTolerance) {
  const PolytopePtr cube = make_box({1, 1, 1});
  const Pair pair{cube, {}, cube, {Mat3::Identity(), Vec3(3, 0, 0)}};
  const TruthOnDemand truth = QuickOracle().solve(pair);
  ASSERT_EQ(truth.phi().value, 1);
  const double tolerance = 0x1p-27;
  for (const double side : {1.0, -1.0}) {
    WitnessPoints p{{-1 + side * tolerance, 0, 0}, Vec3::Zero()};
    EXPECT_TRUE(apart_by_phi(p, truth, tolerance));
    EXPECT_TRUE(apart_along(p, {-1, 0, 0}, truth, tolerance));
    EXPECT_TRUE(apart_along(p, {-0x1p-20, 0, 0}, truth, tolerance));  // of any length
    p.p_WA.x() = std::nextafter(p.p_WA.x(), side * kInfinity);
    EXPECT_FALSE(apart_by_phi(p, truth, tolerance));
    EXPECT_FALSE(apart_along(p, {-1, 0, 0}, truth, tolerance));
  }
}

TEST(ClaimedWitness, FarAwayTheLastPlaceIsTheTolerance) {
  const PolytopePtr cube = make_box({1, 1, 1});
  const auto at = [&](double x) {
    const Pose X{Mat3::Identity(), Vec3(x, 0, 0)};
    const Pair pair{cube, X, cube, X};
    return witness_tolerance(pair, {Vec3::Zero(), Vec3::Zero()}, QuickOracle().solve(pair), 1e-8);
  };
  EXPECT_EQ(at(0), 1e-8);
  EXPECT_EQ(at(1e6), 1e-8);
  EXPECT_EQ(at(1e12), 2 * 0x1p-13);
}

/// A speck beside the corner of a cube: the exact points are near the origin, those of the ratio
/// metric need not be.
TEST(ClaimedWitness, TheLastPlaceOfTheClaimedPointsCounts) {
  const PolytopePtr cube = make_box({1, 1, 1});
  const PolytopePtr speck = make_box({0x1p-30, 0x1p-30, 0x1p-30});
  const Pair pair{
      cube, {Mat3::Identity(), Vec3(-1, 0, 0)}, speck, {Mat3::Identity(), {0x1p-28, 0, 0}}};
  const TruthOnDemand truth = QuickOracle().solve(pair);
  const auto given = [&](double y) {
    const Vec3 p(0, y, 0);
    return std::max(witness_tolerance(pair, {p, Vec3::Zero()}, truth, 1e-30),
                    witness_tolerance(pair, {Vec3::Zero(), p}, truth, 1e-30));
  };
  EXPECT_LE(given(0), 2 * 0x1p-80);
  EXPECT_EQ(given(0.75), 2 * 0x1p-53);
  EXPECT_EQ(given(-0.75), 2 * 0x1p-53);
  EXPECT_LE(given(std::numeric_limits<double>::max()), 2 * 0x1p-51);  // nothing is 4 m away
}

}  // namespace
}  // namespace touchstone
