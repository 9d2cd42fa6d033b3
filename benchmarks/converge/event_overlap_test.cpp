// SPDX-License-Identifier: GPL-3.0-or-later
// How far tetrahedra that tumble over fixed ones overlap with the contact method `events`: the
// order in the step, and what the curved rows have of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/registry.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

std::unique_ptr<Metric> metric_of(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : row->make();
}

struct Overlap {
  double average = 0;  ///< over steps and pairs, of h^2 [m/s^2]
  double gain_J = 0;   ///< the largest of a step
  int unsolved = 0;
};

/// Depths are those of `certified`, whatever finds the contacts.
Overlap overlap_of(EventRows rows, double dt) {
  SceneChoice choice;
  choice.dt = dt;
  choice.bodies = 6;
  Scene scene = make_scene(*find_scene("tetra-pairs"), choice).value();
  scene.contacts = "events";
  scene.events.rows = rows;
  const auto method = make_contacts(*find_contact_row("events"), metric_of, scene.events);
  const auto certified = make_contacts_of("certified", metric_of);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  PairContacts judge(scene, *certified);
  Overlap overlap;
  double energy = simulation.total_energy();
  const std::uint64_t count = step_count(scene);
  while (simulation.steps() < count) {
    const StepReport& report = simulation.step();
    if (!report.taken) {
      ADD_FAILURE() << report.fault;
      return overlap;
    }
    overlap.unsolved += report.solved && !report.stabilisation_dropped ? 0 : 1;
    overlap.gain_J = std::max(overlap.gain_J, simulation.total_energy() - energy);
    energy = simulation.total_energy();
    judge.find(simulation.states(), 0);
    EXPECT_EQ(judge.unanswered(), 0);
    for (const BodyPair& pair : judge.pairs()) {
      if (pair.room <= 0) overlap.average += std::max(0.0, -pair.contact.phi);
    }
  }
  overlap.average /= 6 * static_cast<double>(count) * dt * dt;
  return overlap;
}

// The overlap that linear rows leave of a tumbling body is of order 2; curved ones leave less of
// it, and the less the smaller the step.
TEST(EventOverlap, OfTumblingTetrahedraIsOfOrderTwoAtLeast) {
  const Overlap coarse = overlap_of(EventRows::curved, 0.005);
  const Overlap fine = overlap_of(EventRows::curved, 0.00125);
  const Overlap linear = overlap_of(EventRows::unit, 0.00125);
  EXPECT_GT(coarse.average, 0);
  EXPECT_LE(coarse.average, 0.6) << "bar of order 2";
  EXPECT_LE(fine.average, 0.6);
  EXPECT_LT(fine.average, coarse.average);
  EXPECT_LT(fine.average, 0.2 * linear.average);
  for (const Overlap& overlap : {coarse, fine, linear}) {
    EXPECT_LE(overlap.gain_J, 1e-9);
    EXPECT_EQ(overlap.unsolved, 0);
  }
}

}  // namespace
}  // namespace touchstone
