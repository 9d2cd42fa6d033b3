// SPDX-License-Identifier: GPL-3.0-or-later
// Which normal and witness points `certified` gives where double-double does not tell two features
// apart (docs/certified.md): those of one of them, which may lie on the other side of the body, and
// are as valid as the others. Of bodies of unequal sizes they are those of the nearest.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "metrics/certified/certified.hpp"
#include "metrics/tests/extreme_checks.hpp"

namespace touchstone {
namespace {

constexpr double kClaim = 1e-15;
constexpr int kCases = 200;

PolytopePtr octahedron(double r, const Vec3& center) {
  std::vector<Vec3> points;
  for (int k = 0; k < 3; ++k) {
    for (const double x : {r, -r}) points.emplace_back(center + x * Vec3::Unit(k));
  }
  return hull_of(points);
}

/// One octahedron inside another about the same centre but for 1e-40 to 1e-33, which doubles do not
/// see beside the place of A in its own frame: eight facets tie.
Pair nearly_concentric(Random& random, double ratio) {
  const Vec3 center(0.25, 0.5, -0.125);
  Pair pair{octahedron(1, center), Pose{}, octahedron(ratio, Vec3::Zero()), Pose{}};
  pair.X_WA.t = -center;
  pair.X_WB.t = power_of_ten(random, -40, -33) * random.unit_vector();
  return pair;
}

Vec3 true_normal(const Truth& truth) {
  EXPECT_EQ(truth.normals.size(), 1U);
  return truth.normals.front();
}

TEST(CertifiedTies, OfPenetratingBodiesAnyTiedFacetsNormalAndPointsAreGivenAndAreValid) {
  Oracle oracle;
  const auto metric = make_certified();
  Random random(20261126, 1, 0);
  int opposite = 0;
  int a_size_off = 0;
  for (int i = 0; i < kCases; ++i) {
    SCOPED_TRACE(i);
    const Pair pair = nearly_concentric(random, 1);
    const Truth truth = oracle.solve(pair, false);
    const Answer answer = ask(*metric, pair);
    expect_distance_claim(pair, truth, answer, kClaim);
    EXPECT_EQ(answer.value, truth.phi);
    opposite += answer.normal->dot(true_normal(truth)) < -0.999 ? 1 : 0;
    const Vec3 nearest(round_to_double(truth.witness_A[0]), round_to_double(truth.witness_A[1]),
                       round_to_double(truth.witness_A[2]));
    a_size_off += (answer.witnesses->p_WA - nearest).norm() > pair_size(pair) ? 1 : 0;
  }
  EXPECT_GT(opposite, 0);
  EXPECT_GT(a_size_off, 0);
}

TEST(CertifiedTies, OfUnequalPenetratingBodiesTheNearestFacetsNormalIsGiven) {
  Oracle oracle;
  const auto metric = make_certified();
  Random random(20261126, 2, 0);
  for (int i = 0; i < kCases; ++i) {
    SCOPED_TRACE(i);
    const Pair pair = nearly_concentric(random, random.uniform(3.1, 100));
    const Truth truth = oracle.solve(pair, false);
    const Answer answer = ask(*metric, pair);
    expect_distance_claim(pair, truth, answer, kClaim);
    EXPECT_LE((*answer.normal - true_normal(truth)).norm(), 1e-15);
  }
}

/// Faces parallel to 1e-36: the points nearest to each other are at one end of what they share.
TEST(CertifiedTies, OfBodiesApartTheNormalIsTheNearestAndThePointsMayLieAlongTiedFaces) {
  Oracle oracle;
  const auto metric = make_certified();
  Random random(20261126, 3, 0);
  int far_along = 0;
  for (int i = 0; i < kCases; ++i) {
    SCOPED_TRACE(i);
    Pair pair{make_prism(5, 1, 0.5), Pose{}, make_prism(6, 1, 0.5), Pose{}};
    const double tilt = power_of_ten(random, -45, -34);
    pair.X_WB.R(0, 2) = tilt;
    pair.X_WB.R(2, 0) = -tilt;
    pair.X_WB.t = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 1.5);
    const Truth truth = oracle.solve(pair, false);
    const Answer answer = ask(*metric, pair);
    expect_distance_claim(pair, truth, answer, kClaim);
    EXPECT_LE((*answer.normal - true_normal(truth)).norm(), 1e-15);
    const Vec3 nearest(round_to_double(truth.witness_A[0]), round_to_double(truth.witness_A[1]),
                       round_to_double(truth.witness_A[2]));
    far_along += (answer.witnesses->p_WA - nearest).norm() > 0.1 * pair_size(pair) ? 1 : 0;
  }
  EXPECT_GT(far_along, 0);
}

}  // namespace
}  // namespace touchstone
