// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/verify/outcome.hpp"
#include "harness/cluster/campaign_folder.hpp"
#include "harness/store/store.hpp"
#include "reports/ask_command.hpp"
#include "reports/degeneracy_text.hpp"

namespace touchstone {
namespace {

struct MergeArguments : Arguments {
  Typed<std::string> out;
  Typed<std::vector<std::string>> shards;
  OutcomeArguments outcome;
};

void note_commits(const std::string& out, const std::vector<std::string>& commits) {
  if (commits.size() < 2) return;
  std::string list;
  for (const std::string& commit : commits) {
    list += (list.empty() ? "" : ", ") + (commit.empty() ? "unknown" : commit);
  }
  print_note("programs of different commits made the shards: " + list + "; " + out +
             " names the first");
}

/// Stores, or the folder of a campaign that has them.
Result<Merged> merge_records(const std::string& out, const std::vector<std::string>& records) {
  std::error_code unknown;
  if (records.size() > 1 || !std::filesystem::is_directory(records.front(), unknown)) {
    return merge_stores(out, records);
  }
  const auto folder = read_campaign_folder(records.front());
  if (!folder) return folder.error();
  std::vector<std::string> shards;
  for (std::uint64_t k = 1; k <= folder.value().shards; ++k) {
    shards.push_back(folder.value().shard_file(k));
    if (store_exists(shards.back())) continue;
    return Error{shards.back() + ": is missing (touchstone campaign " +
                 shell_word(records.front()) + " --status tells what is)"};
  }
  return merge_stores(out, shards, StoreUse::copy,
                      [&](std::size_t k, const std::string& path, const CampaignDescription& d) {
                        return why_foreign(folder.value(), k + 1, path, d);
                      });
}

int merge(const MergeArguments& arguments) {
  const std::string& out = *arguments.out;
  const std::vector<std::string>& shards = *arguments.shards;
  auto outcome = Outcome::open(arguments.outcome, Extent::plain, arguments, "merge");
  if (!outcome) return fail(outcome.reason(), kExitBadInput);
  const auto merged = merge_records(out, shards);
  if (!merged) return fail(merged.reason(), kExitBadInput);
  note_commits(out, merged.value().commits);
  const CampaignResult& result = merged.value().result;
  const std::string ties =
      result.degeneracy ? "\n" + degeneracy_text(result, *arguments.outcome.full) + "\n" : "";
  return std::move(outcome).value().finish(result, ties + "wrote " + out + "\n");
}

}  // namespace

void add_merge(CommandLine& line) {
  Command command = line.command(
      "merge", "Puts the shards of a campaign (verify --shard I/N --db FILE) together");
  MergeArguments& a = command.runs(merge);
  command.keeps("OUT", a.out, "The new store").required();
  command.keeps("RECORD", a.shards, "The store of each shard, or the folder of campaign")
      .required();
  add_outcome_options(command, a.outcome);
  command.footer("Exit code 1 by the rule of verify.");
}

}  // namespace touchstone
