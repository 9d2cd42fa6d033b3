// SPDX-License-Identifier: GPL-3.0-or-later
// Spheres and capsules: contacts of their cores, moved by their radii, and motion with them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "contact/registry.hpp"
#include "dynamics/contacts/pair_contacts.hpp"
#include "dynamics/solid_moments.hpp"
#include "dynamics/tests/running.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr double kRadius = 0.3;      // [m]
constexpr double kHalfLength = 0.5;  // [m]

/// The contact of two bodies however far they are apart.
ContactData contact_of(const Pair& pair) {
  Scene scene;
  scene.bodies.resize(2);
  scene.start.resize(2);
  for (const auto& [i, shape, X] :
       {std::tuple(0, pair.A, pair.X_WA), std::tuple(1, pair.B, pair.X_WB)}) {
    scene.bodies[at(i)].name = std::to_string(i);
    scene.bodies[at(i)].shape = shape;
    scene.start[at(i)].p_W = X.t;
    scene.start[at(i)].q_WB = X.R;
  }
  const auto method = make_contacts_of(
      "certified", [](std::string_view name) { return find_metric(name)->make(); });
  PairContacts contacts(scene, *method);
  contacts.find(scene.start, 1);
  EXPECT_EQ(contacts.pairs().size(), 1U);
  return contacts.pairs().empty() ? ContactData() : contacts.pairs()[0].contact;
}

void expect_contact(const Pair& pair, double phi, const Vec3& n, const Vec3& p_WA) {
  const ContactData data = contact_of(pair);
  ASSERT_TRUE(data.answered) << data.note;
  ASSERT_EQ(data.points.size(), 1U);
  EXPECT_NEAR(data.phi, phi, 1e-14);
  EXPECT_NEAR((data.normal - n).norm(), 0, 1e-14);
  EXPECT_NEAR((data.points[0].p_WA - p_WA).norm(), 0, 1e-14);
  EXPECT_NEAR((data.points[0].p_WA - data.points[0].p_WB - phi * n).norm(), 0, 1e-14);
  EXPECT_EQ(data.points[0].gap, data.phi);
}

Pose moved_to(const Vec3& t) { return {Mat3::Identity(), t}; }

TEST(Sphere, TouchesAnotherAlongTheirCentres) {
  const PolytopePtr one = make_capsule(1);
  expect_contact({one, moved_to({0, 0, 4}), make_capsule(1.5), moved_to({0, 0, 1})}, 0.5,
                 Vec3::UnitZ(), Vec3(0, 0, 3));
  // Any direction parts concentric spheres.
  const Pose X = moved_to({1, 2, 3});
  const ContactData same = contact_of({one, X, make_capsule(2), X});
  ASSERT_EQ(same.points.size(), 1U);
  EXPECT_EQ(same.phi, -3);
  EXPECT_NE(same.indeterminate, false);
  EXPECT_NEAR((same.points[0].p_WA - X.t + same.normal).norm(), 0, 1e-14);
}

TEST(Sphere, TouchesAFaceAnEdgeAVertexAndTheInside) {
  const PolytopePtr ball = make_capsule(1);
  const PolytopePtr box = make_box(Vec3(1, 2, 3));
  const Pose X_WB = moved_to({10, 0, 0});
  const auto above = [&](const Vec3& center) { return Pair{ball, moved_to(center), box, X_WB}; };
  expect_contact(above({10.5, 0, 3.5}), -0.5, Vec3::UnitZ(), Vec3(10.5, 0, 2.5));
  expect_contact({box, X_WB, ball, moved_to({10.5, 0, 3.5})}, -0.5, -Vec3::UnitZ(),
                 Vec3(10.5, 0, 3));
  const double half = std::sqrt(0.5);
  expect_contact(above({12, 3, 0}), std::sqrt(2.0) - 1, Vec3(half, half, 0),
                 Vec3(12 - half, 3 - half, 0));
  const Vec3 n = Vec3(1, 1, 1).normalized();
  expect_contact(above({12, 3, 4}), std::sqrt(3.0) - 1, n, Vec3(12, 3, 4) - n);
  expect_contact(above({9.25, 0, 0}), -1.25, -Vec3::UnitX(), Vec3(10.25, 0, 0));
  expect_contact(above({11, 0, 0}), -1, Vec3::UnitX(), Vec3(10, 0, 0));  // the centre on a face
}

