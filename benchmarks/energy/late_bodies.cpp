// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/late_bodies.hpp"

namespace touchstone {

LateBodies late_bodies(const Simulation& simulation) {
  LateBodies late;
  late.energy_J = simulation.entered_energy();
  for (std::size_t i = 0; i < simulation.states().size(); ++i) {
    const Body& body = simulation.scene().bodies[i];
    if (body.enters == 0) continue;
    const double delay = simulation.delay(i);
    if (simulation.present(i)) {
      ++late.entered;
    } else if (delay > 0) {
      late.never.push_back(body.name);
    }
    late.delayed += delay > 0 ? 1 : 0;
    if (delay <= late.max_delay_s) continue;
    late.max_delay_s = delay;
    late.most_delayed = body.name;
  }
  return late;
}

}  // namespace touchstone
