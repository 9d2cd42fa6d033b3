// SPDX-License-Identifier: GPL-3.0-or-later
// The commands: each adds itself to the command line and, when it is the one typed, leaves what to
// run.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "cli/options/command_line.hpp"
#include "harness/asking/runner.hpp"

namespace touchstone {

void add_verify(CommandLine& line);
void add_validate(CommandLine& line);
void add_contacts(CommandLine& line);
void add_dump(CommandLine& line);
void add_vectors(CommandLine& line);
void add_new_plugin(CommandLine& line);
void add_merge(CommandLine& line);
void add_campaign(CommandLine& line);
void add_gate(CommandLine& line);
void add_compare(CommandLine& line);
void add_ask(CommandLine& line);
void add_import(CommandLine& line);
void add_list(CommandLine& line);
void add_reproduce(CommandLine& line);
void add_audit(CommandLine& line);
void add_time(CommandLine& line);
void add_energy(CommandLine& line);
void add_simulate(CommandLine& line);
void add_solve(CommandLine& line);
void add_report(CommandLine& line);
/// `man` and `completion`: what others show of the command line, made from the same descriptions.
void add_manual(CommandLine& line);
void add_completion(CommandLine& line);
/// In the order of --help.
inline constexpr std::array kCommands = {
    &add_verify, &add_validate,   &add_gate,     &add_contacts,  &add_dump,      &add_vectors,
    &add_ask,    &add_import,     &add_compare,  &add_campaign,  &add_merge,     &add_list,
    &add_time,   &add_energy,     &add_simulate, &add_solve,     &add_reproduce, &add_audit,
    &add_report, &add_new_plugin, &add_manual,   &add_completion};
/// Hidden: the process that answers queries for the runner.
void add_worker(CommandLine& line);
/// Hidden: a task of an engine, one shard of a campaign.
void add_shard(CommandLine& line);

/// Runners that start this very program as their workers.
RunnerOptions own_workers();

/// A metric by its name, in workers of this program where it may crash or loop; nullptr if there is
/// none of that name.
std::unique_ptr<Metric> guarded_metric(std::string_view name);

}  // namespace touchstone
