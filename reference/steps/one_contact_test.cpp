// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/tests/planted_loop.hpp"
#include "reference/steps.hpp"
#include "reference/steps/one_contact.hpp"
#include "reference/steps/polynomial.hpp"

namespace touchstone {
namespace {

using Mode = ContactSolution::Mode;
using testing::StartsWith;

struct Single {
  std::vector<double> mu, W, q;
  std::vector<int> begin = {0, 1}, column = {0};
  StepQuestion question() const {
    return {StepQuestion::Cone::round, 3, {}, mu, begin, column, W, q};
  }
};

/// W = A A' plus a small multiple of the identity.
Single random_contact(Random& random, double mu) {
  Single single;
  std::array<double, 9> A;
  for (double& x : A) x = random.uniform(-1, 1);
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      double sum = r == c ? 0.01 : 0;
      for (std::size_t k = 0; k < 3; ++k) sum += A[3 * r + k] * A[3 * c + k];
      single.W.push_back(sum);
    }
  }
  for (int k = 0; k < 3; ++k) single.q.push_back(random.uniform(-1, 1));
  single.mu = {mu};
  return single;
}

/// Changes of the sign of p.w_T around the circle where the contact presses and slips along e.
int slides_on_a_grid(const Single& single, int points) {
  const auto& W = single.W;
  const auto& q = single.q;
  int count = 0;
  double last = 0;
  bool last_valid = false;
  for (int k = 0; k <= points; ++k) {
    const double t = (2 * k + 0.5) * std::numbers::pi / points;
    const double e[2] = {std::cos(t), std::sin(t)};
    const double c = -q[0] / (W[0] - single.mu[0] * (W[1] * e[0] + W[2] * e[1]));
    double w[2];
    for (std::size_t r = 0; r < 2; ++r) {
      const double* row = &W[3 * r + 3];
      w[r] = q[r + 1] + c * (row[0] - single.mu[0] * (row[1] * e[0] + row[2] * e[1]));
    }
    const double across = e[0] * w[1] - e[1] * w[0];
    const bool valid = c > 0 && e[0] * w[0] + e[1] * w[1] > 0;
    count += k > 0 && valid && last_valid && across * last < 0 ? 1 : 0;
    last = across;
    last_valid = valid;
  }
  return count;
}

TEST(OneContact, ClosedForms) {
  Single single{{0.5}, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {1, 2, 3}};
  auto found = solutions_of_one_contact(single.question());
  ASSERT_TRUE(found && found->size() == 1U);
  EXPECT_EQ(found->front().mode, Mode::open);
  single.q = {-1, 0.25, 0.125};
  found = solutions_of_one_contact(single.question());
  ASSERT_TRUE(found && found->size() == 1U);
  EXPECT_EQ(found->front().mode, Mode::stick);
  EXPECT_EQ(found->front().impulses, (std::array<double, 3>{1, -0.25, -0.125}));
  single.q = {-1, 3, 4};
  found = solutions_of_one_contact(single.question());
  ASSERT_TRUE(found && found->size() == 1U);
  EXPECT_EQ(found->front().mode, Mode::slide);
  EXPECT_NEAR(found->front().impulses[2], -0.4, 1e-16);
  single.q = {-1, -3, 0};  // t = pi, where tan(t/2) is infinite
  found = solutions_of_one_contact(single.question());
  ASSERT_TRUE(found && found->size() == 1U);
  EXPECT_EQ(found->front().impulses, (std::array<double, 3>{1, 0.5, 0}));
  single.W[8] = 0;
  EXPECT_FALSE(solutions_of_one_contact(single.question()));
}

TEST(OneContact, IsNotDecidedWhereAnyImpulseKeepsItOnTheGround) {
  // Along (0.6, 0.8) friction presses as much as the impulse lifts, and w = (0, 3, 4) is left.
  Single single{{2}, {6, 5, 0, 5, 8, 0, 0, 0, 1}, {0, 26, 12}};
  EXPECT_LE(judge_step(single.question(), {std::vector<double>{5, -6, -8}, {}}).r, 1e-30);
  EXPECT_FALSE(solutions_of_one_contact(single.question()));
  // Along (-1, 0), which no tan(t/2) has.
  single = {{2}, {10, -5, 0, -5, 8, 0, 0, 0, 1}, {0, -26, 0}};
  EXPECT_FALSE(solutions_of_one_contact(single.question()));
  // Nowhere: the contact rests.
  single.mu = {1};
  const auto found = solutions_of_one_contact(single.question());
  ASSERT_TRUE(found && found->size() == 1U);
  EXPECT_EQ(found->front().mode, Mode::open);
}

