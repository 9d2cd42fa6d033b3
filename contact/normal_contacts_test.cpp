// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/normal_contacts.hpp"

#include <gtest/gtest.h>

#include "contact/center_normals.hpp"
#include "contact/contact_samples.hpp"
#include "contact/triangle_normals.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

/// A ball that has sunk a little into the top of a long box, far from the middle (004, Fig. 3).
Pair ball_in_long_box() {
  Pair pair{make_icosphere(1), Pose{}, make_box(Vec3(20, 2, 1)), Pose{}};
  pair.X_WA.t = Vec3(15, 0, 1.9);
  return pair;
}

TEST(CenterNormals, PushTheBallAlongTheBox) {
  const ContactData data =
      find_contact(*make_normal_contacts(center_normal), ball_in_long_box(), 0);
  ASSERT_TRUE(data.answered);
  EXPECT_NEAR((data.normal - Vec3(15, 0, 1.9).normalized()).norm(), 0, 1e-15);
  // So far along the box has the ball to go; out of its top it would be less than 0.1 m.
  EXPECT_LT(data.phi, -5);
  Pair concentric = ball_in_long_box();
  concentric.X_WA.t.setZero();
  EXPECT_FALSE(find_contact(*make_normal_contacts(center_normal), concentric, 0).answered);
}

TEST(TriangleNormals, PointOutwardsOutsideAndInwardsInside) {
  Pair pair{make_simplex(1), Pose{}, make_box(Vec3(5, 5, 1)), Pose{}};
  const auto method = make_normal_contacts(triangle_normal);
  // A vertex straight below.
  pair.X_WA.R =
      Eigen::Quaterniond::FromTwoVectors(pair.A->vertices()[0], -Vec3::UnitZ()).toRotationMatrix();
  const double depth = pair.A->vertices()[0].norm();
  pair.X_WA.t = Vec3(0, 0, 1 + depth + 0.25);
  const ContactData above = find_contact(*method, pair, 1);
  EXPECT_NEAR(above.normal.z(), 1, 1e-14);
  EXPECT_NEAR(above.phi, 0.25, 1e-14);
  pair.X_WA.t.z() -= 0.5;
  EXPECT_NEAR(find_contact(*method, pair, 1).normal.z(), -1, 1e-14);
}

}  // namespace
}  // namespace touchstone
