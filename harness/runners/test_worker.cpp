// SPDX-License-Identifier: GPL-3.0-or-later
// The worker process of the harness's tests: it serves the metrics that misbehave on purpose, and
// supervises plug-ins.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "harness/plugins/plugin_supervisor.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "harness/runners/runner.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  if (argc == 5 && words[3] == "--memory-limit") {
    const std::uint64_t limit = std::strtoull(words[4].c_str(), nullptr, 10);
    if (words[1] == "--exec") return touchstone::serve_command_workers(words[2], limit);
    if (words[1] == "--plugin") return touchstone::serve_plugin_workers(words[2], limit);
  }
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " METRIC | --exec COMMAND --memory-limit BYTES\n";
    return 2;
  }
  return touchstone::serve_worker(argv[1], touchstone::faulty_registry());
}
