// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/report/report_shrunk.hpp"

#include <algorithm>

#include "cli/commands.hpp"
#include "geometry/query_scope.hpp"
#include "harness/cases/files/case_file.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"
#include "reports/html/pair_record.hpp"
#include "reports/shrink_text.hpp"

namespace touchstone {
namespace {

/// These may each take as long as a query is allowed to, and the next run may not end so.
bool is_slow_to_shrink(const std::string& word) {
  return word == "flaky" || word == "crashed" || word == "timed_out" || word == "order_dependent";
}

RawJson recorded_pair(const RecordedShrunk& recorded, const std::string& metric, double tolerance) {
  const auto cases = parse_case_text(recorded.case_text, metric);
  if (!cases || cases.value().empty()) return {};
  Case c = cases.value().front();
  // The id that a pair has which is shrunk now is without the file's name.
  const std::string prefix = "file:" + metric + ":";
  if (c.id.rfind(prefix, 0) == 0) c.id.erase(0, prefix.size());
  Oracle oracle;
  const Truth truth = oracle.solve(c.pair());
  return {shrunk_pair_fields().row({metric,
                                    draft_summary(draft_of(c.pair())),
                                    recorded.does_not_matter,
                                    {c, truth, tolerance}})};
}

}  // namespace

RawJson shrunk_failure_pair(const ShrunkFailure& shrunk, const std::string& metric,
                            const std::string& id, double tolerance, bool with_snippets) {
  const Case c = shrunk_case(shrunk, metric, id);
  Oracle oracle;
  const Truth truth = oracle.solve(c.pair());
  return {shrunk_pair_fields().row({metric,
                                    draft_summary(shrunk.draft),
                                    shrunk.does_not_matter,
                                    {c, truth, tolerance, with_snippets}})};
}

RawJson ReportShrinker::shrunk(const ListedFailure& failure, const Case& c) {
  const auto recorded = record_.shrunk.find({failure.metric, failure.id});
  if (recorded != record_.shrunk.end()) {
    return recorded_pair(recorded->second, failure.metric, record_.result.tolerance);
  }
  if (failure.word.empty() || is_slow_to_shrink(failure.word)) return {};
  if (calls_left_ <= kMaxCalls / 4) return {};
  const auto of_metric = done_.lower_bound({failure.metric, ""});
  const bool first = of_metric == done_.end() || of_metric->first != failure.metric;
  if (!done_.insert({failure.metric, failure.word}).second) return {};
  return shrunk_now(failure, c, first);
}

RawJson ReportShrinker::shrunk_now(const ListedFailure& failure, const Case& c,
                                   bool with_snippets) {
  const MetricRow* metric = failure.quantity ? find_metric(failure.metric) : nullptr;
  if (metric == nullptr) return {};
  ShrinkLimits limits;
  limits.calls = std::min(kMaxCalls, calls_left_);
  const Suspect suspect = suspect_metric(*metric, own_workers(), record_.result.tolerance);
  const CaseScope scope(c.id.c_str());
  const auto shrunk = shrink(c.pair(), suspect, limits);
  if (!shrunk) return {};
  calls_left_ -= shrunk.value().calls;
  return shrunk_failure_pair(shrunk.value(), failure.metric, c.id, record_.result.tolerance,
                             with_snippets);
}

}  // namespace touchstone
