// SPDX-License-Identifier: GPL-3.0-or-later
// The record of `touchstone solve` (docs/solvers.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/steps/solve_run.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

const RecordDescription<SolveRun>& solve_record();
/// Throws JsonRefusal where a record is not as described, an answer contradicts itself or what is
/// known of its problem, or rows and profile are not those of the answers.
void check_solve_record(const JsonNode& root);

/// A value of a performance profile.
struct ProfileRow {
  std::string solver;
  std::optional<double> within = {};  ///< multiple of the fastest one's time; nothing: any time [1]
  double share = 0;                   ///< what it solved within that, over all problems [1]
};
std::vector<ProfileRow> profile_rows(const SolveRun& run);

/// A file of `--csv DIR`.
struct SolveTable {
  std::string name, text;
};
std::vector<SolveTable> solve_tables(const SolveRun& run);

/// Titles are those of the table in the terminal.
const RecordFields<SolveRow>& solve_row_fields();

}  // namespace touchstone
