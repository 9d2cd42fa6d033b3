// SPDX-License-Identifier: GPL-3.0-or-later
// The accuracy table: what each metric is known to make of each family's cases in the plain
// campaign. results/accuracy.json is part of the program, and a campaign that says otherwise is
// news.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/compare.hpp"

namespace touchstone {

/// Which campaign a table comes from: all default counts, or a tenth of each.
enum class Extent { plain, quick };

/// Cases of a family in such a campaign.
std::uint64_t cases_of(const Family& family, Extent extent);

/// Which of the two a campaign is by its counts; plain where it is neither.
Extent extent_of(const CampaignResult& result);

/// results/accuracy.json and results/accuracy-quick.json as committed: the build makes source files
/// of them.
std::string_view committed_accuracy_text();
std::string_view committed_quick_accuracy_text();

/// Reads a table. Throws HarnessError where it cannot be read.
const VerdictRecord& committed_accuracy(Extent extent);

/// Whether it is every metric of this program on every family, with the counts of `extent` and the
/// sizes of plain `verify`: then the table has to have all of it, and nothing else. Seed and
/// tolerance may differ.
bool is_whole_campaign(const CampaignResult& result, Extent extent);

/// Whether a row of which the table says nothing counts at its metric's own tolerance.
bool counts_at_own(const CampaignRow& row, double tolerance);

/// The cases of a row that count as wrong where the table says nothing of it. A case counts at the
/// looser of the asked tolerance and the metric's own; of a metric that claims to be exact, and of
/// any metric in double precision on a file or meshes of one's own, at the asked tolerance. What
/// crashed, timed out, is unanswered or misses a part counts in either case.
std::uint64_t counted_wrong(const CampaignRow& row, double tolerance);

/// Whether the row's metric claims to be exact and to prove it, and did not prove every answer.
bool is_unproven(const CampaignRow& row);

/// Whether asking some case again gave another answer: wrong whatever the table says.
bool is_unreliable(const CampaignRow& row);

/// Whether the table counts such a fault of the metric in the cell that the case belongs to: of its
/// seed and tolerance, and among its first cases.
bool is_known_fault(const VerdictRecord& table, const std::string& metric, const Case& c,
                    double tolerance, Word word);

/// A campaign compared with the table.
struct AccuracyCheck {
  /// For each row, whether the table has its cell: the same metric, family, seed, tolerance and
  /// number of cases.
  std::vector<bool> covered;
  /// For each row, its counted_wrong where the table has no cell of it; else 0.
  std::vector<std::uint64_t> counted;
  /// Covered cells that are no longer as in the table; in a whole campaign also those that only one
  /// of the two has.
  std::vector<CellChange> differences;
  bool whole = false;       ///< a whole campaign of the table's seed and tolerance
  bool unproven = false;    ///< whether is_unproven() holds of any row
  bool unreliable = false;  ///< whether is_unreliable() holds of any row
  /// Whether anything came out otherwise than it should: a difference, a case that counts as wrong,
  /// one that is flaky or order-dependent, or an answer without its promised proof. It makes the
  /// exit code 1, and JUnit fails exactly the cells that have one of these.
  bool unexpected = false;
};
AccuracyCheck check_accuracy(const CampaignResult& result, const VerdictRecord& table);

}  // namespace touchstone
