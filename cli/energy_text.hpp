// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone energy` prints and writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/energy_run.hpp"

namespace touchstone {

std::string energy_text(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders);
/// Schema touchstone.energy/1: one entry of `results` for each observable.
std::string energy_json(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders);
/// One file for each run, in a directory that is made where there is none.
std::optional<Error> write_energy_csv(const std::string& directory,
                                      const std::vector<EnergyResult>& results);
/// 1 where a verdict is wrong or a scene with a truth had an unsolved step.
int energy_exit_code(const std::vector<EnergyResult>& results,
                     const std::vector<EnergyOrder>& orders);

}  // namespace touchstone
