// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of `touchstone energy --csv`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/energy_run.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Rejects a directory that cannot be made or written to, and leaves all as it is.
std::optional<Error> try_csv_directory(const std::string& directory);
/// Makes the directory unless there is one.
std::optional<Error> make_csv_directory(const std::string& directory);
/// The name of a run's file: its number, what it is, its step.
std::string csv_name(std::size_t number, std::string what, double dt);
/// Makes the directory unless there is one, and in it a file for each run.
std::optional<Error> write_energy_csv(const std::string& directory,
                                      const std::vector<EnergyResult>& results);

}  // namespace touchstone
