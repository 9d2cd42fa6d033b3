// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a report as files hold them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "reports/html/report_inputs.hpp"

namespace touchstone {

/// Reads each file to its place in `inputs`, by what it says it is: a store, or the JSON of verify,
/// time, energy, converge, table1 or table2. Rejects two of one kind. Sets `verdicts` to the path
/// of the store or of the JSON of verify, if there is one.
std::optional<Error> read_report_records(const std::vector<std::string>& paths,
                                         ReportInputs& inputs, std::string& verdicts);

/// The records that --baseline names, sorted by kind.
struct EarlierRecords {
  std::string times;
  std::string verdicts;  ///< a store, the JSON of verify, or an accuracy table
};

/// Rejects files of another kind, and two of one kind.
Result<EarlierRecords> sort_earlier(const std::vector<std::string>& paths);

/// What got slower or faster since the record at `path`.
Result<TimeComparison> compare_times(const std::string& path, const TimeRecord& after);
/// Which cells got worse or better since the record at `before`.
Result<Comparison> compare_verdicts(const std::string& before, const std::string& after);

}  // namespace touchstone
