// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/record.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>

#include "harness/campaign/tally.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/store/store.hpp"
#include "schema/derived_number.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

/// A verify JSON takes some 1.6 kB for each cell; parsed, any text takes up to some 20 times its
/// size [byte].
constexpr std::size_t kMaxRecord = std::size_t{32} << 20U;
constexpr std::string_view kStoreBegins = "SQLite format 3";

/// The largest error is in the last bin that is not empty.
bool holds_largest(const ErrorHistogram& histogram, double error) {
  ErrorHistogram one;
  one.add(error);
  if (histogram.above > 0 || one.above > 0) return histogram.above > 0 && one.above > 0;
  for (std::size_t k = kErrorBins; k-- > 0;) {
    if (histogram.bins.at(k) > 0 || one.bins.at(k) > 0) {
      return histogram.bins.at(k) > 0 && one.bins.at(k) > 0;
    }
  }
  return (histogram.below > 0) == (one.below > 0);
}

[[noreturn]] void refuse_counts(const JsonNode& node) { node.refuse("the counts do not add up"); }

/// Makes null figures of `values` errors infinite where the record says that they overflow.
void settle_errors(ErrorSummary& errors, const JsonNode& node, std::uint64_t values) {
  errors.count = values;
  const bool overflows = node.has("note") && node.at("note").text() == "overflow";
  for (const double figure : {errors.min, errors.mean, errors.std}) {
    const bool same = std::isnan(figure) == std::isnan(errors.max);
    if (!same && !overflows) node.refuse("must have all figures or none");
  }
  if (std::isnan(errors.max) && !overflows) {
    errors = {};
    return;
  }
  for (double* figure : {&errors.min, &errors.max, &errors.mean, &errors.std}) {
    if (std::isnan(*figure)) *figure = std::numeric_limits<double>::infinity();
  }
}

void check_sums(const CampaignRow& row, const JsonNode& node) {
  if (!adds_up(row) || (row.error_rel_size.count > 0) != (row.answered > 0)) refuse_counts(node);
}

/// Checks the histograms of a row's errors.
void check_errors(const JsonNode& node, const CampaignRow& row) {
  const auto& ulps = row.ulp_histogram;
  const std::uint64_t sum = std::accumulate(ulps.begin(), ulps.end(), std::uint64_t{0});
  // An accuracy table has empty histograms.
  if (sum != 0 && sum != row.answered) refuse_counts(node.at("ulp_histogram"));
  if (!row.error_histogram) return;
  const JsonNode histogram = node.at("error_histogram");
  if (row.error_histogram->count() != row.answered) refuse_counts(histogram);
  if (row.answered > 0 && !holds_largest(*row.error_histogram, row.error_rel_size.max)) {
    histogram.refuse("the largest error is not in its last bin");
  }
}

/// None of n numbers is farther from their mean than sqrt(n - 1) times their standard deviation
/// (Samuelson's inequality).
void check_spread(const JsonNode& node, const ErrorSummary& errors) {
  constexpr double kRounding = 1e-6;     // relative to the largest error [1]
  constexpr double kUnderflow = 1e-150;  // deviations whose squares no double holds
  if (errors.count == 0 || !std::isfinite(errors.max + errors.mean + errors.std)) return;
  const double reach = std::sqrt(static_cast<double>(errors.count - 1)) * errors.std +
                       kRounding * errors.max + kUnderflow;
  if (errors.max - errors.mean > reach) node.at("max").refuse("is too far from mean, by std");
  if (errors.mean - errors.min > reach) node.at("min").refuse("is too far from mean, by std");
}

/// Settles what a row of a verify record says in several places, and checks it.
void settle_row(const JsonNode& node, CampaignRow& row) {
  settle_errors(row.error_abs, node.at("error_abs"), row.answered);
  settle_errors(row.error_rel_size, node.at("error_rel_size"), row.answered);
  check_sums(row, node);
  check_errors(node, row);
  check_spread(node.at("error_abs"), row.error_abs);
  check_spread(node.at("error_rel_size"), row.error_rel_size);
  if (node.at("wrong").count() != row.wrong()) refuse_counts(node.at("wrong"));
  if (row.not_applicable == 0 && !row.why_not_applicable.empty()) {
    node.at("why_not_applicable").refuse("must be null where not_applicable is 0");
  }
  if (row.solved_again > row.cases) node.at("solved_again").refuse("must not be above cases");
  if (row.worst.size() > std::min<std::uint64_t>(row.wrong(), kMaxWorst)) {
    node.at("worst").refuse("lists more ids than are wrong");
  }
}

/// Settles the largest error of a cell of an accuracy table.
void settle_cell(const JsonNode& node, CampaignRow& row) {
  const JsonNode error = node.at("worst_error");
  const bool overflows = error.is_string() && error.text() == "overflow";
  if (!error.is_null()) {
    row.error_rel_size.count = row.answered;
    row.error_rel_size.max =
        overflows ? std::numeric_limits<double>::infinity() : error.nonnegative();
  }
  check_sums(row, node);
}

