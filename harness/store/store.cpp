// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store/store.hpp"

#include <sys/stat.h>

#include <limits>
#include <utility>

#include "harness/campaign/campaign_fold.hpp"
#include "harness/store/store_schema.hpp"

namespace touchstone {

Store::Store(SqliteFile file, CampaignDescription description)
    : file_(std::move(file)),
      description_(std::move(description)),
      campaign_(campaign_checksum(description_)),
      kept_(description_) {
  failures_end_.resize(description_.sources.size());
  read_tallies(file_, description_, [this](const ChunkId& chunk, const std::vector<Tally>& made) {
    kept_.add(chunk, made);
    return true;
  });
  chunks_done_ = kept_.count();
  check_failures(file_, description_, kept_);
  for (std::size_t s = 0; s < failures_end_.size(); ++s) {
    const SourceEntry& source = description_.sources[s];
    failures_end_[s] = std::vector<std::atomic<std::uint64_t>>(source.metrics.size());
    if (source.metrics.empty()) continue;
    chunks_in_shard_ += description_.chunks_in_shard(s);
    for (std::size_t m = 0; m < source.metrics.size(); ++m) {
      failures_end_[s][m] = failures_end(file_, s, m);
    }
  }
}

void Store::keep(const ChunkId& chunk, const std::vector<Tally>& tallies,
                 const std::vector<std::vector<Failure>>& failures) {
  const std::lock_guard lock(mutex_);
  try {
    write(chunk, tallies, failures);
  } catch (const HarnessError& error) {
    throw HarnessError(std::string(error.what()) + "; " + std::to_string(chunks_done_) + " of " +
                       std::to_string(chunks_in_shard_) +
                       " chunks are kept, and the same command goes on once there is room");
  }
  ++chunks_done_;
  for (std::size_t m = 0; m < tallies.size(); ++m) {
    if (failures[m].empty()) continue;
    failures_end_[chunk.source][m] = failures_end(file_, chunk.source, m);
  }
}

std::string Store::why_not_complete(const std::string& path) const {
  return path + ": is not finished: " + std::to_string(chunks_done_) + " of " +
         std::to_string(chunks_in_shard_) + " chunks (touchstone verify --db goes on with it)";
}

void Store::each_failure(const std::function<void(const StoredFailure&)>& take) {
  const std::lock_guard lock(mutex_);
  read_failures(file_, take);
}

CampaignResult Store::result() {
  const std::lock_guard lock(mutex_);
  CampaignFold fold(description_);
  read_tallies(file_, description_, [&fold](const ChunkId& chunk, std::vector<Tally> made) {
    fold.add(chunk, std::move(made));
    return true;
  });
  CampaignResult result = fold.result();
  result.complete = chunks_done_ == chunks_in_shard_;
  return result;
}

void Store::write(const ChunkId& chunk, const std::vector<Tally>& tallies,
                  const std::vector<std::vector<Failure>>& failures) {
  SqliteTransaction transaction(file_);
  SqliteStatement put = prepare_tally(file_);
  for (std::size_t m = 0; m < tallies.size(); ++m) {
    put_tally(put, campaign_, chunk, m, tallies[m].state());
    if (!failures[m].empty()) put_failures(chunk.source, m, failures[m]);
  }
  transaction.commit();
}

/// Keeps the first kMaxFailures of all that have come, whatever their order.
void Store::put_failures(std::size_t source, std::size_t m, const std::vector<Failure>& failures) {
  for (const Failure& failure : failures) {
    // Without a value there is no error: NaN, not 0.
    const bool valued = failure.verdict.value != ValueVerdict::not_given;
    put_failure(file_, campaign_,
                {source, m, failure.index, failure.id, std::string(word_name(failure.verdict.word)),
                 valued ? failure.verdict.error_rel_size : std::numeric_limits<double>::quiet_NaN(),
                 failure.answer, failure.truth});
  }
  trim_failures(file_, source, m);
}

Result<std::unique_ptr<Store>> Store::open(const std::string& path,
                                           const CampaignDescription& description) try {
  SqliteFile file;
  auto access = Result<SqliteAccess>(SqliteAccess::make);
  // A complete one is only read.
  const auto fixed = store_exists(path) ? why_not_writable(path) : std::nullopt;
  if (fixed) access = access_to_read(path);
  if (!access) return access.error();
  const auto state = open_store_file(file, path, access.value());
  if (!state) return state.error();
  CampaignDescription kept = description;
  if (state.value() == StoreState::empty) {
    if (fixed) return Error{path + ": cannot write here: " + *fixed};
    write_description(file, description);
  } else {
    const CampaignDescription there = read_description(file);
    auto unlike = difference(there, description);
    if (!unlike && shard_text(there.shard) != shard_text(description.shard)) {
      unlike = {"--shard " + shard_text(there.shard), "--shard " + shard_text(description.shard),
                false, false, ""};
    }
    if (unlike) return Error{another_campaign(path, *unlike)};
    kept.versions = there.versions;  // whose commit may be an earlier one
  }
  std::unique_ptr<Store> store(new Store(std::move(file), std::move(kept)));
  if (fixed && !store->complete()) {
    return Error{path + ": cannot write here: " + *fixed + "; " +
                 std::to_string(store->chunks_done()) + " of " +
                 std::to_string(store->chunks_in_shard()) + " chunks are kept in it"};
  }
  return store;
} catch (const DamagedFile& damaged) {
  return Error{damaged.what()};
}

Result<std::unique_ptr<Store>> Store::read(const std::string& path, StoreUse use) {
  SqliteFile file;
  auto description = open_described(file, path, use);
  if (!description) return description.error();
  return std::unique_ptr<Store>(new Store(std::move(file), std::move(description).value()));
}

Result<std::unique_ptr<Store>> Store::open(const std::string& path, StoreUse use) try {
  return read(path, use);
} catch (const DamagedFile& damaged) {
  return Error{damaged.what()};
}

bool Store::is_damaged(const std::string& path) try {
  const auto store = read(path, StoreUse::copy);
  return false;
} catch (const DamagedFile&) {
  return true;
}

bool store_exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && status.st_size > 0;
}

bool store_begun(const std::string& path) try {
  if (!store_exists(path)) return false;
  // Where it cannot be read, the caller who opens it says why.
  const auto access = access_to_read(path);
  if (!access) return true;
  SqliteFile file;
  const auto state = open_store_file(file, path, access.value());
  return !state || state.value() != StoreState::empty;
} catch (const DamagedFile&) {
  return true;
}

}  // namespace touchstone
