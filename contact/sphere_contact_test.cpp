// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/sphere_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/contact_samples.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

void expect_contact(const ContactData& data, double phi, const Vec3& n, const Vec3& p_WA) {
  ASSERT_TRUE(data.answered) << data.note;
  ASSERT_EQ(data.points.size(), 1U);
  EXPECT_NEAR(data.phi, phi, 1e-14);
  EXPECT_NEAR((data.normal - n).norm(), 0, 1e-14);
  EXPECT_NEAR((data.points[0].p_WA - p_WA).norm(), 0, 1e-14);
  EXPECT_NEAR((data.points[0].p_WA - data.points[0].p_WB - phi * n).norm(), 0, 1e-14);
  EXPECT_EQ(data.points[0].gap, data.phi);
}

TEST(SphereContact, SpheresTouchAlongTheirCentres) {
  ContactData data;
  find_sphere_contact({Vec3(0, 0, 4), 1}, {Vec3(0, 0, 1), 1.5}, 1, data);
  expect_contact(data, 0.5, Vec3::UnitZ(), Vec3(0, 0, 3));
  find_sphere_contact({Vec3(0, 0, 4), 1}, {Vec3(0, 0, 1), 1.5}, 0.4, data);
  EXPECT_TRUE(data.answered);
  EXPECT_TRUE(data.points.empty());
  find_sphere_contact({Vec3(1, 2, 3), 1}, {Vec3(1, 2, 3), 2}, 1, data);
  EXPECT_FALSE(data.answered);
}

TEST(SphereContact, ASphereOverAFaceAnEdgeAVertexAndInside) {
  const PolytopePtr box = make_box(Vec3(1, 2, 3));
  const SphereObstacle obstacle(*box);
  const Pose X_WB{Mat3::Identity(), Vec3(10, 0, 0)};
  ContactData data;
  obstacle.find_above(X_WB, {Vec3(10.5, 0, 3.5), 1}, kNoLookAhead, data);
  expect_contact(data, -0.5, Vec3::UnitZ(), Vec3(10.5, 0, 2.5));
  obstacle.find_below(X_WB, {Vec3(10.5, 0, 3.5), 1}, kNoLookAhead, data);
  expect_contact(data, -0.5, -Vec3::UnitZ(), Vec3(10.5, 0, 3));
  const double half = std::sqrt(0.5);
  obstacle.find_above(X_WB, {Vec3(12, 3, 0), 1}, kNoLookAhead, data);
  expect_contact(data, std::sqrt(2.0) - 1, Vec3(half, half, 0), Vec3(12 - half, 3 - half, 0));
  obstacle.find_above(X_WB, {Vec3(12, 3, 4), 1}, kNoLookAhead, data);
  const Vec3 n = Vec3(1, 1, 1).normalized();
  expect_contact(data, std::sqrt(3.0) - 1, n, Vec3(12, 3, 4) - n);
  obstacle.find_above(X_WB, {Vec3(9.25, 0, 0), 1}, kNoLookAhead, data);
  expect_contact(data, -1.25, -Vec3::UnitX(), Vec3(10.25, 0, 0));
  obstacle.find_above(X_WB, {Vec3(11, 0, 0), 1}, kNoLookAhead, data);  // the centre on a face
  expect_contact(data, -1, Vec3::UnitX(), Vec3(10, 0, 0));
}

TEST(SphereContact, FlatBodiesHaveTwoSidesAndPointsNone) {
  const PolytopePtr plate = make_box(Vec3(1, 1, 0));
  ContactData data;
  SphereObstacle(*plate).find_above({}, {Vec3(0.5, 0, -2), 1}, kNoLookAhead, data);
  expect_contact(data, 1, -Vec3::UnitZ(), Vec3(0.5, 0, -1));
  SphereObstacle(*plate).find_above({}, {Vec3(3, 0, 0), 1}, kNoLookAhead, data);
  expect_contact(data, 1, Vec3::UnitX(), Vec3(2, 0, 0));
  const PolytopePtr rod = make_box(Vec3(1, 0, 0));
  SphereObstacle(*rod).find_above({}, {Vec3(0.5, 3, 0), 1}, kNoLookAhead, data);
  expect_contact(data, 2, Vec3::UnitY(), Vec3(0.5, 2, 0));
  SphereObstacle(*rod).find_above({}, {Vec3(0.5, 0, 0), 1}, kNoLookAhead, data);
  EXPECT_FALSE(data.answered);
}

TEST(SphereContact, TheCentresDistanceIsTheExactDistanceOfAPoint) {
  int inside = 0;
  for (std::uint64_t k = 0; k < 120; ++k) {
    Random random(20261121, 2, k);
    const PolytopePtr hull = make_random_ball_hull(random, 30);
    const Pose X_WP{random.rotation(), 3 * random.unit_vector()};
    const Vec3 center = X_WP.t + random.uniform(0, 2) * random.unit_vector();
    ContactData data;
    SphereObstacle(*hull).find_above(X_WP, {center, 0.25}, kNoLookAhead, data);
    PolytopeInput point;
    point.vertices = {Vec3::Zero()};
    const auto made = make_polytope(point);
    ASSERT_TRUE(made);
    const Truth truth =
        Oracle().solve({made.value(), {Mat3::Identity(), center}, hull, X_WP}, false);
    EXPECT_NEAR(data.phi, truth.phi - 0.25, 1e-13) << "index " << k;
    double best = 4;
    for (const Vec3& n : truth.normals) best = std::min(best, (n - data.normal).norm());
    EXPECT_LT(best, 1e-9) << "index " << k;
    inside += truth.sign < 0 ? 1 : 0;
  }
  EXPECT_GT(inside, 20);
  EXPECT_LT(inside, 100);
}

}  // namespace
}  // namespace touchstone
