// SPDX-License-Identifier: GPL-3.0-or-later
// A scene that runs, with exact contacts unless others are given.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "dynamics/stepping/simulation.hpp"

namespace touchstone {

class Running {
 public:
  explicit Running(const Scene& scene)
      : Running(scene, make_metric_contacts(std::make_unique<OracleMetric>())) {}
  Running(const Scene& scene, std::unique_ptr<ContactMethod> method)
      : method_(std::move(method)),
        stepper_(find_stepper(scene.stepper)->make()),
        simulation_(scene, *method_, *stepper_) {}
  Simulation* operator->() { return &simulation_; }
  /// Steps that are solved as posed.
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      const StepReport& report = simulation_.step();
      ASSERT_TRUE(report.taken) << report.fault;
      ASSERT_TRUE(report.solved) << "step " << i << ", residual " << report.residual;
      ASSERT_FALSE(report.stabilisation_dropped);
      ASSERT_EQ(report.unanswered, 0);
    }
  }

 private:
  std::unique_ptr<ContactMethod> method_;
  std::unique_ptr<Stepper> stepper_;
  Simulation simulation_;
};

}  // namespace touchstone