TEST(Sphere, TouchesEitherSideOfAPlateAndARod) {
  const PolytopePtr ball = make_capsule(1);
  const PolytopePtr plate = make_box(Vec3(1, 1, 0));
  expect_contact({ball, moved_to({0.5, 0, -2}), plate, {}}, 1, -Vec3::UnitZ(), Vec3(0.5, 0, -1));
  expect_contact({ball, moved_to({3, 0, 0}), plate, {}}, 1, Vec3::UnitX(), Vec3(2, 0, 0));
  const PolytopePtr rod = make_box(Vec3(1, 0, 0));
  expect_contact({ball, moved_to({0.5, 3, 0}), rod, {}}, 2, Vec3::UnitY(), Vec3(0.5, 2, 0));
}

TEST(Sphere, HasTheExactDistanceOfItsCentreLessItsRadius) {
  int inside = 0;
  for (std::uint64_t k = 0; k < 120; ++k) {
    Random random(20261121, 2, k);
    const PolytopePtr hull = make_random_ball_hull(random, 30);
    const Pose X_WP{random.rotation(), 3 * random.unit_vector()};
    const Pose X_WS = moved_to(X_WP.t + random.uniform(0, 2) * random.unit_vector());
    const PolytopePtr ball = make_capsule(0.25);
    const ContactData data = contact_of({ball, X_WS, hull, X_WP});
    const Truth truth = Oracle().solve({make_rounded(ball, 0).value(), X_WS, hull, X_WP}, false);
    EXPECT_NEAR(data.phi, truth.phi - 0.25, 1e-13) << "index " << k;
    double best = 4;
    for (const Vec3& n : truth.normals) best = std::min(best, (n - data.normal).norm());
    EXPECT_LT(best, 1e-9) << "index " << k;
    inside += truth.sign < 0 ? 1 : 0;
  }
  EXPECT_GT(inside, 20);
  EXPECT_LT(inside, 100);
}

TEST(Sphere, IsRefusedByModelsOfPolytopes) {
  Scene scene;
  scene.bodies.resize(1);
  scene.bodies[0].name = "ball";
  scene.bodies[0].shape = make_capsule(1);
  scene.start.resize(1);
  EXPECT_EQ(scene_fault(scene), "");
  scene.contacts = "events";
  EXPECT_EQ(scene_fault(scene), "contacts events are of polytopes, and body 'ball' has a radius");
  for (const char* method : {"vclip_sat", "vclip_sat_gauss", "triangle_normals"}) {
    scene.contacts = method;
    EXPECT_EQ(scene_fault(scene), "contacts " + std::string(method) +
                                      " are of bodies with a volume, and the core of body 'ball' "
                                      "has none");
  }
  scene.contacts = "center_normals";
  EXPECT_EQ(scene_fault(scene), "");
  scene.contacts = "vclip_sat";
  scene.bodies[0].shape = make_rounded(make_box(Vec3(1, 1, 1)), 1).value();
  EXPECT_EQ(scene_fault(scene), "");
}

/// A capsule along z that lies on the floor y <= 0, 2 m wide; its mass is 2 kg.
Scene lying_capsule() {
  Scene scene;
  scene.name = "lying capsule";
  scene.friction.kind = FrictionKind::no_slip;
  scene.dt = 0.01;
  scene.t_end = 1;
  Body body;
  body.name = "capsule";
  body.shape = make_capsule(kRadius, kHalfLength);
  body.mass = 2;
  const SolidMoments moments = body_moments(*body.shape).value();
  set_inertia(body, body.mass / moments.volume * moments.inertia());
  Body floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shape = make_box({20, 1, 2});
  scene.bodies = {body, floor};
  scene.start.resize(2);
  scene.start[0].p_W = {0, kRadius, 0};
  scene.start[1].p_W = {0, -1, 0};
  return scene;
}

