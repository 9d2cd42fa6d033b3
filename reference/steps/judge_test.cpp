// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "reference/steps.hpp"

namespace touchstone {
namespace {

using Cone = StepQuestion::Cone;

/// A step that owns its numbers.
struct OwnedStep {
  Cone cone = Cone::round;
  int dimension = 3;
  std::vector<double> polygon, mu, blocks, q;
  std::vector<int> begin = {0}, column;

  void add_row(const std::vector<std::pair<int, std::vector<double>>>& row) {
    for (const auto& [j, block] : row) {
      column.push_back(j);
      blocks.insert(blocks.end(), block.begin(), block.end());
    }
    begin.push_back(static_cast<int>(column.size()));
  }
  StepQuestion question() const { return {cone, dimension, polygon, mu, begin, column, blocks, q}; }
  StepJudgement judge(const std::vector<double>& P, const std::vector<double>& w = {}) const {
    return judge_step(question(), {P, w});
  }
};

std::vector<double> diagonal(double x, double y, double z) { return {x, 0, 0, 0, y, 0, 0, 0, z}; }

OwnedStep single(double mu, const std::vector<double>& q, const std::vector<double>& W) {
  OwnedStep step;
  step.mu = {mu};
  step.q = q;
  step.add_row({{0, W}});
  return step;
}

/// Unit mobility; q presses by 1 and pushes by `push` in the direction of 1 rad.
OwnedStep pushed(double mu, double push) {
  return single(mu, {-1, push * std::cos(1), push * std::sin(1)}, diagonal(1, 1, 1));
}

TEST(StepJudge, AcceptsTheClosedFormsOfOneContact) {
  for (const double mu : {0.0, 0.5, 3.0}) {
    const OwnedStep open = single(mu, {1, 2, 3}, diagonal(1, 1, 1));
    EXPECT_EQ(open.judge({0, 0, 0}).r, 0) << mu;
    EXPECT_TRUE(open.judge({0, 0, 0}).solved);
    const OwnedStep stuck = pushed(mu, 0.9 * mu);
    const StepJudgement sticks = stuck.judge({1, -stuck.q[1], -stuck.q[2]}, {0, 0, 0});
    EXPECT_EQ(sticks.r, 0) << mu;
    EXPECT_TRUE(sticks.solved);
    const OwnedStep sliding = pushed(mu, 5);
    const StepJudgement slides = sliding.judge({1, -mu * std::cos(1), -mu * std::sin(1)});
    EXPECT_LT(slides.r, 1e-15) << mu;
    EXPECT_TRUE(slides.solved);
    EXPECT_LT(slides.natural_map.value(), 1e-15) << mu;
  }
}

TEST(StepJudge, RejectsWhatBreaksTheLaw) {
  for (const double mu : {0.0, 0.5, 3.0}) {
    const OwnedStep sliding = pushed(mu, 5);
    const auto friction = [&](double size, double turned) -> std::vector<double> {
      return {1, -size * std::cos(1 + turned), -size * std::sin(1 + turned)};
    };
    EXPECT_TRUE(sliding.judge(friction(mu, 0)).solved);
    EXPECT_FALSE(sliding.judge(friction(mu + 1e-6, 0)).solved) << "outside the cone";
    if (mu > 0) {
      EXPECT_FALSE(sliding.judge(friction(mu, 1e-6)).solved) << "not opposite to the slip";
      EXPECT_FALSE(sliding.judge(friction(mu - 1e-6, 0)).solved) << "slips with too little";
    }
    const OwnedStep open = single(mu, {1, 0, 0}, diagonal(1, 1, 1));
    EXPECT_FALSE(open.judge({1e-6, 0, 0}).solved) << "an open contact that presses";
    EXPECT_FALSE(open.judge({-1e-6, 0, 0}).solved) << "pulls";
    EXPECT_FALSE(open.judge({-1, 0, 0}).solved) << "pulls until it touches";
    EXPECT_FALSE(pushed(mu, 0).judge({0.5, 0, 0}).solved) << "goes on sinking";
  }
}

TEST(StepJudge, AnswersThatCannotBeJudgedSayWhy) {
  const OwnedStep step = pushed(0.5, 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(step.judge({1, 0}).unusable, "there are 2 impulses for 3 rows");
  EXPECT_EQ(step.judge({1, 0, 0}, {0}).unusable, "there are 1 velocities for 3 rows");
  EXPECT_EQ(step.judge({1, nan, 0}).unusable, "an impulse is not finite");
  EXPECT_EQ(step.judge({1, 0, 0}, {0, nan, 0}).unusable, "a velocity is not finite");
  EXPECT_EQ(step.judge({1, 0, 0}, {0, 1e-6, 0}).unusable,
            "the velocity of contact 0 is not W P + q");
  EXPECT_EQ(step.judge({1, 0, 0}, {0, 1e-6, 0}).r, std::numeric_limits<double>::infinity());
  EXPECT_EQ(step.judge({1, 0, 0}, {0, 9e-10, 0}).unusable, "");
}

TEST(StepJudge, WhereNothingMovesOnlyAnExactAnswerIsRight) {
  const OwnedStep rest = single(0.5, {0, 0, 0}, diagonal(1, 1, 1));
  EXPECT_TRUE(rest.judge({0, 0, 0}).solved);
  EXPECT_FALSE(rest.judge({1e-300, 0, 0}).solved);
}

// w_N of contact 0 is a product of 106 bits, the accepted error to the last of them, and 2^-110.
TEST(StepJudge, TheThresholdIsExact) {
  const double u = 1.2345678901234567;
  for (const double beyond : {-0x1p-110, 0.0, 0x1p-110}) {
    OwnedStep step;
    step.mu = {1, 0, 0};
    step.q = {-1, 0, 0, -u, 0, 0, -1, 0, 0};
    step.add_row({{0, diagonal(1, 1, 1)},
                  {1, diagonal(kAcceptedStepError, 0, 0)},
                  {2, diagonal(beyond, 0, 0)}});
    step.add_row({{1, diagonal(1, 1, 1)}});
    step.add_row({{2, diagonal(1, 1, 1)}});
    const StepJudgement judgement = step.judge({1, 0, 0, u, 0, 0, 1, 0, 0});
    EXPECT_EQ(judgement.solved, beyond <= 0) << beyond;
    EXPECT_GE(judgement.exact_contacts, 1U);
    EXPECT_EQ(judgement.worst, 0U);
    EXPECT_NEAR(judgement.r, 1e-9, 1e-24);
  }
}

// The slip's direction is irrational, and the error is within 2^-70 of what is accepted.
TEST(StepJudge, TheThresholdOfFrictionIsExact) {
  const OwnedStep sliding = pushed(0.5, 5);
  double low = 0, high = 1e-6;  // friction beyond the cone
  const auto judged = [&](double beyond) {
    return sliding.judge({1, -(0.5 + beyond) * std::cos(1), -(0.5 + beyond) * std::sin(1)});
  };
  while (std::nextafter(low, high) != high) {
    const double middle = (low + high) / 2;
    (judged(middle).solved ? low : high) = middle;
    if (middle == low && middle == high) break;
    if (high - low < 1e-20) break;
  }
  const double unit = std::hypot(5 * std::cos(1), 5 * std::sin(1));
  EXPECT_NEAR(high, 1e-9 * unit, 1e-15);
}

// The formula again, in doubles and without masses of other units.
double plain_error(const OwnedStep& step, const std::vector<double>& P) {
  const std::size_t n = step.mu.size();
  std::vector<double> m(n);
  double unit = 0, most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = step.begin[i]; k < step.begin[i + 1]; ++k) {
      if (at(step.column[at(k)]) == i) m[i] = 1 / step.blocks[at(k) * 9];
    }
    unit = std::max({unit, std::sqrt(m[i]) * std::abs(step.q[3 * i]),
                     std::sqrt(m[i]) * std::hypot(step.q[3 * i + 1], step.q[3 * i + 2])});
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> w(step.q.begin() + static_cast<std::ptrdiff_t>(3 * i),
                          step.q.begin() + static_cast<std::ptrdiff_t>(3 * i + 3));
    for (int k = step.begin[i]; k < step.begin[i + 1]; ++k) {
      for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c) {
          w[r] += step.blocks[at(k) * 9 + 3 * r + c] * P[at(step.column[at(k)]) * 3 + c];
        }
      }
    }
    const double c = P[3 * i] / std::sqrt(m[i]);
    const double w_N = w[0] * std::sqrt(m[i]);
    const double f_x = P[3 * i + 1] / std::sqrt(m[i]), f_y = P[3 * i + 2] / std::sqrt(m[i]);
    double x = f_x - w[1] * std::sqrt(m[i]), y = f_y - w[2] * std::sqrt(m[i]);
    const double rho = step.mu[i] * std::max(c, 0.0);
    if (step.cone == Cone::round) {
      const double length = std::hypot(x, y);
      if (length > rho) x *= rho / length, y *= rho / length;
    } else {
      x = std::clamp(x, -rho, rho);
      y = std::clamp(y, -rho, rho);
    }
    most = std::max({most, std::abs(std::min(c, w_N)), std::hypot(f_x - x, f_y - y)});
  }
  return most / unit;
}

