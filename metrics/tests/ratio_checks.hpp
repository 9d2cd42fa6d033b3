// SPDX-License-Identifier: GPL-3.0-or-later
// What every implementation of the ratio metric is held to, whatever it computes with.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/registry.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// The ratio metrics of the registry.
inline std::vector<std::string> ratio_names() {
  std::vector<std::string> names;
  for (const MetricRow& row : metric_registry()) {
    if (row.traits.quantity == Quantity::ratio) names.push_back(row.name);
  }
  return names;
}

inline Vec3 interior_in_world(const Polytope& body, const Pose& X) {
  return X.R * body.interior_point() + X.t;
}

/// What the multipliers of the active facets, all positive, sum up to on each body.
struct ActiveSums {
  Vec3 m_A = Vec3::Zero();  ///< sum of multiplier times unit normal, world [1/m]
  Vec3 m_B = Vec3::Zero();
  double level_A = 0;  ///< sum of multiplier times b [1]
  double level_B = 0;
};

inline ActiveSums sums_over_active(const Pair& pair, const RatioDetail& detail) {
  ActiveSums sums;
  for (std::size_t k = 0; k < static_cast<std::size_t>(detail.active_count); ++k) {
    const bool on_A = detail.active_on_A[k];
    const Polytope& body = on_A ? *pair.A : *pair.B;
    const Facet& facet = body.facets()[at(detail.active_facet[k])];
    const double multiplier = detail.active_multiplier[k];
    EXPECT_GT(multiplier, 0);
    (on_A ? sums.level_A : sums.level_B) +=
        multiplier * (facet.offset - facet.normal.dot(body.interior_point()));
    (on_A ? sums.m_A : sums.m_B) += multiplier * ((on_A ? pair.X_WA : pair.X_WB).R * facet.normal);
  }
  return sums;
}

/// The primal point and the multipliers are feasible and of equal value: by duality they prove r.
inline void expect_proof_of_r(const Pair& pair, const Answer& answer) {
  const RatioDetail& detail = *answer.ratio;
  const Vec3 x_A = interior_in_world(*pair.A, pair.X_WA);
  const Vec3 x_B = interior_in_world(*pair.B, pair.X_WB);
  const auto offset = [](const Polytope& body, const Facet& facet) {
    return facet.offset - facet.normal.dot(body.interior_point());
  };
  for (const bool on_A : {true, false}) {
    const Polytope& body = on_A ? *pair.A : *pair.B;
    const Mat3& R = on_A ? pair.X_WA.R : pair.X_WB.R;
    for (const Facet& facet : body.facets()) {
      EXPECT_LE((R * facet.normal).dot(detail.x_W - (on_A ? x_A : x_B)),
                detail.r * offset(body, facet) + 1e-14);
    }
  }
  ASSERT_GE(detail.active_count, 2);
  const ActiveSums sums = sums_over_active(pair, detail);
  EXPECT_NEAR(sums.level_A + sums.level_B, 1, 1e-13);
  EXPECT_LE((sums.m_A + sums.m_B).norm(), 1e-13 * sums.m_A.norm());
  EXPECT_NEAR(-sums.m_A.dot(x_A - x_B), detail.r, 1e-13 * std::max(1.0, detail.r));
  EXPECT_LE((*answer.normal + sums.m_A.normalized()).norm(), 1e-13);
}

/// The witness points differ by rho d and lie on the bodies, to `tolerance` times max(1, |rho|)
/// [m].
inline void expect_ratio_witnesses(const Pair& pair, const Answer& answer, double tolerance) {
  const Vec3 d = interior_in_world(*pair.A, pair.X_WA) - interior_in_world(*pair.B, pair.X_WB);
  const auto& [p_A, p_B] = *answer.witnesses;
  const double limit = tolerance * std::max(1.0, std::abs(answer.value));
  EXPECT_LE((p_A - p_B - answer.value * d).norm(), limit);
  EXPECT_TRUE(point_within(pair, WhichBody::A, p_A, limit));
  EXPECT_TRUE(point_within(pair, WhichBody::B, p_B, limit));
}

/// Worst |rho error| / max(1, |rho|) over the first `count` pairs, of which both signs occur.
template <class MakePair>
double worst_rho_error(const Metric& metric, std::uint64_t seed, int count, MakePair make_pair) {
  Oracle oracle;
  double worst = 0;
  int negative = 0;
  for (int i = 0; i < count; ++i) {
    const Pair pair = make_pair(i);
    const Truth truth = oracle.solve(pair);
    EXPECT_TRUE(truth.ratio.has_value()) << "seed " << seed << " index " << i;
    if (!truth.ratio) continue;
    const double rho = truth.ratio->rho_rounded;
    const Answer answer = ask(metric, pair);
    EXPECT_EQ(answer.status, AnswerStatus::answered) << "index " << i << ": " << answer.note;
    const double error = std::abs(answer.value - rho) / std::max(1.0, std::abs(rho));
    EXPECT_LE(error, 1e-12) << "seed " << seed << " index " << i << " rho " << rho;
    worst = std::max(worst, error);
    if (rho < 0) ++negative;
  }
  EXPECT_GT(negative, count / 8);
  EXPECT_LT(negative, count - count / 8);
  return worst;
}

}  // namespace touchstone
