// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign's description read back from a store: everything that the rest of the program takes
// for granted (numbers it divides by, positions it looks up, sizes it allocates) is made sure of
// here.
#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "harness/store/store_schema.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

/// The checksum that is kept with the description.
std::uint64_t read_campaign(SqliteFile& file, CampaignDescription& d) {
  constexpr std::array<std::string_view, 13> kKeys = {
      "seed",         "tolerance",          "default_sizes", "query_limit_s",
      "wall_limit_s", "memory_limit_bytes", "in_process",    "versions",
      "shard_index",  "shard_count",        "certify",       "degeneracy",
      "checksum"};
  std::uint64_t checksum = 0;
  std::set<std::string> seen;
  SqliteStatement row = file.prepare("SELECT key, value FROM campaign");
  while (row.step()) {
    const std::string key = row.text(0);
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      row.refuse(0, "is unknown: '" + key + "'");
    }
    seen.insert(key);
    if (key == "seed") d.seed = row.integer(1);
    if (key == "tolerance") d.tolerance = row.size(1);
    if (key == "default_sizes") d.default_sizes = row.flag(1);
    if (key == "query_limit_s") d.query_limit_s = row.size(1);
    if (key == "wall_limit_s") d.wall_limit_s = row.size(1);
    if (key == "memory_limit_bytes") d.memory_limit_bytes = row.integer(1);
    if (key == "in_process") d.in_process = row.flag(1);
    if (key == "versions") d.versions = row.text(1);
    if (key == "shard_index") d.shard.index = row.index(1, kMaxShards + 1);
    if (key == "certify") d.certify = row.flag(1);
    if (key == "degeneracy") d.degeneracy = row.flag(1);
    if (key == "checksum") checksum = row.integer(1);
    if (key == "shard_count") d.shard.count = row.index(1, kMaxShards + 1);
  }
  for (const std::string_view key : kKeys) {
    if (seen.count(std::string(key)) == 0) file.damaged("has no " + std::string(key));
  }
  if (d.shard.index < 1 || d.shard.index > d.shard.count) {
    file.damaged("there is no shard " + shard_text(d.shard));
  }
  if (!(d.tolerance > 0) || !(d.query_limit_s > 0)) file.damaged("a limit of 0");
  if (!parse_json(d.versions).is_object()) {
    file.damaged("versions are not a JSON object");
  }
  return checksum;
}

/// Positions are those in the lists they are read into.
void require_position(const SqliteStatement& row, std::size_t wanted) {
  if (row.integer(0) != wanted) row.refuse(0, "is not " + std::to_string(wanted));
}

std::string read_name(const SqliteStatement& row, std::set<std::string>& names) {
  std::string name = row.text(1);
  if (name.empty()) row.refuse(1, "is empty");
  if (!names.insert(name).second) row.refuse(1, "comes twice: " + name);
  return name;
}

std::string read_fingerprint(const SqliteStatement& row, int column) {
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  constexpr std::size_t kMaxDigits = 16;
  std::string text = row.text(column);
  const bool is_hash = !text.empty() && text.size() <= kMaxDigits &&
                       text.find_first_not_of(kHexDigits) == std::string::npos;
  if (!is_hash) row.refuse(column, "is not a fingerprint");
  return text;
}

void read_metrics(SqliteFile& file, CampaignDescription& d) {
  std::set<std::string> names;
  SqliteStatement row = file.prepare(
      "SELECT position, name, claims_exact, own_tolerance, fingerprint FROM metric "
      "ORDER BY position");
  while (row.step()) {
    require_position(row, d.metrics.size());
    d.metrics.push_back({read_name(row, names), row.flag(2), row.size(3), ""});
    if (!row.text(4).empty()) d.metrics.back().fingerprint = read_fingerprint(row, 4);
  }
}

