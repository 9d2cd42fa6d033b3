// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/index.hpp"
#include "reference/certificates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/shapes.hpp"
#include "reference/certificates/closed_cycle.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/distance_proof_samples.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {
namespace {

Pair cubes(const Vec3& t) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  return {box, {}, box, {Mat3::Identity(), t}};
}

/// The reason why a proof is refused.
std::string reason(const Pair& pair, const DistanceProof& proof) {
  const DistanceCertificate certificate = check_distance_certificate(pair, proof);
  EXPECT_NE(certificate.proven, !certificate.reason.empty());
  return certificate.reason;
}

TEST(DistanceCertificate, ByBruteForceProvesThePhiOfTheOracle) {
  Oracle oracle;
  std::array<int, 3> signs{};
  for_every_agreement_case(agreement_cases(30), [&](const Pair& pair, int /*index*/) {
    const DistanceCertificate certificate =
        check_distance_certificate(pair, proof_by_brute_force(pair));
    ASSERT_TRUE(certificate.proven) << certificate.reason;
    const Truth truth = oracle.solve(pair, false);
    EXPECT_EQ(certificate.sign, truth.sign);
    EXPECT_EQ(certificate.phi_squared, truth.phi_squared);
    EXPECT_EQ(rounded_phi(certificate), truth.phi);
    // gap(u) = phi |u|: the direction is an optimal one.
    const ExactVec3& u = certificate.direction;
    const Rational gap = WorldPair(pair).gap(u);
    EXPECT_EQ(sgn(gap), truth.sign);
    EXPECT_EQ(gap * gap, truth.phi_squared * product(u, u));
    ++signs[at(truth.sign + 1)];
  });
  for (const int count : signs) EXPECT_GE(count, 8);  // each kind of proof is seen
}

TEST(DistanceCertificate, GivesATruthThatJudgesAsTheOracles) {
  Oracle oracle;
  for_every_agreement_case(8, [&](const Pair& pair, int /*index*/) {
    const DistanceCertificate certificate =
        check_distance_certificate(pair, proof_by_brute_force(pair));
    ASSERT_TRUE(certificate.proven) << certificate.reason;
    const TruthOnDemand proven = proven_truth(pair, certificate);
    const TruthOnDemand truth = oracle.solve(pair, false);
    EXPECT_EQ(proven.sign(), truth.sign());
    EXPECT_EQ(proven.phi().value, truth.phi().value);
    for (const double off : {0.0, 0x1p-53, 1e-9}) {
      const double value = truth.phi().value * (1 + off) + off * 1e-3;
      const double error = error_of(value, truth);
      EXPECT_NEAR(error_of(value, proven), error, 2 * kErrorAccuracy * error);
      EXPECT_EQ(error_within(value, proven, error * 1.01),
                error_within(value, truth, error * 1.01));
    }
    if (truth.sign() != 0) {
      EXPECT_TRUE(gap_reaches(pair, proven.normal(), proven,
                              4 * kNormalError * pair_size(pair) +
                                  1e-13 * std::abs(proven.phi().value) +
                                  1e-9 * (pair.X_WA.t - pair.X_WB.t).norm()));
    }
    EXPECT_EQ(proven.exact().phi_squared, truth.exact().phi_squared);
  });
}

/// One or two entries of a proof changed at random.
void damage(DistanceProof& proof, const Pair& pair, Random& random) {
  const VertexPair other{static_cast<int>(random.below(pair.A->vertices().size())),
                         static_cast<int>(random.below(pair.B->vertices().size()))};
  switch (random.below(5)) {
    case 0:
      proof.nearest[random.below(3)] = other;
      break;
    case 1:
      proof.support[random.below(3)] = other;
      break;
    case 2:
      proof.nearest_count = static_cast<int>(random.below(4));
      break;
    case 3:
      proof.support_count = static_cast<int>(random.below(4));
      break;
    default:
      if (proof.cycle.empty()) {
        proof.cycle.push_back({other, proof.nearest[0], proof.nearest[1]});
      } else {
        const VertexPair known = proof.cycle[random.below(proof.cycle.size())][0];
        for (PairTriangle& t : proof.cycle) std::replace(t.begin(), t.end(), known, other);
      }
  }
}

