// SPDX-License-Identifier: GPL-3.0-or-later
// The records of `touchstone reproduce converge` and `reproduce contraction`.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/converge/contraction.hpp"
#include "benchmarks/converge/converge_run.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct ConvergeRecord {
  std::uint64_t seed = 0;
  RawJson events = {};  ///< what is chosen of the contact method `events`; nothing for others
  std::vector<ConvergeRun> runs = {};
  std::vector<ConvergeGroup> groups = {};
};
ConvergeRecord converge_record_of(const std::vector<ConvergeRun>& runs,
                                  const ConvergeOptions& options);
const RecordDescription<ConvergeRecord>& converge_record();
/// Throws JsonRefusal where a record is not as described, a run contradicts itself, or groups are not
/// those that the runs make.
void check_converge_record(const JsonNode& root);

std::string four_places(double x);
/// A gain of energy [J]; "." where it is rounding.
std::string above_rounding(double x);

/// Columns and titles are those of CSV and of the tables in the terminal.
RecordFields<ConvergeRun> converge_run_fields();
const RecordFields<ConvergeGroup>& converge_group_fields();
const RecordFields<ConvergePoint>& converge_point_fields();
const RecordFields<InfeasibleStep>& infeasible_step_fields();

struct ContractionRecord {
  double dt = 0;
  std::vector<ContractionRow> rows = {};
};
const RecordDescription<ContractionRecord>& contraction_record();
const RecordFields<ContractionRow>& contraction_row_fields();

}  // namespace touchstone
