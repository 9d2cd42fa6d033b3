// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/recorded_run.hpp"

#include <algorithm>

#include "dynamics/simulation.hpp"

namespace touchstone {
bool finite(const std::vector<BodyState>& states) {
  return std::all_of(states.begin(), states.end(), [](const BodyState& state) {
    return state.p_W.allFinite() && state.q_WB.coeffs().allFinite() && state.v_W.allFinite() &&
           state.w_W.allFinite();
  });
}

Result<RecordedRun> run_recorded(const Scene& scene, std::uint64_t every,
                                 const MetricSource& metrics, const SeeStates& see,
                                 const StepProgress& progress) {
  const ContactRow* contacts = find_contact_row(scene.contacts);
  if (contacts == nullptr) return Error{"no contact method is called '" + scene.contacts + "'"};
  const StepperRow* row = find_stepper(scene.stepper);
  if (row == nullptr) return Error{"no stepper is called '" + scene.stepper + "'"};
  const auto method = make_contacts(*contacts, metrics, scene.events);
  const auto stepper = row->make();
  Simulation simulation(scene, *method, *stepper);
  RecordedRun run;
  const std::uint64_t steps = step_count(scene);
  StepMeter all({{scene.name, steps, 1}}, 1, progress);
  StepMeter::Run meter(all, 0);
  bool wanted = see(simulation.states());
  while (wanted && run.steps < steps) {
    const StepReport& report = simulation.step();
    if (!report.taken) {
      run.fault = report.fault;
      break;
    }
    if (!finite(simulation.states())) {
      run.fault = "a state is not a number";
      break;
    }
    ++run.steps;
    meter.step();
    run.unsolved_steps += report.solved && !report.stabilisation_dropped ? 0 : 1;
    if (run.steps % every == 0) wanted = see(simulation.states());
  }
  return run;
}

}  // namespace touchstone
