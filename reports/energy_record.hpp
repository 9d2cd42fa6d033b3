// SPDX-License-Identifier: GPL-3.0-or-later
// The record of `touchstone energy` and `simulate`.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "benchmarks/energy/energy_orders.hpp"
#include "benchmarks/energy/energy_run.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// An observable of a run. Neither is owned. Rows of a table have the run in the first only.
struct EnergyRow {
  const EnergyResult* run = nullptr;
  const EnergyFinding* finding = nullptr;
  bool first = false;  ///< whether it is its run's first row, with curve and profile
};

struct EnergyRecord {
  std::vector<EnergyRow> results = {};
  std::vector<EnergyOrder> orders = {};
  std::optional<bool> partial = {};  ///< true: runs are left out, as they were interrupted
};
/// `results` outlives the record.
EnergyRecord energy_record_of(const std::vector<EnergyResult>& results,
                              const std::vector<EnergyOrder>& orders);
/// Holds results to it, but does not read them back.
const RecordDescription<EnergyRecord>& energy_record();
/// Throws JsonRefusal where a record is not as described, or says two things that contradict each
/// other: verdicts, what follows from steps and curves, rows of one run.
void check_energy_record(const JsonNode& root);

/// "50x8" vertices, "-x8" of an ideal sphere, "40 sides" of a prism that was chosen by them.
std::string sizes_text(const std::array<int, 2>& vertices, int sides);

const RecordFields<EnergyResult>& energy_run_fields();
/// What tables show of a row: which run it is, what was measured, what of the run as a whole.
const RecordFields<EnergyRow>& energy_table_fields();
const RecordFields<EnergyOrder>& energy_order_fields();
RecordFields<EnergyFinding> energy_finding_fields();
/// The columns of `--csv`; the last only of runs whose overlaps were measured.
RecordFields<EnergySample> energy_sample_fields(bool with_overlap);
/// Quartiles, mean and largest; with columns of CSV.
RecordFields<OverlapStatistics> overlap_fields();

}  // namespace touchstone
