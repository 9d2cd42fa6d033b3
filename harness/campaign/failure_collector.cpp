// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/failure_collector.hpp"

#include <iterator>

#include "harness/campaign/tally.hpp"

namespace touchstone {

void FailureCollector::take(const CampaignFailure& failure) {
  const std::lock_guard lock(mutex_);
  Collected& collected = collected_[failure.metric];
  if (!failure.counts_at_asked && !is_failure(failure.verdict.own_word)) {
    ++collected.within_own;
    return;
  }
  ++collected.count;
  const std::pair place{failure.source, failure.verdict.word};
  ++collected.counts[place];
  Outcomes& first = collected.first[place];
  const bool full = first.size() == kMaxSortedFailures;
  if (full && std::prev(first.end())->first < failure.index) return;
  first.emplace(failure.index, failure.outcome);
  if (full) first.erase(std::prev(first.end()));
}

}  // namespace touchstone
