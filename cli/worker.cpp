// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "cli/commands.hpp"

namespace touchstone {

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

void add_worker(CLI::App& app, Run& run) {
  auto metric = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("worker", "Answers the queries of a runner")->group("");
  command->add_option("METRIC", *metric)->required();
  command->callback([metric, &run] { run = [metric] { return serve_worker(*metric); }; });
}

}  // namespace touchstone
