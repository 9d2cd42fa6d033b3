// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/exact/body_cache.hpp"
#include "reference/oracle/exact_pair.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

/// What the sweep says of a pair, beside the exact values.
class Swept {
 public:
  Swept(const Pair& pair, CandidateSweep::Keep keep) {
    exact_.place(*cache_.find(pair.A).body, pair.X_WA, *cache_.find(pair.B).body, pair.X_WB);
    exact_.set_interior_points(pair.A->interior_point(), pair.B->interior_point());
    exact_.A().round_features();
    exact_.B().round_features();
    sweep_.run(exact_.A(), exact_.B(), exact_.frame(), keep);
  }

  const CandidateSweep& sweep() const { return sweep_; }

  /// gap(u) / |u| and gap(u) / (u.d), in the units of the candidate's bounds.
  struct Values {
    double phi = 0;
    double ratio = -std::numeric_limits<double>::infinity();
  };
  /// False where the arcs do not cross.
  bool evaluate(const Candidate& candidate, Values& values) {
    ExactDirection u;
    if (!exact_.evaluate(candidate, true, u)) return false;
    const long to_frame = exact_.unit() - exact_.frame().exponent;
    values.phi = sgn(u.gap) * round_sqrt_quotient(u.gap * u.gap, u.square, to_frame);
    if (sgn(u.along) > 0) {
      values.ratio =
          sgn(u.gap) * round_sqrt_quotient(u.gap * u.gap, u.along * u.along, to_frame - d_scale());
    }
    return true;
  }

 private:
  /// log2 of along_d's unit in units of d.
  long d_scale() const {
    Eigen::Index axis = 0;
    const double along = exact_.frame().along_d.cwiseAbs().maxCoeff(&axis);
    long exponent = 0;
    const double mantissa =
        mpz_get_d_2exp(&exponent, exact_.d()[static_cast<int>(axis)].get_mpz_t());
    return std::lround(std::log2(std::abs(along / mantissa))) - exponent;
  }

  BodyCache cache_;
  ExactPair exact_;
  CandidateSweep sweep_;
};

/// The bounds of all candidates hold, and what is sifted out is worse than the best.
void expect_bounds_hold(const Pair& pair) {
  Swept all(pair, CandidateSweep::Keep::all);
  double best_phi = -std::numeric_limits<double>::infinity();
  double best_ratio = best_phi;
  for (const Candidate& candidate : all.sweep().candidates()) {
    Swept::Values exact;
    if (!all.evaluate(candidate, exact)) continue;
    ASSERT_LE(exact.phi, candidate.max_phi);
    ASSERT_LE(exact.ratio, candidate.max_ratio);
    best_phi = std::max(best_phi, exact.phi);
    best_ratio = std::max(best_ratio, exact.ratio);
  }
  ASSERT_GE(best_phi, all.sweep().least_phi());
  ASSERT_GE(best_ratio, all.sweep().least_ratio());
  Swept best(pair, CandidateSweep::Keep::best);
  double kept_phi = -std::numeric_limits<double>::infinity();
  double kept_ratio = kept_phi;
  for (const Candidate& candidate : best.sweep().candidates()) {
    Swept::Values exact;
    if (!best.evaluate(candidate, exact)) continue;
    kept_phi = std::max(kept_phi, exact.phi);
    kept_ratio = std::max(kept_ratio, exact.ratio);
  }
  ASSERT_EQ(kept_phi, best_phi);
  ASSERT_EQ(kept_ratio, best_ratio);
}

TEST(Candidates, BoundsHoldAndTheBestIsKept) {
  for_every_agreement_case(60, [](const Pair& pair, int /*index*/) {
    if (pair.A->dimension() == 3 && pair.B->dimension() == 3) expect_bounds_hold(pair);
  });
}

// Edges of nearly the same direction: of their cross product few digits are right.
TEST(Candidates, BoundsHoldOfNearlyParallelEdges) {
  Random random(17);
  for (int index = 0; index < 300; ++index) {
    SCOPED_TRACE(index);
    const double angle = std::pow(10.0, random.uniform(-12, -1));
    const auto half = [&] {
      return Vec3(random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1));
    };
    const Mat3 R = random.rotation();
    const Mat3 turn = Eigen::AngleAxisd(angle, random.unit_vector()).toRotationMatrix();
    const Vec3 t = random.unit_vector() * random.uniform(0.1, 1.5);
    expect_bounds_hold({make_box(half()), {R, Vec3::Zero()}, make_box(half()), {turn * R, t}});
  }
}

}  // namespace
}  // namespace touchstone
