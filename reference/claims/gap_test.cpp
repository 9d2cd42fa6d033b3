// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/claims.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "reference/exact_vector.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kCases = 24;  ///< cases of each kind

/// A float of 4000 bits: enough to tell apart what these tests compare, or it is equal.
mpf_class wide(const Rational& x) { return {x, 4000}; }

/// Sign of x, differences of the last bits of a 4000-bit sum taken for 0.
int wide_sign(const mpf_class& x, const mpf_class& scale) {
  mpf_class noise(abs(scale), 4000);
  noise >>= 3500;
  return abs(x) <= noise ? 0 : sgn(x);
}

/// gap(u)/|u| >= phi - tolerance by brute force.
bool reaches_by_brute_force(const WorldPair& world, const Vec3& u, const Truth& truth,
                            double tolerance) {
  const mpf_class gap = wide(world.gap(exact(u)));
  const mpf_class norm = sqrt(wide(product(exact(u), exact(u))));
  const mpf_class phi = truth.sign * sqrt(wide(truth.phi_squared));
  const mpf_class bar = phi - wide(Rational(tolerance));
  return wide_sign(gap - norm * bar, norm * (abs(phi) + 1)) >= 0;
}

/// gap(u)/|u| >= rho (u.d)/|u| - length by brute force.
bool ratio_reaches_by_brute_force(const WorldPair& world, const Vec3& u, const Rational& rho,
                                  double length) {
  const mpf_class norm = sqrt(wide(product(exact(u), exact(u))));
  const mpf_class bar = wide(Rational(rho * product(exact(u), world.d)));
  const mpf_class gap = wide(world.gap(exact(u)));
  return wide_sign(gap - bar + norm * wide(Rational(length)), norm + abs(bar)) >= 0;
}

/// Directions worth a claim: right normals, the same bent a little or much, and anything.
std::vector<Vec3> claims(Random& random, const std::vector<Vec3>& normals) {
  std::vector<Vec3> result;
  for (const Vec3& n : normals) {
    result.push_back(n);
    result.emplace_back(n + 1e-16 * random.unit_vector());
    result.emplace_back(n + 1e-8 * random.unit_vector());
    result.emplace_back(3.7 * n);
    result.emplace_back(-n);
  }
  result.push_back(random.unit_vector());
  result.emplace_back(1e-120 * random.unit_vector());
  result.emplace_back(1e120 * random.unit_vector());
  return result;
}

TEST(Gap, IsExactAlongAnyDirection) {
  for_every_agreement_case(kCases, [&](const Pair& pair, int index) {
    const WorldPair world(pair);
    EXPECT_EQ(exact_d_squared(pair), product(world.d, world.d));
    Random random(kAgreementSeed, 1, static_cast<std::uint64_t>(index));
    for (const Vec3& u : claims(random, {Vec3::UnitX(), Vec3(1, 1, 0)})) {
      EXPECT_EQ(exact_gap(pair, u), world.gap(exact(u)));
      EXPECT_EQ(exact_along_d(pair, u), product(exact(u), world.d));
    }
  });
}

TEST(Gap, ReachesPhiExactlyAsBruteForceSays) {
  Oracle oracle;
  QuickOracle quick;
  int reached = 0;
  int missed = 0;
  for_every_agreement_case(kCases, [&](const Pair& pair, int index) {
    const WorldPair world(pair);
    const Truth truth = oracle.solve(pair, false);
    const TruthOnDemand rounded = quick.solve(pair, false);
    Random random(kAgreementSeed, 2, static_cast<std::uint64_t>(index));
    for (const Vec3& u : claims(random, truth.normals)) {
      for (const double tolerance : {0.0, 1e-17, 1e-16, 1e-15, 1e-8, 1.0}) {
        const bool expected = reaches_by_brute_force(world, u, truth, tolerance);
        EXPECT_EQ(gap_reaches(pair, u, truth, tolerance), expected)
            << u.transpose() << " tolerance " << tolerance;
        EXPECT_EQ(gap_reaches(pair, u, rounded, tolerance), expected)
            << u.transpose() << " tolerance " << tolerance;
        ++(expected ? reached : missed);
      }
    }
  });
  EXPECT_GT(reached, 1000);
  EXPECT_GT(missed, 1000);
}

