// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of tally that hold many counts as JSON, of which only those that are not 0 are written.
// They are read back only where they add up to what the row says. Serves store_rows.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "harness/campaign/error_histogram.hpp"
#include "harness/degeneracy/degeneracy.hpp"
#include "harness/store/sqlite.hpp"

namespace touchstone {

/// {"bin": count}
std::string histogram_text(std::span<const std::uint64_t> bins);
/// Throws DamagedFile unless the counts add up to `total`.
void read_histogram(const SqliteStatement& row, int column, std::uint64_t total,
                    std::span<std::uint64_t> bins);

/// {"bin": count, "zero": count, "below": count, "above": count}
std::string error_histogram_text(const ErrorHistogram& histogram);
ErrorHistogram read_error_histogram(const SqliteStatement& row, int column, std::uint64_t total);

/// {"bin": {"words": {"word": count}, "valued": count, "max_error": error, "worst": id}}, the error
/// null where it is infinite, the last two left out where `valued` is 0.
std::string degeneracy_text(const DegeneracyTally& tally);
/// `most`: cases that can have been tallied.
DegeneracyTally read_degeneracy(const SqliteStatement& row, int column, std::uint64_t most);

}  // namespace touchstone
