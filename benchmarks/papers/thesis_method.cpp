// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/thesis_method.hpp"

namespace touchstone {
namespace {

struct PrintedTolerances {
  std::string_view problem;
  double eps_x, eps_t, eps_0, delta_max;
};

/// Sections 7.1 to 7.4.
constexpr PrintedTolerances kPrinted[] = {{"balance2", 0.01, 0.1, 1e-4, 1e6},
                                          {"pyramid1", 0.01, 0.1, 1e-4, 1e6},
                                          {"dice3", 0.5, 0.2, 1e-7, 1e10},
                                          {"setup6", 0.5, 0.5, 1e-7, 1e10}};

}  // namespace

ThesisMethod printed_method(std::string_view problem) {
  ThesisMethod method = {"thesis", "events", "relaxed", {}};
  method.events.window = EventWindow::one;
  method.events.rows = EventRows::literal;
  method.events.bounds = EventBounds::pair;
  method.events.thesis = true;
  for (const PrintedTolerances& printed : kPrinted) {
    if (printed.problem != problem) continue;
    method.events.eps_x = printed.eps_x;
    method.events.eps_t = printed.eps_t;
    method.events.eps_0 = printed.eps_0;
    method.events.delta_max = printed.delta_max;
  }
  return method;
}

ThesisMethod touchstone_method() {
  const Scene scene;
  return {"touchstone", scene.contacts, scene.stepper, scene.events};
}

void set_method(Scene& scene, const ThesisMethod& method) {
  if (!method.model.empty()) {
    scene.model = method.model;
    return;
  }
  scene.contacts = method.contacts;
  scene.stepper = method.stepper;
  scene.events = method.events;
}

}  // namespace touchstone
