// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a campaign in one SQLite file (docs/store.md): for each chunk of cases a tally per
// metric and its failures, written as a whole or not at all. Whatever ends the program, the file
// holds the chunks that were finished, and a campaign of the same description goes on from there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/campaign/campaign_fold.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store_rows.hpp"

namespace touchstone {

/// Failures kept of each metric on each source: the first in case order, with all that is known of
/// them. How many there were is in the record.
inline constexpr std::uint64_t kMaxFailures = 1000;

/// How a store that is only read is opened.
enum class StoreUse {
  own,   ///< what an interrupted writer left beside it is put back; no other process may use it
  copy,  ///< made by copy_to(): is not changed by its readers, and may be replaced meanwhile
};

/// Chunks are written as a whole or not at all, and `result` of a complete store is what a campaign
/// in one piece would have given.
class Store final : public ChunkKeeper {
 public:
  /// Makes the file, or opens it to go on with what it holds. Rejects files that are not stores,
  /// of another version, damaged, of a campaign of another description, or in use by another
  /// process. All that the file holds is read and checked. This and all functions below throw
  /// HarnessError where the file cannot be read or written.
  static Result<std::unique_ptr<Store>> open(const std::string& path,
                                             const CampaignDescription& description);
  /// Opens what must be there.
  static Result<std::unique_ptr<Store>> open(const std::string& path, StoreUse use = StoreUse::own);

  const CampaignDescription& description() const { return description_; }
  std::uint64_t chunks_done() const { return chunks_done_; }
  /// Number of chunks in the shard that the description names.
  std::uint64_t chunks_in_shard() const { return chunks_in_shard_; }
  bool complete() const { return chunks_done() == chunks_in_shard(); }
  /// What is said of one that is not; `path` is the file's name.
  std::string why_not_complete(const std::string& path) const;

  bool is_done(const ChunkId& chunk) const override { return kept_.holds(chunk); }
  bool wants_failure(std::size_t source, std::size_t metric, std::uint64_t index) const override {
    return index < failures_end_[source][metric];
  }
  void keep(const ChunkId& chunk, const std::vector<Tally>& tallies,
            const std::vector<std::vector<Failure>>& failures) override;
  CampaignResult result() override;
  /// Hands over the failures that are kept, by source, metric and case.
  void each_failure(const std::function<void(const StoredFailure&)>& take);
  /// Whether what a copy holds cannot have been written by copy_to(). False where it is not there or
  /// cannot be opened for another reason.
  static bool is_damaged(const std::string& path);
  /// Lets a consistent copy of what is kept take the place of `path`, which has been made under
  /// another name, unless as much is kept there already. From any thread. Others wait only while
  /// the copy is made beside this store, not while it goes to `path`. Why it failed, or nothing.
  std::optional<Error> copy_to(const std::string& path);

 private:
  Store(SqliteFile file, CampaignDescription description);
  /// Throws DamagedFile.
  static Result<std::unique_ptr<Store>> read(const std::string& path, StoreUse use);
  void write(const ChunkId& chunk, const std::vector<Tally>& tallies,
             const std::vector<std::vector<Failure>>& failures);
  void put_failures(std::size_t source, std::size_t m, const std::vector<Failure>& failures);

  std::mutex mutex_;
  SqliteFile file_;
  const CampaignDescription description_;
  const std::uint64_t campaign_;  ///< checksum that the rows' checksums contain
  KeptChunks kept_;               ///< when it was opened
  std::atomic<std::uint64_t> chunks_done_ = 0;
  std::uint64_t chunks_in_shard_ = 0;
  /// [source][metric of the source]: failures from here on are not kept.
  std::vector<std::vector<std::atomic<std::uint64_t>>> failures_end_;
};

/// Gives a damaged copy the first free name of FILE.damaged, FILE.damaged-2...: none that a process
/// has put in its place meanwhile. Whether there was a damaged one.
Result<bool> put_damaged_aside(const std::string& path);

/// Whether there is a file of this name that holds something.
bool store_exists(const std::string& path);

/// Whether it is more than a store in which a run was killed before it wrote its campaign.
bool store_begun(const std::string& path);

struct Merged {
  /// Commits of the programs that began the shards, each once, the first shard's first; "" where
  /// one is not recorded.
  std::vector<std::string> commits;
  CampaignResult result;  ///< the record of the whole campaign
};

/// Why the store that was given as number `k`, from 0, is not the shard that is wanted; or nothing.
using ShardCheck = std::function<std::optional<Error>(std::size_t k, const std::string& path,
                                                      const CampaignDescription& description)>;

/// Puts all shards of a campaign together in a new file, which names the first commit. Reads and
/// checks each row once, in case order, and holds few of them at a time. Refused where they are not
/// the shards of one campaign, each once and finished, `check` refuses one, or `out` is there
/// already.
Result<Merged> merge_stores(const std::string& out, const std::vector<std::string>& paths,
                            StoreUse use = StoreUse::own, const ShardCheck& check = nullptr);

/// Hash of all by which campaigns differ in their records, as hexadecimal digits: shards of one
/// campaign have it in common.
std::string campaign_fingerprint(CampaignDescription description);

/// The first thing in which two campaigns differ: each was made with `there`, or with `asked`.
struct Difference {
  std::string there;
  std::string asked;
  bool there_without = false;  ///< it was made without `there`
  bool asked_without = false;
  std::string note;  ///< how that may have come about; empty where it goes without saying
};

/// Nothing where they are the same campaign, or shards of it. First what a person can type, last
/// what the program is made of.
std::optional<Difference> difference(const CampaignDescription& there,
                                     const CampaignDescription& asked);

/// How the plug-in that judged as `there` differs from one of the fingerprint `asked`, or nothing.
std::optional<Difference> plugin_difference(const MetricEntry& there, const std::string& asked);

/// Why a store does not go on with the campaign `asked`: "FILE: holds another campaign: it was
/// made with --seed 42, this asks for --seed 7".
std::string another_campaign(const std::string& path, const Difference& unlike);

/// Why two stores are not merged: "B: is not of the campaign of A: A was made with --seed 42, B
/// with --seed 7".
std::string not_one_campaign(const std::string& first, const std::string& path,
                             const Difference& unlike);

}  // namespace touchstone