TEST(DistanceCertificate, DamagedProvesTheSamePhiOrNothing) {
  int refused = 0;
  int held = 0;
  for_every_agreement_case(6, [&](const Pair& pair, int index) {
    const DistanceProof whole = proof_by_brute_force(pair);
    const DistanceCertificate right = check_distance_certificate(pair, whole);
    Random random(3, 5, static_cast<std::uint64_t>(index));
    for (int k = 0; k < 60; ++k) {
      DistanceProof proof = whole;
      damage(proof, pair, random);
      if (k % 2 == 0) damage(proof, pair, random);
      const DistanceCertificate certificate = check_distance_certificate(pair, proof);
      ++(certificate.proven ? held : refused);
      if (!certificate.proven) continue;
      EXPECT_EQ(certificate.sign, right.sign);
      EXPECT_EQ(certificate.phi_squared, right.phi_squared);
    }
  });
  EXPECT_GT(refused, 1000);
  EXPECT_GT(held, 500);  // what a kind of proof does not need may be anything
}

TEST(DistanceCertificate, OfPhiThatIsADoubleLeavesNoDoubt) {
  const Pair pair = cubes(Vec3(2.5, 0.5, 0.25));
  const TruthOnDemand truth =
      proven_truth(pair, check_distance_certificate(pair, proof_by_brute_force(pair)));
  EXPECT_EQ(truth.phi().value, 0.5);
  EXPECT_EQ(truth.phi().tail, 0);
  EXPECT_EQ(truth.phi().doubt, 0);
}

/// Corner 0 of a cube is (-,-,-), 1 is (+,-,-), 2 (-,+,-), 4 (-,-,+).
TEST(DistanceCertificate, OfAPointOfTheFaceProvesADistance) {
  DistanceProof proof;  // B's corner (1.5, 0.5, 0.5) above A's face x = 1
  proof.nearest_count = 3;
  proof.nearest = {{{1, 0}, {7, 0}, {5, 0}}};
  const Pair pair = cubes(Vec3(2.5, 1.25, 1.5));
  const DistanceCertificate certificate = check_distance_certificate(pair, proof);
  ASSERT_TRUE(certificate.proven) << certificate.reason;
  EXPECT_EQ(certificate.phi_squared, Rational(1, 4));
  EXPECT_EQ(certificate.normal, Vec3(-1, 0, 0));
}

TEST(DistanceCertificate, OfPointsThatAreNotNearestIsRefused) {
  DistanceProof proof;
  proof.nearest_count = 1;
  proof.nearest[0] = {1, 0};
  EXPECT_EQ(reason(cubes(Vec3(2.5, 1.25, 1.5)), proof),
            "a point of C is nearer than its nearest point");
  // The plane's point nearest to 0 is beside the triangle: its weights are not all positive.
  proof.nearest_count = 3;
  proof.nearest = {{{1, 0}, {3, 0}, {5, 0}}};
  EXPECT_EQ(reason(cubes(Vec3(2.5, 1.75, 1.75)), proof),
            "a point of C is nearer than its nearest point");
}

TEST(DistanceCertificate, WithoutPointsOrWithTooManyIsRefused) {
  const Pair pair = cubes(Vec3(1.5, 0, 0));
  for (const int count : {-1, 0, 4, std::numeric_limits<int>::max()}) {
    DistanceProof proof = proof_by_brute_force(pair);
    proof.nearest_count = count;
    EXPECT_EQ(reason(pair, proof), "it does not name one to three nearest points");
  }
  for (const int count : {-1, 4}) {
    DistanceProof proof = proof_by_brute_force(pair);
    proof.support_count = count;
    EXPECT_EQ(reason(pair, proof), "it does not name up to three support points");
  }
}

