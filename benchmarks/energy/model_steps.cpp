// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/model_steps.hpp"

namespace touchstone {

ModelSteps::ModelSteps(const Scene& scene)
    : model(scene.model == kManifoldModel ? std::string() : scene.model) {}

void ModelSteps::add(const StepReport& report) {
  if (!counted()) return;
  potential += static_cast<std::uint64_t>(report.potential);
  traps += static_cast<std::uint64_t>(report.traps);
  fallbacks += static_cast<std::uint64_t>(report.fallbacks);
  nodes += static_cast<std::uint64_t>(report.nodes);
  borrowed += static_cast<std::uint64_t>(report.borrowed);
  corrections += static_cast<std::uint64_t>(report.corrections);
}

void ModelSteps::add(const ModelSteps& run) {
  potential += run.potential;
  traps += run.traps;
  fallbacks += run.fallbacks;
  nodes += run.nodes;
  borrowed += run.borrowed;
  corrections += run.corrections;
}

}  // namespace touchstone
