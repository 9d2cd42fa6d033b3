// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store/count_columns.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

/// A count, and the key that it is written under.
template <class Count>
using Keyed = std::pair<std::string, Count*>;

template <class Count, std::size_t size>
std::vector<Keyed<Count>> numbered(std::span<Count, size> bins) {
  std::vector<Keyed<Count>> keyed;
  keyed.reserve(bins.size() + 3);  // for the named bins that may follow
  for (std::size_t k = 0; k < bins.size(); ++k) keyed.emplace_back(std::to_string(k), &bins[k]);
  return keyed;
}

/// `Histogram` may be const.
template <class Histogram>
auto keyed_errors(Histogram& histogram) {
  auto keyed = numbered(std::span(histogram.bins));
  keyed.emplace_back("zero", &histogram.zero);
  keyed.emplace_back("below", &histogram.below);
  keyed.emplace_back("above", &histogram.above);
  return keyed;
}

/// `Words` is an array of counts, by Word.
template <class Words>
auto keyed_words(Words& words) {
  auto keyed = numbered(std::span(words));
  for (std::size_t k = 0; k < keyed.size(); ++k) keyed[k].first = kWordTexts.at(k).name;
  return keyed;
}

std::string counts_text(const std::vector<Keyed<const std::uint64_t>>& counts) {
  JsonObject object;
  for (const auto& [key, count] : counts) {
    if (*count > 0) object.add(key, std::to_string(*count));
  }
  return object.row();
}

/// An object of counts above 0 under these keys and no others, each of them at most what the ones
/// before leave of `most`. Their sum.
std::uint64_t read_counts(const SqliteStatement& row, int column, const json& object,
                          const std::vector<Keyed<std::uint64_t>>& counts, std::uint64_t most) {
  if (!object.is_object()) row.refuse(column, "is not a JSON object");
  std::uint64_t left = most;
  std::size_t filled = 0;
  for (const auto& [key, count] : counts) {
    const auto found = object.find(key);
    if (found == object.end()) continue;
    if (!found->is_number_unsigned()) row.refuse(column, "holds values that are not counts");
    *count = found->get<std::uint64_t>();
    if (*count > left) row.refuse(column, "does not add up");
    left -= *count;
    filled += *count > 0 ? 1 : 0;
  }
  if (filled != object.size()) row.refuse(column, "holds other than filled bins");
  return most - left;
}

DegeneracyBin read_bin(const SqliteStatement& row, int column, const json& object,
                       std::uint64_t most) {
  const bool shaped = object.is_object() && object.contains("words") && object.contains("valued") &&
                      object["valued"].is_number_unsigned() &&
                      object.size() == (object["valued"] == 0 ? 2 : 4);
  if (!shaped) row.refuse(column, "holds bins that are not as they are made");
  DegeneracyBin bin;
  const std::uint64_t cases =
      read_counts(row, column, object["words"], keyed_words(bin.words), most);
  bin.valued = object["valued"].get<std::uint64_t>();
  if (cases == 0 || bin.valued > cases) row.refuse(column, "does not add up");
  if (bin.valued == 0) return bin;
  const bool named = object.contains("max_error") && object.contains("worst") &&
                     (object["max_error"].is_null() || object["max_error"].is_number()) &&
                     object["worst"].is_string();
  if (!named) row.refuse(column, "holds bins without their worst case");
  bin.max_error = object["max_error"].is_null() ? std::numeric_limits<double>::infinity()
                                                : object["max_error"].get<double>();
  bin.worst = object["worst"].get<std::string>();
  if (!(bin.max_error >= 0) || bin.worst.empty()) {
    row.refuse(column, "holds bins without their worst case");
  }
  return bin;
}

}  // namespace

std::string histogram_text(std::span<const std::uint64_t> bins) {
  return counts_text(numbered(bins));
}

void read_histogram(const SqliteStatement& row, int column, std::uint64_t total,
                    std::span<std::uint64_t> bins) {
  const json object = parse_json(row.text(column));
  if (read_counts(row, column, object, numbered(bins), total) != total) {
    row.refuse(column, "does not add up");
  }
}

std::string error_histogram_text(const ErrorHistogram& histogram) {
  return counts_text(keyed_errors(histogram));
}

ErrorHistogram read_error_histogram(const SqliteStatement& row, int column, std::uint64_t total) {
  ErrorHistogram histogram;
  const json object = parse_json(row.text(column));
  if (read_counts(row, column, object, keyed_errors(histogram), total) != total) {
    row.refuse(column, "does not add up");
  }
  return histogram;
}

std::string degeneracy_text(const DegeneracyTally& tally) {
  JsonObject bins;
  for (std::size_t k = 0; k < tally.bins.size(); ++k) {
    const DegeneracyBin& bin = tally.bins[k];
    if (bin.cases() == 0) continue;
    JsonObject object;
    object.add("words", counts_text(keyed_words(bin.words)))
        .add("valued", std::to_string(bin.valued));
    if (bin.valued > 0) {
      object.add("max_error", json_number(bin.max_error)).add("worst", json_string(bin.worst));
    }
    bins.add(std::to_string(k), object.row());
  }
  return bins.row();
}

DegeneracyTally read_degeneracy(const SqliteStatement& row, int column, std::uint64_t most) {
  DegeneracyTally tally;
  const json object = parse_json(row.text(column));
  if (!object.is_object()) row.refuse(column, "is not a JSON object");
  if (object.empty()) return tally;
  tally.bins.resize(kDegeneracyBins);
  std::size_t filled = 0;
  std::uint64_t left = most;
  for (std::size_t k = 0; k < kDegeneracyBins; ++k) {
    const auto found = object.find(std::to_string(k));
    if (found == object.end()) continue;
    tally.bins[k] = read_bin(row, column, *found, left);
    left -= tally.bins[k].cases();
    ++filled;
  }
  if (filled != object.size()) row.refuse(column, "holds other than filled bins");
  return tally;
}

}  // namespace touchstone
