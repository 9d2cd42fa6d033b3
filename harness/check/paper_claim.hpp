// SPDX-License-Identifier: GPL-3.0-or-later
// A claim of a paper that a check judges: each is a command below `reproduce`, with the check's
// table, record and exit code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contact/registry.hpp"
#include "harness/check/check_run.hpp"

namespace touchstone {

struct ClaimOptions : CheckOptions {
  std::uint64_t cases = 0;  ///< for each source of problems; families bring their own count
  bool full = false;        ///< longer runs of scenes
  MetricSource metric_source;
};

/// What a claim is held against: pairs of families, problems that it makes itself, running scenes,
/// or every case that there is.
enum class ClaimCases : std::uint8_t { families, problems, scenes, every };

struct PaperClaim {
  std::string name, title;
  ClaimCases cases_are = ClaimCases::families;
  std::uint64_t cases = 0;  ///< where no number is given
  CheckReport (*run)(const ClaimOptions& options) = nullptr;
};

/// Bodies with more vertices are not run: what claims ask of pairs is quadratic in them.
inline constexpr int kLargestClaimVertices = 64;

}  // namespace touchstone
