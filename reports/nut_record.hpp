// SPDX-License-Identifier: GPL-3.0-or-later
// The record of `touchstone reproduce brazil-nut`.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/converge/nut_rise.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct NutRecord {
  std::vector<NutRise> runs = {};
};
const RecordDescription<NutRecord>& nut_record();

/// Columns are those of the table: a row for each run.
const RecordFields<NutRise>& nut_rise_fields();
/// A line for each run, seed and number of shakes.
std::string nut_csv(const std::vector<NutRise>& rises);

}  // namespace touchstone
