// SPDX-License-Identifier: GPL-3.0-or-later
// Beside a needle the last bit of a right normal costs much at the needle's end. Nobody may make a
// wrong one right of that: what is allowed to rounding is the last bits of the answer themselves.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/judge/judge_exams.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20240711;
constexpr int kRotations = 100;  ///< rotations for each of ten lengths

/// A cube beside, or in, a needle of half-length `length` along the x axis of R.
struct Needle {
  Pair pair;
  Vec3 axis;
};

Needle needle(double length, const Mat3& R, const Mat3& R_cube, double offset, double along) {
  Needle made;
  made.pair = {make_box({0.5, 0.5, 0.5}),
               {R_cube, R * Vec3(along * length, offset, 0)},
               make_box({length, 0.5, 0.5}),
               {R, Vec3::Zero()}};
  made.axis = R.col(0);
  return made;
}

double moved_by_ulps(double x, int ulps) {
  for (; ulps != 0; ulps -= ulps > 0 ? 1 : -1) {
    x = std::nextafter(x, ulps > 0 ? kInfinity : -kInfinity);
  }
  return x;
}

Vec3 moved_by_ulps(const Vec3& v, Random& random) {
  const auto ulps = [&] { return static_cast<int>(random.below(5)) - 2; };
  return {moved_by_ulps(v.x(), ulps()), moved_by_ulps(v.y(), ulps()), moved_by_ulps(v.z(), ulps())};
}

Vec3 rounded_unit(const ExactVec3& v) { return rounded_direction(v).normalized(); }

Vec3 rotate(const Vec3& n, const Vec3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()) * n;
}

/// For each needle and rotation: cubes apart, turned like the needle or anyhow, and in it.
template <class Body>
void for_every_needle(const Body& body) {
  testing::Test::RecordProperty("seed", std::to_string(kSeed));
  Random random(kSeed);
  for (double length = 1e6; length < 2e15; length *= 10) {
    for (int k = 0; k < kRotations; ++k) {
      SCOPED_TRACE(testing::Message() << "seed " << kSeed << " needle " << length << " turn " << k);
      const Mat3 R = random.rotation();
      const Mat3 R_cube = k % 2 == 0 ? R : random.rotation();
      const double offset = k % 4 < 2 ? 1.5 : 0.9;
      const double along = k % 3 == 0 ? 0 : random.uniform(-0.9, 0.9);
      body(needle(length, R, R_cube, offset, along), random);
    }
  }
}

TEST(JudgeNeedles, WhatIsWithinTwoUlpsOfTheTruthIsRight) {
  Oracle oracle;
  int tight = 0;
  for_every_needle([&](const Needle& made, Random& random) {
    const Truth truth = oracle.solve(made.pair);
    for (const double tolerance : {1e-8, 1e-14}) {
      for (std::size_t k = 0; k < truth.directions.size(); ++k) {
        Answer answer;
        answer.status = AnswerStatus::answered;
        answer.value = moved_by_ulps(truth.phi, static_cast<int>(random.below(5)) - 2);
        answer.normal = moved_by_ulps(truth.normals[k], random);
        if (k == 0) {
          answer.witnesses = WitnessPoints{moved_by_ulps(rounded_entries(truth.witness_A), random),
                                           moved_by_ulps(rounded_entries(truth.witness_B), random)};
        }
        const Verdict verdict = judge(made.pair, truth, {}, completed(answer), tolerance);
        EXPECT_EQ(verdict.normal, PartVerdict::valid) << tolerance;
        EXPECT_EQ(verdict.witness, k == 0 ? PartVerdict::valid : PartVerdict::absent) << tolerance;
        if (tolerance == 1e-8) {
          EXPECT_EQ(verdict.value, ValueVerdict::right);
        }
        tight += gap_reaches(made.pair, *answer.normal, truth, tolerance) ? 0 : 1;
      }
    }
  });
  EXPECT_GT(tight, 500);
}

