// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a campaign that an engine (Slurm, GNU parallel, a shell) runs shard by shard
// (docs/cluster.md): `campaign.json`, the plan, and `shards/K.db`, the last copy of the store of
// shard K. Whatever machine has written it, a copy is consistent by itself.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"
#include "harness/store/store.hpp"

namespace touchstone {

/// What runs the shards.
enum class ShardEngine { slurm, parallel, local };

/// The names of the engines, by ShardEngine.
inline constexpr std::array<std::string_view, 3> kEngineNames = {"slurm", "parallel", "local"};

inline std::string_view engine_name(ShardEngine engine) {
  return kEngineNames[static_cast<std::size_t>(engine)];
}
std::optional<ShardEngine> engine_of(std::string_view name);
/// "slurm, parallel or local"
std::string engine_list();

struct CampaignFolder {
  std::string path;  ///< absolute
  ShardEngine engine = ShardEngine::local;
  std::uint64_t shards = 1;        ///< how many
  std::vector<std::string> words;  ///< the command, without its shard and its store
  std::string working_folder;      ///< where the command was typed
  std::string program;             ///< the program that runs it, absolute
  std::string versions;            ///< versions_json() of that program
  std::string fingerprint;         ///< campaign_fingerprint() of its stores
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

/// Why a store of the description `here` is not shard `shard` of the campaign of `folder`, made by its version of the program;
/// or nothing. `file`: the store's name.
std::optional<Error> why_foreign(const CampaignFolder& folder, std::uint64_t shard,
                                 const std::string& file, const CampaignDescription& here);

/// What the copies in the folder hold now.
struct FolderState {
  std::vector<std::uint64_t> complete, partial, damaged, missing;  ///< shards, ascending
  /// A line for each damaged one, which says where a person must remove it: a task puts aside only
  /// what cannot be a copy.
  std::vector<std::string> damage;
  std::uint64_t chunks_done = 0;
  std::uint64_t chunks = 0;  ///< the whole campaign has; 0 where no copy says it
  CampaignResult found;      ///< counts of all rows, and a few wrong cases of each

  /// Shards that an engine has to run, or to run again.
  std::vector<std::uint64_t> unfinished() const;
};

/// Reads every copy. One of another campaign, of another shard or of another version of the program
/// counts as damaged.
FolderState state_of(const CampaignFolder& folder);

/// Ascending numbers as Slurm writes an array: "1-3,7".
std::string array_text(const std::vector<std::uint64_t>& numbers);

}  // namespace touchstone
