// SPDX-License-Identifier: GPL-3.0-or-later
// A simulation with what a scene names: its contact method and its stepper.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "contact/registry.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {

/// Which of the two names is unknown; nothing where neither is. An empty name is not looked up.
inline std::optional<Error> unknown_part(const std::string& contacts, const std::string& stepper) {
  if (!contacts.empty() && find_contact_row(contacts) == nullptr) {
    return unknown_row("contact method", contacts, contact_registry(), "list contacts");
  }
  if (!stepper.empty() && find_stepper(stepper) == nullptr) {
    return unknown_row("stepper", stepper, stepper_registry(), "list steppers");
  }
  return std::nullopt;
}

/// Made of a scene whose names are known.
struct SceneRun {
  SceneRun(const Scene& scene, const MetricSource& metrics)
      : method(make_contacts(*find_contact_row(scene.contacts), metrics, scene.events)),
        stepper(find_stepper(scene.stepper)->make()),
        simulation(scene, *method, *stepper) {}

  std::unique_ptr<ContactMethod> method;
  std::unique_ptr<Stepper> stepper;
  Simulation simulation;
};

}  // namespace touchstone