OwnedStep random_step(Random& random, int contacts) {
  OwnedStep step;
  for (int i = 0; i < contacts; ++i) {
    step.mu.push_back(random.below(4) == 0 ? 0 : random.uniform(0, 2));
    std::vector<std::pair<int, std::vector<double>>> row;
    for (int j = 0; j < contacts; ++j) {
      std::vector<double> block(9);
      for (double& x : block) x = random.uniform(-1, 1);
      if (i == j) block[0] = random.uniform(0.5, 3);
      if (i == j || random.below(2) == 0) row.emplace_back(j, block);
    }
    step.add_row(row);
    for (int k = 0; k < 3; ++k) step.q.push_back(random.uniform(-2, 2));
  }
  return step;
}

std::vector<double> random_impulses(Random& random, int contacts) {
  std::vector<double> P;
  for (int i = 0; i < 3 * contacts; ++i) P.push_back(random.uniform(-1, 2));
  return P;
}

TEST(StepJudge, AgreesWithTheFormulaInDoubles) {
  Random random(1);
  for (int sample = 0; sample < 3000; ++sample) {
    const int contacts = 1 + static_cast<int>(random.below(4));
    OwnedStep step = random_step(random, contacts);
    step.cone = sample % 2 == 0 ? Cone::round : Cone::box;
    const std::vector<double> P = random_impulses(random, contacts);
    const StepJudgement judgement = step.judge(P);
    const double plain = plain_error(step, P);
    EXPECT_NEAR(judgement.r, plain, 1e-12 * plain + 1e-15) << sample;
    EXPECT_EQ(judgement.exact_contacts, 0U) << sample;
  }
}

