// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cluster/campaign_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "harness/asking/run_outcome.hpp"
#include "harness/campaign/row_fields.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::string_view kPlanSchema = "touchstone.campaign/2";

CampaignFolder read_plan(const JsonNode& root) {
  if (root.at("schema").text() != kPlanSchema) {
    root.at("schema").refuse("is not " + std::string(kPlanSchema) +
                             ": another version of this program planned the campaign");
  }
  root.allow_only({"schema", "engine", "shards", "command", "working_folder", "program", "versions",
                   "campaign", "copy_every_s"});
  CampaignFolder folder;
  const auto engine = engine_of(root.at("engine").text());
  if (!engine) root.at("engine").refuse("is not " + engine_list());
  folder.engine = *engine;
  folder.shards = root.at("shards").count();
  if (folder.shards < 1 || folder.shards > kMaxShards) {
    root.at("shards").refuse("is not from 1 to " + std::to_string(kMaxShards));
  }
  for (const JsonNode& word : root.at("command").items()) folder.words.push_back(word.text());
  if (folder.words.empty()) root.at("command").refuse("is empty");
  folder.working_folder = root.at("working_folder").text();
  folder.program = root.at("program").text();
  folder.versions = root.at("versions").text();
  folder.fingerprint = root.at("campaign").text();
  folder.copy_every_s = root.at("copy_every_s").nonnegative();
  if (folder.copy_every_s == 0) root.at("copy_every_s").refuse("is 0");
  return folder;
}

/// Adds the counts of one shard's rows to those of all.
void add_found(const CampaignResult& of_shard, CampaignResult& found) {
  if (found.rows.empty()) {
    found = of_shard;
    found.shard = {};
    return;
  }
  for (std::size_t k = 0; k < found.rows.size(); ++k) {
    const CampaignRow& row = of_shard.rows[k];
    CampaignRow& sum = found.rows[k];
    for (const RowField& field : kRowFields) field.write(sum) += field.read(row);
    sum.add_certificates(row);
    if (sum.worst.empty()) sum.worst = row.worst;
  }
}

std::uint64_t all_chunks(const CampaignDescription& description) {
  std::uint64_t sum = 0;
  for (const SourceEntry& source : description.sources) {
    if (!source.metrics.empty()) sum += source.chunks();
  }
  return sum;
}

}  // namespace

std::optional<ShardEngine> engine_of(std::string_view name) {
  const auto* found = std::find(kEngineNames.begin(), kEngineNames.end(), name);
  if (found == kEngineNames.end()) return std::nullopt;
  return static_cast<ShardEngine>(found - kEngineNames.begin());
}

std::string engine_list() {
  std::string list(kEngineNames.front());
  for (std::size_t k = 1; k < kEngineNames.size(); ++k) {
    list += (k + 1 < kEngineNames.size() ? ", " : " or ") + std::string(kEngineNames[k]);
  }
  return list;
}

std::optional<Error> why_foreign(const CampaignFolder& folder, std::uint64_t shard,
                                 const std::string& file, const CampaignDescription& here) {
  if (here.versions != folder.versions) {
    return Error{file + ": was made by another version of the program than its campaign names"};
  }
  if (here.shard.index != shard || here.shard.count != folder.shards) {
    return Error{file + ": is shard " + std::to_string(here.shard.index) + "/" +
                 std::to_string(here.shard.count) + ", not " + std::to_string(shard) + "/" +
                 std::to_string(folder.shards)};
  }
  if (campaign_fingerprint(here) != folder.fingerprint) {
    return Error{file + ": is of another campaign than " + folder.plan_file() + " plans"};
  }
  return std::nullopt;
}

std::string plan_text(const CampaignFolder& folder) {
  return JsonObject()
      .add("schema", json_string(kPlanSchema))
      .add("engine", json_string(engine_name(folder.engine)))
      .add("shards", json_count(folder.shards))
      .add("command", json_row(json_items(folder.words, json_string)))
      .add("working_folder", json_string(folder.working_folder))
      .add("program", json_string(folder.program))
      .add("versions", json_string(folder.versions))
      .add("campaign", json_string(folder.fingerprint))
      .add("copy_every_s", json_number(folder.copy_every_s))
      .document();
}

Result<CampaignFolder> read_campaign_folder(const std::string& path) {
  std::error_code failed;
  CampaignFolder named;
  named.path = std::filesystem::weakly_canonical(path, failed).string();
  if (failed || !std::filesystem::is_directory(named.path, failed)) {
    return Error{path + ": is not a folder"};
  }
  if (!std::filesystem::exists(named.plan_file(), failed)) {
    return Error{path + ": holds no campaign.json, as touchstone campaign writes it"};
  }
  const auto text = read_input_file(named.plan_file());
  if (!text) return text.error();
  auto read = read_json(text.value(), named.plan_file(), read_plan);
  if (!read) return read.error();
  CampaignFolder folder = std::move(read).value();
  folder.path = named.path;
  return folder;
}

std::vector<std::uint64_t> FolderState::unfinished() const {
  std::vector<std::uint64_t> all = partial;
  all.insert(all.end(), damaged.begin(), damaged.end());
  all.insert(all.end(), missing.begin(), missing.end());
  std::sort(all.begin(), all.end());
  return all;
}

FolderState state_of(const CampaignFolder& folder) {
  FolderState state;
  const auto damage = [&](std::uint64_t shard, const std::string& line, bool put_aside = true) {
    state.damaged.push_back(shard);
    state.damage.push_back(line + (put_aside ? "" : "; remove it before you run its shard"));
  };
  for (std::uint64_t shard = 1; shard <= folder.shards; ++shard) {
    const std::string file = folder.shard_file(shard);
    std::error_code unknown;
    if (!std::filesystem::exists(file, unknown)) {
      state.missing.push_back(shard);
      continue;
    }
    try {
      auto opened = Store::open(file, StoreUse::copy);
      if (!opened) {
        damage(shard, opened.reason(), Store::is_damaged(file));
        continue;
      }
      Store& store = *opened.value();
      if (const auto error = why_foreign(folder, shard, file, store.description())) {
        damage(shard, error->reason, false);
        continue;
      }
      state.chunks = all_chunks(store.description());
      (store.complete() ? state.complete : state.partial).push_back(shard);
      state.chunks_done += store.chunks_done();
      add_found(store.result(), state.found);
    } catch (const HarnessError& error) {
      damage(shard, error.what());
    }
  }
  return state;
}

std::string array_text(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (std::size_t k = 0; k < numbers.size();) {
    std::size_t last = k;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[k]);
    if (last > k) text += "-" + std::to_string(numbers[last]);
    k = last + 1;
  }
  return text;
}

}  // namespace touchstone
