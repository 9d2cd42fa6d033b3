// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options/select.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "harness/cases/families/meshes.hpp"
#include "metrics/registry.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

/// Whether `name` fits a pattern of literal characters, * (any run) and ? (any one).
bool fits(std::string_view name, std::string_view pattern) {
  std::size_t n = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;  // the last * met, and where its run would begin
  std::size_t run = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      run = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++run;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

template <class Row>
void add_once(std::vector<const Row*>& rows, const Row* row) {
  if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
}

}  // namespace

Result<std::vector<const MetricRow*>> select_metrics(const std::vector<std::string>& names,
                                                     bool variants) {
  std::vector<const MetricRow*> rows;
  std::vector<std::string> known;
  for (const auto& row : metric_registry()) {
    known.push_back(row.name);
    if (names.empty()) rows.push_back(&row);
  }
  for (const auto& name : names) {
    const MetricRow* row = find_metric(name);
    if (row == nullptr && variants) row = find_metric(name, ratio_variants());
    if (row == nullptr) return Error{unknown_name("metric", name, known, "list metrics")};
    add_once(rows, row);
  }
  return rows;
}

void add_variants(std::vector<const MetricRow*>& rows) {
  const std::vector<const MetricRow*> chosen = std::exchange(rows, {});
  for (const MetricRow* row : chosen) {
    add_once(rows, row);
    for (const MetricRow& variant : ratio_variants()) {
      if (variant.plain == row->name) add_once(rows, &variant);
    }
  }
}

Result<FamilySelection> select_families(const std::vector<std::string>& terms,
                                        std::span<const Family> families) {
  FamilySelection selection;
  std::vector<std::string> known;
  for (const auto& family : families) {
    known.push_back(family.name);
    if (terms.empty()) selection.families.push_back(&family);
  }
  selection.by_name = !terms.empty();
  for (const auto& term : terms) {
    if (const Family* family = find_family(term, families)) {
      add_once(selection.families, family);
      continue;
    }
    bool found = false;
    bool by_group = false;
    for (const auto& family : families) {
      const bool in_group = family.group == term;
      const bool begins = family.name.rfind(term + "-", 0) == 0;
      if (!in_group && !begins && !fits(family.name, term)) continue;
      add_once(selection.families, &family);
      found = true;
      by_group = by_group || in_group;
    }
    if (by_group) selection.by_name = false;
    for (const auto& family : families) known.push_back(family.group);
    if (!found && term.rfind(std::string(kMeshGroup) + "-", 0) == 0) {
      return Error{"the family '" + term +
                   "' is made of meshes: name their directory with --meshes"};
    }
    if (found) continue;
    const bool takes_curved = std::any_of(families.begin(), families.end(), is_curved);
    if (!takes_curved && select_families({term}, family_registry(CurvedCases::taken))) {
      return Error{"the cores of the family '" + term + "' are curved" + kCurvedTakers};
    }
    return Error{unknown_name("family", term, known, "list families")};
  }
  return selection;
}

bool looks_like_file(std::string_view word) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::size_t dot = word.rfind('.');
  const bool has_suffix =
      dot != std::string_view::npos && dot > 0 && dot + 1 < word.size() && is_letter(word[dot + 1]);
  return has_suffix || word.find('/') != std::string_view::npos;
}

Result<std::uint64_t> parse_count(std::string_view option, std::string_view text, std::uint64_t min,
                                  std::uint64_t max) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error == std::errc() && end == text.data() + text.size() && n >= min && n <= max) return n;
  return Error{std::string(option) + ": '" + std::string(text) + "' is not a whole number from " +
               std::to_string(min) + " to " + std::to_string(max)};
}

Result<double> parse_positive(std::string_view option, std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !(value > 0) || !std::isfinite(value)) {
    return Error{std::string(option) + ": '" + std::string(text) + "' is not a number above 0"};
  }
  return value;
}

Result<double> parse_tolerance(std::string_view option, std::string_view text) {
  double x = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(x) && x > 0) {
    if (x <= 1) return x;
    return Error{std::string(option) + ": " + std::string(text) +
                 " is above 1: it is relative to size, and beyond 1 nothing would be judged"};
  }
  return Error{std::string(option) + ": '" + std::string(text) + "' is not a positive number"};
}

}  // namespace touchstone
