// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/gradient_judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "dynamics/solid_moments.hpp"
#include "geometry/shapes.hpp"
#include "harness/gradient/tests/gradient_mutants.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

Pair boxes(const Vec3& half_A, const Vec3& half_B, const Vec3& t_B) {
  return {make_box(half_A), {}, make_box(half_B), {Mat3::Identity(), t_B}};
}

/// A turned by half a right angle and more about an axis, so that a corner is lowest, above B.
Pair corner_above_face(double height) {
  const Mat3 R = Eigen::AngleAxisd(0.5, Vec3(1, 2, 0.5).normalized()).toRotationMatrix();
  Pair pair{make_box({1, 1, 1}), {R, {0.25, 0.5, 0}}, make_box({4, 4, 1}), {}};
  double lowest = 0;
  for (const Vec3& v : pair.A->vertices()) lowest = std::min(lowest, (R * v).z());
  pair.X_WA.t.z() = 1 + height - lowest;
  pair.X_WB = {Eigen::AngleAxisd(0.25, Vec3::UnitZ()).toRotationMatrix(), {0.5, 0.25, 0}};
  return pair;
}

Gradient gradient_at(const Pair& pair, const Vec3& n, const Vec3& p) {
  return {n, (p - pair.X_WA.t).cross(n), -n, n.cross(p - pair.X_WB.t)};
}

struct Judged {
  explicit Judged(Pair of, Quantity quantity = Quantity::euclidean)
      : pair(std::move(of)), truth(Oracle().solve(pair)), judge(pair, truth, quantity) {}
  GradientVerdict verdict(const Gradient& gradient, std::optional<bool> differentiable = {}) const {
    return judge.judge(ClaimedGradient{gradient, differentiable});
  }
  GradientWord word(const Gradient& gradient, std::optional<bool> differentiable = {}) const {
    return verdict(gradient, differentiable).word;
  }
  /// The exact piece of a direction and a corner, rounded.
  Gradient piece(std::size_t direction = 0, std::size_t corner = 0) const {
    const ExactGradient::Direction& of = judge.exact()->directions.at(direction);
    const ExactVec12& exactly = of.pieces.at(corner);
    const auto part = [&](std::size_t first) {
      const auto entry = [&](std::size_t i) {
        return round_to_double(RootQuotient{exactly.at(first + i), of.square});
      };
      return Vec3(entry(0), entry(1), entry(2));
    };
    return {part(0), part(3), part(6), part(9)};
  }

  Pair pair;
  TruthOnDemand truth;
  GradientJudge judge;
};

Gradient plus(const Gradient& a, const Gradient& b, double s = 1) {
  return {a.v_A + s * b.v_A, a.w_A + s * b.w_A, a.v_B + s * b.v_B, a.w_B + s * b.w_B};
}

Gradient average(const Gradient& a, const Gradient& b) {
  const Gradient sum = plus(a, b);
  return {sum.v_A / 2, sum.w_A / 2, sum.v_B / 2, sum.w_B / 2};
}

TEST(GradientJudge, FindsTheExactGradientRight) {
  const Judged exam(corner_above_face(0.25));
  const Gradient g = exam.piece();
  EXPECT_EQ(exam.word(g), GradientWord::right);
  EXPECT_LT(exam.verdict(g).error, 1e-15);
  EXPECT_EQ(exam.word(g, true), GradientWord::right);
  EXPECT_EQ(exam.word(g, false), GradientWord::wrong_flag);
}

TEST(GradientJudge, HoldsEachNumberToTheTolerance) {
  for (const double height : {0.25, -0.25}) {
    const Judged exam(corner_above_face(height));
    const Gradient g = exam.piece();
    for (int i = 0; i < 12; ++i) {
      Gradient off;
      Vec3& part = i < 3 ? off.v_A : i < 6 ? off.w_A : i < 9 ? off.v_B : off.w_B;
      part[i % 3] = 1;
      EXPECT_EQ(exam.word(plus(g, off, 0.5e-6)), GradientWord::right) << i;
      EXPECT_EQ(exam.word(plus(g, off, 1e-5)), GradientWord::wrong_gradient) << i;
    }
  }
}