TEST(OneContact, EverySolutionIsAcceptedAndNoneIsMissed) {
  Random random(46);
  int several = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const Single single = random_contact(random, std::array{0.0, 0.5, 3.0, 100.0}[sample % 4]);
    const auto found = solutions_of_one_contact(single.question());
    ASSERT_TRUE(found && !found->empty()) << sample;
    int slides = 0;
    for (const ContactSolution& solution : *found) {
      const StepJudgement judgement = judge_step(single.question(), {solution.impulses, {}});
      EXPECT_LE(judgement.r, 1e-10) << sample;
      slides += solution.mode == Mode::slide ? 1 : 0;
    }
    int on_a_grid = slides_on_a_grid(single, 20000);
    if (on_a_grid != slides) on_a_grid = slides_on_a_grid(single, 2000000);
    EXPECT_EQ(slides, on_a_grid) << sample;
    EXPECT_EQ(found->size() % 2, 1U) << sample;
    several += found->size() > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 0);
}

TEST(OneContact, HasExactSignsAtItsSlip) {
  // It slides along (1, 1), with P = (1, -sqrt(1/8), -sqrt(1/8)).
  const Rational mu = Rational(1) / 2;
  const RationalVector x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  const auto found = rational_solutions({mu, {x, y, z}, {-1, 1, 1}});
  ASSERT_TRUE(found && found->size() == 1U);
  const RationalSolution& slide = found->front();
  ASSERT_TRUE(slide.slip);
  EXPECT_EQ(slide.sign_of({0, {0, 1, -1}}), 0);
  EXPECT_EQ(slide.sign_of({0, x}), 1);
  EXPECT_EQ(slide.sign_of({0, y}), -1);
  EXPECT_EQ(slide.sign_inside_cone({{{0, x}, {0, y}, {0, z}}}, mu), 0);
  const Rational little = Rational(1) / Rational(Integer(1) << 200);
  for (const int sign : {1, -1}) {
    EXPECT_EQ(slide.sign_of({sign * little, {0, 1, -1}}), sign);
    const Rational other = mu + sign * little;
    EXPECT_EQ(slide.sign_inside_cone({{{0, x}, {0, y}, {0, z}}}, other), sign);
  }
}

TEST(RealRoots, DoubleRootsAndRootsOnEndsAreFound) {
  // (z - 1)^2 (z + 2) z
  const RationalPolynomial a = {0, 2, -3, 0, 1};
  const RealRoots roots(a);
  ASSERT_EQ(roots.intervals().size(), 3U);
  RootInterval last = roots.intervals()[2];
  EXPECT_EQ(roots.sign_at({-1, 1}, last), 0);
  EXPECT_EQ(roots.sign_at({-2, 1}, last), -1);
  EXPECT_EQ(roots.sign_at({0, 1}, last), 1);
  while (last.high - last.low > Rational(1, 1000)) roots.refine(last);
  EXPECT_LE(last.low, 1);
  EXPECT_GE(last.high, 1);
}

TEST(RealRoots, EndlessLoopsAreNamed) {
  const RationalPolynomial a = {-2, 0, 1};
  const RealRoots roots(a);
  RootInterval root = roots.intervals().back();
  const auto isolate = [&] { RealRoots again(a); };
  EXPECT_THAT(end_of_planted("real roots: intervals", isolate),
              StartsWith("real roots: intervals"));
  const auto sign = [&] { roots.sign_at({Rational(-7, 5), 1}, root); };
  EXPECT_THAT(end_of_planted("real roots: halvings", sign), StartsWith("real roots: halvings"));
  const RationalVector x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  const auto digits = [&] { rational_solutions({1, {x, y, z}, {-1, 2, 1}}); };
  EXPECT_THAT(end_of_planted("real roots: digits", digits), StartsWith("real roots: digits"));
}

}  // namespace
}  // namespace touchstone
