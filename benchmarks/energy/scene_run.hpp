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

inline std::optional<Error> unknown_method(const std::string& contacts) {
  if (find_contact_row(contacts) != nullptr) return std::nullopt;
  return unknown_row("contact method", contacts, contact_registry(), "list contacts");
}

inline std::optional<Error> unknown_stepper(const std::string& stepper) {
  if (find_stepper(stepper) != nullptr) return std::nullopt;
  return unknown_row("stepper", stepper, stepper_registry(), "list steppers");
}

/// Which of the two options is unknown; nothing where neither is. An empty one was not given.
inline std::optional<Error> unknown_part(const std::string& contacts, const std::string& stepper) {
  if (!contacts.empty()) {
    if (auto unknown = unknown_method(contacts)) return unknown;
  }
  return stepper.empty() ? std::nullopt : unknown_stepper(stepper);
}

/// Why the scene cannot be run with the methods that it names; nothing if it can.
inline std::optional<Error> methods_fault(const Scene& scene) {
  if (auto unknown = unknown_method(scene.contacts)) return unknown;
  if (auto unknown = unknown_stepper(scene.stepper)) return unknown;
  const std::string fault = model_fault(scene);
  return fault.empty() ? std::nullopt : std::optional(Error{scene.name + ": " + fault});
}

/// Made of a scene without a methods_fault.
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
