// SPDX-License-Identifier: GPL-3.0-or-later
// The supervisor of the harness's tests: its workers ask the metrics that misbehave on purpose, and
// plug-ins.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "harness/plugins/plugin_supervisor.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "metrics/registry.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  const std::string limit_option = "--memory-limit";
  const std::uint64_t limit = argc > 2 ? std::strtoull(words.back().c_str(), nullptr, 10) : 0;
  if (argc == 5 && words[3] == limit_option) {
    if (words[1] == "--exec") return touchstone::serve_command_workers(words[2], limit);
    if (words[1] == "--plugin") return touchstone::serve_library_workers(words[2], limit);
  }
  const touchstone::MetricRow* row =
      argc == 4 && words[2] == limit_option
          ? touchstone::find_metric(words[1], touchstone::faulty_registry())
          : nullptr;
  if (row == nullptr) {
    std::cerr << "usage: " << argv[0]
              << " METRIC | --plugin FILE | --exec COMMAND, and --memory-limit BYTES\n";
    return 2;
  }
  return touchstone::serve_metric_workers(*row, limit);
}
