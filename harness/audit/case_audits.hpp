// SPDX-License-Identifier: GPL-3.0-or-later
// The audits of cases of families. Each is a check, and a command of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/check/check_run.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

struct AuditOptions : CheckOptions {
  const MetricRow* metric = nullptr;  ///< its answers are audited; nullptr: the audit asks none
  std::uint64_t programs = 250;       ///< cases of each family that the second route is asked of
};

struct CaseAudit {
  std::string name, help;
  std::string unit;  ///< what progress counts
  CheckReport (*run)(const AuditOptions& options);
  std::string metric = {}, metric_help = {};  ///< the default metric; empty: none is asked
  std::string programs_help = {};             ///< empty: AuditOptions::programs is not read
  /// Why the metric cannot be audited; empty if it can.
  std::string (*refusal)(const MetricRow& metric) = nullptr;
};

const std::vector<CaseAudit>& case_audits();

}  // namespace touchstone
