// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs with their truth and a right answer made from it alone, for tests to spoil and have judged.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/judge/judge.hpp"
#include "reference/exact_vector.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

inline constexpr double kExamTolerance = kDefaultTolerance;
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline Vec3 interior_in_world(const PolytopePtr& body, const Pose& X) {
  return X.R * body->interior_point() + X.t;
}

/// The body in world coordinates, grown by r about its interior point.
inline PolytopePtr grown(const PolytopePtr& body, const Pose& X, double r) {
  PolytopeInput input;
  const Vec3 x = interior_in_world(body, X);
  for (const Vec3& v : body->vertices()) input.vertices.emplace_back(x + r * (X.R * v + X.t - x));
  return make_polytope(input).value();
}

/// A pair, its truth, and the right answer to it for one quantity.
struct Exam {
  Pair pair;
  Truth truth;
  Quantity quantity = Quantity::euclidean;
  double size = 1;
  double scale = 1;  ///< what the value's tolerance is relative to [m] or [1]
  Answer right;
};

/// Witnesses of the ratio metric: the bodies grown by r touch at one point x, of which p_i = x_i +
/// (x - x_i) / r.
inline WitnessPoints ratio_witnesses(const Pair& pair, double rho) {
  const double r = 1 / (1 - rho);
  Pair touching;
  touching.A = grown(pair.A, pair.X_WA, r);
  touching.B = grown(pair.B, pair.X_WB, r);
  const Truth truth = Oracle().solve(touching, false);
  EXPECT_LT(std::abs(truth.phi), 1e-13 * r);
  const Vec3 x = rounded_entries(truth.witness_A);
  const Vec3 x_A = interior_in_world(pair.A, pair.X_WA);
  const Vec3 x_B = interior_in_world(pair.B, pair.X_WB);
  return {x_A + (x - x_A) / r, x_B + (x - x_B) / r};
}

inline Exam make_exam(const Pair& pair, Quantity quantity) {
  Exam exam{pair, Oracle().solve(pair), quantity, pair_size(pair), pair_size(pair), {}};
  exam.right.status = AnswerStatus::answered;
  if (quantity == Quantity::euclidean) {
    exam.right.value = exam.truth.phi;
    exam.right.normal = exam.truth.normals.front();
    exam.right.witnesses = {rounded_entries(exam.truth.witness_A),
                            rounded_entries(exam.truth.witness_B)};
  } else {
    const RatioTruth& ratio = exam.truth.ratio.value();
    exam.scale = std::max(1.0, std::abs(ratio.rho_rounded));
    exam.right.value = ratio.rho_rounded;
    exam.right.normal = rounded_entries(ratio.directions.front()).normalized();
    exam.right.witnesses = ratio_witnesses(pair, ratio.rho_rounded);
  }
  return exam;
}

inline RunOutcome completed(const Answer& answer) { return {RunStatus::completed, answer, ""}; }

inline Verdict judged(const Exam& exam, const MetricTraits& traits, const Answer& answer) {
  return judge(exam.pair, exam.truth, traits, completed(answer), kExamTolerance);
}

}  // namespace touchstone
