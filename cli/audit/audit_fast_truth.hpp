// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone audit --fast-truth`: what doubles settle, held against the exact truth.
#pragma once

#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "harness/audit/audit.hpp"

namespace touchstone {

/// The exit code: 1 where the two differ.
int audit_fast_truth(const AuditOptions& options, OutputFile& output);

}  // namespace touchstone