TEST(Gap, ReachesPhiDownToTheLastBitOfTheTolerance) {
  // Apart by 3 along x, 1 along u = (-3, -4, 0)/5 exactly: 2 less.
  const PolytopePtr cube = make_box({1, 1, 1});
  const Pair pair{cube, {}, cube, {Mat3::Identity(), Vec3(5, 1, 0)}};
  const Truth truth = Oracle().solve(pair, false);
  ASSERT_EQ(truth.phi, 3);
  const Vec3 u(-3, -4, 0);
  EXPECT_TRUE(gap_reaches(pair, u, truth, 2));
  EXPECT_FALSE(gap_reaches(pair, u, truth, std::nextafter(2.0, 0.0)));
  EXPECT_TRUE(gap_reaches(pair, {-1, 0, 0}, truth, 0));
  EXPECT_FALSE(gap_reaches(pair, {-1, 0x1p-40, 0}, truth, 0));
  EXPECT_FALSE(gap_reaches(pair, {1, 0, 0}, truth, 8));
}

/// Supports of a thousand sizes are rounded more than the gap that is left of them.
TEST(Gap, IsReachedExactlyByBodiesFarFromTheirOrigins) {
  Random random(kAgreementSeed, 4);
  const Vec3 origin = 1000 * random.unit_vector();
  const auto body_near = [&](const Vec3& center) {
    std::vector<Vec3> points;
    for (int k = 0; k < 8; ++k) points.emplace_back(center + random.unit_vector());
    return hull_of(std::move(points));
  };
  for (int k = 0; k < 20; ++k) {
    const PolytopePtr A = body_near(origin);
    const PolytopePtr B = body_near(origin + Vec3(3, 0, 0));
    const Mat3 R = random.rotation();
    const Pair pair{A, {R, Vec3::Zero()}, B, {R, Vec3::Zero()}};
    const WorldPair world(pair);
    const Truth truth = Oracle().solve(pair, false);
    const TruthOnDemand rounded = QuickOracle().solve(pair, false);
    for (int j = 0; j < 10; ++j) {
      const Vec3 u = random.unit_vector();
      const Rational gap = world.gap(exact(u));
      const double shortfall = truth.phi - gap.get_d() / u.norm();
      for (int step = -20; step <= 20; ++step) {
        const double tolerance = shortfall + 1e-14 * step;
        if (tolerance < 0) continue;
        const bool expected = reaches_by_brute_force(world, u, truth, tolerance);
        EXPECT_EQ(gap_reaches(pair, u, truth, tolerance), expected)
            << u.transpose() << " tolerance " << tolerance;
        EXPECT_EQ(gap_reaches(pair, u, rounded, tolerance), expected)
            << u.transpose() << " tolerance " << tolerance;
      }
    }
  }
}

TEST(Gap, RatioIsReachedExactlyAsBruteForceSays) {
  Oracle oracle;
  QuickOracle quick;
  int reached = 0;
  int missed = 0;
  for_every_agreement_case(kCases, [&](const Pair& pair, int index) {
    const Truth truth = oracle.solve(pair);
    if (!truth.ratio) return;
    const TruthOnDemand rounded = quick.solve(pair);
    const WorldPair world(pair);
    std::vector<Vec3> normals;
    for (const ExactVec3& u : truth.ratio->directions) {
      const Rational largest = std::max({abs(u[0]), abs(u[1]), abs(u[2])});
      normals.push_back(Vec3(Rational(u[0] / largest).get_d(), Rational(u[1] / largest).get_d(),
                             Rational(u[2] / largest).get_d())
                            .normalized());
    }
    Random random(kAgreementSeed, 3, static_cast<std::uint64_t>(index));
    for (const Vec3& u : claims(random, normals)) {
      for (const double tolerance : {0.0, 1e-16, 1e-15, 1e-12, 1e-8, 10.0}) {
        const Rational along = product(exact(u), world.d);
        const bool expected =
            along > 0 &&
            world.gap(exact(u)) >= Rational((truth.ratio->rho - Rational(tolerance)) * along);
        EXPECT_EQ(ratio_gap_reaches(pair, u, truth, tolerance), expected)
            << u.transpose() << " tolerance " << tolerance;
        EXPECT_EQ(ratio_gap_reaches(pair, u, rounded, tolerance), expected)
            << u.transpose() << " tolerance " << tolerance;
        ++(expected ? reached : missed);
      }
      for (const double length : {0.0, 1e-17, 1e-16, 1e-15, 1e-8, 1.0}) {
        const bool expected = product(exact(u), world.d) > 0 &&
                              ratio_reaches_by_brute_force(world, u, truth.ratio->rho, length);
        EXPECT_EQ(ratio_gap_reaches(pair, u, truth, 0, length), expected)
            << u.transpose() << " length " << length;
        EXPECT_EQ(ratio_gap_reaches(pair, u, rounded, 0, length), expected)
            << u.transpose() << " length " << length;
        ++(expected ? reached : missed);
      }
    }
  });
  EXPECT_GT(reached, 1000);
  EXPECT_GT(missed, 1000);
}

