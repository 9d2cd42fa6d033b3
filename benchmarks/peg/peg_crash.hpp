// SPDX-License-Identifier: GPL-3.0-or-later
// "When simulating the standard model, the simulation frequently crashed", and "PEG never
// encountered such problems" (williams2016peg, section 6), held to the polygons and polyhedra in a
// box. A solver of ours that fails does not end a run: the step is taken without stabilisation, or
// with one plane for each pair, and counted as unsolved. A run with such a step would have crashed.
#pragma once

#include "benchmarks/peg/peg_run.hpp"
#include "harness/check/paper_claim.hpp"

namespace touchstone {

Check peg_crash_check();
/// Adds a run of PegRunOptions::measures_overlap or without it.
void judge_crash(const PegRun& run, CheckRow& row);
/// Rows: model and scene. `options.full`: steps of 0.02, 0.01 and 0.005 s and four starts.
CheckReport check_peg_crash(const ClaimOptions& options);

}  // namespace touchstone
