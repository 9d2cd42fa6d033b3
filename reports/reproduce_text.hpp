// SPDX-License-Identifier: GPL-3.0-or-later
// How the papers' tables are printed, each beside its figures as JSON.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/energy/energy_run.hpp"
#include "benchmarks/papers/figure5.hpp"
#include "benchmarks/papers/table1.hpp"
#include "benchmarks/papers/table2.hpp"

namespace touchstone {

std::string table1_text(const Table1Result& result);
std::string table1_json(const Table1Result& result);

std::string table2_text(const std::vector<Table2Row>& rows, double support_pair_ns);
std::string table2_json(const std::vector<Table2Row>& rows, double support_pair_ns);

/// `results` of the claims' tasks, in their order.
std::string figure5_text(const std::vector<Figure5Claim>& claims,
                         const std::vector<EnergyResult>& results);
std::string figure5_json(const std::vector<Figure5Claim>& claims,
                         const std::vector<EnergyResult>& results);

}  // namespace touchstone
