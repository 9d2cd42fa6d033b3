// SPDX-License-Identifier: GPL-3.0-or-later
// A run of `touchstone solve` as JUnit XML, for continuous integration.
#pragma once

#include <string>

#include "harness/steps/solve_run.hpp"

namespace touchstone {

/// A testsuite for each solver, a testcase for each group. A testcase is an error where the solver
/// crashed, and a failure where a claim was false; nothing else fails.
std::string solve_junit_xml(const SolveRun& run);

}  // namespace touchstone