/// |error - |value - truth|| <= kErrorAccuracy |value - truth|.
void expect_error(double error, double value, const mpf_class& truth) {
  const mpf_class expected = abs(wide(Rational(value)) - truth);
  const mpf_class off = abs(wide(Rational(error)) - expected);
  EXPECT_LE(off, mpf_class(expected * kErrorAccuracy)) << value << " " << error;
}

/// Values at every distance from x, down to its neighbours.
std::vector<double> values_near(double x) {
  std::vector<double> values{x, -x, 0, 2 * x, x / 2, 1.9 * x, 3e5, -1e-300};
  for (double step = 1; step > 1e-17; step /= 8) {
    values.push_back(x * (1 + step));
    values.push_back(x * (1 - step));
  }
  values.push_back(std::nextafter(x, kInfinity));
  values.push_back(std::nextafter(x, -kInfinity));
  return values;
}

TEST(Gap, ErrorsAreRightUnderTotalCancellation) {
  Oracle oracle;
  for_every_agreement_case(kCases, [&](const Pair& pair, int /*index*/) {
    const Truth truth = oracle.solve(pair);
    const mpf_class phi = truth.sign * sqrt(wide(truth.phi_squared));
    for (const double value : values_near(truth.phi)) {
      expect_error(error_of(value, truth), value, phi);
    }
    if (!truth.ratio) return;
    const mpf_class rho = wide(truth.ratio->rho);
    for (const double value : values_near(truth.ratio->rho_rounded)) {
      expect_error(ratio_error_of(value, truth), value, rho);
    }
  });
}

/// The last doubles at which an error might be just within a limit.
std::vector<double> values_at(double truth, double limit) {
  std::vector<double> values;
  for (const double edge : {truth - limit, truth + limit}) {
    values.push_back(edge);
    double down = edge;
    double up = edge;
    for (int k = 0; k < 2; ++k) {
      values.push_back(down = std::nextafter(down, -kInfinity));
      values.push_back(up = std::nextafter(up, kInfinity));
    }
  }
  return values;
}

TEST(Gap, ErrorsAreHeldToALimitDownToTheLastBit) {
  QuickOracle oracle;
  int within = 0;
  int beyond = 0;
  for_every_agreement_case(kCases, [&](const Pair& pair, int /*index*/) {
    const TruthOnDemand truth = oracle.solve(pair);
    const Truth& exact = truth.exact();
    const mpf_class phi = exact.sign * sqrt(wide(exact.phi_squared));
    const auto expect_decision = [&](bool decision, double value, double limit,
                                     const mpf_class& x) {
      const mpf_class error = abs(wide(Rational(value)) - x);
      const bool expected = wide_sign(error - wide(Rational(limit)), abs(x) + limit) <= 0;
      EXPECT_EQ(decision, expected) << value << " limit " << limit;
      ++(expected ? within : beyond);
    };
    for (const double limit : {0.0, 1e-17, 1e-15, 0x1p-30, 1e-8, 1.0}) {
      // Each decision from a truth that has not been asked for its exact part yet as well.
      for (const double value : values_at(exact.phi, limit)) {
        expect_decision(error_within(value, truth, limit), value, limit, phi);
        expect_decision(error_within(value, oracle.solve(pair), limit), value, limit, phi);
      }
      if (!truth.rho()) continue;
      for (const double value : values_at(truth.rho()->value, limit)) {
        expect_decision(ratio_error_within(value, truth, limit), value, limit,
                        wide(exact.ratio->rho));
      }
    }
  });
  EXPECT_GT(within, 1000);
  EXPECT_GT(beyond, 1000);
}

TEST(Gap, ErrorsOfExactValuesAreZero) {
  const PolytopePtr cube = make_box({1, 1, 1});
  const Truth truth = Oracle().solve({cube, {}, cube, {Mat3::Identity(), Vec3(1.25, 0, 0)}});
  EXPECT_EQ(error_of(-0.75, truth), 0);
  EXPECT_EQ(error_of(0.75, truth), 1.5);
  EXPECT_EQ(error_of(std::nextafter(-0.75, 0.0), truth), 0x1p-53);
  ASSERT_TRUE(truth.ratio);
  EXPECT_EQ(truth.ratio->rho, Rational(-3, 5));
  EXPECT_EQ(ratio_error_of(0, truth), 0.6);
}

TEST(Gap, UlpIsTheSpacingOfDoubles) {
  EXPECT_EQ(ulp_of(1, 8), 0x1p-52);
  EXPECT_EQ(ulp_of(-1, 8), 0x1p-52);
  EXPECT_EQ(ulp_of(std::nextafter(1.0, 0.0), 8), 0x1p-53);
  EXPECT_EQ(ulp_of(0, 8), 0x1p-49);
}

}  // namespace
}  // namespace touchstone
