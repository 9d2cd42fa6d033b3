// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/campaign_fold.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace touchstone {

// A file's cases are left out by size, so that the metric with the most of them has all.
std::uint64_t CampaignResult::solved_again() const {
  std::map<std::string, std::uint64_t> most;
  for (const CampaignRow& row : rows) {
    std::uint64_t& count = most[row.family];
    count = std::max(count, row.solved_again);
  }
  std::uint64_t sum = 0;
  for (const auto& [family, count] : most) sum += count;
  return sum;
}

std::vector<Tally> empty_tallies(const CampaignDescription& description, std::size_t source) {
  const SourceEntry& entry = description.sources[source];
  std::vector<Tally> tallies;
  tallies.reserve(entry.metrics.size());
  for (const std::size_t m : entry.metrics) {
    const MetricEntry& metric = description.metrics[m];
    CampaignRow row;
    row.metric = metric.name;
    row.family = entry.name;
    row.group = entry.group;
    row.path = entry.path;
    row.claims_exact = metric.claims_exact;
    row.own_tolerance = metric.own_tolerance;
    row.error_histogram.emplace();
    row.certify = description.certify;
    row.by_degeneracy = description.degeneracy;
    tallies.emplace_back(std::move(row));
  }
  return tallies;
}

CampaignFold::CampaignFold(const CampaignDescription& description)
    : description_(description), sources_(description.sources.size()) {
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    sources_[s].tallies = empty_tallies(description, s);
    sources_[s].next = description.next_in_shard(s, 0);
  }
}

void CampaignFold::add(const ChunkId& chunk, std::vector<Tally> tallies) {
  Source& source = sources_[chunk.source];
  source.waiting.emplace(chunk.chunk, std::move(tallies));
  for (auto first = source.waiting.begin();
       first != source.waiting.end() && first->first == source.next;
       first = source.waiting.begin()) {
    for (std::size_t m = 0; m < source.tallies.size(); ++m) {
      source.tallies[m].merge(first->second[m]);
    }
    source.waiting.erase(first);
    source.next = description_.next_in_shard(chunk.source, source.next + 1);
  }
}

CampaignResult CampaignFold::result() const {
  CampaignResult result;
  result.seed = description_.seed;
  result.tolerance = description_.tolerance;
  result.versions = description_.versions;
  result.certify = description_.certify;
  result.degeneracy = description_.degeneracy;
  result.shard = description_.shard;
  result.not_run = description_.not_run;
  for (std::size_t m = 0; m < description_.metrics.size(); ++m) {
    for (std::size_t s = 0; s < sources_.size(); ++s) {
      const auto& metrics = description_.sources[s].metrics;
      const auto place = std::find(metrics.begin(), metrics.end(), m);
      if (place == metrics.end()) {
        const SourceEntry& source = description_.sources[s];
        result.left_out.push_back({description_.metrics[m].name, source.name, source.group});
        continue;
      }
      result.rows.push_back(
          sources_[s].tallies[static_cast<std::size_t>(place - metrics.begin())].row());
    }
  }
  return result;
}

}  // namespace touchstone
