// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/check/check_run.hpp"

#include <algorithm>

namespace touchstone {

std::vector<CheckBlock> check_blocks(const CheckOptions& options, std::uint64_t size) {
  std::vector<CheckBlock> blocks;
  for (std::size_t s = 0; s < options.sources.size(); ++s) {
    const CaseSource& source = options.sources[s];
    for (std::uint64_t begin = 0; begin < source.count; begin += size) {
      blocks.push_back({&source, s, begin, std::min(begin + size, source.count)});
    }
  }
  return blocks;
}

CheckReport empty_report(Check check, const std::vector<CheckSubject>& subjects,
                         const CheckOptions& options) {
  CheckReport report{std::move(check), options.seed, {}, {}, {}};
  for (const CheckSubject& subject : subjects) {
    for (const CaseSource& source : options.sources) {
      CheckRow& row = report.rows.emplace_back(empty_row(report.check, subject));
      row.family = source.name;
      row.group = source.group;
      row.of_family = source.family != nullptr;
    }
  }
  return report;
}

}  // namespace touchstone
