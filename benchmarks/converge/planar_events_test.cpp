// SPDX-License-Identifier: GPL-3.0-or-later
// Prisms in a plane with the contact method `events`: edges of a prism along the axis are corners
// of its cross-section, and what both ends have is one contact.
#include <gtest/gtest.h>

#include <cmath>

#include "contact/registry.hpp"
#include "dynamics/planar.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "dynamics/tests/running.hpp"
#include "geometry/shapes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

std::unique_ptr<Metric> metric_of(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : row->make();
}

Body block(const std::string& name, double width, double height, bool fixed = false) {
  Body body;
  body.name = name;
  body.shape = make_box(Vec3(width / 2, height / 2, 0.5));
  body.fixed = fixed;
  return body;
}

/// Rectangles of 0.6 m x 0.4 m, one on the other, on a floor whose top is y = 0.
Scene stack(int count, double mu = 0.5) {
  Scene scene;
  scene.planar = Axis::z;
  scene.contacts = "events";
  scene.bodies = {block("floor", 20, 2, true)};
  scene.start.resize(1);
  scene.start[0].p_W = Vec3(0, -1, 0);
  for (int i = 0; i < count; ++i) {
    scene.bodies.push_back(block("block" + std::to_string(i), 0.6, 0.4));
    scene.start.emplace_back().p_W = Vec3(0, 0.2 + 0.4 * i, 0);
  }
  scene.friction = {FrictionKind::cone, mu};
  settle_planar(scene);
  return scene;
}

class WithEvents : public Running {
 public:
  explicit WithEvents(const Scene& scene)
      : Running(scene, make_contacts(*find_contact_row("events"), metric_of, scene.events)) {}
  /// All are in the plane.
  std::vector<ContactPoint> points() {
    std::vector<ContactPoint> all;
    for (const BodyPair& pair : (*this)->contacts().pairs()) {
      for (const ContactPoint& point : pair.contact.points) {
        EXPECT_EQ(point.p_WA.z(), 0);
        EXPECT_EQ(point.p_WB.z(), 0);
        EXPECT_EQ(point.normal.z(), 0);
        EXPECT_NEAR(point.normal.norm(), 1, 1e-12);
        all.push_back(point);
      }
    }
    return all;
  }
};

TEST(PlanarEvents, AStackHasTheTwoEndsOfEachSharedSideAndStands) {
  WithEvents running(stack(3));
  running.run(1);
  int below = 0;
  for (const ContactPoint& point : running.points()) {
    below += std::abs(point.normal.x()) < 1e-12 && std::abs(point.gap) < 1e-9 ? 1 : 0;
  }
  EXPECT_EQ(below, 6) << "two for each of three sides, one for both ends";
  running.run(100);
  for (int i = 0; i < 3; ++i) {
    const Vec3 off =
        running->states()[static_cast<std::size_t>(i) + 1].p_W - Vec3(0, 0.2 + 0.4 * i, 0);
    EXPECT_LT(off.norm(), 1e-9) << i;
  }
  EXPECT_LT(running->kinetic_energy(), 1e-15);
}

// A rectangle on its corner on the floor: the impulse there makes the corner's velocity zero.
TEST(PlanarEvents, AnImpactOnACornerIsThatOfThePlane) {
  Scene scene = stack(1);
  scene.friction = {};
  scene.gravity_W.setZero();
  scene.dt = 1e-3;
  const Eigen::AngleAxisd turn(0.3, Vec3::UnitZ());
  const Vec3 r = turn * Vec3(-0.3, -0.2, 0);
  scene.start[1].q_WB = turn;
  scene.start[1].p_W = Vec3(0, -r.y(), 0);
  scene.start[1].v_W = Vec3(0.5, -2, 0);
  const double m = scene.bodies[1].mass;
  const double I = scene.bodies[1].inertia.z();
  const double c = 2 / (1 / m + r.x() * r.x() / I);
  WithEvents running(scene);
  running.run(1);
  const auto points = running.points();
  ASSERT_FALSE(points.empty());
  EXPECT_NEAR(std::abs(points[0].p_WA.x() - r.x()), 0, 1e-9);
  const BodyState& after = running->states()[1];
  EXPECT_NEAR(after.v_W.x(), 0.5, 1e-12);
  EXPECT_NEAR(after.v_W.y(), -2 + c / m, 1e-10);
  EXPECT_NEAR(after.w_W.z(), c * r.x() / I, 1e-9);
}

/// A square on its corner above another one that is fixed, `aside` along x.
Scene corner_on_corner(double aside) {
  Scene scene;
  scene.planar = Axis::z;
  scene.contacts = "events";
  scene.bodies = {block("fixed", 0.5, 0.5, true), block("falling", 0.5, 0.5)};
  scene.start.resize(2);
  for (BodyState& state : scene.start) state.q_WB = Eigen::AngleAxisd(M_PI / 4, Vec3::UnitZ());
  scene.start[1].p_W = Vec3(aside, 0.5 * std::sqrt(2.0) + 2e-3, 0);
  scene.start[1].v_W = Vec3(0, -1, 0);
  scene.friction = {};
  scene.dt = 1e-2;
  settle_planar(scene);
  return scene;
}

TEST(PlanarEvents, CornersThatMeetHaveTheNormalsOfBothSides) {
  WithEvents running(corner_on_corner(0));
  running.run(1);
  int left = 0;
  int right = 0;
  for (const ContactPoint& point : running.points()) {
    ++(point.normal.x() > 0 ? right : left);
    EXPECT_NEAR(std::abs(point.normal.x()), std::sqrt(0.5), 1e-9);
  }
  EXPECT_GT(left, 0);
  EXPECT_GT(right, 0);
}

TEST(PlanarEvents, ACornerBesideACornerStaysInThePlaneAndGainsNothing) {
  WithEvents running(corner_on_corner(1e-3));
  double energy = running->total_energy();
  for (int i = 0; i < 40; ++i) {
    running.run(1);
    EXPECT_LE(running->total_energy(), energy + 1e-9) << i;
    energy = running->total_energy();
  }
  const BodyState& falling = running->states()[1];
  EXPECT_GT(falling.p_W.x(), 1e-3) << "it moves to the side that it is on";
  EXPECT_EQ(falling.p_W.z(), 0);
  EXPECT_EQ(falling.w_W.head<2>(), Eigen::Vector2d(0, 0));
}

}  // namespace
}  // namespace touchstone