TEST(GradientJudge, TellsWhatIsMissing) {
  const Judged exam(corner_above_face(0.25));
  EXPECT_EQ(exam.judge.judge({}).word, GradientWord::missing);
  EXPECT_FALSE(exam.judge.judge({}).not_finite);
  Gradient g = exam.piece();
  g.w_B[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(exam.word(g), GradientWord::missing);
  EXPECT_TRUE(exam.verdict(g).not_finite);
}

TEST(GradientJudge, NamesExchangedBodiesAndTheOppositeSign) {
  const Judged exam(corner_above_face(0.25));
  const Gradient g = exam.piece();
  const GradientVerdict exchanged = exam.verdict({g.v_B, g.w_B, g.v_A, g.w_A});
  EXPECT_EQ(exchanged.word, GradientWord::wrong_frame);
  EXPECT_EQ(exchanged.convention, "A and B exchanged");
  const GradientVerdict opposite = exam.verdict({-g.v_A, -g.w_A, -g.v_B, -g.w_B});
  EXPECT_EQ(opposite.word, GradientWord::wrong_frame);
  EXPECT_EQ(opposite.convention, "the opposite sign");
  EXPECT_EQ(exam.word({g.v_A, g.w_A, -g.v_B, -g.w_B}), GradientWord::wrong_gradient);
}

TEST(GradientJudge, SaysWhereAFlagIsNotJudged) {
  for (const int vertices : {64, 512}) {
    Random random(20261129, 1, static_cast<std::uint64_t>(vertices));
    Pair pair{make_random_sphere_hull(random, vertices), {}, make_box({1, 1, 1}), {}};
    pair.X_WA.t = Vec3(0.1, 0.2, 3);
    if (vertices == 512) pair.B = make_random_sphere_hull(random, vertices);
    const Judged exam(pair);
    ASSERT_TRUE(exam.judge.exact()->is_differentiable());
    EXPECT_EQ(exam.word(exam.piece(), true), GradientWord::right);
    EXPECT_FALSE(exam.verdict(exam.piece(), true).flag_not_judged);
    const GradientVerdict kink = exam.verdict(exam.piece(), false);
    EXPECT_EQ(kink.flag_not_judged, vertices == 512);
    EXPECT_EQ(kink.word, vertices == 512 ? GradientWord::right : GradientWord::wrong_flag);
  }
}

TEST(GradientJudge, NumbersOfAnySizeAreWrongAndNoFault) {
  const Judged exam(corner_above_face(0.25));
  for (const double huge : {1e155, 1e300, std::numeric_limits<double>::max()}) {
    Gradient gradient = exam.piece();
    gradient.v_A = Vec3::Constant(huge);
    EXPECT_EQ(exam.word(gradient), GradientWord::wrong_gradient) << huge;
    gradient = exam.piece();
    gradient.w_B = Vec3::Constant(-huge);
    EXPECT_EQ(exam.word(gradient), GradientWord::wrong_gradient) << huge;
  }
}

/// Where r is 1.5e9, 1/r along the y-axes is 3 % larger than along the x-axes.
TEST(GradientJudge, RhoOfBodiesFarApartKnowsItsAxis) {
  const Vec3 d(3e9, 2.9e9, 1e9);
  const Judged exam({make_box({1, 1, 1}), {Mat3::Identity(), d}, make_box({1, 1, 1}), {}},
                    Quantity::ratio);
  EXPECT_EQ(exam.word(exam.piece()), GradientWord::right_at_a_kink) << "faces meet";
  const Vec3 v(0, 2 / 3e9 / 2.9e9, 0);
  const Vec3 p(1.5e9, 1.5e9, 0.5e9);
  EXPECT_EQ(exam.word({v, (p - d).cross(v), -v, v.cross(p)}), GradientWord::wrong_gradient);
}

TEST(GradientJudge, DoesNotJudgeWhereDirectionsFormACone) {
  const Judged exam(boxes({1, 1, 1}, {1, 1, 1}, {2, 2, 2}));
  EXPECT_EQ(exam.word({}), GradientWord::not_judged);
}

TEST(GradientJudge, TakesAnyPointOfTheHullAtAKink) {
  const Judged exam(boxes({1, 1, 1}, {1, 1, 1}, {1.5, 1.5, 0}));
  const Gradient x = exam.piece(0, 0);
  const Gradient y = exam.piece(1, 2);
  for (const Gradient& g : {x, y, average(x, y), average(x, exam.piece(0, 3))}) {
    EXPECT_EQ(exam.word(g), GradientWord::right_at_a_kink);
    EXPECT_EQ(exam.word(g, false), GradientWord::right_at_a_kink);
    EXPECT_EQ(exam.word(g, true), GradientWord::wrong_flag);
    EXPECT_LT(exam.verdict(g).error, 1e-15);
  }
  EXPECT_EQ(exam.word(gradient_at(exam.pair, -Vec3::UnitZ(), {0.75, 0.75, 0})),
            GradientWord::wrong_gradient);
}

/// Numbers that are right at a kink are coarse beyond 1e-9 and what the last places of p cost.
TEST(GradientJudge, TellsCoarseNumbersAtAKink) {
  for (const double far : {0.0, 1e8}) {
    Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {1.5, 0.5, 0});
    pair.X_WA.t += Vec3::Constant(far);
    pair.X_WB.t += Vec3::Constant(far);
    const Judged exam(pair);
    ASSERT_EQ(exam.judge.exact()->pieces(), 4U);
    const auto expect_coarse = [&](const Gradient& off, bool coarse) {
      const GradientVerdict verdict = exam.verdict(plus(exam.piece(), off));
      EXPECT_EQ(verdict.word, GradientWord::right_at_a_kink) << far;
      EXPECT_EQ(verdict.coarse, coarse) << far << " " << verdict.error;
    };
    expect_coarse({}, false);
    expect_coarse({Vec3(0, 0.5e-9, 0)}, false);
    expect_coarse({Vec3(0, 2e-9, 0)}, true);
    // Four units in the last place of 1e8 are 6e-8.
    expect_coarse({Vec3::Zero(), Vec3(2e-8, 0, 0)}, far == 0);
    expect_coarse({Vec3::Zero(), Vec3(4e-7, 0, 0)}, true);
  }
}

