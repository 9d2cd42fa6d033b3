// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone energy` prints and writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/energy_orders.hpp"
#include "benchmarks/energy/energy_run.hpp"

namespace touchstone {

/// `room`: columns of the terminal, if there is one.
std::string energy_text(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders, std::optional<std::size_t> room);
/// The same of the runs that had ended when they were interrupted, without a closing line.
std::string partial_energy_text(const std::vector<EnergyResult>& results,
                                std::optional<std::size_t> room);
/// Schema touchstone.energy/1: one entry of `results` for each observable.
std::string energy_json(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders);
/// Refuses a directory that could not be made or written to, and leaves all as it is.
std::optional<Error> try_csv_directory(const std::string& directory);
/// Makes the directory unless there is one, and in it a file for each run.
std::optional<Error> write_energy_csv(const std::string& directory,
                                      const std::vector<EnergyResult>& results);
/// 1 where a verdict is wrong.
int energy_exit_code(const std::vector<EnergyResult>& results,
                     const std::vector<EnergyOrder>& orders);

}  // namespace touchstone
