// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <stdexcept>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "harness/plugins/plugin_supervisor.hpp"
#include "harness/runners/guarded_metric.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

/// What the workers ask is one of the first three.
struct WorkerArguments {
  Typed<std::string> metric;
  Typed<std::string> plugin;
  Typed<std::string> exec;
  Typed<std::uint64_t> memory_limit;  ///< memory that a worker may use [byte]
};

/// A supervisor ends when its socket does, and stays without threads, as it forks.
int work(const WorkerArguments& arguments) {
  const std::uint64_t memory_limit = *arguments.memory_limit;
  if (!arguments.plugin->empty()) return serve_library_workers(*arguments.plugin, memory_limit);
  if (!arguments.exec->empty()) return serve_command_workers(*arguments.exec, memory_limit);
  const MetricRow* row = find_metric(*arguments.metric);
  if (row == nullptr) row = find_metric(*arguments.metric, ratio_variants());
  if (row == nullptr) {
    return complain("worker: unknown metric '" + *arguments.metric + "'", kExitBadInput);
  }
  return serve_metric_workers(*row, memory_limit);
}

}  // namespace

RunnerOptions own_workers() {
  // Resolved now: in a worker the link names whatever program the worker is, say a debugger or a
  // wrapper.
  const std::unique_ptr<char, decltype(&std::free)> path(::realpath("/proc/self/exe", nullptr),
                                                         &std::free);
  if (path == nullptr) throw std::runtime_error("cannot find this program through /proc/self/exe");
  RunnerOptions options;
  options.worker_command = {path.get(), "worker"};
  return options;
}

std::unique_ptr<Metric> guarded_metric(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : make_guarded_metric(*row, own_workers());
}

void add_worker(CommandLine& line) {
  Command command = line.command("worker", "Starts and ends the workers of a runner");
  command.hide();
  WorkerArguments& a = command.runs(work);
  command.text("METRIC", "", a.metric, "");
  command.text("--plugin", "FILE", a.plugin, "");
  command.text("--exec", "CMD", a.exec, "");
  command.count("--memory-limit", "BYTES", a.memory_limit,
                {0, std::numeric_limits<std::uint64_t>::max()}, "");
}

}  // namespace touchstone
