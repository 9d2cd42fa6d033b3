// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone validate`: judges an algorithm that is not part of this program.
#include <memory>
#include <string>
#include <utility>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/corpus.hpp"
#include "cli/plugin_options.hpp"
#include "cli/verify.hpp"

namespace touchstone {
namespace {

struct ValidateArguments {
  VerifyArguments verify;
  PluginArguments plugin;
  bool no_shrink = false;
};

int validate(const ValidateArguments& arguments) {
  auto runner = plugin_runner_options(arguments.plugin);
  if (!runner) return complain(runner.reason(), kExitBadInput);
  auto row = find_plugin(arguments.plugin, runner.value());
  if (!row) return complain(row.reason(), kExitBadInput);
  VerifyArguments campaign = arguments.verify;
  campaign.plugins = {std::make_shared<MetricRow>(std::move(row).value())};
  campaign.plugin_runner = std::move(runner).value();
  campaign.plugin_limits = typed_limits(arguments.plugin);
  if (!campaign.dump.empty()) {
    return complain("validate: --dump-cases runs no plug-in; it is an option of verify",
                    kExitBadInput);
  }
  if (campaign.contacts) {
    if (arguments.plugin.library.empty()) {
      return complain("validate: --contacts is for a library, not for --exec", kExitBadInput);
    }
    campaign.contacts_plugin = arguments.plugin.library;
  }
  if (!campaign.corpus.empty()) {
    if (arguments.no_shrink || !campaign.db.empty()) {
      return complain("--corpus: not with --no-shrink or --db: it keeps shrunk pairs",
                      kExitBadInput);
    }
    auto files = corpus_files(campaign.corpus);
    if (!files) return complain(files.reason(), kExitBadInput);
    campaign.recalled = std::move(files).value();
  }
  campaign.shrink = !arguments.no_shrink && campaign.db.empty();
  if (!campaign.db.empty() && !arguments.no_shrink) {
    remark("a store keeps every failure and none is shrunk: ask ID --metric FILE --shrink does");
  }
  return verify(campaign);
}

}  // namespace

void add_validate(CommandLine& line) {
  Command command = line.command(
      "validate", "Judges a contact algorithm of your own: a plug-in (docs/write-a-plugin.md)");
  ValidateArguments& a = command.runs(validate);
  add_plugin_options(command, a.plugin);
  command.option("--batch", "N", a.verify.batch,
                 "Questions that are put at once, at most 4096 (default: at most 64)");
  command
      .option(
          "--corpus", "DIR", a.verify.corpus,
          "Also judge the case files of this directory again, and add the simplest pair of each "
          "new kind of failure to it")
      .names_something();
  command.flag(
      "--no-shrink", a.no_shrink,
      "Do not sort what is wrong by kind, with the simplest pair of each (docs/shrink.md)");
  add_campaign_options(command, a.verify,
                       "Metric of this program to judge beside the plug-in; repeatable");
  add_mode_options(command, a.verify);
  add_outcome_options(command, a.verify.outcome);
  command.footer(
      "A plug-in runs in processes of its own, so that its faults are verdicts: it crashes, loops, "
      "or leaks at the cost of one case. That protects the results, not the machine: it runs with "
      "your rights.\n"
      "Exit code 1: something was judged wrong, flaky or dependent on order, or nothing was "
      "judged. Exit code 2: the plug-in cannot be loaded or started.");
}

}  // namespace touchstone
