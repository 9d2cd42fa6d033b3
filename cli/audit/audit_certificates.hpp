// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone audit --certificates` and `--half-spaces`: a metric's values and proofs, held against
// exact arithmetic.
#pragma once

#include <cstdint>

#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "harness/audit/audit.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// The audit of a metric's certificates; of so many cases of each family of small bodies
/// (`programs`) the oracle's second route is asked too. The exit code.
int audit_certificates(const MetricRow& metric, const AuditOptions& options, std::uint64_t programs,
                       OutputFile& output);

/// The audit of a metric's values against the program of its half-spaces. The exit code.
int audit_half_spaces(const MetricRow& metric, const AuditOptions& options, OutputFile& output);

}  // namespace touchstone