TEST(StepJudge, ASquareAsAPolygonIsTheBox) {
  Random random(2);
  for (int sample = 0; sample < 500; ++sample) {
    OwnedStep step = random_step(random, 2);
    const std::vector<double> P = random_impulses(random, 2);
    step.cone = Cone::box;
    const double r = step.judge(P).r;
    step.cone = Cone::polygon;
    step.polygon = {1, -1, 1, 1, -1, 1, -1, -1};
    const StepJudgement judgement = step.judge(P);
    EXPECT_NEAR(judgement.r, r, 1e-14 * r) << sample;
    EXPECT_EQ(judgement.exact_contacts, 2U);
  }
}

/// A random step, and impulses that solve it but for rounding: contacts open, stick or slide.
std::pair<OwnedStep, std::vector<double>> solved_step(Random& random, int contacts) {
  OwnedStep step = random_step(random, contacts);
  std::vector<double> P, w;
  for (int i = 0; i < contacts; ++i) {
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    const auto add = [angle](std::vector<double>& all, double normal, double size) {
      all.insert(all.end(), {normal, size * std::cos(angle), size * std::sin(angle)});
    };
    const std::uint64_t mode = random.below(3);
    const double c = mode == 0 ? 0 : random.uniform(0.1, 1);
    const double friction = step.mu[at(i)] * c * (mode == 1 ? random.uniform(0, 0.9) : -1);
    add(P, c, friction);
    add(w, mode == 0 ? random.uniform(0, 1) : 0, mode == 1 ? 0 : random.uniform(0.1, 1));
  }
  step.q = w;
  for (std::size_t i = 0; i < at(contacts); ++i) {
    for (int k = step.begin[i]; k < step.begin[i + 1]; ++k) {
      for (std::size_t e = 0; e < 9; ++e) {
        step.q[3 * i + e / 3] -= step.blocks[9 * at(k) + e] * P[3 * at(step.column[at(k)]) + e % 3];
      }
    }
  }
  return {step, P};
}

