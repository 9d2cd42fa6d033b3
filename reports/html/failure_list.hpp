// SPDX-License-Identifier: GPL-3.0-or-later
// The failures of a campaign as the report lists them, and which of them it shows with their pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metrics/metric_row.hpp"

namespace touchstone {

/// One wrong case of one metric.
struct ListedFailure {
  std::string metric;
  std::string family;
  std::string id;
  std::string word;                  ///< empty where the record does not say
  std::optional<double> error;       ///< relative to size
  std::string answer;                ///< JSON of the store; empty where the record does not say
  std::optional<Quantity> quantity;  ///< what the value is, where the registry has the metric
  std::string replay;                ///< the command that shows it again
};

struct FailureList {
  std::uint64_t total = 0;  ///< wrong answers that the campaign counted
  /// Whether words, errors and answers are known: a store has them, the JSON of verify only ids.
  bool with_answers = false;
  /// By metric and family in the order of the record; of each the gravest first.
  std::vector<ListedFailure> failures;
};

/// Sorts the failures of each metric and family, which stand together, by word and error.
void sort_by_gravity(FailureList& list);

/// With their pairs are shown, at most, of each metric and family, and in all.
inline constexpr std::size_t kMaxShownOfCell = 20;
inline constexpr std::size_t kMaxShown = 2000;

/// Positions of the failures to show, the most telling first: of each metric and family the gravest
/// one, then of each one more, a word that was not shown before first.
std::vector<std::size_t> failures_to_show(const FailureList& list);

}  // namespace touchstone
