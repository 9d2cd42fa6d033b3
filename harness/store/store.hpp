// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a campaign in one SQLite file (docs/store.md): for each chunk of cases a tally per
// metric and its failures, written as a whole or not at all. Whatever ends the program, the file
// holds the chunks that were finished, and a campaign of the same description goes on from there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/campaign/failure.hpp"
#include "harness/campaign/tally.hpp"

namespace touchstone {

/// Failures kept of each metric on each source: the first in case order, with all that is known of
/// them. How many there were is in the record.
inline constexpr std::uint64_t kMaxFailures = 1000;

class Store {
 public:
  /// Makes the file, or opens it to go on with what it holds. Rejects files that are not stores,
  /// of another version, damaged, of a campaign of another description, or in use by another
  /// process. All that the file holds is read and checked. This and all functions below throw
  /// HarnessError where the file cannot be read or written.
  static Result<std::unique_ptr<Store>> open(const std::string& path,
                                             const CampaignDescription& description);
  /// Opens what must be there.
  static Result<std::unique_ptr<Store>> open(const std::string& path);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const CampaignDescription& description() const;
  bool is_done(const ChunkId& chunk) const;
  std::uint64_t chunks_done() const;
  /// Of the shard that the description names.
  std::uint64_t chunks_in_shard() const;
  bool complete() const { return chunks_done() == chunks_in_shard(); }

  /// Whether the case `index` of a source would still be among the failures kept of one of its
  /// metrics (a position among the source's). From any thread.
  bool wants_failure(std::size_t source, std::size_t metric, std::uint64_t index) const;
  /// Writes a chunk, for each metric of its source a tally and its failures in case order. From any
  /// thread.
  void keep(const ChunkId& chunk, const std::vector<Tally>& tallies,
            const std::vector<std::vector<Failure>>& failures);

  /// Hands over the failures that are kept, by source, metric and case.
  void each_failure(const std::function<void(const StoredFailure&)>& take);
  /// The record of all chunks that are there; of a complete store what a campaign in one piece
  /// would have given.
  CampaignResult result();

 private:
  class Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Whether there is a file of this name that holds something.
bool store_exists(const std::string& path);

/// Puts all shards of a campaign together in a new file. Refused where they are not the shards of
/// one campaign, each once and finished, or `out` is there already.
std::optional<Error> merge_stores(const std::string& out, const std::vector<std::string>& shards);

}  // namespace touchstone
