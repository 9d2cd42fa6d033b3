// SPDX-License-Identifier: GPL-3.0-or-later
// Times against vertices, drawn for print.
#pragma once

#include <string>

#include "harness/compare/time_record.hpp"

namespace touchstone {

/// A panel for each family and regime whose bodies have several sizes (or for all, where none has):
/// the median of each metric over the vertices of one body, and a band from the lower to the upper
/// quartile of its repetitions. Lines are whole for a cold start and dashed for a warm one. Behind
/// a name stands the exponent of time = c vertices^exponent, from three sizes on. Pairs of unequal
/// sizes are not drawn. The file says `made_by`.
std::string time_svg(const TimeRecord& record, const std::string& made_by);

}  // namespace touchstone