CampaignResult read_verify(const JsonNode& root) {
  CampaignResult result = verify_record().read(root);
  result.versions = root.at("versions").dumped();
  result.complete = !root.has("partial");
  if (!root.has("shard")) return result;
  const auto shard = root.at("shard").items();
  result.shard = {shard[0].count(), shard[1].count()};
  if (result.shard.index < 1 || result.shard.index > result.shard.count) {
    root.at("shard").refuse("there is no such shard");
  }
  return result;
}

VerdictRecord record_from_json(const JsonNode& root) {
  const std::string schema = root.at("schema").text();
  const bool table = schema.starts_with("touchstone.accuracy/");
  if (!table && !schema.starts_with("touchstone.verify/")) {
    const bool times = schema.starts_with("touchstone.time/");
    root.at("schema").refuse(std::string(times ? "is that of times, and " : "") + "must be " +
                             std::string(verify_record().schema) + " or " +
                             std::string(accuracy_record().schema));
  }
  VerdictRecord record;
  record.result = table ? accuracy_record().read(root) : read_verify(root);
  const auto nodes = root.at(table ? "cells" : "results").items();
  if (!table && nodes.empty() && record.result.complete && !root.has("shard") &&
      record.result.not_run.empty()) {
    root.at("results").refuse("must not be empty where nothing was left out");
  }
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    CampaignRow& row = record.result.rows[k];
    (table ? settle_cell : settle_row)(nodes[k], row);
    // A table lists no ids, and where nothing is wrong an empty list is all of them.
    const ListedCases listed = {row.worst, {}, row.worst.size() == row.wrong()};
    if (!record.listed.try_emplace({row.metric, row.family}, listed).second) {
      nodes[k].refuse("the metric and the family are those of an earlier row");
    }
  }
  if (!table) {
    const auto again = static_cast<double>(record.result.solved_again());
    check_derived(root.at("solved_again"), again, "results");
  }
  return record;
}

Result<VerdictRecord> read_store(const std::string& path) try {
  const auto opened = Store::open(path);
  if (!opened) return opened.error();
  Store& store = *opened.value();
  if (!store.complete()) return Error{store.why_not_complete(path)};
  VerdictRecord record;
  record.name = path;
  record.result = store.result();
  for (const CampaignRow& row : record.result.rows) {
    record.listed[{row.metric, row.family}].complete = row.wrong() <= kMaxFailures;
  }
  const CampaignDescription& description = store.description();
  for (const SourceEntry& source : description.sources) {
    record.fingerprints[source.name] = source.fingerprint;
  }
  store.each_failure([&](const StoredFailure& failure) {
    const SourceEntry& source = description.sources[failure.source];
    const std::string& metric = description.metrics[source.metrics[failure.metric]].name;
    ListedCases& cases = record.listed[{metric, source.name}];
    cases.indices.push_back(failure.index);
    cases.ids.push_back(failure.id);
  });
  return record;
} catch (const DamagedFile& damaged) {
  return Error{damaged.what()};
} catch (const HarnessError& error) {
  // Here a store is input: that it cannot be read is not the harness's failure.
  return Error{error.what()};
}

}  // namespace

Result<VerdictRecord> cells_of_metric(VerdictRecord record, const std::string& metric,
                                      const std::string& shown) {
  std::vector<CampaignRow>& rows = record.result.rows;
  std::erase_if(rows, [&](const CampaignRow& row) { return row.metric != metric; });
  if (rows.empty()) return Error{record.name + ": has no cell of the metric " + metric};
  std::map<CellName, ListedCases> listed;
  for (CampaignRow& row : rows) {
    const auto known = record.listed.find({metric, row.family});
    if (known != record.listed.end()) listed[{shown, row.family}] = known->second;
    row.metric = shown;
  }
  record.listed = std::move(listed);
  record.name += " (" + metric + ")";
  return record;
}

std::optional<double> worst_error(const CampaignRow& row) {
  if (row.error_rel_size.count == 0) return std::nullopt;
  return row.error_rel_size.max;
}

Result<VerdictRecord> parse_record(std::string_view text, const std::string& name) {
  return read_json(text, name, [&](const JsonNode& root) {
    VerdictRecord record = record_from_json(root);
    record.name = name;
    return record;
  });
}

bool begins_as_store(const std::string& path) {
  if (path == "-") return false;
  // A pipe would be robbed of its first bytes.
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  std::array<char, kStoreBegins.size()> bytes{};
  std::ifstream file(path, std::ios::binary);
  return file.read(bytes.data(), bytes.size()) &&
         std::string_view(bytes.data(), bytes.size()) == kStoreBegins;
}

Result<VerdictRecord> read_record(const std::string& path) {
  if (begins_as_store(path)) return read_store(path);
  const auto text = read_json_text(path, kMaxRecord);
  if (!text) return text.error();
  return parse_record(text.value(), input_name(path));
}

}  // namespace touchstone
