// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/verify.hpp"
#include "harness/store.hpp"

namespace touchstone {
namespace {

struct Arguments {
  std::vector<std::string> files;
  std::optional<std::string> json;
  ReportStyle style;
};

int merge(const Arguments& arguments) {
  if (arguments.files.size() < 2) {
    return complain("merge: which files? (touchstone merge OUT IN...)", kExitBadInput);
  }
  auto json = JsonOutput::open(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  JsonOutput output = std::move(json).value();
  const std::string& out = arguments.files.front();
  if (const auto error = merge_stores(out, {arguments.files.begin() + 1, arguments.files.end()})) {
    return complain(error->reason, kExitBadInput);
  }
  const auto store = Store::open(out);
  if (!store) return complain(store.reason(), kExitHarnessFailed);
  const CampaignResult result = store.value()->result();
  if (output.wanted()) {
    const auto error = output.write(campaign_json(result));
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (!output.on_stdout()) {
    std::cout << report_text(result, arguments.style) << "wrote " << out << "\n";
    if (output.wanted()) std::cout << "wrote " << output.path() << "\n";
  }
  return judged_wrong(result) ? kExitJudgedWrong : kExitAsExpected;
}

}  // namespace

void add_merge(CLI::App& app, Run& run) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "merge", "Puts the shards of a campaign (verify --shard I/N --db FILE) together");
  command->add_option("FILES", a->files, "The new store, then the store of each shard")
      ->type_name("OUT IN...");
  command->add_flag("--full", a->style.full, "Show each family");
  command->add_flag("--own-tolerance", a->style.own_tolerance,
                    "Also show what is right at the tolerance that each metric claims");
  add_json_option(*command, a->json);
  command->footer("Exit code 1 by the rule of verify.");
  command->callback([a, &run] { run = [a] { return merge(*a); }; });
}

}  // namespace touchstone
