// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/step_assembly.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

std::unique_ptr<ContactMethod> exact_contacts() {
  return make_metric_contacts(std::make_unique<OracleMetric>());
}

/// Two boxes of unequal moments, one leaning on the other, both moving.
Scene two_boxes() {
  Scene scene;
  for (const char* name : {"upper", "lower"}) {
    Body box;
    box.name = name;
    box.shape = make_box(Vec3(0.5, 0.4, 0.3));
    box.mass = 2;
    box.inertia = Vec3(0.2, 0.3, 0.4);
    scene.bodies.push_back(box);
  }
  scene.start.resize(2);
  scene.start[0].p_W = Vec3(0.1, 0.83, 0.05);
  scene.start[0].q_WB = Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized());
  scene.start[0].v_W = Vec3(0.1, -0.2, 0.3);
  scene.start[0].w_W = Vec3(1, -2, 0.5);
  scene.start[1].w_W = Vec3(-0.3, 0.2, 0.1);
  return scene;
}

TEST(ContactTangents, AreUnitAndCountFromWorldX) {
  const Tangents floor = contact_tangents(Vec3::UnitY());
  EXPECT_EQ(floor.first, Vec3::UnitX());
  EXPECT_EQ(floor.second, Vec3(0, 0, -1));
  const Tangents wall = contact_tangents(Vec3::UnitX());
  EXPECT_EQ(wall.first, Vec3::UnitZ());
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 n = random.unit_vector();
    const Tangents t = contact_tangents(n);
    EXPECT_NEAR(t.first.norm(), 1, 1e-14);
    EXPECT_NEAR(t.second.norm(), 1, 1e-14);
    EXPECT_NEAR(t.first.dot(n), 0, 1e-14);
    EXPECT_NEAR((t.second - n.cross(t.first)).norm(), 0, 1e-14);
    EXPECT_GE(t.first.x(), 0);
  }
}

// A row times the whitened velocity is the velocity of the contact point along its axis.
TEST(StepAssembly, RowsGiveTheRelativeVelocityOfTheContactPoint) {
  Scene scene = two_boxes();
  const auto method = exact_contacts();
  PairContacts contacts(scene, *method);
  contacts.find(scene.start, 0.05);
  ASSERT_EQ(contacts.unanswered(), 0);
  const ContactData& data = contacts.pairs().front().contact;
  ASSERT_FALSE(data.points.empty());
  scene.gravity_W.setZero();
  StepAssembly assembly(scene);
  assembly.assemble(scene.start, contacts, 1e-9);
  const StepProblem problem = assembly.whole();
  ASSERT_EQ(problem.contacts(), static_cast<int>(data.points.size()));
  const Tangents tangents = contact_tangents(data.normal);
  for (int i = 0; i < problem.contacts(); ++i) {
    const ContactPoint& point = data.points[at(i)];
    const Vec3 p = 0.5 * (point.p_WA + point.p_WB);
    const auto velocity = [&](const BodyState& s) -> Vec3 {
      return s.v_W + s.w_W.cross(p - s.p_W);
    };
    const Vec3 relative = velocity(scene.start[0]) - velocity(scene.start[1]);
    // Within 1e-9 s nothing but rounding changes the velocities.
    EXPECT_NEAR(problem.normal.row(i).dot(problem.free), data.normal.dot(relative), 1e-8);
    const Eigen::Index row = Eigen::Index{2} * i;
    EXPECT_NEAR(problem.tangent.row(row).dot(problem.free), tangents.first.dot(relative), 1e-8);
    EXPECT_NEAR(problem.tangent.row(row + 1).dot(problem.free), tangents.second.dot(relative),
                1e-8);
  }
}

TEST(StepAssembly, WhitenedVelocitiesHaveTheKineticEnergyAndComeBack) {
  Scene scene = two_boxes();
  scene.gravity_W.setZero();
  const auto method = exact_contacts();
  PairContacts contacts(scene, *method);
  contacts.find(scene.start, 0.05);
  StepAssembly assembly(scene);
  const auto islands = assembly.assemble(scene.start, contacts, 1e-12);
  ASSERT_EQ(islands.size(), 1U);
  const SparseProblem& problem = islands[0].rows;
  double energy = 0;
  for (std::size_t i = 0; i < 2; ++i) energy += kinetic_energy(scene.bodies[i], scene.start[i]);
  EXPECT_NEAR(0.5 * problem.free.squaredNorm(), energy, 1e-10);
  std::vector<BodyState> states = scene.start;
  assembly.apply(islands[0], 2 * problem.free, states);
  EXPECT_NEAR((states[0].v_W - 2 * scene.start[0].v_W).norm(), 0, 1e-10);
  EXPECT_NEAR((states[0].w_W - 2 * scene.start[0].w_W).norm(), 0, 1e-10);
}

// A free body's spin changes as Euler's equations say: I w' = -w x I w in the body's axes.
TEST(StepAssembly, TheGyroscopicTorqueIsEulers) {
  Scene scene = two_boxes();
  scene.gravity_W.setZero();
  const auto method = exact_contacts();
  const PairContacts contacts(scene, *method);
  StepAssembly assembly(scene);
  constexpr double kStep = 1e-6;
  assembly.assemble(scene.start, contacts, kStep);
  std::vector<BodyState> states = scene.start;
  assembly.apply_free(states);
  const Mat3 R = scene.start[0].pose().R;
  const Vec3 w_B = R.transpose() * scene.start[0].w_W;
  const Vec3& I = scene.bodies[0].inertia;
  const Vec3 rate_B = -w_B.cross(I.cwiseProduct(w_B)).cwiseQuotient(I);
  EXPECT_NEAR((states[0].w_W - scene.start[0].w_W - kStep * R * rate_B).norm(), 0, 1e-11);
}

