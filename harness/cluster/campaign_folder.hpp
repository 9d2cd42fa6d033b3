// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a campaign that an engine (Slurm, GNU parallel, a shell) runs shard by shard
// (docs/cluster.md): `campaign.json`, the plan, and `shards/K.db`, the last copy of the store of
// shard K. Whatever machine has written it, a copy is consistent by itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

struct CampaignFolder {
  std::string path;                ///< absolute
  std::string engine;              ///< slurm, parallel or local
  std::uint64_t shards = 1;        ///< how many
  std::vector<std::string> words;  ///< the command, without its shard and its store
  std::string working_folder;      ///< where the command was typed
  std::string program;             ///< the program that runs it, absolute
  std::string versions;            ///< versions_json() of that program
  double copy_every_s = 120;       ///< seconds between copies of a store

  std::string plan_file() const { return path + "/campaign.json"; }
  std::string start_file() const { return path + "/start"; }
  std::string shard_file(std::uint64_t shard) const {
    return path + "/shards/" + std::to_string(shard) + ".db";
  }
};

/// The text of `campaign.json`.
std::string plan_text(const CampaignFolder& folder);

/// Reads the plan in the folder `path`.
Result<CampaignFolder> read_campaign_folder(const std::string& path);

/// What one metric did on one source.
struct FoundSoFar {
  std::string metric;
  std::string family;
  std::uint64_t cases = 0;
  std::uint64_t wrong = 0;
  std::string example;  ///< id of a wrong case; empty if there is none
};

/// What the copies in the folder hold now.
struct FolderState {
  std::vector<std::uint64_t> complete, partial, damaged, missing;  ///< shards, ascending
  std::vector<std::string> damage;                                 ///< a line for each damaged one
  std::uint64_t chunks_done = 0;
  std::uint64_t chunks = 0;  ///< the whole campaign has; 0 where no copy says it
  std::vector<FoundSoFar> found;

  /// Shards that an engine has to run, or to run again.
  std::vector<std::uint64_t> unfinished() const;
};

/// Reads every copy. One of another campaign, of another shard or of another version of the program
/// counts as damaged.
FolderState state_of(const CampaignFolder& folder);

/// Ascending numbers as Slurm writes an array: "1-3,7".
std::string array_text(const std::vector<std::uint64_t>& numbers);

}  // namespace touchstone