TEST(Capsule, RollsDownAPlane) {
  Scene scene = lying_capsule();
  const double theta = 0.4;
  // In the plane's own axes.
  scene.gravity_W = 9.81 * Vec3(std::sin(theta), -std::cos(theta), 0);
  const Body& body = scene.bodies[0];
  const double a =
      9.81 * std::sin(theta) / (1 + body.inertia.z() / (body.mass * kRadius * kRadius));
  Running running(scene);
  const double energy = running->total_energy();
  running.run(100);
  const BodyState& state = running->states()[0];
  EXPECT_NEAR(state.v_W.x(), a, 1e-9);
  EXPECT_NEAR(state.w_W.z(), -a / kRadius, 1e-8);
  EXPECT_NEAR(state.p_W.y(), kRadius, 1e-9);
  // A semi-implicit step is ahead of the parabola by half a step: E gains m g sin(theta) v dt / 2.
  const double ahead = body.mass * 9.81 * std::sin(theta) * a * scene.dt / 2;
  EXPECT_NEAR(running->total_energy(), energy - ahead, 1e-7);
}

TEST(Capsule, RestsOnTwoPointsAndOnOneWhereItStands) {
  Scene scene = lying_capsule();
  const auto points = [](Running& running) {
    running.run(1);
    return running->report().contacts;
  };
  Running lies(scene);
  EXPECT_EQ(points(lies), 2);
  scene.start[0].q_WB = Eigen::AngleAxisd(std::acos(-1) / 2, Vec3::UnitX());
  scene.start[0].p_W.y() = kRadius + kHalfLength;
  Running stands(scene);
  EXPECT_EQ(points(stands), 1);
  EXPECT_NEAR(stands->states()[0].p_W.y(), kRadius + kHalfLength, 1e-9);
}

TEST(Capsule, HoldsABallAndAnotherCapsule) {
  Scene scene = lying_capsule();
  scene.bodies[0].fixed = true;
  Body above = lying_capsule().bodies[0];
  above.name = "above";
  scene.bodies.push_back(above);
  scene.start.resize(3);
  scene.start[2].p_W = {0, 3 * kRadius, 0};
  scene.start[2].q_WB = Eigen::AngleAxisd(0.5, Vec3::UnitY());
  Running crossed(scene);
  crossed.run(10);
  EXPECT_NEAR(crossed->states()[2].p_W.y(), 3 * kRadius, 1e-9);
  scene.bodies[2].shape = make_capsule(0.2);
  scene.start[2].p_W = {0, 2 * kRadius + 0.2, 0.1};
  Running ball(scene);
  ball.run(10);
  EXPECT_NEAR(ball->states()[2].p_W.y(), 2 * kRadius + 0.2, 1e-9);
}

TEST(Capsule, IsRefusedByModelsOfPolytopesAndInThePlane) {
  Scene scene = lying_capsule();
  EXPECT_EQ(scene_fault(scene), "");
  scene.friction = {};
  scene.model = "std";
  EXPECT_EQ(scene_fault(scene), "model std is of polytopes, and body 'capsule' has a radius");
  scene.model = kManifoldModel;
  scene.planar = Axis::z;
  EXPECT_NE(scene_fault(scene).find("'capsule': in a scene that is planar about z it must be a"),
            std::string::npos)
      << scene_fault(scene);
}

TEST(Capsule, HasTheMomentsOfItsParts) {
  // By slices: discs of radius rho(z), whose second moments are rho^4 pi/4 across and rho^2 pi z^2.
  const SolidMoments m = body_moments(*make_capsule(kRadius, kHalfLength)).value();
  const int slices = 200'000;
  const double end = kRadius + kHalfLength;
  SolidMoments sum;
  for (int k = 0; k < slices; ++k) {
    const double z = (2 * (k + 0.5) / slices - 1) * end;
    const double beyond = std::max(0.0, std::abs(z) - kHalfLength);
    const double area = std::acos(-1) * (kRadius * kRadius - beyond * beyond) * 2 * end / slices;
    const double across = area * (kRadius * kRadius - beyond * beyond) / 4;
    sum.volume += area;
    sum.second += Vec3(across, across, area * z * z).asDiagonal();
  }
  EXPECT_NEAR(m.volume, sum.volume, 1e-8);
  EXPECT_LT((m.second - sum.second).norm(), 1e-8);
}

}  // namespace
}  // namespace touchstone
