// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "harness/asking/run_outcome.hpp"
#include "harness/campaign/campaign_fold.hpp"
#include "harness/store/part_file.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"
#include "harness/store/store_rows.hpp"
#include "harness/store/store_schema.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// One store to be merged. Nothing of it is open or in memory but the chunks that come next.
class ShardFile {
 public:
  ShardFile(std::string path, StoreUse use) : path_(std::move(path)), use_(use) {}

  const std::string& path() const { return path_; }
  /// Reads the description, and makes sure that no chunk is missing. Throws DamagedFile.
  Result<CampaignDescription> look() {
    SqliteFile file;
    auto described = open_described(file, path_, use_);
    if (!described) return described.error();
    const CampaignDescription& description = described.value();
    shard_ = description.shard;
    kept_.emplace(description);
    std::uint64_t wanted = 0;
    for (std::size_t s = 0; s < description.sources.size(); ++s) {
      wanted += description.chunks_in_shard(s) * description.sources[s].metrics.size();
    }
    {
      SqliteStatement row = file.prepare("SELECT count(*) FROM tally");
      if (row.step() && row.integer(0) == wanted) return described;
    }
    file = SqliteFile();
    const auto store = Store::open(path_, use_);
    return store ? Error{store.value()->why_not_complete(path_)} : store.error();
  }
  const Shard& shard() const { return shard_; }

  /// The tallies of the shard's next chunk. Where none are in memory, reads so many chunks.
  std::vector<Tally> next(const CampaignDescription& campaign, const ChunkId& chunk,
                          std::size_t at_once) {
    if (waiting_.empty()) read(campaign, chunk, at_once);
    const bool there = !waiting_.empty() && waiting_.front().first.source == chunk.source &&
                       waiting_.front().first.chunk == chunk.chunk;
    if (!there) {
      throw DamagedFile(path_, "chunk " + std::to_string(chunk.chunk) + " of source " +
                                   std::to_string(chunk.source) + " is missing");
    }
    std::vector<Tally> tallies = std::move(waiting_.front().second);
    waiting_.pop_front();
    return tallies;
  }

  /// Hands over the failures before the case `end(source, metric)`, after all chunks.
  void first_failures(const CampaignDescription& campaign,
                      const std::function<std::uint64_t(std::size_t, std::size_t)>& end,
                      const std::function<void(const StoredFailure&)>& take) const {
    SqliteFile file;
    open(file);
    read_first_failures(file, in_shard(campaign), *kept_, end, take);
  }

 private:
  CampaignDescription in_shard(CampaignDescription campaign) const {
    campaign.shard = shard_;
    return campaign;
  }

  void open(SqliteFile& file) const {
    const auto access = access_to_read(path_, use_);
    if (!access) throw HarnessError(access.reason());
    const auto state = open_store_file(file, path_, access.value());
    if (!state) throw HarnessError(state.reason());
  }

  void read(const CampaignDescription& campaign, const ChunkId& from, std::size_t at_once) {
    SqliteFile file;
    open(file);
    const auto take = [&](const ChunkId& chunk, std::vector<Tally> tallies) {
      kept_->add(chunk, tallies);
      waiting_.emplace_back(chunk, std::move(tallies));
      return waiting_.size() < at_once;
    };
    read_tallies(file, in_shard(campaign), take, from);
  }

  std::string path_;
  StoreUse use_;
  Shard shard_;
  std::optional<KeptChunks> kept_;
  std::deque<std::pair<ChunkId, std::vector<Tally>>> waiting_;
};

/// The campaign of which these are all the shards, each once and finished, which are then in order;
/// or why they are not. Adds to `commits` what Merged has.
Result<CampaignDescription> common_campaign(std::vector<ShardFile>& shards, const ShardCheck& check,
                                            std::vector<std::string>& commits) {
  std::map<std::uint64_t, std::string> seen;  // the file of each shard
  CampaignDescription first;
  const std::string first_path = shards.front().path();
  for (std::size_t k = 0; k < shards.size(); ++k) {
    ShardFile& shard = shards[k];
    const std::string& path = shard.path();
    const auto looked = shard.look();
    if (!looked) return looked.error();
    const CampaignDescription& here = looked.value();
    if (seen.empty()) first = here;
    if (const auto unlike = difference(first, here)) {
      return Error{not_one_campaign(first_path, path, *unlike)};
    }
    if (check) {
      if (auto refused = check(k, path, here)) return std::move(*refused);
    }
    if (here.shard.count != first.shard.count) {
      return Error{path + ": is shard " + shard_text(here.shard) + ", but " + first_path +
                   " is shard " + shard_text(first.shard)};
    }
    const auto [known, fresh] = seen.emplace(here.shard.index, path);
    if (!fresh) {
      return Error{path + ": is shard " + shard_text(here.shard) + ", as " + known->second + " is"};
    }
    const std::string commit = read_versions(here.versions).value_or(Versions()).commit;
    if (std::find(commits.begin(), commits.end(), commit) == commits.end()) {
      commits.push_back(commit);
    }
  }
  for (std::uint64_t k = 1; k <= first.shard.count; ++k) {
    if (seen.count(k) == 0) {
      return Error{"shard " + shard_text({k, first.shard.count}) + " is missing"};
    }
  }
  std::sort(shards.begin(), shards.end(), [](const ShardFile& a, const ShardFile& b) {
    return a.shard().index < b.shard().index;
  });
  first.shard = {};
  return first;
}

