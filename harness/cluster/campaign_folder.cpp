// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cluster/campaign_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "harness/asking/run_outcome.hpp"
#include "harness/store/store.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::string_view kPlanSchema = "touchstone.campaign/1";
constexpr std::string_view kEngines[] = {"slurm", "parallel", "local"};

CampaignFolder read_plan(const JsonNode& root) {
  root.allow_only({"schema", "engine", "shards", "command", "working_folder", "program", "versions",
                   "copy_every_s"});
  if (root.at("schema").text() != kPlanSchema) {
    root.at("schema").refuse("is not " + std::string(kPlanSchema));
  }
  CampaignFolder folder;
  folder.engine = root.at("engine").text();
  if (std::find(std::begin(kEngines), std::end(kEngines), folder.engine) == std::end(kEngines)) {
    root.at("engine").refuse("is not slurm, parallel or local");
  }
  folder.shards = root.at("shards").count();
  if (folder.shards < 1 || folder.shards > kMaxShards) {
    root.at("shards").refuse("is not from 1 to " + std::to_string(kMaxShards));
  }
  for (const JsonNode& word : root.at("command").items()) folder.words.push_back(word.text());
  if (folder.words.empty()) root.at("command").refuse("is empty");
  folder.working_folder = root.at("working_folder").text();
  folder.program = root.at("program").text();
  folder.versions = root.at("versions").text();
  folder.copy_every_s = root.at("copy_every_s").nonnegative();
  if (folder.copy_every_s == 0) root.at("copy_every_s").refuse("is 0");
  return folder;
}

void add_found(const CampaignResult& result, std::vector<FoundSoFar>& found) {
  found.resize(result.rows.size());
  for (std::size_t k = 0; k < result.rows.size(); ++k) {
    const CampaignRow& row = result.rows[k];
    FoundSoFar& sum = found[k];
    sum.metric = row.metric;
    sum.family = row.family;
    sum.cases += row.cases;
    sum.wrong += row.wrong();
    if (sum.example.empty() && !row.worst.empty()) sum.example = row.worst.front();
  }
}

/// What is known of a campaign from its first copy that can be read.
struct FirstCopy {
  std::string file;
  CampaignDescription description;
};

/// Why a copy is not the shard that its name says, of this campaign; or nothing.
std::optional<std::string> why_foreign(const CampaignFolder& folder, std::uint64_t shard,
                                       const Store& store, const std::optional<FirstCopy>& first) {
  const std::string file = folder.shard_file(shard);
  const CampaignDescription& here = store.description();
  if (here.shard.index != shard || here.shard.count != folder.shards) {
    return file + ": is shard " + std::to_string(here.shard.index) + "/" +
           std::to_string(here.shard.count) + ", not " + std::to_string(shard) + "/" +
           std::to_string(folder.shards);
  }
  if (here.versions != folder.versions) {
    return file + kOtherVersion;
  }
  if (!first) return std::nullopt;
  const auto unlike = difference(first->description, here);
  return unlike ? std::optional(not_one_campaign(first->file, file, *unlike)) : std::nullopt;
}

std::uint64_t all_chunks(const CampaignDescription& description) {
  std::uint64_t sum = 0;
  for (const SourceEntry& source : description.sources) {
    if (!source.metrics.empty()) sum += source.chunks();
  }
  return sum;
}

}  // namespace

std::string plan_text(const CampaignFolder& folder) {
  return JsonObject()
      .add("schema", json_string(kPlanSchema))
      .add("engine", json_string(folder.engine))
      .add("shards", json_count(folder.shards))
      .add("command", json_row(json_items(folder.words, json_string)))
      .add("working_folder", json_string(folder.working_folder))
      .add("program", json_string(folder.program))
      .add("versions", json_string(folder.versions))
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
  std::optional<FirstCopy> first;
  const auto damage = [&](std::uint64_t shard, const std::string& line) {
    state.damaged.push_back(shard);
    state.damage.push_back(line);
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
        damage(shard, opened.reason());
        continue;
      }
      Store& store = *opened.value();
      if (const auto why = why_foreign(folder, shard, store, first)) {
        damage(shard, *why);
        continue;
      }
      if (!first) first = {file, store.description()};
      (store.complete() ? state.complete : state.partial).push_back(shard);
      state.chunks_done += store.chunks_done();
      add_found(store.result(), state.found);
    } catch (const HarnessError& error) {
      damage(shard, error.what());
    }
  }
  if (first) state.chunks = all_chunks(first->description);
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
