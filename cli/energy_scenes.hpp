// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs the command line of `touchstone energy` asks for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/energy/energy_run.hpp"
#include "cli/energy_options.hpp"

namespace touchstone {

/// The suite's cases of the scenes that were named, or of all, and the scene files.
Result<std::vector<EnergyTask>> select_tasks(const EnergyArguments& arguments,
                                             const std::vector<SceneChoice>& choices);

/// For `option`, which takes one scene: the file that was named, or the scene of the library as
/// chosen, whatever the suite varies of it; with the contact method and stepper that were typed.
Result<Scene> select_scene(const EnergyArguments& arguments,
                           const std::vector<SceneChoice>& choices, const std::string& option);

/// Rejects a scene of more than `max_steps`, in one line that says how many it has.
std::optional<Error> check_most_steps(const Scene& scene, std::uint64_t max_steps);
/// Rejects a scene without a step, or of more than `max_steps`.
std::optional<Error> check_steps(const Scene& scene, std::uint64_t max_steps);

}  // namespace touchstone