TEST(DistanceCertificate, OfAVertexThatIsNotThereIsRefused) {
  const Pair pair = cubes(Vec3(1.5, 0, 0));
  for (const int vertex :
       {-1, 8, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
    DistanceProof proof = proof_by_brute_force(pair);
    proof.nearest[1].vertex_A = vertex;
    EXPECT_EQ(reason(pair, proof), "a vertex does not exist");
    proof = proof_by_brute_force(pair);
    proof.cycle.back()[2].vertex_B = vertex;
    EXPECT_EQ(reason(pair, proof), "a vertex does not exist");
    proof = proof_by_brute_force(pair);
    proof.support_count = 1;
    proof.support[0].vertex_B = vertex;
    EXPECT_EQ(reason(pair, proof), "a vertex does not exist");
  }
}

/// Two hulls that overlap, and what proves it.
struct Overlapping {
  Pair pair;
  DistanceProof proof;

  Overlapping() {
    Random random(11, 0, 0);
    const PolytopePtr A = make_random_sphere_hull(random, 12);
    const PolytopePtr B = make_random_sphere_hull(random, 10);
    const Mat3 R = random.rotation();
    pair = {A, {}, B, {R, Vec3(0.3, 0.4, 0.2)}};
    proof = proof_by_brute_force(pair);
  }
};

TEST(DistanceCertificate, WithoutAnyOneOfItsTrianglesIsRefused) {
  const Overlapping sample;
  ASSERT_EQ(reason(sample.pair, sample.proof), "");
  for (std::size_t k = 0; k < sample.proof.cycle.size(); ++k) {
    DistanceProof proof = sample.proof;
    proof.cycle.erase(proof.cycle.begin() + static_cast<std::ptrdiff_t>(k));
    EXPECT_EQ(reason(sample.pair, proof), "its cycle is not closed");
  }
}

TEST(DistanceCertificate, WithATriangleTurnedIsRefused) {
  const Overlapping sample;
  for (std::size_t k = 0; k < sample.proof.cycle.size(); ++k) {
    DistanceProof proof = sample.proof;
    std::swap(proof.cycle[k][0], proof.cycle[k][1]);
    EXPECT_EQ(reason(sample.pair, proof), "its cycle is not closed");
  }
  DistanceProof all = sample.proof;
  for (PairTriangle& t : all.cycle) std::swap(t[0], t[1]);
  EXPECT_EQ(reason(sample.pair, all), "a triangle of its cycle is turned inwards");
}

TEST(DistanceCertificate, WithAnotherVertexInOneTriangleIsRefused) {
  const Overlapping sample;
  for (std::size_t k = 0; k < sample.proof.cycle.size(); ++k) {
    DistanceProof proof = sample.proof;
    VertexPair& v = proof.cycle[k][k % 3];
    v.vertex_A = (v.vertex_A + 1) % 12;
    EXPECT_EQ(reason(sample.pair, proof), "its cycle is not closed");
  }
}

/// A corner replaced in all triangles of the cycle: still closed, but most often triangles turn
/// inwards or come nearer to 0.
TEST(DistanceCertificate, WithACornerMovedIsRefusedUnlessItHoldsAllTheSame) {
  const Overlapping sample;
  const VertexPair moved = sample.proof.nearest[0];
  int refused = 0;
  for (int a = 0; a < 12; ++a) {
    if (a == moved.vertex_A) continue;
    DistanceProof proof = sample.proof;
    for (PairTriangle& t : proof.cycle) {
      for (VertexPair& v : t) {
        if (v == moved) v.vertex_A = a;
      }
    }
    const std::string why = reason(sample.pair, proof);
    if (why.empty()) continue;
    // Moved to another corner it takes an edge with it.
    if (why == "its cycle is not closed") continue;
    EXPECT_TRUE(why == "a triangle of its cycle is turned inwards" ||
                why == "a triangle of its cycle is nearer to 0 than its plane")
        << why;
    ++refused;
  }
  EXPECT_GT(refused, 5);
}

/// A closed cycle that 0 is not in: the hull of some vertices of one corner of C.
TEST(DistanceCertificate, OfACycleBesideTheOriginIsRefused) {
  const Overlapping sample;
  DistanceProof proof = sample.proof;
  const PairTriangle& base = sample.proof.cycle.front();
  VertexPair apex = base[0];
  for (const PairTriangle& t : sample.proof.cycle) {
    for (const VertexPair& v : t) {
      if (std::find(base.begin(), base.end(), v) == base.end()) apex = v;
    }
  }
  proof.cycle = {base};
  for (std::size_t k = 0; k < 3; ++k) proof.cycle.push_back({base[(k + 1) % 3], base[k], apex});
  EXPECT_EQ(reason(sample.pair, proof), "a triangle of its cycle is turned inwards");
}

/// Closed, and every triangle counts twice: degree 2 is as good.
TEST(DistanceCertificate, OfACycleThatGoesRoundTwiceHolds) {
  Overlapping sample;
  const auto once = sample.proof.cycle;
  sample.proof.cycle.insert(sample.proof.cycle.end(), once.begin(), once.end());
  EXPECT_EQ(reason(sample.pair, sample.proof), "");
}

TEST(DistanceCertificate, OfAPlaneThatDoesNotSupportIsRefused) {
  const Overlapping sample;
  DistanceProof proof = sample.proof;
  // Another facet's plane supports C, but the cycle has one that is nearer.
  proof.nearest =
      sample.proof.cycle[(sample.proof.cycle.size() / 2 + 1) % sample.proof.cycle.size()];
  EXPECT_EQ(reason(sample.pair, proof), "a triangle of its cycle is nearer to 0 than its plane");
  const Rational phi_squared = check_distance_certificate(sample.pair, sample.proof).phi_squared;
  int beyond = 0;
  for (int a = 0; a < 12; ++a) {
    proof = sample.proof;
    if (a == proof.nearest[0].vertex_A) continue;
    proof.nearest[0].vertex_A = a;
    const DistanceCertificate certificate = check_distance_certificate(sample.pair, proof);
    const std::string& why = certificate.reason;
    // The facet may have more corners than three.
    if (why.empty()) {
      EXPECT_EQ(certificate.phi_squared, phi_squared);
    }
    beyond += why == "a point of C is beyond its plane" ? 1 : 0;
  }
  EXPECT_GT(beyond, 5);
  proof = sample.proof;
  proof.nearest[2] = proof.nearest[1];
  EXPECT_EQ(reason(sample.pair, proof), "its nearest points span no plane");
  proof.nearest_count = 2;
  EXPECT_EQ(reason(sample.pair, proof), "its nearest points span no plane");
}

TEST(DistanceCertificate, OfAnOverlapWithoutACycleIsRefused) {
  const Pair pair = cubes(Vec3(1.5, 0, 0));
  DistanceProof proof = proof_by_brute_force(pair);
  proof.cycle.clear();
  EXPECT_EQ(reason(pair, proof), "a point of C is nearer than its nearest point");
  // 0 in the hull of three points of a C that is around it: (-3.5, ., .) and (0.5, ., .).
  proof.nearest = {{{1, 6}, {0, 7}, {6, 1}}};
  proof.support_count = 2;
  proof.support = {{{1, 6}, {0, 7}}};
  EXPECT_NE(reason(pair, proof), "");
}

TEST(DistanceCertificate, OfContactTakesAPlaneThroughZero) {
  // Face, edge and corner, where the first axis that comes to mind is not a normal.
  for (const Vec3& t : {Vec3(0.5, 2, 0.25), Vec3(0, -2, 2), Vec3(0.25, 0.5, -2)}) {
    const Pair pair = cubes(t);
    DistanceProof proof = proof_by_brute_force(pair);
    ASSERT_EQ(reason(pair, proof), "");
    EXPECT_EQ(check_distance_certificate(pair, proof).sign, 0);
    proof.support_count = 0;
    EXPECT_EQ(reason(pair, proof),
              "points of C are on both sides of the plane through its support and 0");
  }
  const Pair corners = cubes(Vec3(2, -2, 2));
  EXPECT_EQ(reason(corners, proof_by_brute_force(corners)), "");
  const Pair pair = cubes(Vec3(2, 0.5, 0.25));
  DistanceProof proof = proof_by_brute_force(pair);
  proof.support_count = 2;
  proof.support = {{{0, 7}, {1, 0}}};
  EXPECT_EQ(reason(pair, proof),
            "points of C are on both sides of the plane through its support and 0");
}

TEST(DistanceCertificate, OfAnotherPairIsRefused) {
  Overlapping sample;
  sample.pair.X_WB.t.x() += 1e-3;
  const DistanceCertificate moved = check_distance_certificate(sample.pair, sample.proof);
  Oracle oracle;
  // The nearest facet may stay the same one; then the proof holds, of the new phi.
  if (moved.proven) {
    EXPECT_EQ(moved.phi_squared, oracle.solve(sample.pair, false).phi_squared);
  }
  sample.pair.X_WB.t.x() += 3;
  EXPECT_NE(reason(sample.pair, sample.proof), "");
}

/// No double can tell: both bodies so far away that their coordinates have no digits to spare.
TEST(DistanceCertificate, HoldsWhereDoublesHaveNoDigitsLeft) {
  for (const double away : {1e6, 1e12, 1e40}) {
    Overlapping sample;
    sample.pair.X_WA.t = Vec3(away, -away, away);
    sample.pair.X_WB.t += sample.pair.X_WA.t;
    const DistanceProof proof = proof_by_brute_force(sample.pair);
    EXPECT_EQ(reason(sample.pair, proof), "");
  }
}

PolytopePtr point_of_radius(double radius) {
  PolytopeInput input;
  input.vertices = {Vec3::Zero()};
  return make_rounded(make_polytope(input).value(), radius).value();
}

/// phi_core^2 = 1 + y^2, and what phi_core is beyond 1 is no double, or one of few digits.
TEST(DistanceCertificate, DoubtsATailThatUnderflows) {
  for (const double y : {1e-200, 1e-161, 3e-160}) {
    for (const double radius : {0.0, 1.0}) {
      const Pair pair{
          point_of_radius(radius), {}, point_of_radius(0), {Mat3::Identity(), Vec3(1, y, 0)}};
      DistanceProof proof;
      proof.nearest_count = 1;
      proof.nearest[0] = {0, 0};
      const DistanceCertificate certificate = check_distance_certificate(pair, proof);
      ASSERT_TRUE(certificate.proven) << certificate.reason;
      const TruthOnDemand truth = proven_truth(pair, certificate);
      EXPECT_EQ(truth.sign(), 1) << y << " " << radius;
      EXPECT_NEAR(truth.phi().value, radius == 1 ? y * y / 2 : 1,
                  2 * std::numeric_limits<double>::denorm_min());
      EXPECT_GT(truth.phi().doubt, 0) << y << " " << radius;
      EXPECT_EQ(truth.exact().sign, 1) << y << " " << radius;
    }
  }
}

TEST(DistanceCertificate, HoldsForTheSmallestAndTheLargestBodies) {
  for (const double size : {1e-59, 1e-40, 1e40, 1e59}) {
    const PolytopePtr box = make_box(Vec3(size, size, size));
    for (const double off : {0.5, 2.0, 2.5}) {
      const Pair pair{box, {}, box, {Mat3::Identity(), Vec3(off * size, 0, 0)}};
      EXPECT_EQ(reason(pair, proof_by_brute_force(pair)), "") << size << " " << off;
    }
  }
}

}  // namespace
}  // namespace touchstone
