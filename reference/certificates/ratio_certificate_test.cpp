// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

/// Cubes of half-width 1, B's centre 4 along x: the ray leaves K through its face x = -2. Corner 0
/// is (-,-,-), corner 1 (+,-,-), 2 (-,+,-), 4 (-,-,+).
Pair cubes() {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  Pair pair{box, Pose{}, box, Pose{}};
  pair.X_WB.t = Vec3(4, 0.25, 0.125);
  return pair;
}

/// A's face x = 1 against B's x = -1: three corners of K's face with d in their cone.
RatioDetail facing() {
  RatioDetail detail;
  detail.portal_count = 3;
  detail.portal[0] = {.vertex_A = 1, .vertex_B = 6, .weight = 0};  // k = (-2, 2, 2)
  detail.portal[1] = {.vertex_A = 7, .vertex_B = 0, .weight = 0};  // k = (-2, -2, -2)
  detail.portal[2] = {.vertex_A = 3, .vertex_B = 4, .weight = 0};  // k = (-2, -2, 2)
  return detail;
}

TEST(RatioCertificate, OfThreePairsProvesRho) {
  Pair pair = cubes();
  pair.X_WB.t = Vec3(4, 0.5, 0.25);  // d = (-4, -0.5, -0.25) between the three
  const RatioCertificate certificate = check_ratio_certificate(pair, facing());
  ASSERT_TRUE(certificate.proven) << certificate.reason;
  EXPECT_EQ(certificate.rho, Rational(1, 2));
}

TEST(RatioCertificate, WithoutPairsProvesNothing) {
  EXPECT_EQ(check_ratio_certificate(cubes(), {}).reason,
            "it does not have three pairs of vertices");
}

TEST(RatioCertificate, OfAVertexThatIsNotThereIsRefused) {
  for (const int vertex : {-1, 8}) {
    RatioDetail detail = facing();
    detail.portal[1].vertex_B = vertex;
    EXPECT_EQ(check_ratio_certificate(cubes(), detail).reason, "a vertex does not exist");
  }
}

TEST(RatioCertificate, OfATriangleBesideTheRayIsRefused) {
  Pair pair = cubes();
  pair.X_WB.t = Vec3(4, -1, 1);
  EXPECT_EQ(check_ratio_certificate(pair, facing()).reason, "the ray misses its triangle");
}

TEST(RatioCertificate, OfATriangleInsideIsRefused) {
  RatioDetail detail = facing();
  detail.portal[0] = {.vertex_A = 0, .vertex_B = 6, .weight = 0};  // k = (0, 2, 2)
  Pair pair = cubes();
  pair.X_WB.t = Vec3(4, 0.5, 0.25);
  EXPECT_EQ(check_ratio_certificate(pair, detail).reason, "a vertex is beyond its plane");
}

TEST(RatioCertificate, OfAFlatTriangleIsRefused) {
  RatioDetail detail = facing();
  detail.portal[2] = detail.portal[1];
  EXPECT_EQ(check_ratio_certificate(cubes(), detail).reason,
            "its three points and 0 lie in a plane");
}

}  // namespace
}  // namespace touchstone
