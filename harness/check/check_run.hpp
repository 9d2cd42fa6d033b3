// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a check over sources of cases on all threads. What threads find is added up in the order of
// the cases, so that rows do not depend on the number of threads. A run that is stopped keeps the
// cases that were judged. A case that throws or does not return is named (CaseScope).
#pragma once

#include <utility>
#include <vector>

#include "geometry/query_scope.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/check/check.hpp"
#include "harness/runners/run_driver.hpp"

namespace touchstone {

struct CheckOptions : RunControl {
  std::vector<CaseSource> sources;
  std::uint64_t seed = 42;
  bool chosen = false;  ///< the user chose the cases, which need not show every claim
};

/// Cases `begin` to `end` - 1 of a source, which one thread judges one after another.
struct CheckBlock {
  const CaseSource* source = nullptr;
  std::size_t place = 0;  ///< the source's position in the options
  std::uint64_t begin = 0, end = 0;
};

/// The blocks of all sources, of `size` cases or fewer. None is kept: there may be many millions.
class CheckBlocks {
 public:
  /// The options outlive it.
  CheckBlocks(const CheckOptions& options, std::uint64_t size);

  std::size_t size() const { return ends_.empty() ? 0 : ends_.back(); }
  CheckBlock operator[](std::size_t k) const;

 private:
  const CheckOptions& options_;
  std::uint64_t block_size_;
  std::vector<std::size_t> ends_;  ///< blocks of each source and of those before it
};

/// A report without a case: a row for each subject and source.
CheckReport empty_report(Check check, const std::vector<CheckSubject>& subjects,
                         const CheckOptions& options);

/// `judge(bench, block, rows)` adds what it finds in `size` cases or fewer to `rows`, one for each
/// subject. Progress counts these blocks.
template <class MakeBench, class Judge>
void judge_blocks(CheckReport& report, const CheckOptions& options, std::uint64_t size,
                  const MakeBench& make_bench, const Judge& judge) {
  const CheckBlocks blocks(options, size);
  const std::size_t sources = options.sources.size();
  run_items(
      options, blocks.size(), make_bench,
      [&](auto& bench, std::size_t k) {
        std::vector<CheckRow> rows;
        for (std::size_t r = 0; r < report.rows.size(); r += sources) {
          rows.push_back(empty_row(report.check));
          // The report's own rows know what their cases must show.
          rows.back().shows_all = false;
        }
        judge(bench, blocks[k], rows);
        return rows;
      },
      [&](std::size_t k, const std::vector<CheckRow>& rows) {
        for (std::size_t s = 0; s < rows.size(); ++s) {
          report.rows[s * sources + blocks[k].place].add(rows[s]);
        }
      });
}

/// One case that is to be judged.
struct CheckedCase {
  const CaseSource& source;
  std::uint64_t index;
  const Case& c;
};

/// judge_blocks case by case: `judge(bench, one, rows)`. Each row counts its own cases.
template <class MakeBench, class Judge>
CheckReport judge_cases(Check check, const std::vector<CheckSubject>& subjects,
                        const CheckOptions& options, std::uint64_t size,
                        const MakeBench& make_bench, const Judge& judge) {
  CheckReport report = empty_report(std::move(check), subjects, options);
  judge_blocks(report, options, size, make_bench,
               [&](auto& bench, const CheckBlock& block, std::vector<CheckRow>& rows) {
                 for (std::uint64_t index = block.begin; index < block.end; ++index) {
                   const Case c = block.source->make(options.seed, index);
                   const CaseScope scope(c.id.c_str());
                   judge(bench, CheckedCase{*block.source, index, c}, rows);
                 }
               });
  return report;
}

}  // namespace touchstone