/// The two depths differ by 2e-9: one is exact, both are right, and what is between them.
TEST(GradientJudge, TakesBothDirectionsOfANearTie) {
  const Judged exam(boxes({1, 1, 1}, {1, 1, 1}, {1.5, 1.5 - 2e-9, 0}));
  ASSERT_EQ(exam.judge.exact()->directions.size(), 1U);
  const Gradient x = gradient_at(exam.pair, -Vec3::UnitX(), {0.75, 0.75, 0.5});
  const Gradient y = gradient_at(exam.pair, -Vec3::UnitY(), {0.75, 0.75, 0.5});
  EXPECT_EQ(exam.word(x), GradientWord::right_at_a_kink);
  EXPECT_EQ(exam.word(y), GradientWord::right_near_a_kink);
  EXPECT_EQ(exam.word(average(x, y)), GradientWord::right_near_a_kink);
  const Judged apart(boxes({1, 1, 1}, {1, 1, 1}, {1.5, 1.5 - 2e-6, 0}));
  EXPECT_EQ(apart.word(x), GradientWord::right_at_a_kink);
  EXPECT_EQ(apart.word(gradient_at(apart.pair, -Vec3::UnitY(), {0.75, 0.75, 0.5})),
            GradientWord::wrong_gradient);
}

Pair tilted_boxes(double tilt) {
  Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {0, 0, -2.25});
  pair.X_WA.R = Eigen::AngleAxisd(tilt, Vec3(1, 2, 0).normalized()).toRotationMatrix();
  return pair;
}

