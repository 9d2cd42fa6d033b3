// SPDX-License-Identifier: GPL-3.0-or-later
// The commands: each adds itself to the command line and, when it is the one typed, leaves what to
// run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/runners/runner.hpp"

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace touchstone {

/// Does the work after the command line has been read, and returns the exit code.
using Run = std::function<int()>;

void add_verify(CLI::App& app, Run& run);
void add_merge(CLI::App& app, Run& run);
void add_compare(CLI::App& app, Run& run);
void add_ask(CLI::App& app, Run& run);
void add_replay(CLI::App& app, Run& run);
void add_list(CLI::App& app, Run& run);
void add_reproduce(CLI::App& app, Run& run);
void add_audit(CLI::App& app, Run& run);
void add_time(CLI::App& app, Run& run);
void add_energy(CLI::App& app, Run& run);
/// `man` and `completion`: what others show of the command line, made from the same descriptions.
void add_manual(CLI::App& app, Run& run);
void add_completion(CLI::App& app, Run& run);
/// Hidden: the process that answers queries for the runner.
void add_worker(CLI::App& app, Run& run);

/// `--family NAME`, repeatable, several with commas; what select_families takes.
void add_family_option(CLI::App& command, std::vector<std::string>& families);

/// For an option whose words name files: rejects an empty word, which an unset variable of a script
/// gives.
CLI::Validator names_something();

/// `--json [FILE]`: `path` stays nothing without the option and is "" without FILE.
void add_json_option(CLI::App& command, std::optional<std::string>& path);

/// After `--json WORD` the word may have been meant for the command rather than for --json: where
/// the command has none, it is.
void reclaim_word(std::string& word, std::optional<std::string>& json_path);

/// Runners that start this very program as their workers.
RunnerOptions own_workers();

/// A metric by its name, in workers of this program where it may crash or loop; nullptr if there is
/// none of that name.
std::unique_ptr<Metric> guarded_metric(std::string_view name);

/// Cores to work on.
int core_count();

}  // namespace touchstone