// About the intermediate axis, where a free body tumbles.
TEST(StepAssembly, ATumblingBodyKeepsItsEnergyAndItsAngularMomentum) {
  Scene scene = two_boxes();
  scene.gravity_W.setZero();
  scene.bodies.pop_back();
  scene.start.pop_back();
  scene.bodies[0].inertia = Vec3(0.0667, 0.0567, 0.0167);
  scene.start[0].q_WB.setIdentity();
  const Vec3& I = scene.bodies[0].inertia;
  const auto method = exact_contacts();
  for (const double step : {1e-1, 1e-2, 1e-3}) {
    scene.start[0].w_W = Vec3(0.1, 12.8, 0.1);
    PairContacts contacts(scene, *method);
    StepAssembly assembly(scene);
    std::vector<BodyState> states = scene.start;
    const double energy = kinetic_energy(scene.bodies[0], states[0]);
    double least_along = 13;
    for (int i = 0; i < 2000; ++i) {
      assembly.assemble(states, contacts, step);
      assembly.apply_free(states);
      advance(states[0], step);
      least_along = std::min(least_along, (states[0].q_WB.conjugate() * states[0].w_W).y());
    }
    const Vec3 w_B = states[0].q_WB.conjugate() * states[0].w_W;
    EXPECT_NEAR(kinetic_energy(scene.bodies[0], states[0]) / energy, 1, 1e-11) << "step " << step;
    EXPECT_NEAR(I.cwiseProduct(w_B).norm() / I.cwiseProduct(scene.start[0].w_W).norm(), 1, 1e-11);
    EXPECT_TRUE(step > 0.05 || least_along < -10) << "it turns over";
  }
}

TEST(StepAssembly, GammaScalesPenetrationsOnly) {
  Scene scene = two_boxes();
  scene.gamma = 0.25;
  const auto method = exact_contacts();
  constexpr double kStep = 0.01;
  // Apart, then one in the other.
  for (const double height : {1.05, 0.7}) {
    scene.start[0].p_W.y() = height;
    PairContacts contacts(scene, *method);
    contacts.find(scene.start, 0.1);
    ASSERT_EQ(contacts.unanswered(), 0);
    const ContactData& data = contacts.pairs().front().contact;
    ASSERT_FALSE(data.points.empty());
    StepAssembly assembly(scene);
    const SparseProblem& problem = assembly.assemble(scene.start, contacts, kStep)[0].rows;
    const double gap = data.points.front().gap;
    EXPECT_EQ(gap > 0, height > 0.9);
    EXPECT_NEAR(problem.bound[0], (gap > 0 ? 1 : 0.25) * gap / kStep, 1e-12);
  }
}

/// One pair, two points with normals of their own, one of them deeper than the pair.
class TwoEvents final : public ContactMethod {
 public:
  explicit TwoEvents(RowBound bound) : bound_(bound) {}
  std::unique_ptr<ContactShape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<ContactShape>();
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return std::make_unique<ContactWorkspace>();
  }
  void find(const ContactShape& /*A*/, const Pose& X_WA, const ContactShape& /*B*/,
            const Pose& /*X_WB*/, double /*reach*/, ContactWorkspace& /*workspace*/,
            ContactData& data) const override {
    data.answered = true;
    data.phi = -0.01;
    data.normal = Vec3::UnitY();
    data.bound = bound_;
    data.points = {{X_WA.t, X_WA.t, -0.03, Vec3::UnitX(), -0.01},
                   {X_WA.t, X_WA.t, 0.02, Vec3::UnitZ(), -0.01},
                   {X_WA.t, X_WA.t, -0.001, Vec3::UnitY(), -0.01}};
  }

 private:
  RowBound bound_;
};

// (4.17), (4.15), and the event's value as far as the pair overlaps; gamma scales overlaps only.
TEST(StepAssembly, EachPointHasItsOwnNormalAndItsMethodsBound) {
  Scene scene = two_boxes();
  scene.gamma = 0.5;
  const double h = 0.1;
  const auto bounds_of = [&](RowBound bound) {
    const TwoEvents method(bound);
    PairContacts contacts(scene, method);
    contacts.find(scene.start, h);
    StepAssembly assembly(scene);
    const SparseProblem& rows = assembly.assemble(scene.start, contacts, h)[0].rows;
    // The linear part of a normal row of A is its normal over the root of the mass.
    const std::array<Vec3, 3> normals = {Vec3::UnitX(), Vec3::UnitZ(), Vec3::UnitY()};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 row = rows.contact[k].rows.row(0).head<3>().transpose();
      EXPECT_NEAR((row * std::sqrt(2) - normals[k]).norm(), 0, 1e-15) << k;
    }
    return std::array<double, 3>{rows.bound[0] * h, rows.bound[1] * h, rows.bound[2] * h};
  };
  const auto expect = [](const std::array<double, 3>& found, const std::array<double, 3>& wanted) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], wanted[k], 1e-16) << k;
  };
  expect(bounds_of(RowBound::own), {-0.015, 0.02, -0.0005});
  expect(bounds_of(RowBound::pair), {-0.005, -0.005, -0.005});
  expect(bounds_of(RowBound::clamped), {-0.005, 0.02, -0.001});
}

}  // namespace
}  // namespace touchstone
