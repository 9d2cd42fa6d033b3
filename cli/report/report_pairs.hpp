// SPDX-License-Identifier: GPL-3.0-or-later
// The pairs that a report shows: the cases of its gravest failures, made again from their ids, with
// the exact truth.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/html/report_inputs.hpp"

namespace touchstone {

struct ReportPairs {
  std::vector<ShownFailure> shown;
  std::vector<RawJson> pairs;      ///< JSON
  std::vector<std::string> notes;  ///< which are not shown, and why: a line each
};

/// `stop` ends it early.
ReportPairs make_report_pairs(const VerifyRecord& record, const std::function<bool()>& stop,
                              const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace touchstone
