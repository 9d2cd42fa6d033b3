// SPDX-License-Identifier: GPL-3.0-or-later
// A correctly rounded answer is right whatever the sizes of the bodies and the tolerance: the judge
// never asks for more than doubles can say, and not for less than that.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/judge/judge.hpp"
#include "metrics/registry.hpp"
#include "reference/claims.hpp"
#include "reference/exact_vector.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20240611;
const double kNormalRounding = normal_allowance(Scalar::float64);

/// A cube of half-extent `ratio` and one of 1 above its upper face, near a corner of it, both
/// turned by R and the smaller one alone by Q.
struct Uneven {
  Pair pair;
  Vec3 up;    ///< normal of the face, from the larger to the smaller
  Vec3 side;  ///< along the face, from the corner away
};

Uneven uneven_pair(double ratio, double gap, bool larger_is_A, bool flush, Random& random) {
  const Mat3 R = random.rotation();
  const Mat3 Q = flush ? R : random.rotation();
  const PolytopePtr small = make_box({1, 1, 1});
  const PolytopePtr large = make_box({ratio, ratio, ratio});
  double reach = 0;  // the smaller cube's extent downwards [m]
  for (const Vec3& v : small->vertices()) reach = std::max(reach, -R.col(2).dot(Q * v));
  const Vec3 offset = R * Vec3(0.9 * ratio, 0.9 * ratio, ratio + reach + gap);
  Uneven uneven;
  uneven.pair = larger_is_A ? Pair{large, {R, Vec3::Zero()}, small, {Q, offset}}
                            : Pair{small, {Q, Vec3::Zero()}, large, {R, -offset}};
  uneven.up = R.col(2);
  uneven.side = -R.col(0);
  return uneven;
}

RunOutcome completed(Answer answer) {
  answer.status = AnswerStatus::answered;
  return {RunStatus::completed, answer, ""};
}

Answer rounded_answer(const Truth& truth) {
  Answer answer;
  answer.value = truth.phi;
  answer.witnesses =
      WitnessPoints{rounded_entries(truth.witness_A), rounded_entries(truth.witness_B)};
  return answer;
}

/// Promises nothing but a value.
MetricTraits silent() {
  MetricTraits traits;
  traits.gives = in_every_regime({.normal = false, .witnesses = false});
  return traits;
}

double levers(const Pair& pair) {
  return 2 * (pair.A->bounding_radius() + pair.B->bounding_radius());
}

TEST(JudgeRounding, ACorrectlyRoundedAnswerIsRightWhateverTheSizes) {
  Oracle oracle;
  Random random(kSeed);
  int tight = 0;  // where the tolerance alone would have condemned a right normal
  for (double ratio = 1e6; ratio < 2e14; ratio *= 100) {
    for (const double gap : {0.5, 1e-6, 0.0, -1e-6, -0.5}) {
      for (int k = 0; k < 4; ++k) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << kSeed << " ratio " << ratio << " gap " << gap << " kind " << k);
        const Pair pair = uneven_pair(ratio, gap, k % 2 == 0, k < 2, random).pair;
        const Truth truth = oracle.solve(pair);
        ASSERT_FALSE(truth.normals.empty());
        for (const double tolerance : {1e-8, 1e-12}) {
          for (const Vec3& normal : truth.normals) {
            Answer answer = rounded_answer(truth);
            answer.normal = normal;
            const Verdict verdict = judge(pair, truth, silent(), completed(answer), tolerance);
            EXPECT_EQ(word_name(verdict.word), "right") << tolerance;
            tight += kNormalRounding * levers(pair) > tolerance * pair_size(pair) ? 1 : 0;
          }
          MetricTraits traits = silent();
          traits.quantity = Quantity::ratio;
          ASSERT_TRUE(truth.ratio.has_value());
          for (const ExactVec3& direction : truth.ratio->directions) {
            Answer answer;
            answer.value = truth.ratio->rho_rounded;
            answer.normal = rounded_entries(direction).normalized();
            const Verdict verdict = judge(pair, truth, traits, completed(answer), tolerance);
            EXPECT_EQ(word_name(verdict.word), "right") << tolerance << " ratio";
          }
        }
      }
    }
  }
  EXPECT_GT(tight, 100);
}