/// Positions among all metrics, ascending.
std::vector<std::size_t> read_positions(const SqliteStatement& row, int column, std::size_t count) {
  const auto list = parse_json(row.text(column));
  if (!list.is_array()) row.refuse(column, "is not a JSON list");
  std::vector<std::size_t> positions;
  for (const json& item : list) {
    if (!item.is_number_unsigned() || item.get<std::uint64_t>() >= count) {
      row.refuse(column, "names a metric that is not there");
    }
    positions.push_back(item.get<std::size_t>());
    if (positions.size() > 1 && positions[positions.size() - 2] >= positions.back()) {
      row.refuse(column, "is not in order");
    }
  }
  return positions;
}

void read_sources(SqliteFile& file, CampaignDescription& d) {
  std::set<std::string> names;
  SqliteStatement row = file.prepare(
      "SELECT position, name, \"group\", path, cases, chunk_cases, metrics, fingerprint "
      "FROM source ORDER BY position");
  while (row.step()) {
    require_position(row, d.sources.size());
    SourceEntry entry;
    entry.name = read_name(row, names);
    entry.group = row.text(2);
    entry.path = row.text(3);
    entry.cases = row.index(4, kMaxCases + 1);
    entry.chunk_cases = row.index(5, kMaxCases);
    if (!may_be_cases_of_chunk(entry.chunk_cases)) row.refuse(5, "no chunk is of so many");
    entry.metrics = read_positions(row, 6, d.metrics.size());
    entry.fingerprint = read_fingerprint(row, 7);
    d.sources.push_back(std::move(entry));
  }
}

void add_counts(SqliteChecksum& checksum, std::initializer_list<std::uint64_t> counts) {
  for (const std::uint64_t count : counts) checksum.add(std::bit_cast<std::int64_t>(count));
}

}  // namespace

std::uint64_t campaign_checksum(const CampaignDescription& d) {
  SqliteChecksum checksum;
  add_counts(checksum, {d.seed, d.memory_limit_bytes, d.in_process ? 1U : 0U, d.certify ? 1U : 0U,
                        d.degeneracy ? 1U : 0U, d.metrics.size(), d.sources.size()});
  for (const double value : {d.tolerance, d.query_limit_s, d.wall_limit_s}) checksum.add(value);
  for (const MetricEntry& metric : d.metrics) {
    for (const auto* text : {&metric.name, &metric.fingerprint}) checksum.add(*text);
    add_counts(checksum, {metric.claims_exact ? 1U : 0U});
    if (!metric.claims_exact) checksum.add(metric.own_tolerance);
  }
  for (const SourceEntry& source : d.sources) {
    for (const auto* text : {&source.name, &source.fingerprint}) checksum.add(*text);
    add_counts(checksum, {source.cases, source.chunk_cases, source.metrics.size()});
    for (const std::size_t metric : source.metrics) add_counts(checksum, {metric});
  }
  return checksum.value();
}

std::uint64_t description_checksum(const CampaignDescription& d) {
  SqliteChecksum checksum;
  add_counts(checksum,
             {campaign_checksum(d), d.default_sizes ? 1U : 0U, d.shard.index, d.shard.count});
  checksum.add(d.versions);
  for (const MetricEntry& metric : d.metrics) checksum.add(metric.own_tolerance);
  for (const SourceEntry& source : d.sources) {
    for (const auto* text : {&source.group, &source.path}) checksum.add(*text);
  }
  for (const std::string& line : d.not_run) checksum.add(line);
  return checksum.value();
}

std::string campaign_fingerprint(CampaignDescription description) {
  description.shard = {};
  return hash_digits(description_checksum(description));
}

CampaignDescription read_description(SqliteFile& file) {
  CampaignDescription d;
  const std::uint64_t checksum = read_campaign(file, d);
  read_metrics(file, d);
  read_sources(file, d);
  SqliteStatement row = file.prepare("SELECT position, line FROM not_run ORDER BY position");
  while (row.step()) {
    require_position(row, d.not_run.size());
    d.not_run.push_back(row.text(1));
  }
  if (checksum != description_checksum(d)) {
    file.damaged("the description of its campaign is not the one that its checksum is of");
  }
  return d;
}

}  // namespace touchstone
