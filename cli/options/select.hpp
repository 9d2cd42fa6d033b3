// SPDX-License-Identifier: GPL-3.0-or-later
// From what a person typed to rows of the registries and numbers: the value, or one line that says
// what is wrong with it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"
#include "harness/cases/families/family.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Rows in the order typed, each once; all of the registry if nothing is typed. Names of
/// ratio_variants() count if `variants`.
Result<std::vector<const MetricRow*>> select_metrics(const std::vector<std::string>& names,
                                                     bool variants = false);
/// After each ratio metric its variants, each row once.
void add_variants(std::vector<const MetricRow*>& rows);

struct FamilySelection {
  std::vector<const Family*> families;  ///< in the order typed, each once
  bool by_name = true;                  ///< none was reached through its group or by default
};

/// A term is a family's name, a group, the beginning of names up to a hyphen ("random-hulls-32"),
/// or a pattern with * and ?. All families if nothing is typed.
Result<FamilySelection> select_families(const std::vector<std::string>& terms,
                                        std::span<const Family> families = family_registry());

/// Whether a word that names no row was meant for a file: it has a slash, or a suffix as ".json".
bool looks_like_file(std::string_view word);

inline constexpr std::uint64_t kMaxJobs = 1024;

/// A whole number in [min, max].
Result<std::uint64_t> parse_count(std::string_view option, std::string_view text, std::uint64_t min,
                                  std::uint64_t max);
/// A finite number above 0.
Result<double> parse_positive(std::string_view option, std::string_view text);
/// A tolerance relative to size: positive and finite.
Result<double> parse_tolerance(std::string_view option, std::string_view text);

}  // namespace touchstone