/// One corner of a face tilted by 1e-9 is nearest, and any point of the face is as good.
TEST(GradientJudge, TakesAnyPointOfAFaceThatIsTiltedByLessThanTheTolerance) {
  const Judged exam(tilted_boxes(1e-9));
  ASSERT_TRUE(exam.judge.exact()->is_differentiable());
  EXPECT_EQ(exam.word(exam.piece(), true), GradientWord::right);
  EXPECT_EQ(exam.word(exam.piece(), false), GradientWord::right) << "others are within tolerance";
  const Vec3 n = Vec3::UnitZ();
  for (const Vec3& p : {Vec3(1, 1, -1), Vec3(-1, 1, -1), Vec3(0.25, 0, -1)}) {
    EXPECT_TRUE(is_right(exam.word(gradient_at(exam.pair, n, p)))) << p.transpose();
  }
  EXPECT_EQ(exam.word(gradient_at(exam.pair, n, {0, 0, -1})), GradientWord::right_near_a_kink);
  EXPECT_EQ(exam.word(gradient_at(exam.pair, n, {0, 1.001, -1})), GradientWord::wrong_gradient);
  const Judged tilted(tilted_boxes(1e-4));
  EXPECT_EQ(tilted.word(gradient_at(tilted.pair, n, {0, 0, -1})), GradientWord::wrong_gradient);
}

/// Between two corners gap(n) falls by the square of the angle: n has to be right all the same.
TEST(GradientJudge, HoldsDirectionsBetweenCorners) {
  const Judged exam(boxes({1, 1, 1}, {1, 1, 1}, {3, 3, 3}));
  ASSERT_TRUE(exam.judge.exact()->is_differentiable());
  const Vec3 n = (-Vec3(1, 1, 1) + 1e-4 * Vec3(1, -1, 0)).normalized();
  EXPECT_EQ(exam.word(gradient_at(exam.pair, n, {1, 1, 1})), GradientWord::wrong_gradient);
}

/// Near contact of corners any direction between the axes is as good as optimal.
TEST(GradientJudge, TakesAnyDirectionWhereCornersTouchExceptForTheTolerance) {
  const Judged exam(boxes({1, 1, 1}, {1, 1, 1}, {2 + 1e-10, 2 + 1e-10, 2 + 1e-10}));
  const Gradient other = gradient_at(exam.pair, -Vec3(1, 2, 3).normalized(), {1, 1, 1});
  EXPECT_EQ(exam.word(other), GradientWord::right_near_a_kink);
  // Its opposite is as good, with the opposite sign.
  EXPECT_EQ(exam.word(gradient_at(exam.pair, Vec3(1, 2, 3).normalized(), {1, 1, 1})),
            GradientWord::wrong_frame);
}

/// Bodies so far apart that rho is 1 except for 1e-300: its gradient is below normal doubles.
TEST(GradientJudge, DoesNotJudgeNumbersThatDoublesDoNotHave) {
  const Judged exam(boxes({1e-59, 1e-59, 1e-59}, {1e-59, 1e-59, 1e-59}, {0, 0, 1e260}),
                    Quantity::ratio);
  EXPECT_FALSE(exam.judge.exact().has_value());
  EXPECT_EQ(exam.word({}), GradientWord::not_judged);
}

TEST(GradientJudge, NamesTheMistakeOfAGradient) {
  for (const Quantity quantity : {Quantity::euclidean, Quantity::ratio}) {
    for (const double height : {0.25, -0.25}) {
      const Judged exam(corner_above_face(height), quantity);
      ASSERT_EQ(exam.word(exam.piece()), GradientWord::right);
      for (const GradientMutant& mutant : kGradientMutants) {
        const GradientVerdict verdict = exam.verdict(mutant.make(exam.pair, exam.piece()));
        EXPECT_EQ(word_name(verdict.word), word_name(mutant.word)) << mutant.name;
        EXPECT_EQ(verdict.convention, mutant.convention) << mutant.name;
      }
    }
  }
}

