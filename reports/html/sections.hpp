// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of the page, one source each: HTML that is complete without JavaScript. Every number
// that they show is one of the records, or a sum of such numbers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/compare/record.hpp"
#include "harness/compare/time_compare.hpp"
#include "reports/html/failure_list.hpp"
#include "reports/html/html_text.hpp"

namespace touchstone {

/// A record as JSON text, under the name that messages call it.
struct RecordText {
  std::string name;
  std::string json;
};

/// What verify recorded, as text and as values.
struct VerifyRecord {
  RecordText text;
  CampaignResult result;
  FailureList failures;
  /// By family, of a store: what its cases have to be if they are made again (docs/store.md).
  std::map<std::string, std::string> fingerprints;
  /// Why it holds only a part of the campaign; empty where it is whole.
  std::string partial;
};

/// Where and when the page was made.
struct ReportContext {
  std::string command;  ///< that makes it again
  std::string when;     ///< 2026-11-23T02:15:00Z
  std::string machine;  ///< the processor's name
  int cores = 0;
  std::string versions;  ///< JSON object
  bool partial = false;
};

struct ReportInputs {
  ReportContext context;
  std::optional<VerifyRecord> verify;
  std::optional<RecordText> time;
  std::optional<RecordText> energy;
  std::vector<RecordText> reproduced;
  std::optional<TimeComparison> time_against;
  std::vector<std::string> notes;  ///< what is not on the page, and why: a line each
};

/// A wrong case that the page shows with its pair.
struct ShownFailure {
  std::size_t failure = 0;  ///< position in the list
  std::size_t pair = 0;     ///< position among the pairs
};

std::string top_of_page(const ReportInputs& inputs);
// Each rejects a record that is not of a schema that it knows, in one line that begins with its
// name.
HtmlSection summary_section(const ReportInputs& inputs);
HtmlSection verdict_section(const ReportInputs& inputs);
Result<HtmlSection> accuracy_section(const ReportInputs& inputs);
Result<HtmlSection> speed_section(const ReportInputs& inputs);
Result<HtmlSection> simulation_section(const ReportInputs& inputs);
HtmlSection failure_section(const ReportInputs& inputs);
HtmlSection findings_section();
HtmlSection glossary_section();

/// What is wrong in a row, by the titles of verify's table; only what there is.
struct TitledCount {
  std::string title;
  std::uint64_t count = 0;
};
std::vector<TitledCount> wrong_counts(const CampaignRow& row);

}  // namespace touchstone
