// SPDX-License-Identifier: GPL-3.0-or-later
// A claim of a paper that a check judges: each is a command below `reproduce`, with the check's
// table, record and exit code.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
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

/// Holds a claim without subjects to `options.cases` problems of each kind: `judge(kind, index, id,
/// row)` makes problem `index` of the kind with that place in `kinds`, and judges it.
template <class Kinds, class Judge>
CheckReport judge_problems(Check check, const ClaimOptions& options, const Kinds& kinds,
                           const Judge& judge) {
  CheckOptions all = options;
  all.sources.clear();
  for (const char* name : kinds) {
    CaseSource& source = all.sources.emplace_back();
    source.name = source.group = name;
    source.count = options.cases;
  }
  CheckReport report = empty_report(std::move(check), {CheckSubject{}}, all);
  judge_blocks(
      report, all, 4, [] { return NoBench(); },
      [&](NoBench& /*bench*/, const CheckBlock& block, std::vector<CheckRow>& rows) {
        for (std::uint64_t index = block.begin; index < block.end; ++index) {
          judge(block.place, index,
                block.source->name + ":" + std::to_string(all.seed) + ":" + std::to_string(index),
                rows[0]);
        }
      });
  return report;
}

/// Bodies with more vertices are not run: what claims ask of pairs is quadratic in them.
inline constexpr int kLargestClaimVertices = 64;

}  // namespace touchstone
