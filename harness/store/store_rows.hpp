// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of tally and failure in a store (docs/store.md): how they are written, and
// read back only where a campaign of the description can have written them. Serves store.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/campaign/campaign_plan.hpp"
#include "harness/campaign/failure.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/store/sqlite.hpp"

namespace touchstone {

/// The statement that put_tally() runs, any number of times.
SqliteStatement prepare_tally(SqliteFile& file);
/// `campaign`: campaign_checksum(), here and below.
void put_tally(SqliteStatement& put, std::uint64_t campaign, const ChunkId& chunk,
               std::size_t metric, const TallyState& state);

void put_failure(SqliteFile& file, std::uint64_t campaign, const StoredFailure& failure);
/// Removes the failures of a metric on a source that come after the first kMaxFailures.
void trim_failures(SqliteFile& file, std::size_t source, std::size_t metric);
/// The case from which on failures of a metric on a source are not kept: the largest number as long
/// as there are fewer than kMaxFailures.
std::uint64_t failures_end(SqliteFile& file, std::size_t source, std::size_t metric);

/// Hands over the tallies of each chunk that is there, one for each metric of its source, by source
/// and chunk, from the chunk `from` on until `take` returns false. Throws DamagedFile.
void read_tallies(SqliteFile& file, const CampaignDescription& description,
                  const std::function<bool(const ChunkId&, std::vector<Tally>)>& take,
                  const ChunkId& from = {});

/// Chunks in the order in which they are kept, and what was counted in them.
class KeptChunks {
 public:
  explicit KeptChunks(const CampaignDescription& description);

  void add(const ChunkId& chunk, const std::vector<Tally>& tallies);
  bool holds(const ChunkId& chunk) const;
  std::uint64_t count() const { return count_; }
  /// Wrong cases of a metric (a position among the source's).
  std::uint64_t wrong(std::size_t source, std::size_t metric) const {
    return wrong_[source][metric];
  }

 private:
  std::vector<std::vector<std::uint64_t>> chunks_;  ///< [source], ascending
  std::vector<std::vector<std::uint64_t>> wrong_;   ///< [source][metric]
  std::uint64_t count_ = 0;
};

/// Hands over the failures by source, metric and case.
void read_failures(SqliteFile& file, const std::function<void(const StoredFailure&)>& take);

/// Throws DamagedFile unless the failures are of kept chunks, and as many as the tallies say.
void check_failures(SqliteFile& file, const CampaignDescription& description,
                    const KeptChunks& kept);

/// Hands over the failures of each metric on each source before the case `end(source, metric)`, and
/// checks these as check_failures does. The rest is counted, not read.
void read_first_failures(SqliteFile& file, const CampaignDescription& description,
                         const KeptChunks& kept,
                         const std::function<std::uint64_t(std::size_t, std::size_t)>& end,
                         const std::function<void(const StoredFailure&)>& take);

}  // namespace touchstone
