// SPDX-License-Identifier: GPL-3.0-or-later
// From the tallies of chunks to the record of a campaign, whether they come from threads or from a
// store, and what keeps chunks.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "harness/campaign/campaign_plan.hpp"
#include "harness/campaign/failure.hpp"
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

/// Keeps what a campaign found, chunk by chunk, such that a later run goes on from there. A store
/// does so in a file (harness/store/). All functions may be called from any thread. They throw
/// HarnessError where nothing can be kept.
class ChunkKeeper {
 public:
  ChunkKeeper() = default;
  virtual ~ChunkKeeper() = default;
  ChunkKeeper(const ChunkKeeper&) = delete;
  ChunkKeeper& operator=(const ChunkKeeper&) = delete;

  /// Whether the chunk was kept by an earlier run.
  virtual bool is_done(const ChunkId& chunk) const = 0;
  /// Whether the case `index` of a source would still be among the failures kept of one of its
  /// metrics (a position among the source's).
  virtual bool wants_failure(std::size_t source, std::size_t metric, std::uint64_t index) const = 0;
  /// Takes a chunk: for each metric of its source a tally and its failures in case order.
  virtual void keep(const ChunkId& chunk, const std::vector<Tally>& tallies,
                    const std::vector<std::vector<Failure>>& failures) = 0;
  /// The record of all chunks that are kept.
  virtual CampaignResult result() = 0;
};

}  // namespace touchstone
