// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/peg/peg_contacts.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(PegContacts, BeyondReachNothingIsLeftOfAnEarlierPair) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  const auto method = make_peg_contacts(PegModel::peg, PegOptions(), std::nullopt);
  const auto shape = method->prepare(*box);
  const auto workspace = method->make_workspace();
  Pose X_WA;
  Pose X_WB;
  ContactData data;
  X_WB.t = Vec3(0, 0, 2.001);
  method->find(*shape, X_WA, *shape, X_WB, 0.1, *workspace, data);
  ASSERT_TRUE(data.answered);
  EXPECT_NEAR(data.normal.norm(), 1, 1e-12);
  X_WB.t = Vec3(9, 0, 0);
  method->find(*shape, X_WA, *shape, X_WB, 0.1, *workspace, data);
  ASSERT_TRUE(data.answered);
  EXPECT_TRUE(data.points.empty());
  EXPECT_EQ(data.normal, Vec3::Zero());
  EXPECT_EQ(data.plane_point_W, Vec3::Zero());
}

}  // namespace
}  // namespace touchstone