using ContactVector = std::array<double, 3>;

/// A vector at a contact whose tangents have been turned by -angle.
ContactVector turned(const ContactVector& v, double angle) {
  return {v[0], std::cos(angle) * v[1] - std::sin(angle) * v[2],
          std::sin(angle) * v[1] + std::cos(angle) * v[2]};
}

ContactVector three_of(const std::vector<double>& all, std::size_t i) {
  return {all[3 * i], all[3 * i + 1], all[3 * i + 2]};
}

/// The contacts in reverse order, with tangents turned by these angles.
OwnedStep reversed(const OwnedStep& step, const std::vector<double>& angle,
                   std::vector<double>& impulses) {
  OwnedStep other;
  const std::vector<double> P = std::exchange(impulses, {});
  for (std::size_t i = step.mu.size(); i-- > 0;) {
    other.mu.push_back(step.mu[i]);
    std::vector<std::pair<int, std::vector<double>>> row;
    for (int k = step.begin[i]; k < step.begin[i + 1]; ++k) {
      const std::size_t j = at(step.column[at(k)]);
      std::array<ContactVector, 3> columns;  // T_i W T_j'
      for (std::size_t r = 0; r < 3; ++r) {
        const ContactVector line = turned(three_of(step.blocks, 3 * at(k) + r), angle[j]);
        for (std::size_t c = 0; c < 3; ++c) columns[c][r] = line[c];
      }
      for (ContactVector& column : columns) column = turned(column, angle[i]);
      std::vector<double> block;
      for (std::size_t e = 0; e < 9; ++e) block.push_back(columns[e % 3][e / 3]);
      row.emplace_back(static_cast<int>(step.mu.size() - 1 - j), block);
    }
    other.add_row(row);
    const ContactVector q = turned(three_of(step.q, i), angle[i]);
    const ContactVector p = turned(three_of(P, i), angle[i]);
    other.q.insert(other.q.end(), q.begin(), q.end());
    impulses.insert(impulses.end(), p.begin(), p.end());
  }
  return other;
}

// Grams, kilometres and milliseconds; then contacts in another order, and turned tangents. Answers
// from solved to far off.
TEST(StepJudge, UnitsOrderAndTangentsAreOfNoMatter) {
  Random random(3);
  int solved = 0;
  for (int sample = 0; sample < 1000; ++sample) {
    auto [step, P] = solved_step(random, 3);
    const double off = std::pow(10.0, -static_cast<double>(random.below(19)));
    for (double& x : P) x += off * random.uniform(-1, 1);
    const StepJudgement plain = step.judge(P);
    solved += plain.solved ? 1 : 0;
    const double allowed = 1e-6 * plain.r + 1e-15;
    OwnedStep scaled = step;
    std::vector<double> impulses = P;
    for (double& x : scaled.blocks) x *= 1e-3;
    for (double& x : scaled.q) x *= 1e-6;
    for (double& x : impulses) x *= 1e-3;
    EXPECT_NEAR(scaled.judge(impulses).r, plain.r, allowed) << sample;
    // Powers of two keep every bit.
    scaled = step;
    for (double& x : scaled.blocks) x *= 0x1p-10;
    for (double& x : scaled.q) x *= 0x1p-13;
    impulses = P;
    for (double& x : impulses) x *= 0x1p-3;
    EXPECT_EQ(scaled.judge(impulses).r, plain.r) << sample;

    std::vector<double> angle;
    for (int i = 0; i < 3; ++i) angle.push_back(random.uniform(0, 2 * std::numbers::pi));
    impulses = P;
    const OwnedStep other = reversed(step, angle, impulses);
    EXPECT_NEAR(other.judge(impulses).r, plain.r, allowed) << sample;
    if (off > 1e-12) {
      EXPECT_EQ(other.judge(impulses).worst, 2 - plain.worst) << sample;
    }
  }
  EXPECT_GE(solved, 300);
  EXPECT_LE(solved, 700);
}

