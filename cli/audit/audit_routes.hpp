// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone audit`: two exact routes to the truth held against each other, the bounds between phi
// and rho, and with `--speed` how fast cases, truths and verdicts are.
#pragma once

#include "cli/process/output_file.hpp"
#include "harness/audit/audit.hpp"

namespace touchstone {

/// The exit code.
int audit_routes(const AuditOptions& options, OutputFile& output);

/// Measures how many cases, truths and verdicts a core makes in a second.
int audit_speed(const AuditOptions& options, OutputFile& output);

}  // namespace touchstone
