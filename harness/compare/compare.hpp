// SPDX-License-Identifier: GPL-3.0-or-later
// What changed between two records of the same cases, for each metric on each family.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/compare/record.hpp"

namespace touchstone {

/// Two worst errors are the same where they are within this part of the larger one: what another
/// machine's last bits may do to a maximum, and no more [1].
inline constexpr double kSameError = 0.05;

enum class Change { worse, mixed, better, gone, fresh, same };
inline constexpr std::array<const char*, 6> kChangeNames = {"worse", "mixed", "better",
                                                            "gone",  "new",   "same"};

bool same_error(const std::optional<double>& a, const std::optional<double>& b);

/// Words are ordered by how serious they are: flaky, crashed, timed_out, order_dependent,
/// no_answer, skipped, wrong_sign, inaccurate, invalid_normal, invalid_witness, missing,
/// not_applicable, right. A cell is better where for no word more cases are at least as serious,
/// and for one fewer are; worse the other way round. Where the words are as they were, normals,
/// witnesses, signs without a value and the metric's own tolerance decide in the same way. The
/// worst error counts besides. What goes both ways is mixed; same means that every count is equal
/// and the worst error the same.
Change change_of(const CampaignRow& before, const CampaignRow& after);

/// "right 97 -> 100, wrong sign 3 -> 0, worst error 0.1 -> 2e-16": the counts that the terminal
/// shows and the worst error, as far as they differ; where none does, the other counts.
std::string difference_text(const CampaignRow& before, const CampaignRow& after);

struct CellChange {
  Change change = Change::same;
  std::string metric;
  std::string family;
  std::optional<CampaignRow> before;  ///< none where it is new
  std::optional<CampaignRow> after;   ///< none where it is gone
  /// Ids as far as both records list them; nothing where they do not.
  std::optional<std::vector<std::string>> became_wrong;
  std::optional<std::vector<std::string>> became_right;
};

struct Comparison {
  std::string before;  ///< names of the records
  std::string after;
  std::uint64_t seed = 0;
  double tolerance = 0;
  /// A sentence for each record of a run that was interrupted: what is left out for it.
  std::vector<std::string> partial;
  std::vector<CellChange> cells;  ///< in the order of the later record; gone ones last

  std::uint64_t count(Change change) const;
  bool anything_worse() const { return count(Change::worse) + count(Change::mixed) > 0; }
};

/// "new.json is partial: its run was interrupted after 120 of 3000 answers"; empty where it was not.
std::string partial_sentence(const std::string& name, const CampaignResult& result);

/// Why the two are not records of the same cases (compare_records), or nothing.
std::optional<Error> why_incomparable(const VerdictRecord& before, const VerdictRecord& after);

/// Compares the cells that both runs finished: an interrupted one leaves some, and says so in
/// Comparison::partial. Rejects records of other cases: another seed, tolerance, shard, number or
/// fingerprint of cases; and records that have no metric and family in common.
Result<Comparison> compare_records(const VerdictRecord& before, const VerdictRecord& after);

}  // namespace touchstone
