// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a store, and how a campaign's description is written to them and read back. Serves
// store.cpp and store_merge.cpp.
#pragma once

#include <optional>
#include <string>

#include "geometry/result.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"

namespace touchstone {

/// What is found behind a name.
enum class StoreState { empty, filled };

/// Why nothing may be written to a store, or beside it, where SQLite keeps its log; or nothing.
std::optional<std::string> why_not_writable(const std::string& path);

/// How a store that is there can be opened to be read: without its rights to be written, it is not
/// locked either. Rejects a store with a log that only a writer can put back.
Result<SqliteAccess> access_to_read(const std::string& path, StoreUse use = StoreUse::own);

/// SQLite's journal on a file system of this type (statfs): "WAL", or one that network file systems
/// can keep, which share no memory between machines.
std::string_view journal_mode(std::int64_t file_system);

/// Opens a store, for this process alone unless it is read_only. Rejects files that are not stores;
/// throws DamagedFile where its tables are not as write_description makes them.
Result<StoreState> open_store_file(SqliteFile& file, const std::string& path, SqliteAccess access);

/// Opens what must be there, and reads its description. Throws DamagedFile.
Result<CampaignDescription> open_described(SqliteFile& file, const std::string& path, StoreUse use);

/// Lets a file be whole on the disk, also after a loss of power. False with errno if it fails.
bool synchronise(const std::string& path);

/// Makes the tables and writes the description, as a whole or not at all.
void write_description(SqliteFile& file, const CampaignDescription& description);

/// FNV-1a of what is the same in all shards of a campaign and in all programs that may go on with it
/// (difference()). Each row's checksum contains it, so that rows of another campaign are refused.
std::uint64_t campaign_checksum(const CampaignDescription& description);

/// FNV-1a of all values of a description, which have no checksums of their own.
std::uint64_t description_checksum(const CampaignDescription& description);

/// Throws DamagedFile where no campaign can have such a description, and where it is not the one
/// that its checksum is of.
CampaignDescription read_description(SqliteFile& file);

std::string shard_text(const Shard& shard);

}  // namespace touchstone
