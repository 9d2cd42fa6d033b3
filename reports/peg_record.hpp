// SPDX-License-Identifier: GPL-3.0-or-later
// The record of `touchstone reproduce peg-figure21`, 22 and 24.
#pragma once

#include <vector>

#include "benchmarks/peg/peg_figures.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct PegRecord {
  PegFigure figure = {};
  std::uint64_t seed = 0;
  std::vector<PegPoint> points = {};
  std::vector<PegMoment> moments = {};
  std::vector<PegSlope> slopes = {};
  std::vector<PrimaryRatio> primaries = {};
  std::vector<PegRun> runs = {};
};
PegRecord peg_record_of(const PegFigure& figure, const PegRunOptions& options,
                        const std::vector<PegRun>& runs);
const RecordDescription<PegRecord>& peg_record();
/// Columns are those of CSV.
RecordFields<PegRun> peg_run_fields();

/// The tables of a figure: which point it is, with its overlaps, its contacts and traps, or what a
/// step costs.
RecordFields<PegPoint> peg_point_fields();
const RecordFields<PegPoint>& peg_overlap_fields();
const RecordFields<PegPoint>& peg_trap_fields();
const RecordFields<PegPoint>& peg_cost_fields();
RecordFields<PegSlope> peg_slope_fields();
RecordFields<PrimaryRatio> primary_ratio_fields();

}  // namespace touchstone
