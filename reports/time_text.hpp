// SPDX-License-Identifier: GPL-3.0-or-later
// A time record, and what changed between two, for a person.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/compare/time_compare.hpp"
#include "harness/compare/time_record.hpp"

namespace touchstone {

/// The tables, what was left out, and the answer to the seeds' question. Without `full`, larger
/// records are shown in one regime, a column for each size. `room`: columns of the terminal.
std::string time_record_text(const TimeRecord& record, bool full,
                             std::optional<std::size_t> room = std::nullopt);

std::string time_comparison_text(const TimeComparison& comparison, bool full);

}  // namespace touchstone
