// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign, as people read it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/campaign/campaign.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/compare/exit_rule.hpp"

namespace touchstone {

struct ReportStyle {
  bool full = false;           ///< a row for each family rather than for each group
  bool own_tolerance = false;  ///< also what is right at each metric's own tolerance
  /// Columns of the terminal; nothing where a line may be as long as it likes.
  std::optional<std::size_t> room;
};

/// "2926 of 2934 wrong answers have exactly the opposite normal: it must point from B to A
/// (corrected so, they are right)"
std::string cause_text(const LikelyCause& cause);

/// Likely causes, the verdict table, what was left out, which wrong cases to replay, and what is not
/// as in the accuracy table.
std::string report_text(const CampaignResult& result, const AccuracyCheck& check,
                        const ReportStyle& style);

/// The verdict table of a campaign that was interrupted, and which of its wrong cases to ask about.
std::string partial_text(const CampaignResult& result, const ReportStyle& style);

/// The last line: what was wrong, and the exit code that follows from it. `also_wrong` is a further
/// reason for exit code 1, or empty.
std::string closing_sentence(const CampaignResult& result, const AccuracyCheck& check,
                             const std::string& also_wrong);

/// What fails under a rule that takes the place of the usual one, if anything, and the last line.
std::string rule_text(const CampaignResult& result, const RuleCheck& rule, bool full);

/// Where nothing could be judged, one line that says why; else empty. A shard may have nothing to
/// do.
std::string nothing_judged(const CampaignResult& result);

}  // namespace touchstone
