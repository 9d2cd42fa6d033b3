// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone reproduce peg-figure21`, 22 and 24 print and write.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/peg/peg_figures.hpp"

namespace touchstone {

/// `room`: columns of the terminal, if there is one.
std::string peg_text(const PegFigure& figure, const std::vector<PegRun>& runs,
                     std::optional<std::size_t> room);
/// The figure, drawn: means and medians of overlaps, or contacts and traps against step and time.
std::string peg_svg(const PegFigure& figure, const std::vector<PegRun>& runs);

/// Whether a run of `peg` failed, whose claim is that none does: it ended early, a step was not
/// solved, a body left its box or never entered, energy came from nothing.
bool peg_model_failed(const std::vector<PegRun>& runs);

}  // namespace touchstone
