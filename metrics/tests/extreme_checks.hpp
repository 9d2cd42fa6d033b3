// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a metric keeps what it claims on the pairs of extreme_samples.hpp, by the rules of the
// judge (docs/verdicts.md).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/tests/extreme_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Moves B to where it touches A, to rounding: next to A's origin, whatever B's size.
inline void bring_to_contact(Pair& pair) {
  const Answer answer = ask(*make_ratio_ray(), pair);
  if (answer.status != AnswerStatus::answered || !(std::abs(answer.value) < 1e6)) return;
  pair.X_WB.t += answer.witnesses->p_WA - answer.witnesses->p_WB;
}

/// Calls check(pair) for `cases` pairs of each kind, every other one brought to contact.
template <class Check>
void for_extreme_pairs(std::uint64_t seed, int cases, Check check) {
  for (const std::string_view kind : kExtremes) {
    for (int i = 0; i < cases; ++i) {
      SCOPED_TRACE(testing::Message() << kind << " seed " << seed << " index " << i);
      Pair pair = extreme_pair(seed, kind, i);
      if (pair.A == nullptr || pair.B == nullptr) continue;
      if (i % 2 == 0) bring_to_contact(pair);
      check(pair);
    }
  }
}

/// Checks the answer of a ratio metric. `claim` is relative to max(1, |rho|), for witness points to
/// size [1].
inline void expect_ratio_claim(const Pair& pair, const TruthOnDemand& truth, const Answer& answer,
                               double claim) {
  ASSERT_EQ(truth.rho().has_value(), answer.status == AnswerStatus::answered) << answer.note;
  if (!truth.rho()) return;
  const double rho = truth.rho()->value;
  const double scale = std::max(1.0, std::abs(rho));
  EXPECT_LE(std::abs(answer.value - rho), claim * scale);
  EXPECT_TRUE(ratio_gap_reaches(pair, *answer.normal, truth, claim * scale) ||
              near_optimal(pair, *answer.normal, truth, Quantity::ratio,
                           normal_allowance(Scalar::float64)));
  EXPECT_TRUE(witnesses_valid(pair, *answer.witnesses, truth, Quantity::ratio,
                              claim * pair_size(pair), nullptr));
}

/// Checks the answer of a metric that gives a value where bodies are apart, and else a sign.
/// `claim` is relative to size [1].
inline void expect_distance_claim(const Pair& pair, const TruthOnDemand& truth,
                                  const Answer& answer, double claim) {
  const double tolerance = claim * pair_size(pair);
  const double phi = truth.phi().value;
  ASSERT_NE(answer.status, AnswerStatus::no_answer) << answer.note;
  if (answer.status == AnswerStatus::sign_only) {
    EXPECT_EQ(answer.sign, -1);
    EXPECT_LE(phi, tolerance);
    return;
  }
  // Also where the exact phi is negative, but nearer to 0 than the tolerance. An ulp of a large phi
  // is more than the tolerance.
  const double ulp =
      std::nextafter(std::abs(phi), std::numeric_limits<double>::infinity()) - std::abs(phi);
  EXPECT_LE(std::abs(answer.value - phi), std::max(tolerance, ulp));
  const bool reaches = gap_reaches(pair, *answer.normal, truth, tolerance) ||
                       near_optimal(pair, *answer.normal, truth, Quantity::euclidean,
                                    normal_allowance(Scalar::float64));
  EXPECT_TRUE(reaches);
  EXPECT_TRUE(witnesses_valid(pair, *answer.witnesses, truth, Quantity::euclidean, tolerance,
                              reaches ? &*answer.normal : nullptr));
}

/// Bodies 1e3 to 1e14 m apart: there an ulp of phi is more than any tolerance.
template <class Check>
void for_pairs_far_apart(std::uint64_t seed, int cases, Check check) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << " index " << i);
    Random random(seed, 99, static_cast<std::uint64_t>(i));
    const PolytopePtr A = small_solid(random);
    const PolytopePtr B = small_solid(random);
    const Pose X_WA{random.rotation(), Vec3::Zero()};
    check(
        Pair{A, X_WA, B, {random.rotation(), power_of_ten(random, 3, 14) * random.unit_vector()}});
  }
}

/// `check` of pairs in which a search in doubles ends beside the nearest points, or has to round
/// them where they are large: unequal bodies, roofs, bodies far from their own origin.
template <class Check>
void for_misleading_pairs(std::uint64_t seed, int cases, Check check) {
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << " index " << i);
    Pair unequal = unequal_pair(seed, i);
    if (i % 2 == 0) bring_to_contact(unequal);
    check(unequal);
    check(roof_pair(seed, i));
    check(far_from_own_origin_pair(seed, i));
  }
}

}  // namespace touchstone
