// SPDX-License-Identifier: GPL-3.0-or-later
// What a report is made of: the records, and where and when the page is made.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "geometry/pair.hpp"
#include "harness/check/check.hpp"
#include "harness/compare/compare.hpp"
#include "harness/compare/record.hpp"
#include "harness/compare/time_compare.hpp"
#include "reports/html/failure_list.hpp"
#include "schema/json_value.hpp"
#include "schema/version.hpp"

namespace touchstone {

/// A record as JSON text, under the name that messages call it.
struct RecordText {
  std::string name;
  std::string json;
};

/// What time recorded, as text and as values.
struct RecordedTimes {
  RecordText text;
  TimeRecord record;
};

/// A failure's pair as the record has it shrunk.
struct RecordedShrunk {
  std::string case_text;  ///< JSON of a case file
  std::vector<std::string> does_not_matter;
};

/// What verify recorded, as text and as values.
struct VerifyRecord {
  RecordText text;
  CampaignResult result;
  FailureList failures;
  /// By metric and id, of the JSON of verify --shrink: the simplest pairs of its kinds of failure.
  std::map<std::pair<std::string, std::string>, RecordedShrunk> shrunk;
  /// By family, of a store: what its cases have to be if they are made again (docs/store.md).
  std::map<std::string, std::string> fingerprints;
  /// Why it holds only a part of the campaign; empty where it is whole.
  std::string partial;
};

/// A wrong manifold that contacts --shrink recorded.
struct RecordedContacts {
  ShrunkCase shrunk;
  std::optional<Pair> pair;  ///< nothing where it was not shrunk
};

/// Where and when the page was made.
struct ReportContext {
  std::string command;  ///< that makes it again
  std::string when;     ///< 2026-11-23T02:15:00Z
  std::string machine;  ///< the processor's name
  int cores = 0;
  Versions versions = program_versions();
  bool partial = false;
};

struct ReportInputs {
  ReportContext context;
  std::optional<VerifyRecord> verify;
  std::optional<RecordedTimes> time;
  std::optional<RecordText> energy;
  std::optional<RecordText> converge;     ///< without one the page has no such section
  std::optional<RecordText> solve;        ///< without one, none of contact solvers
  std::optional<RecordText> differences;  ///< without one, none of gradients
  std::vector<RecordText> reproduced;
  std::optional<std::vector<RecordedContacts>> contacts;
  std::optional<TimeComparison> time_against;
  std::optional<Comparison> verdicts_against;
  std::vector<std::string> notes;  ///< what is not on the page, and why: a line each
};

/// A wrong case that the page shows with its pair.
struct ShownFailure {
  std::size_t failure = 0;  ///< position in the list
  std::size_t pair = 0;     ///< position among the pairs
  RawJson shrunk;           ///< a ShrunkPair as JSON; empty where there is none
};

}  // namespace touchstone