/// Chunks that are read of a shard at once, such that those of all shards are about kMemory.
std::size_t chunks_at_once(const CampaignDescription& campaign, std::size_t shards) {
  constexpr std::size_t kMemory_bytes = std::size_t{128} << 20U;
  constexpr std::size_t kMaxChunks = 1024;
  std::size_t metrics = 1;
  for (const SourceEntry& source : campaign.sources) {
    metrics = std::max(metrics, source.metrics.size());
  }
  return std::clamp<std::size_t>(kMemory_bytes / (shards * metrics * sizeof(Tally)), 1, kMaxChunks);
}

/// Copies the tallies of all shards in case order. The record of all of them.
CampaignResult merge_tallies(SqliteFile& file, std::vector<ShardFile>& shards,
                             const CampaignDescription& campaign) {
  const std::size_t at_once = chunks_at_once(campaign, shards.size());
  CampaignFold fold(campaign);
  SqliteStatement put = prepare_tally(file);
  const std::uint64_t checksum = campaign_checksum(campaign);
  // The chunk's place among those of all sources, which shards share in turn.
  std::uint64_t number = 0;
  for (std::size_t s = 0; s < campaign.sources.size(); ++s) {
    const SourceEntry& source = campaign.sources[s];
    for (std::uint64_t chunk = 0; chunk < source.chunks(); ++chunk, ++number) {
      if (source.metrics.empty()) continue;
      ShardFile& shard = shards[number % shards.size()];
      std::vector<Tally> tallies = shard.next(campaign, {s, chunk}, at_once);
      for (std::size_t m = 0; m < tallies.size(); ++m) {
        put_tally(put, checksum, {s, chunk}, m, tallies[m].state());
      }
      fold.add({s, chunk}, std::move(tallies));
    }
  }
  return fold.result();
}

/// Each shard kept the first kMaxFailures of its own; the merged store keeps as many, not more.
void merge_failures(SqliteFile& file, const std::vector<ShardFile>& shards,
                    const CampaignDescription& campaign) {
  const std::uint64_t checksum = campaign_checksum(campaign);
  std::vector<std::vector<std::uint64_t>> ends;  // by source and metric: none is kept from there on
  for (const SourceEntry& source : campaign.sources) {
    ends.emplace_back(source.metrics.size(), std::numeric_limits<std::uint64_t>::max());
  }
  for (const ShardFile& shard : shards) {
    std::set<std::pair<std::size_t, std::size_t>> changed;
    const auto end = [&](std::size_t s, std::size_t m) { return ends[s][m]; };
    shard.first_failures(campaign, end, [&](const StoredFailure& failure) {
      put_failure(file, checksum, failure);
      changed.insert({failure.source, failure.metric});
    });
    for (const auto& [source, metric] : changed) {
      trim_failures(file, source, metric);
      ends[source][metric] = failures_end(file, source, metric);
    }
  }
}

}  // namespace

Result<Merged> merge_stores(const std::string& out, const std::vector<std::string>& paths,
                            StoreUse use, const ShardCheck& check) try {
  if (::access(out.c_str(), F_OK) == 0) return Error{out + ": is there already"};
  std::vector<ShardFile> shards;
  for (const std::string& path : paths) shards.emplace_back(path, use);
  Merged merged;
  const auto campaign = common_campaign(shards, check, merged.commits);
  if (!campaign) return campaign.error();
  const auto cannot = [&out](const std::string& why) {
    return Error{out + ": cannot write here: " + why};
  };
  if (const auto why = why_not_writable(out)) return cannot(*why);
  // Under another name, until it is whole.
  const auto made = PartFile::make(out);
  if (!made) return cannot(made.reason());
  const std::string& part = made.value().name();
  {
    SqliteFile file;
    file.show_as(out);
    if (const auto error = file.open(part, SqliteAccess::make)) return Error{error->reason};
    // Nobody sees the file before it is whole: a journal would be written for nothing. A row of
    // more than a quarter of a page would take a page of its own.
    for (const char* pragma : {"page_size = 16384", "journal_mode = OFF", "synchronous = OFF"}) {
      file.run(std::string("PRAGMA ") + pragma);
    }
    write_description(file, campaign.value());
    SqliteTransaction transaction(file);
    merged.result = merge_tallies(file, shards, campaign.value());
    merge_failures(file, shards, campaign.value());
    transaction.commit();
  }
  // Does not replace what was made under the name meanwhile.
  if (!synchronise(part) || !rename_to_new(part, out)) {
    return cannot(std::generic_category().message(errno));
  }
  return merged;
} catch (const DamagedFile& damaged) {
  return Error{damaged.what()};
}

}  // namespace touchstone
