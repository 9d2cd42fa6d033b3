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
/// Makes the directory unless there is one.
std::optional<Error> make_csv_directory(const std::string& directory);
/// One file for each run.
std::optional<Error> write_energy_csv(const std::string& directory,
                                      const std::vector<EnergyResult>& results);
/// 1 where a verdict is wrong or a run ended early.
int energy_exit_code(const std::vector<EnergyResult>& results,
                     const std::vector<EnergyOrder>& orders);

}  // namespace touchstone
