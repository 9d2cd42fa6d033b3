// SPDX-License-Identifier: GPL-3.0-or-later
// From the tallies of chunks to the record of a campaign, whether they come from threads or from a
// store.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "harness/campaign/campaign_plan.hpp"
#include "harness/campaign/tally.hpp"

namespace touchstone {

class CampaignFold {
 public:
  /// `description` outlives the fold.
  explicit CampaignFold(const CampaignDescription& description);

  /// The tallies of one chunk, one for each metric of its source in order. Chunks may come in any
  /// order; they are merged in case order, and wait for those before them.
  void add(const ChunkId& chunk, std::vector<Tally> tallies);
  /// The record of all chunks merged so far, with everything else that the description says.
  CampaignResult result() const;

 private:
  struct Source {
    std::vector<Tally> tallies;
    std::uint64_t next = 0;  ///< the chunk to be merged next
    std::map<std::uint64_t, std::vector<Tally>> waiting;
  };

  const CampaignDescription& description_;
  std::vector<Source> sources_;
};

/// Tallies without a verdict for the metrics of one source.
std::vector<Tally> empty_tallies(const CampaignDescription& description, std::size_t source);

}  // namespace touchstone
