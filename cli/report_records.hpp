// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a report as files hold them.
#pragma once

#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "reports/html/report_inputs.hpp"

namespace touchstone {

/// A store of verify or merge, finished or not, with its failures.
Result<VerifyRecord> read_store_record(const std::string& path);
/// The JSON of verify, which lists at most ten wrong cases of each metric and family.
Result<VerifyRecord> read_verify_record(const std::string& path);

Result<RecordText> read_time_text(const std::string& path);
Result<RecordText> read_energy_text(const std::string& path);
/// The JSON of `reproduce table1` or `table2`.
Result<RecordText> read_converge_text(const std::string& path);
Result<RecordText> read_reproduced_text(const std::string& path);

/// "touchstone.table1/1".
std::string schema_of(const RecordText& record);

/// The records that --against names, sorted by kind.
struct EarlierRecords {
  std::string times;
  std::string verdicts;  ///< a store, the JSON of verify, or an accuracy table
};

/// Rejects files of another kind, and two of one kind.
Result<EarlierRecords> sort_earlier(const std::vector<std::string>& paths);

/// What got slower or faster since the record at `path`.
Result<TimeComparison> compare_times(const std::string& path, const RecordText& time);
/// Which cells got worse or better since the record at `before`.
Result<Comparison> compare_verdicts(const std::string& before, const std::string& after);

}  // namespace touchstone
