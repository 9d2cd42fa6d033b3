// SPDX-License-Identifier: GPL-3.0-or-later
// The data of the page: the record touchstone.report/1 (docs/report.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/html/pair_record.hpp"
#include "reports/html/report_inputs.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

RecordFields<ReportContext> context_fields();

/// The list of all failures in columns: it is long.
struct FailureColumns {
  std::uint64_t total = 0, listed = 0;
  bool with_answers = false;
  std::vector<std::string> metrics, families, words, replays;
  std::vector<std::size_t> metric, family, word, replay_of;  ///< positions in these
  std::vector<std::string> id;
  std::vector<std::optional<AnyReal>> error;
};

struct ShownRecord {
  std::size_t failure = 0, pair = 0;
  std::optional<PairClaim> claim;
  RawJson shrunk;
};

/// A page of one pair has neither records nor failures.
struct ReportRecord {
  ReportContext made;
  RawJson verify = {}, time = {}, energy = {}, against = {};
  std::optional<std::vector<RawJson>> reproduce = {};
  std::optional<FailureColumns> failures = {};
  std::optional<std::vector<ShownRecord>> shown = {};
  std::vector<RawJson> pairs = {};  ///< each made by pair_fields()
};
const RecordDescription<ReportRecord>& report_record();

}  // namespace touchstone
