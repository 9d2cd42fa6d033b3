// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/check/check_run.hpp"

#include <algorithm>

namespace touchstone {

CheckBlocks::CheckBlocks(const CheckOptions& options, std::uint64_t size)
    : options_(options), block_size_(size) {
  std::uint64_t end = 0;
  for (const CaseSource& source : options.sources) {
    end += source.count / size + (source.count % size > 0 ? 1 : 0);
    ends_.push_back(end);
  }
}

CheckBlock CheckBlocks::operator[](std::size_t k) const {
  const auto s =
      static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), k) - ends_.begin());
  const CaseSource& source = options_.sources[s];
  const std::uint64_t begin = (k - (s == 0 ? 0 : ends_[s - 1])) * block_size_;
  return {&source, s, begin, std::min(begin + block_size_, source.count)};
}

CheckReport empty_report(Check check, const std::vector<CheckSubject>& subjects,
                         const CheckOptions& options) {
  CheckReport report{std::move(check), options.seed, {}, {}, {}};
  for (const CheckSubject& subject : subjects) {
    for (const CaseSource& source : options.sources) {
      CheckRow& row = report.rows.emplace_back(empty_row(report.check, subject));
      row.family = source.name;
      row.group = source.group;
      row.shows_all = !options.chosen && source.cases.empty();
    }
  }
  return report;
}

}  // namespace touchstone
