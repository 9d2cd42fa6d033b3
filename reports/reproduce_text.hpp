// SPDX-License-Identifier: GPL-3.0-or-later
// How the tables and the figure of Yi & Drumwright are printed, each beside its record.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/energy/energy_run.hpp"
#include "benchmarks/papers/figure5.hpp"
#include "benchmarks/papers/table1.hpp"
#include "benchmarks/papers/table2.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

std::string table1_text(const Table1Result& result);
const RecordDescription<Table1Result>& table1_record();

struct Table2Record {
  double support_pair_ns = 0;
  std::vector<Table2Row> rows = {};
};
std::string table2_text(const Table2Record& record);
const RecordDescription<Table2Record>& table2_record();

/// A claim and the run of its task. Neither is owned.
struct Figure5Row {
  const Figure5Claim* claim = nullptr;
  const EnergyResult* run = nullptr;
};
struct Figure5Record {
  std::vector<Figure5Row> claims = {};
};
std::string figure5_text(const Figure5Record& record);
const RecordDescription<Figure5Record>& figure5_record();

}  // namespace touchstone
