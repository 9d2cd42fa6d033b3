// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <limits>
#include <memory>
#include <stdexcept>

#include "cli/commands.hpp"
#include "cli/options/select.hpp"
#include "cli/process/console.hpp"
#include "harness/plugins/plugin_supervisor.hpp"
#include "harness/runners/guarded_metric.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

struct WorkerArguments {
  Typed<std::vector<std::string>> words;
};

/// A supervisor ends when its socket does, and stays without threads, as it forks.
int work(const WorkerArguments& arguments) {
  const std::vector<std::string>& words = *arguments.words;
  if (words.size() != 3) return fail("worker: not KIND WHAT BYTES", kExitBadInput);
  const std::string& what = words[1];
  const auto memory_limit =
      parse_count("worker", words[2], 0, std::numeric_limits<std::uint64_t>::max());
  if (!memory_limit) return fail(memory_limit.reason(), kExitBadInput);
  if (words[0] == "library") return serve_library_workers(what, memory_limit.value());
  if (words[0] == "solver") return serve_solver_workers(what, memory_limit.value());
  if (words[0] == "command") return serve_command_workers(what, memory_limit.value());
  const MetricRow* row = find_metric(what);
  if (row == nullptr) row = find_metric(what, ratio_variants());
  if (row == nullptr) return fail("worker: unknown metric '" + what + "'", kExitBadInput);
  return serve_metric_workers(*row, memory_limit.value());
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
  command.texts("WHAT", "", a.words,
                "metric NAME, library FILE, solver NUMBER:FILE, or command CMD, and bytes", false);
}

}  // namespace touchstone