TEST(JudgeRounding, ANormalThatIsTiltedByTenTimesWhatRoundingCostsIsInvalid) {
  Oracle oracle;
  Random random(kSeed);
  for (double ratio = 1e6; ratio < 2e14; ratio *= 100) {
    for (const bool larger_is_A : {true, false}) {
      for (const double tolerance : {1e-8, 1e-12}) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << kSeed << " ratio " << ratio << " tolerance " << tolerance);
        const Uneven uneven = uneven_pair(ratio, 0.5, larger_is_A, false, random);
        const Pair& pair = uneven.pair;
        const Truth truth = oracle.solve(pair);
        // The larger body's other end comes up to meet the smaller one.
        const double sense = larger_is_A ? -1 : 1;
        const auto tilted = [&](double allowed) {
          const double tilt = 10 * allowed / levers(pair);
          return Vec3(sense * (uneven.up + tilt * uneven.side).normalized());
        };
        const double rounding = kNormalRounding * levers(pair);
        Answer answer = rounded_answer(truth);
        answer.normal = tilted(std::max(tolerance * pair_size(pair), rounding));
        EXPECT_EQ(judge(pair, truth, silent(), completed(answer), tolerance).normal,
                  PartVerdict::invalid);
        // For rho the normal's tolerance is relative to the distance of the centres along the
        // normal.
        const double along = std::abs(uneven.up.dot(pair.X_WA.t - pair.X_WB.t));
        MetricTraits traits = silent();
        traits.quantity = Quantity::ratio;
        answer.value = truth.ratio->rho_rounded;
        answer.normal = tilted(std::max(tolerance * along, rounding));
        EXPECT_EQ(judge(pair, truth, traits, completed(answer), tolerance).normal,
                  PartVerdict::invalid);
      }
    }
  }
}

TEST(JudgeRounding, FarApartPointsHaveTheirNormalsToo) {
  PolytopeInput input;
  input.vertices = {Vec3(0, 0, 0)};
  const PolytopePtr point = make_polytope(input).value();
  const Pair pair{point, {}, point, {Mat3::Identity(), Vec3(1e24, 0.3e24, 0.7e24)}};
  const Truth truth = Oracle().solve(pair);
  Answer answer = rounded_answer(truth);
  answer.normal = truth.normals.front();
  EXPECT_EQ(judge(pair, truth, silent(), completed(answer), 1e-12).word, Word::right);
  answer.normal = (*answer.normal + 1e-7 * Vec3::UnitZ()).normalized();
  EXPECT_EQ(judge(pair, truth, silent(), completed(answer), 1e-12).normal, PartVerdict::invalid);
}

/// d is of 1e-310, so that rounding leaves the exact direction, rounded, with u.d <= 0.
TEST(JudgeRounding, ADirectionThatRoundingTurnsAgainstATinyDIsRightForTheRatio) {
  const Case c = make_case("denormal:42:3636").value();
  const TruthOnDemand truth = Oracle().solve(c.pair());
  const MetricRow& row = *find_metric("ratio_ray");
  const auto metric = row.make();
  const auto workspace = metric->make_workspace();
  const auto A = metric->prepare(*c.pair().A);
  const auto B = metric->prepare(*c.pair().B);
  Answer answer = metric->evaluate(*A, c.pair().X_WA, *B, c.pair().X_WB, *workspace);
  EXPECT_EQ(judge(c.pair(), truth, row.traits, completed(answer)).word, Word::right);
  answer.normal = Vec3(*answer.normal + Vec3(1e-6, 0, 0)).normalized();
  EXPECT_EQ(judge(c.pair(), truth, row.traits, completed(answer)).word, Word::invalid_normal);
}

}  // namespace
}  // namespace touchstone