TEST(JudgeNeedles, SoItIsOfRatios) {
  Oracle oracle;
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  int points = 0;
  for_every_needle([&](const Needle& made, Random& random) {
    const Truth truth = oracle.solve(made.pair);
    if (!truth.ratio) return;
    for (const double tolerance : {1e-8, 1e-14}) {
      Answer answer;
      answer.status = AnswerStatus::answered;
      answer.value = truth.ratio->rho_rounded;
      answer.normal = moved_by_ulps(rounded_unit(truth.ratio->directions.front()), random);
      const TruePoints found = true_points(made.pair, truth, Quantity::ratio).front();
      if (found.A.low == found.A.high) {
        answer.witnesses = WitnessPoints{moved_by_ulps(rounded_entries(found.A.low), random),
                                         moved_by_ulps(rounded_entries(found.B.low), random)};
        ++points;
      }
      const Verdict verdict = judge(made.pair, truth, traits, completed(answer), tolerance);
      EXPECT_EQ(verdict.normal, PartVerdict::valid) << tolerance;
      if (answer.witnesses) {
        EXPECT_EQ(verdict.witness, PartVerdict::valid) << tolerance;
      }
    }
  });
  EXPECT_GT(points, 100);
}

/// gap(n) <= n.(p_A - p_B) = phi cos(angle) of bodies apart, which falls short by more than the
/// tolerance where the angle is above sqrt(2 tolerance size / phi).
TEST(JudgeNeedles, NoNormalIsRightThatIsTurnedBeyondTheTolerance) {
  Oracle oracle;
  int turns = 0;
  for_every_needle([&](const Needle& made, Random& random) {
    const Truth truth = oracle.solve(made.pair);
    if (truth.sign <= 0) return;
    const Vec3 n = truth.normals.front();
    for (const double tolerance : {1e-8, 1e-12}) {
      const double least =
          1.001 * (1e-6 + std::sqrt(2 * tolerance * pair_size(made.pair) / std::abs(truth.phi)));
      for (const double angle : {least, 10 * least, 0.3}) {
        for (const Vec3& axis : {made.axis, Vec3(made.axis.cross(n)), random.unit_vector()}) {
          // Turning about an axis near n hardly turns it.
          const Vec3 across = axis - axis.dot(n) * n;
          if (across.norm() < 1e-3) continue;
          for (const double sense : {1.0, -1.0}) {
            Answer answer;
            answer.status = AnswerStatus::answered;
            answer.value = truth.phi;
            answer.normal = rotate(n, across, sense * angle);
            EXPECT_EQ(judge(made.pair, truth, {}, completed(answer), tolerance).normal,
                      PartVerdict::invalid)
                << tolerance << " turned by " << sense * angle;
            ++turns;
          }
        }
      }
    }
  });
  EXPECT_GT(turns, 5000);
}

TEST(JudgeNeedles, NoPointFarAwayEarnsItselfAnAllowance) {
  Oracle oracle;
  for_every_needle([&](const Needle& made, Random& random) {
    const Truth truth = oracle.solve(made.pair);
    const WitnessPoints right{rounded_entries(truth.witness_A), rounded_entries(truth.witness_B)};
    const double length = made.pair.B->bounding_radius();
    for (const double far : {1e-3 * length, length, 1e3 * length}) {
      for (const Vec3& way : {made.axis, random.unit_vector()}) {
        for (const int moved : {1, 2, 3}) {
          Answer answer;
          answer.status = AnswerStatus::answered;
          answer.value = truth.phi;
          answer.witnesses = right;
          if ((moved & 1) != 0) answer.witnesses->p_WA += far * way;
          if ((moved & 2) != 0) answer.witnesses->p_WB += far * way;
          EXPECT_EQ(judge(made.pair, truth, {}, completed(answer)).witness, PartVerdict::invalid);
        }
      }
    }
  });
}

}  // namespace
}  // namespace touchstone
