// SPDX-License-Identifier: GPL-3.0-or-later
// What a report that makes its own records can be compared with, known before anything is run.
#pragma once

#include <optional>

#include "cli/report/report_records.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Why the runs that a report starts itself, verify and time --quick, cannot be compared with these
/// records, as far as their options say; or nothing.
std::optional<Error> why_not_before_own_runs(const EarlierRecords& earlier);

}  // namespace touchstone
