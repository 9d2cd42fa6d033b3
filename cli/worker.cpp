// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "harness/runners/guarded_metric.hpp"

namespace touchstone {
namespace {

constexpr std::chrono::milliseconds kParentPeriod{250};

/// Where the parent is interrupted or killed while a metric loops, nobody but the worker itself can
/// end it. A signal on the parent's death would not do: the kernel ties it to the thread that
/// started the worker.
void end_with_parent() {
  const auto watch = [parent = ::getppid()] {
    while (::getppid() == parent) std::this_thread::sleep_for(kParentPeriod);
    ::_exit(kExitHarnessFailed);
  };
  try {
    std::thread(watch).detach();
  } catch (const std::system_error&) {
    // No memory for a thread: the limit of processor time ends a metric that loops.
  }
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

void add_worker(CLI::App& app, Run& run) {
  auto metric = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("worker", "Answers the queries of a runner")->group("");
  command->add_option("METRIC", *metric)->required();
  command->callback([metric, &run] {
    run = [metric] {
      end_with_parent();
      return serve_worker(*metric);
    };
  });
}

}  // namespace touchstone
