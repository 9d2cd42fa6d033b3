// SPDX-License-Identifier: GPL-3.0-or-later
// A shrunk failure, for a person and as JSON.
#pragma once

#include <string>

#include "harness/cases/case.hpp"
#include "harness/shrink/shrink_failures.hpp"
#include "harness/shrink/shrinker.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// The pair as a case of its own, which says where it comes from.
Case shrunk_case(const ShrunkFailure& shrunk, const std::string& metric, const std::string& id);
/// The same as a case file, which keeps q.
std::string shrunk_case_text(const ShrunkFailure& shrunk, const std::string& metric,
                             const std::string& id);

/// "8 vertices, at most 2 digits".
std::string draft_summary(const PairDraft& draft);

/// A shrunk failure with the names of what it comes from.
struct ShrunkRecord {
  const ShrunkFailure& shrunk;
  std::string metric, id;
};
const RecordFields<ShrunkRecord>& shrunk_fields();

/// The case, what it has in common with the one that it comes from, what else was found, and what
/// does not matter.
std::string shrunk_text(const ShrunkFailure& shrunk, const std::string& metric,
                        const std::string& id);

/// The kinds of failures of a campaign, most frequent first, and of each the shrunk pair with the
/// command that finds it again.
std::string failures_text(const std::vector<MetricFailures>& failures,
                          const CampaignResult& result);
/// Notes the kinds that were shrunk in the rows of the campaign that they come from.
void note_kinds(const std::vector<MetricFailures>& failures, CampaignResult& result);
/// The same as a JSON list: an object for each metric.
std::string failures_json(const std::vector<MetricFailures>& failures);

}  // namespace touchstone
