// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/report/report_baseline.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "benchmarks/timing/time_plan.hpp"
#include "cli/choice/case_choice.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/compare/exit_rule.hpp"
#include "harness/compare/time_record.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

Error not_before(const std::string& path, const std::string& why) {
  return Error{"--baseline: " + why + "; name the new record, too: report NEW --baseline " + path};
}

/// Whether a cell with both names can be among those of the plain campaign.
bool is_of_program(const CampaignRow& row) {
  return find_metric(row.metric) != nullptr && find_family(row.family) != nullptr;
}

std::optional<Error> why_not_before_plain(const std::string& path) {
  const auto record = read_record(path);
  if (!record) return record.error();
  const std::vector<CampaignRow>& rows = record.value().result.rows;
  if (std::none_of(rows.begin(), rows.end(), is_of_program)) {
    return not_before(path, path + " has no metric and family of this program");
  }
  CampaignOptions plain;
  for (const Family& family : family_registry(CurvedCases::taken)) {
    const std::uint64_t cases = cases_of(family, Extent::plain);
    if (cases > 0) plain.sources.push_back(cases_of_family(family, cases));
  }
  const auto error = why_not_a_baseline(record.value(), plain);
  return error ? std::optional(not_before(path, error->reason)) : std::nullopt;
}

bool is_quick(const TimeCell& cell, const TimeGroup& group) {
  const auto named = [&cell](TimeRegime regime) {
    return cell.regime == kTimeRegimeNames.at(static_cast<std::size_t>(regime));
  };
  return cell.family == group.family->name && cell.vertices[0] == group.size.a &&
         cell.vertices[1] == group.size.b &&
         std::any_of(group.regimes.begin(), group.regimes.end(), named);
}

std::optional<Error> why_not_before_quick(const std::string& path) {
  const auto record = read_time_record(path);
  if (!record) return record.error();
  const std::vector<TimeGroup> groups = quick_time();
  for (const TimeResult& result : record.value().results) {
    const bool is_timed = find_metric(result.cell.metric) != nullptr &&
                          std::any_of(groups.begin(), groups.end(), [&](const TimeGroup& group) {
                            return is_quick(result.cell, group);
                          });
    if (is_timed) return std::nullopt;
  }
  return not_before(path, path + " has no cell of time --quick");
}

}  // namespace

std::optional<Error> why_not_before_own_runs(const EarlierRecords& earlier) {
  std::optional<Error> error;
  if (!earlier.verdicts.empty()) error = why_not_before_plain(earlier.verdicts);
  if (!error && !earlier.times.empty()) error = why_not_before_quick(earlier.times);
  return error;
}

}  // namespace touchstone
