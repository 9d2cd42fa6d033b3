// SPDX-License-Identifier: GPL-3.0-or-later
// The accuracy table: what each metric is known to make of each family's cases in the plain
// campaign. docs/accuracy.json is part of the program, and a campaign that says otherwise is news.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/compare.hpp"

namespace touchstone {

/// docs/accuracy.json as committed: the build makes a source file of it.
std::string_view committed_accuracy_text();

/// The table read. Throws HarnessError where it cannot be.
const Record& committed_accuracy();

/// Whether it is every metric of this program on every family, with the counts and sizes of plain
/// `verify`: then the table has to have all of it, and nothing else. Seed and tolerance may differ.
bool is_whole_campaign(const CampaignResult& result);

/// Whether what such a metric gets wrong on cases of one's own counts at its own tolerance where
/// that is the looser one: single precision cannot reach the tolerance of doubles.
bool counts_at_own_tolerance(const MetricTraits& traits);

/// A campaign beside the table.
struct AccuracyCheck {
  /// Of each row whether the table says what is expected: a cell of the same metric, family, seed,
  /// tolerance and number of cases.
  std::vector<bool> covered;
  /// Covered cells that are no longer as in the table; in a whole campaign also those that only one
  /// of the two has.
  std::vector<CellChange> differences;
  bool whole = false;     ///< a whole campaign of the table's seed and tolerance
  bool unproven = false;  ///< a metric that claims to be exact lacks a certificate that it promises
  /// Something came out otherwise than it should: a difference; a certificate that is not there
  /// (unproven); or, where the table says nothing, a
  /// wrong answer of a metric that claims to be exact, or of any metric on a file or meshes of
  /// one's own (counts_at_own_tolerance).
  bool unexpected = false;
};
AccuracyCheck check_accuracy(const CampaignResult& result, const Record& table);

/// The table of a campaign: touchstone.accuracy/2 (docs/architecture.md), and what a person reads.
std::string accuracy_json(const CampaignResult& result);
std::string accuracy_markdown(const CampaignResult& result);

}  // namespace touchstone
