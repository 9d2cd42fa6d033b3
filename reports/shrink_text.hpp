// SPDX-License-Identifier: GPL-3.0-or-later
// Shrunk failures, as people read them.
#pragma once

#include <string>

#include "harness/shrink/shrunk_record.hpp"

namespace touchstone {

/// "8 vertices, at most 2 digits".
std::string draft_summary(const PairDraft& draft);

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

}  // namespace touchstone
