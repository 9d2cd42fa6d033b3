// SPDX-License-Identifier: GPL-3.0-or-later
// Cases of families, for tests of checks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/check/check_run.hpp"

namespace touchstone {

inline CaseSource family_source(const Family& family, std::uint64_t count) {
  CaseSource source;
  source.family = &family;
  source.name = family.name;
  source.group = family.group;
  source.count = family.finite_cases > 0 ? std::min(count, family.finite_cases) : count;
  return source;
}

inline CheckOptions check_options(const std::vector<std::string>& families, std::uint64_t count,
                                  int jobs = 2) {
  CheckOptions options;
  options.jobs = jobs;
  for (const std::string& name : families) {
    options.sources.push_back(family_source(*find_family(name), count));
  }
  return options;
}

/// Options for every family: `count` cases, or `large_count` where bodies have more than `small`
/// vertices.
inline CheckOptions options_of_all(std::uint64_t count, std::uint64_t large_count, int small,
                                   int jobs = 2) {
  CheckOptions options;
  options.jobs = jobs;
  for (const Family& family : family_registry()) {
    const std::uint64_t of_this = family.largest_vertices <= small ? count : large_count;
    if (of_this > 0) options.sources.push_back(family_source(family, of_this));
  }
  return options;
}

/// The first case that violates a claim, for messages; empty if none does.
inline std::string first_violation(const CheckRow& row) {
  for (const ClaimCounts& claim : row.claims) {
    if (!claim.first.empty()) return claim.first.front().id + ": " + claim.first.front().why;
  }
  return "";
}

}  // namespace touchstone
