// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of runs with a contact model other than `manifold`.
#pragma once

#include <optional>
#include <string>

#include "benchmarks/energy/model_steps.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// "model peg, 2.1 % of 340 potential contacts are traps, 0 fallbacks", and what else is not 0. Of
/// other models nothing is said of traps.
std::string model_text(const ModelSteps& steps);

/// Nothing for the model `manifold`.
std::optional<ModelSteps> counted_model(const ModelSteps& steps);
RecordFields<ModelSteps> model_step_fields();

}  // namespace touchstone
