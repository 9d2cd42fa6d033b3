// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/outcome.hpp"
#include "harness/store/store.hpp"
#include "reports/degeneracy_text.hpp"

namespace touchstone {
namespace {

struct MergeArguments {
  std::vector<std::string> files;
  OutcomeArguments outcome;
};

int merge(const MergeArguments& arguments) {
  if (arguments.files.size() < 2) {
    return complain("merge: which files? (touchstone merge OUT IN...)", kExitBadInput);
  }
  const std::string& out = arguments.files.front();
  FileNames names;
  for (const std::string& file : arguments.files) names.keeps(file == out ? "OUT" : "IN", file);
  name_outputs(arguments.outcome, names);
  if (const auto clash = names.clash()) return complain(clash->reason, kExitBadInput);
  auto outcome = Outcome::open(arguments.outcome);
  if (!outcome) return complain(outcome.reason(), kExitBadInput);
  if (const auto error = merge_stores(out, {arguments.files.begin() + 1, arguments.files.end()})) {
    return complain(error->reason, kExitBadInput);
  }
  const auto store = Store::open(out);
  if (!store) return complain(store.reason(), kExitHarnessFailed);
  const CampaignResult result = store.value()->result();
  const std::string ties =
      result.degeneracy ? "\n" + degeneracy_text(result, arguments.outcome.style.full) + "\n" : "";
  return std::move(outcome).value().finish(result, ties + "wrote " + out + "\n");
}

}  // namespace

void add_merge(CommandLine& line) {
  Command command = line.command(
      "merge", "Puts the shards of a campaign (verify --shard I/N --db FILE) together");
  MergeArguments& a = command.runs(merge);
  command.option("FILES", "OUT IN...", a.files, "The new store, then the store of each shard")
      .names_something();
  add_outcome_options(command, a.outcome);
  command.footer("Exit code 1 by the rule of verify.");
}

}  // namespace touchstone
