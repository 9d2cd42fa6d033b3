// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of `touchstone reproduce converge --csv`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/converge/converge_run.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Makes the directory unless there is one, and in it runs.csv, a row for each run, and a file of
/// the steps of each.
std::optional<Error> write_converge_csv(const std::string& directory,
                                        const std::vector<ConvergeRun>& runs);

}  // namespace touchstone
