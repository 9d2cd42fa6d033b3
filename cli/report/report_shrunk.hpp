// SPDX-License-Identifier: GPL-3.0-or-later
// The shrunk pairs of a report: those of the record, and of each metric's gravest failures, shrunk
// when the page is written.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "harness/cases/case.hpp"
#include "harness/shrink/shrinker.hpp"
#include "reports/html/report_inputs.hpp"

namespace touchstone {

/// A shrunk failure as shrunk_pair_fields() write it.
RawJson shrunk_failure_pair(const ShrunkFailure& shrunk, const std::string& metric,
                            const std::string& id, double tolerance, bool with_snippets);

class ReportShrinker {
 public:
  /// The record outlives it.
  explicit ReportShrinker(const VerifyRecord& record) : record_(record) {}

  /// Gives room to shrink: a pair on the page may cost 20 ms, and these calls take a part of that.
  void pair_was_made() { calls_left_ += kCallsOfPair; }

  /// What the record has of this failure. Otherwise, of the first failure of each metric and
  /// verdict, the pair shrunk now, if this program can ask the metric and the calls suffice. Nothing
  /// otherwise.
  RawJson shrunk(const ListedFailure& failure, const Case& c);

 private:
  static constexpr int kCallsOfPair = 20;
  static constexpr int kMaxCalls = 400;  ///< calls for one pair at most

  /// Shrinks the failure within the calls that are left. `with_snippets`: adds programs for other
  /// libraries, which take most of a small pair's room, so that one pair of each metric has them.
  RawJson shrunk_now(const ListedFailure& failure, const Case& c, bool with_snippets);

  const VerifyRecord& record_;
  int calls_left_ = kMaxCalls;
  std::set<std::pair<std::string, std::string>> done_;  ///< metric and word
};

}  // namespace touchstone
