// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/active_contacts.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace touchstone {
namespace {

/// Points of 1 kg that lie on a floor, without friction.
StepProblem resting(int points) {
  StepProblem p;
  p.free = Eigen::VectorXd::Constant(points, -1);
  p.normal = RowMatrix::Identity(points, points);
  p.tangent = RowMatrix::Zero(2 * points, points);
  p.bound = Eigen::VectorXd::Zero(points);
  p.friction.assign(static_cast<std::size_t>(points), {FrictionKind::frictionless, 0});
  p.joint = RowMatrix::Zero(0, points);
  p.joint_bound = Eigen::VectorXd::Zero(0);
  return p;
}

int allowed_steps(LoopBound bound) {
  for (int steps = 0; steps < 1000; ++steps) {
    try {
      bound.step();
    } catch (const EndlessLoop&) {
      return steps;
    }
  }
  return 1000;
}

TEST(ActiveContacts, AllowOneDropForEachUnknown) {
  ActiveContacts contacts;
  EXPECT_EQ(allowed_steps(contacts.bound_of_drops()), 1);
  for (const int points : {1, 2, 7}) {
    const StepProblem problem = resting(points);
    ScaledStep step;
    step.assign(problem, FrictionLaw::stewart_trinkle);
    const std::vector<double> u(static_cast<std::size_t>(points), 0);
    contacts.read(step, u.data(), 1e-9);
    EXPECT_EQ(allowed_steps(contacts.bound_of_drops()), points + 1);
  }
}

}  // namespace
}  // namespace touchstone
