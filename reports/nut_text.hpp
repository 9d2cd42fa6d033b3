// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone reproduce brazil-nut` prints and draws.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/converge/nut_rise.hpp"

namespace touchstone {

/// A row for each run, and which seeds failed. `room`: columns of the terminal, if there is one.
std::string nut_text(const std::vector<NutRise>& rises, std::optional<std::size_t> room);
/// The share of small bodies above the large one over the shakes, mean and range of the seeds: a
/// plot for each thing that is varied.
std::string nut_svg(const std::vector<NutRise>& rises);

}  // namespace touchstone
