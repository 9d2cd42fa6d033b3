// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/record.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>

#include "harness/campaign/tally.hpp"
#include "harness/store/damaged_file.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"
#include "harness/store/store_schema.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/number_rules.hpp"

namespace touchstone {
namespace {

/// A verify JSON takes some 1.6 kB for each cell; parsed, any text takes up to some 20 times its
/// size [byte].
constexpr std::size_t kMaxRecord = std::size_t{32} << 20U;
constexpr std::string_view kStoreBegins = "SQLite format 3";

void set_worst_error(CampaignRow& row, double error) {
  row.error_rel_size.count = row.answered;
  row.error_rel_size.max = error;
}

/// What a row's numbers must be; its counts have to add up besides (adds_up).
constexpr std::array kRowNumbers = {NumberRule{"own_tolerance", 0, 1}, NumberRule{"wrong"},
                                    NumberRule{"solved_again"},
                                    NumberRule{.key = "cases", .at_least = "solved_again"}};
/// Numbers of error_abs and error_rel_size.
constexpr std::array kErrorNumbers = {NumberRule{"min"},
                                      NumberRule{"std"},
                                      NumberRule{.key = "mean", .at_least = "min"},
                                      NumberRule{.key = "max", .at_least = "mean"},
                                      NumberRule{.key = "max", .at_least = "min"},
                                      NumberRule{.key = "max", .at_least = "std"}};
constexpr std::array kCertificateNumbers = {NumberRule{"judged"}, NumberRule{"oracle"},
                                            NumberRule{"missing"}};
/// Numbers of a whole record.
constexpr std::array kRecordNumbers = {
    NumberRule{"tolerance", std::numeric_limits<double>::denorm_min(), 1}};

/// Keys of a verify record that are written from the others, or beside them.
void check_rest(const JsonNode& node, const CampaignRow& row) {
  check_numbers(node, kRowNumbers);
  for (const char* errors : {"error_abs", "error_rel_size"}) {
    if (node.has(errors)) check_numbers(node.at(errors), kErrorNumbers);
  }
  if (node.has("certificates")) check_numbers(node.at("certificates"), kCertificateNumbers);
  if (node.has("wrong") && node.at("wrong").count() != row.wrong()) {
    node.at("wrong").refuse("the counts do not add up");
  }
  if (row.worst.size() > std::min<std::uint64_t>(row.wrong(), kMaxWorst)) {
    node.at("worst").refuse("lists more ids than are wrong");
  }
  if (!node.has("ulp_histogram")) return;
  const JsonNode histogram = node.at("ulp_histogram");
  std::uint64_t sum = 0;
  for (const JsonNode& bin : histogram.items()) sum += bin.count();
  // A record that was read and written again has none.
  if (sum != 0 && sum != row.answered) histogram.refuse("the counts do not add up");
}

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

void check_sums(const CampaignRow& row, const JsonNode& node) {
  if (!adds_up(row) || (row.error_rel_size.count > 0) != (row.answered > 0)) {
    node.refuse("the counts do not add up");
  }
}

ErrorHistogram read_errors(const JsonNode& node, std::uint64_t values) {
  if (node.at("first").number() != kFirstErrorBin) node.at("first").refuse("must be -80");
  const std::vector<JsonNode> counts = node.at("counts").items();
  if (counts.size() != kErrorBins) node.at("counts").refuse("must be 96 counts");
  ErrorHistogram histogram;
  for (std::size_t k = 0; k < kErrorBins; ++k) histogram.bins.at(k) = counts[k].count();
  histogram.zero = node.at("zero").count();
  histogram.below = node.at("below").count();
  histogram.above = node.at("above").count();
  if (histogram.count() != values) node.refuse("the counts do not add up");
  return histogram;
}

CampaignRow read_campaign_row(const JsonNode& node, RowVersion version) {
  CampaignRow row;
  row.metric = node.at("metric").text();
  row.family = node.at("family").text();
  if (node.has("group")) row.group = node.at("group").text();
  if (node.has("plugin")) row.plugin = node.at("plugin").text();
  for (const RowField& field : row_fields(version)) {
    const bool nested = std::count(kObjectParts.begin(), kObjectParts.end(), field.part) > 0;
    field.write(row) = (nested ? node.at(field.part) : node).at(field.key).count();
  }
  row.own_tolerance = node.at("own_tolerance").nonnegative();
  const JsonNode errors = node.at("error_rel_size");
  if (!errors.at("max").is_null()) {
    set_worst_error(row, errors.at("max").nonnegative());
  } else if (errors.has("note") && errors.at("note").text() == "overflow") {
    set_worst_error(row, std::numeric_limits<double>::infinity());
  }
  if (version == RowVersion::current) {
    const JsonNode histogram = node.at("error_histogram");
    if (!histogram.is_null()) row.error_histogram = read_errors(histogram, row.answered);
    if (row.error_histogram && row.answered > 0 &&
        !holds_largest(*row.error_histogram, row.error_rel_size.max)) {
      histogram.refuse("the largest error is not in its last bin");
    }
  }
  for (const JsonNode& id : node.at("worst").items()) row.worst.push_back(id.text());
  return row;
}

/// A cell of touchstone.accuracy/2, or /1: counts that are not there are 0.
CampaignRow read_cell(const JsonNode& node) {
  CampaignRow row;
  row.metric = node.at("metric").text();
  row.family = node.at("family").text();
  for (const RowField& field : kRowFields) {
    if (node.has(field.column)) field.write(row) = node.at(field.column).count();
  }
  const JsonNode error = node.at("worst_error");
  if (error.is_string() && error.text() == "overflow") {
    set_worst_error(row, std::numeric_limits<double>::infinity());
  } else if (!error.is_null()) {
    set_worst_error(row, error.nonnegative());
  }
  return row;
}

struct KnownSchema {
  std::string_view name;
  bool verify;  ///< else an accuracy table
  RowVersion version;
};
/// A table leaves out counts that are 0, so that it needs no version for counts that were added.
constexpr std::array<KnownSchema, 6> kSchemas = {
    {{"touchstone.verify/1", true, RowVersion::first},
     {"touchstone.verify/2", true, RowVersion::missing},
     {"touchstone.verify/3", true, RowVersion::faults},
     {"touchstone.verify/4", true, RowVersion::current},
     {"touchstone.accuracy/1", false, RowVersion::first},
     {"touchstone.accuracy/2", false, RowVersion::current}}};

Record record_from_json(const JsonNode& root) {
  const std::string schema = root.at("schema").text();
  const auto* const known =
      std::find_if(kSchemas.begin(), kSchemas.end(),
                   [&schema](const KnownSchema& one) { return one.name == schema; });
  if (known == kSchemas.end()) {
    root.refuse(
        "the schema is neither touchstone.verify/4 nor touchstone.accuracy/2, nor an earlier one "
        "of these");
  }
  const bool verify = known->verify;
  Record record;
  record.result.counts_missing = known->version != RowVersion::first;
  if (record.result.counts_missing && root.has("counts_missing")) {
    record.result.counts_missing = root.at("counts_missing").truth();
  }
  record.result.seed = root.at("seed").whole();
  check_numbers(root, kRecordNumbers);
  record.result.tolerance = root.at("tolerance").number();
  if (root.has("shard")) {
    const auto shard = root.at("shard").items();
    if (shard.size() != 2) root.at("shard").refuse("must be two numbers");
    record.result.shard = {shard[0].count(), shard[1].count()};
    const auto [index, count] = record.result.shard;
    if (index < 1 || index > count) root.at("shard").refuse("there is no such shard");
  }
  std::set<CellName> seen;
  for (const JsonNode& node : root.at(verify ? "results" : "cells").items()) {
    CampaignRow row = verify ? read_campaign_row(node, known->version) : read_cell(node);
    check_sums(row, node);
    if (verify) check_rest(node, row);
    const CellName name{row.metric, row.family};
    if (!seen.insert(name).second) {
      node.refuse("the metric and the family are those of an earlier row");
    }
    // A table lists no ids, and where nothing is wrong an empty list is all of them.
    record.listed[name] = {row.worst, {}, row.worst.size() == row.wrong()};
    record.result.rows.push_back(std::move(row));
  }
  return record;
}

std::map<CellName, ListedCases> read_failures(const std::string& path,
                                              const CampaignResult& result) {
  std::map<CellName, ListedCases> listed;
  for (const CampaignRow& row : result.rows) {
    listed[{row.metric, row.family}].complete = row.wrong() <= kMaxFailures;
  }
  SqliteFile file;
  const auto access = access_to_read(path);
  if (!access) throw HarnessError(access.reason());
  const auto state = open_store_file(file, path, access.value());
  if (!state) throw HarnessError(state.reason());
  const CampaignDescription description = read_description(file);
  SqliteStatement row = file.prepare(
      "SELECT source, metric, case_index, id FROM failure ORDER BY source, metric, case_index");
  while (row.step()) {
    const SourceEntry& source = description.sources[row.index(0, description.sources.size())];
    const std::size_t m = source.metrics[row.index(1, source.metrics.size())];
    const std::string& metric = description.metrics[m].name;
    ListedCases& cases = listed[{metric, source.name}];
    cases.indices.push_back(row.integer(2));
    cases.ids.push_back(row.text(3));
  }
  return listed;
}

Result<Record> read_store(const std::string& path) {
  Record record;
  record.name = path;
  try {
    {
      const auto opened = Store::open(path);
      if (!opened) return opened.error();
      Store& store = *opened.value();
      if (!store.complete()) {
        return Error{path + ": is not finished: " + std::to_string(store.chunks_done()) + " of " +
                     std::to_string(store.chunks_in_shard()) +
                     " chunks (touchstone verify --db goes on with it)"};
      }
      record.result = store.result();
      for (const SourceEntry& source : store.description().sources) {
        record.fingerprints[source.name] = source.fingerprint;
      }
    }
    record.listed = read_failures(path, record.result);
  } catch (const DamagedFile& damaged) {
    return Error{damaged.what()};
  } catch (const HarnessError& error) {
    // Here a store is input: that it cannot be read is not the harness's failure.
    return Error{error.what()};
  }
  return record;
}

}  // namespace

Result<Record> cells_of_metric(Record record, const std::string& metric, const std::string& shown) {
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

Result<Record> parse_record(std::string_view text, const std::string& name) {
  return read_json(text, name, [&](const JsonNode& root) {
    Record record = record_from_json(root);
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

Result<Record> read_record(const std::string& path) {
  if (begins_as_store(path)) return read_store(path);
  const auto text = read_json_text(path, kMaxRecord);
  if (!text) return text.error();
  return parse_record(text.value(), input_name(path));
}

}  // namespace touchstone
