// SPDX-License-Identifier: GPL-3.0-or-later
// The record of `touchstone solve` (docs/solvers.md).
#pragma once

#include "harness/steps/solve_run.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

const RecordDescription<SolveRun>& solve_record();

/// Titles are those of the table in the terminal.
const RecordFields<SolveRow>& solve_row_fields();

}  // namespace touchstone