TEST(StepJudge, InThePlaneEveryConeIsASegment) {
  OwnedStep step;
  step.dimension = 2;
  step.mu = {0.5};
  step.q = {-1, 5};
  step.add_row({{0, {1, 0, 0, 1}}});
  for (const Cone cone : {Cone::round, Cone::box, Cone::polygon}) {
    step.cone = cone;
    EXPECT_EQ(step.judge({1, -0.5}).r, 0);
    EXPECT_TRUE(step.judge({1, -0.5}, {0, 4.5}).solved);
    EXPECT_FALSE(step.judge({1, -0.5 - 1e-6}).solved);
  }
}

// Contact 1 hardly moves: its mass has a floor, 1e6 times that of contact 0.
TEST(StepJudge, TheMassHasAFloor) {
  OwnedStep step;
  step.mu = {0, 0};
  step.q = {-1, 0, 0, -1e-8, 0, 0};
  step.add_row({{0, diagonal(1, 1, 1)}});
  step.add_row({{1, diagonal(1e-12, 1, 1)}});
  // w_N of contact 1 is -1e-8, times sqrt(1e6) 1e-5; the unit is 1.
  EXPECT_NEAR(step.judge({1, 0, 0, 1, 0, 0}).r, 1e-5, 1e-8);
}

TEST(StepJudge, TheLimitIsThatOfTheImpulses) {
  OwnedStep step;
  step.mu = {0, 0};
  step.q = {-1, 0, 0, -1, 0, 0};
  const std::vector<double> ones = diagonal(1, 0, 0);
  step.add_row({{0, ones}, {1, {-1, 0, 0, 0, 0, 0, 0, 0, 0}}});
  step.add_row({{0, {-1, 0, 0, 0, 0, 0, 0, 0, 0}}, {1, ones}});
  EXPECT_NEAR(step.judge({1, 0, 0, 1, 0, 0}).limit, 3 * 0x1p-53, 1e-20);
  EXPECT_NEAR(step.judge({1e9, 0, 0, 1e9, 0, 0}).limit, 2e9 * 0x1p-53, 1e-12);
}

TEST(StepJudge, TheLimitOverflowsNowhere) {
  const OwnedStep step = single(0, {-1e308, 0, 0}, diagonal(1.7e308, 1, 1));
  const StepJudgement judgement = step.judge({1e308 / 1.7e308, 0, 0});
  EXPECT_LT(judgement.r, 1e-15);
  EXPECT_LT(judgement.limit, 1e-15);
}

TEST(StepJudge, ExtremeNumbersAreDecidedExactly) {
  for (const double scale : {1e-150, 1e150}) {
    OwnedStep step = single(0.5, {-scale, 5 * scale, 0}, diagonal(1, 1, 1));
    const StepJudgement right = step.judge({scale, -0.5 * scale, 0});
    EXPECT_TRUE(right.solved) << scale;
    EXPECT_LT(right.r, 1e-15);
    EXPECT_FALSE(step.judge({scale, -0.5 * scale * (1 + 1e-6), 0}).solved) << scale;
  }
}

TEST(StepJudge, WhatIsNotSolvedIsNeverShownSo) {
  // An impulse that would stop it is 1e-324.
  const double W = 1e24;
  const StepJudgement idle =
      single(0.5, {-1.3e-300, 3e-300, 0}, diagonal(W, W, W)).judge({0, 0, 0});
  EXPECT_FALSE(idle.solved);
  EXPECT_NEAR(idle.r, 1.3 / 3, 1e-12);
  const double light = 0x1p-500;
  const OwnedStep lighter = single(0, {-0x1p-570, 0, 0}, diagonal(light, light, light));
  EXPECT_TRUE(lighter.judge({0x1p-70, 0, 0}).solved);
  EXPECT_GT(lighter.judge({0x1.00001p-70, 0, 0}).r, kAcceptedStepError);
}

}  // namespace
}  // namespace touchstone
