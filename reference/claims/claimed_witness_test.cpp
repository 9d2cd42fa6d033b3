// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/claims.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/exact_vector.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kCases = 24;  ///< cases of each kind

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
         claims(random, {rounded_entries(truth.witness_A), rounded_entries(truth.witness_B)})) {
      const TruthOnDemand fresh = oracle.solve(pair);
      bool any = false;
      for (const ExactVec3& u : truth.directions) {
        any = any || apart_by(p, along(truth, u), tolerance);
      }
      expect_decision(apart_by_phi(p, fresh, tolerance), any, tolerance);
      const Vec3 claimed = n + 1e-12 * random.unit_vector();
      expect_decision(apart_along(p, claimed, fresh, tolerance),
                      apart_by(p, along(truth, exact(claimed)), tolerance), tolerance);
      // Limits so near to what is left that only more digits than a double's decide.
      const Wide3 phi_n = along(truth, exact(claimed));
      Wide3 off;
      for (int i = 0; i < 3; ++i) {
        off[i] = wide(Rational(p.p_WA[i]) - Rational(p.p_WB[i])) - phi_n[i];
      }
      for (const double part : {1 - 1e-6, 1 + 1e-6}) {
        const double limit = part * wide_length(off).get_d();
        expect_decision(apart_along(p, claimed, fresh, limit), apart_by(p, phi_n, limit), limit);
      }
    }
    if (!truth.ratio) return;
    Wide3 rho_d;
    ExactVec3 exact_rho_d;
    for (int i = 0; i < 3; ++i) {
      exact_rho_d[i] = truth.ratio->rho * world.d[i];
      rho_d[i] = wide(exact_rho_d[i]);
    }
    for (const auto& [p, tolerance] :
         claims(random, {rounded_entries(exact_rho_d), Vec3::Zero()})) {
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
    EXPECT_TRUE(apart_along(p, {-0x1p-20, 0, 0}, truth, tolerance));  // any length
    p.p_WA.x() = std::nextafter(p.p_WA.x(), side * kInfinity);
    EXPECT_FALSE(apart_by_phi(p, truth, tolerance));
    EXPECT_FALSE(apart_along(p, {-1, 0, 0}, truth, tolerance));
  }
}

/// A unit cube whose face is at x = 1, and another that touches it there, both moved by t.
struct Touching {
  Pair pair;
  TruthOnDemand truth;
};
Touching touching_at(const Vec3& t) {
  const PolytopePtr cube = make_box({1, 1, 1});
  const Pair pair{cube, {Mat3::Identity(), t}, cube, {Mat3::Identity(), t + Vec3(2, 0, 0)}};
  return {pair, QuickOracle().solve(pair)};
}

bool valid(const Touching& made, const WitnessPoints& p, double tolerance) {
  return witnesses_valid(made.pair, p, made.truth, Quantity::euclidean, tolerance, nullptr);
}

TEST(ClaimedWitness, FourUnitsOfTheLastPlaceOfATruePointAreAllowed) {
  const double far = 0x1p40;
  const double ulp = 0x1p-12;
  const Touching made = touching_at({far, 0, 0});
  const Vec3 right(far + 1, 0.25, 0);
  EXPECT_TRUE(valid(made, {right, right}, 0));
  for (const double side : {1.0, -1.0}) {
    const Vec3 off(side * 4 * ulp, 0, 0);
    EXPECT_TRUE(valid(made, {right + off, right}, 0));
    EXPECT_TRUE(valid(made, {right, right + off}, 0));
    EXPECT_TRUE(valid(made, {right + off, right - off}, 0));
    const Vec3 more(side * 5 * ulp, 0, 0);
    EXPECT_FALSE(valid(made, {right - more, right + more}, 0));
    // Each coordinate by itself: y is near 0, and its last place is small.
    EXPECT_FALSE(valid(made, {right + Vec3(0, side * ulp, 0), right}, 0));
    EXPECT_TRUE(valid(made, {right + Vec3(0, side * ulp, 0), right}, ulp));
  }
}

/// Whichever point of the common face is claimed: it is one of the true ones.
TEST(ClaimedWitness, TheNearestTruePointCounts) {
  const Touching made = touching_at({0, 0, 0});
  for (const double y : {0x1.8p-30, 0.3, -0.7, 1.0}) {
    const double ulp = std::nextafter(std::abs(y), 2.0) - std::abs(y);
    const Vec3 right(1, y, 0);
    for (const int units : {3, 4}) {
      const Vec3 off(0, units * ulp, 0);
      if (std::abs(y) < 1) {
        EXPECT_TRUE(valid(made, {right - off, right + off}, 0)) << y;
      }
    }
    const Vec3 off(0, 17 * ulp, 0);
    EXPECT_FALSE(valid(made, {right - off, right}, 0)) << y;
  }
}

TEST(ClaimedWitness, NoClaimEarnsItselfAnAllowance) {
  const Touching made = touching_at({0, 0, 0});
  for (const double far : {4.0, 1e6, 1e15, 1e300}) {
    for (const Vec3& p : {Vec3(far, 0, 0), Vec3(1, far, 0), Vec3(far, far, far)}) {
      EXPECT_FALSE(valid(made, {p, p}, 1e-8));
      EXPECT_FALSE(valid(made, {p, Vec3(1, 0, 0)}, 1e-8));
    }
  }
}

/// What is left of each coordinate's offset when it was moved makes the distance.
TEST(ClaimedWitness, AMarginMovesEachCoordinateTowardsTheRight) {
  Random random(kAgreementSeed);
  int right = 0;
  for (int k = 0; k < 2000; ++k) {
    WitnessPoints p{random.unit_vector(), random.unit_vector()};
    const Vec3 margin(random.uniform(0, 1), random.uniform(0, 1), random.below(2) == 0 ? 0 : 1);
    const ExactVec3 apart{Rational(random.uniform(-1, 1)), Rational(random.uniform(-1, 1)), 0};
    double square = 0;
    for (int i = 0; i < 3; ++i) {
      const double off = std::abs(p.p_WA[i] - p.p_WB[i] - apart[i].get_d());
      square += std::pow(std::max(0.0, off - margin[i]), 2);
    }
    const double distance = std::sqrt(square);
    EXPECT_TRUE(apart_by(p, apart, distance + 1e-12, margin));
    if (distance > 1e-12) {
      EXPECT_FALSE(apart_by(p, apart, distance - 1e-12, margin));
    }
    right += distance == 0 ? 1 : 0;
  }
  EXPECT_GT(right, 50);
}

}  // namespace
}  // namespace touchstone
