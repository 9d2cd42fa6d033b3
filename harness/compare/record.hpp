// SPDX-License-Identifier: GPL-3.0-or-later
// Records of campaigns read back, whatever they are kept in: a store (docs/store.md), the JSON of
// verify, or an accuracy table (docs/accuracy.md).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "geometry/result.hpp"
#include "harness/campaign/campaign.hpp"

namespace touchstone {

/// The wrong cases of a cell that a record lists.
struct ListedCases {
  std::vector<std::string> ids;
  /// Each id's case index in the family, ascending; empty where the record does not say.
  std::vector<std::uint64_t> indices;
  /// Whether these are all; else they are the first ones where there are indices, and any ones
  /// where there are none.
  bool complete = false;
};

/// A cell is one metric on one family.
using CellName = std::pair<std::string, std::string>;

struct VerdictRecord {
  std::string name;  ///< file name, for messages
  /// Errors of an accuracy table have only a count and the largest.
  CampaignResult result;
  std::map<CellName, ListedCases> listed;
  std::map<std::string, std::string> fingerprints;  ///< fingerprint of each family, from a store
};

/// The record's cells of `metric` alone, under the name `shown`; an error where it has none.
Result<VerdictRecord> cells_of_metric(VerdictRecord record, const std::string& metric,
                                      const std::string& shown);

/// Largest error of the cell's values, relative to size; nothing where no value was given.
std::optional<double> worst_error(const CampaignRow& row);

/// Reads verify_record() and accuracy_record(). Rejects any other text, and counts that do not add
/// up, in one line that begins with `name`.
Result<VerdictRecord> parse_record(std::string_view text, const std::string& name);

/// Whether the file at `path` is a store, by its first bytes.
bool begins_as_store(const std::string& path);

/// Reads the file at `path` ("-" is standard input), a store by its first bytes. Rejects stores
/// that are not finished or cannot be read, and what parse_record rejects.
Result<VerdictRecord> read_record(const std::string& path);

}  // namespace touchstone
