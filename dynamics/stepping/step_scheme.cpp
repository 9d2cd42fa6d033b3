// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/step_scheme.hpp"

namespace touchstone {

double StepScheme::kinetic_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < states().size(); ++i) {
    sum += touchstone::kinetic_energy(scene().bodies[i], states()[i]);
  }
  return sum;
}

double StepScheme::total_energy() const {
  double sum = kinetic_energy();
  for (std::size_t i = 0; i < states().size(); ++i) {
    sum += potential_energy(scene().bodies[i], states()[i], scene().gravity_W);
  }
  return sum;
}

std::string comparator_fault(const Scene& scene) {
  if (!scene.joints.empty()) return "a scene with joints";
  if (scene.model != kManifoldModel) return "a contact model";
  if (scene.shake) return "a scene that shakes";
  if (bodies_enter(scene)) return "bodies that enter";
  for (const Body& body : scene.bodies) {
    if (body.path) return "a body on a path";
  }
  return "";
}

}  // namespace touchstone