TEST(GradientJudge, KnowsRatesAboutTheCenterOfMass) {
  // The mean of the corners is the interior point, and not where the mass is.
  const PolytopePtr wedge =
      make_polytope({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {0, 0, 1}, {1, 1, 1}}, {}, {}})
          .value();
  const Mat3 R = Eigen::AngleAxisd(0.5, Vec3(1, 2, 0.5).normalized()).toRotationMatrix();
  const Judged exam({wedge, {R, {0.25, 0.5, 3}}, make_box({1, 1, 1}), {}});
  const Vec3 c_A = R * solid_moments(*wedge).centroid();
  Gradient g = exam.piece();
  ASSERT_TRUE(exam.judge.exact()->is_differentiable());
  g.w_A -= c_A.cross(g.v_A);
  EXPECT_EQ(exam.verdict(g).convention, "w about the center of mass");
}

/// A near tie is one of bodies that differ by less than its tolerance, sideways, too.
TEST(GradientJudge, HoldsTheLineOfEdgesThatNearlyCoincide) {
  const double top = std::sqrt(2);
  for (const double angle : {1e-6, 1e-5}) {
    Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {0, 0, -2 * top - 0.5});
    pair.X_WB.R = Eigen::AngleAxisd(EIGEN_PI / 4, Vec3::UnitX()).toRotationMatrix();
    pair.X_WA.R = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix() * pair.X_WB.R;
    const Judged exam(pair);
    const auto beside = [&](double apart) {
      return exam.word(gradient_at(exam.pair, Vec3::UnitZ(), {apart / angle, 0, -top}));
    };
    EXPECT_EQ(beside(0), GradientWord::right) << angle;
    EXPECT_EQ(beside(4e-9), GradientWord::right_near_a_kink) << angle;
    EXPECT_EQ(beside(4e-7), GradientWord::wrong_gradient) << angle;
  }
}

TEST(GradientJudge, HoldsTheLineOfTipsThatNearlyTouch) {
  const double phi = 1e-4;
  Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {0, 0, -2 * std::sqrt(3) - phi});
  pair.X_WA.R = Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitZ()).toRotationMatrix();
  pair.X_WB.R = pair.X_WA.R;
  const Judged exam(pair);
  const auto tilted = [&](double apart) {
    return exam.word(
        gradient_at(exam.pair, Vec3(apart / phi, 0, 1).normalized(), {0, 0, -std::sqrt(3)}));
  };
  EXPECT_EQ(tilted(0), GradientWord::right);
  EXPECT_EQ(tilted(4e-9), GradientWord::right_near_a_kink);
  EXPECT_EQ(tilted(4e-7), GradientWord::wrong_gradient);
}

TEST(GradientJudge, TakesRhoAtEdgesAndCorners) {
  const Judged exam(boxes({1, 1, 1}, {1, 1, 1}, {-4, -4, 0}), Quantity::ratio);
  EXPECT_EQ(exam.word(average(exam.piece(0, 0), exam.piece(1, 1))), GradientWord::right_at_a_kink);
  const Judged near(boxes({1, 1, 1}, {1, 1, 1}, {-4, -4 + 1e-10, 0}), Quantity::ratio);
  const Judged beside(boxes({1, 1, 1}, {1, 1, 1}, {-4, -4 - 1e-10, 0}), Quantity::ratio);
  EXPECT_EQ(near.word(near.piece()), GradientWord::right_at_a_kink);
  EXPECT_EQ(near.word(beside.piece()), GradientWord::right_near_a_kink);
  EXPECT_EQ(near.word(average(near.piece(), beside.piece())), GradientWord::right_near_a_kink);
  const Judged far(boxes({1, 1, 1}, {1, 1, 1}, {-4, -4.01, 0}), Quantity::ratio);
  EXPECT_EQ(near.word(far.piece()), GradientWord::wrong_gradient);
}

}  // namespace
}  // namespace touchstone
