// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone energy` and `simulate` print and write.
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
/// The tables of the runs that had ended when an interrupt came, without orders and closing line.
std::string partial_energy_text(const std::vector<EnergyResult>& results,
                                std::optional<std::size_t> room);
/// Whether a verdict is wrong, or an expectation missed.
bool anything_wrong(const std::vector<EnergyResult>& results,
                    const std::vector<EnergyOrder>& orders);

}  // namespace touchstone
