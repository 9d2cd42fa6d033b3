// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of runs with a contact model other than `manifold`.
#pragma once

#include <string>

#include "benchmarks/energy/model_steps.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

/// "model peg, 2.1 % of 340 potential contacts are traps, 0 fallbacks", and what else is not 0. Of
/// other models nothing is said of traps.
std::string model_text(const ModelSteps& steps);

/// The keys `model` and `model_steps`; `traps` is null but of `peg`. None for `manifold`: its
/// records are as they were.
void add_model(const ModelSteps& steps, JsonObject& object);

}  // namespace touchstone
