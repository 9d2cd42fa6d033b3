// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone reproduce converge` prints and writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/converge/converge_run.hpp"

namespace touchstone {

/// `room`: columns of the terminal, if there is one.
std::string converge_text(const std::vector<ConvergeRun>& runs, std::optional<std::size_t> room);
/// Whether a run is wrong (why_wrong).
bool any_run_failed(const std::vector<ConvergeRun>& runs);

}  // namespace touchstone
