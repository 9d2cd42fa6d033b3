// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/truth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Two hulls, penetrating or apart, with what was settled of them in doubles.
struct Settled {
  explicit Settled(double x) {
    Random random(5);
    pair.A = make_random_sphere_hull(random, 12);
    pair.B = make_random_sphere_hull(random, 12);
    pair.X_WB = {random.rotation(), Vec3(x, 0.25, 0.125)};
    exact = oracle.solve(pair);
    rounded = oracle.settle(pair).value();
  }
  RoundedTruthCheck check() const { return check_rounded_truth(rounded, exact); }

  Oracle oracle;
  Pair pair;
  Truth exact;
  RoundedTruth rounded;
};

/// What does not hold once `falsify` has had its way with a truth that holds.
template <class Falsify>
void expect_only(double x, bool RoundedTruthCheck::*part, const Falsify& falsify) {
  Settled s(x);
  ASSERT_TRUE(s.check().holds());
  EXPECT_EQ(fault_of(s.rounded, s.exact), "");
  falsify(s.rounded);
  RoundedTruthCheck check = s.check();
  EXPECT_FALSE(check.*part);
  EXPECT_NE(fault_of(s.rounded, s.exact), "");
  check.*part = true;
  EXPECT_TRUE(check.holds()) << fault_of(s.rounded, s.exact);
}

class RoundedTruthCheckOf : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(PenetratingAndSeparated, RoundedTruthCheckOf, testing::Values(0.5, 3));

TEST_P(RoundedTruthCheckOf, AWrongSignIsSeen) {
  expect_only(GetParam(), &RoundedTruthCheck::sign, [](RoundedTruth& t) { t.sign = -t.sign; });
}

TEST_P(RoundedTruthCheckOf, AValueThatIsAnUlpOffIsSeen) {
  for (const double towards : {-kInfinity, kInfinity}) {
    expect_only(GetParam(), &RoundedTruthCheck::phi, [&](RoundedTruth& t) {
      const double value = std::nextafter(t.phi.value, towards);
      // The enclosure stays where it is.
      t.phi.tail += t.phi.value - value;
      t.phi.value = value;
      t.phi.doubt += std::abs(t.phi.tail) * 0x1p-52;
    });
    expect_only(GetParam(), &RoundedTruthCheck::rho, [&](RoundedTruth& t) {
      const double value = std::nextafter(t.rho->value, towards);
      t.rho->tail += t.rho->value - value;
      t.rho->value = value;
      t.rho->doubt += std::abs(t.rho->tail) * 0x1p-52;
    });
  }
}

TEST_P(RoundedTruthCheckOf, AnEnclosureThatIsTooNarrowIsSeen) {
  for (const int side : {-2, 2}) {
    expect_only(GetParam(), &RoundedTruthCheck::phi_enclosed,
                [&](RoundedTruth& t) { t.phi.tail += side * 0x1p-90; });
    expect_only(GetParam(), &RoundedTruthCheck::rho_enclosed,
                [&](RoundedTruth& t) { t.rho->tail += side * 0x1p-90; });
  }
  expect_only(GetParam(), &RoundedTruthCheck::phi_enclosed,
              [](RoundedTruth& t) { t.phi.doubt = 0; });
  expect_only(GetParam(), &RoundedTruthCheck::phi_enclosed,
              [](RoundedTruth& t) { t.phi.doubt = kInfinity; });
}

TEST_P(RoundedTruthCheckOf, ANormalThatIsOffByMoreThanItMayBeIsSeen) {
  const auto turned_by = [](double angle) {
    return [angle](RoundedTruth& t) {
      t.normal += angle * t.normal.cross(Vec3(1, 2, 3)).normalized();
    };
  };
  expect_only(GetParam(), &RoundedTruthCheck::normal, turned_by(1.1 * kNormalError));
  expect_only(GetParam(), &RoundedTruthCheck::normal, [](RoundedTruth& t) { t.normal *= -1; });
  expect_only(GetParam(), &RoundedTruthCheck::normal,
              [](RoundedTruth& t) { t.normal *= 1 + 1.1 * kNormalError; });
  expect_only(GetParam(), &RoundedTruthCheck::normal,
              [](RoundedTruth& t) { t.normal[0] = std::nan(""); });
  Settled s(GetParam());
  turned_by(0.9 * kNormalError)(s.rounded);
  EXPECT_TRUE(s.check().holds());
  // None is claimed.
  s.rounded.normal.setZero();
  EXPECT_TRUE(s.check().holds());
}

TEST(RoundedTruthCheck, ARatioOnOneSideOnlyIsSeen) {
  Settled s(3);
  const std::optional<RoundedReal> rho = std::exchange(s.rounded.rho, std::nullopt);
  EXPECT_FALSE(s.check().rho);
  s.exact.ratio.reset();
  EXPECT_TRUE(s.check().holds());
  s.rounded.rho = rho;
  EXPECT_FALSE(s.check().rho);
}

}  // namespace
}  // namespace touchstone
