// SPDX-License-Identifier: GPL-3.0-or-later
// Two rules on what makes the exit code 1, each in place of the usual one (accuracy.hpp): words
// that no case may have, and a record than which nothing may be worse.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/compare/record.hpp"
#include "harness/judge/judge.hpp"

namespace touchstone {

/// What makes the exit code 1 in one row.
struct RowFailure {
  std::string message;
  bool ended_badly = false;  ///< whether it is a crash or a run out of time
};

/// What one of the rules finds in a campaign.
struct RuleCheck {
  std::vector<std::optional<RowFailure>> rows;  ///< one for each row; nothing where it passes
  std::string sentence;  ///< why the exit code is what it is, without a full stop

  bool failed() const;
};

/// Number of cases that have this fault, whatever else is wrong with them: the word's column in
/// tables.
std::uint64_t count_of(const CampaignRow& row, Word word);

/// The names of the words that make a case wrong, the gravest first.
std::vector<std::string> wrong_word_names();

/// The words of these names, which were typed behind `command`. Rejects other names.
Result<std::vector<Word>> words_of_names(const std::vector<std::string>& names,
                                         const std::string& command = "verify");

/// Fails where one of these words is true of a case.
RuleCheck check_words(const CampaignResult& result, const std::vector<Word>& words);

/// Fails where a cell is worse than in the baseline, or mixed, by the rules of compare. Rejects
/// records of other cases.
Result<RuleCheck> check_baseline(const CampaignResult& result, const VerdictRecord& baseline);

/// Why a campaign that is not run yet cannot be compared with the baseline, as far as its options
/// say; or nothing.
std::optional<Error> why_not_a_baseline(const VerdictRecord& baseline,
                                        const CampaignOptions& options);

}  // namespace touchstone
