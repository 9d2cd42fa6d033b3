// SPDX-License-Identifier: GPL-3.0-or-later
// The supervisor of the harness's tests: its workers ask the metrics that misbehave on purpose,
// those of the registry, and plug-ins.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "harness/plugins/plugin_supervisor.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "metrics/registry.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  const bool complete = argc == 4;
  const std::string kind = complete ? words[1] : "";
  const std::uint64_t limit = complete ? std::strtoull(words[3].c_str(), nullptr, 10) : 0;
  if (kind == "command") return touchstone::serve_command_workers(words[2], limit);
  if (kind == "library") return touchstone::serve_library_workers(words[2], limit);
  if (kind == "solver") return touchstone::serve_solver_workers(words[2], limit);
  const touchstone::MetricRow* row = nullptr;
  for (const auto rows : {touchstone::faulty_registry(), touchstone::metric_registry()}) {
    if (kind == "metric" && row == nullptr) row = touchstone::find_metric(words[2], rows);
  }
  if (row != nullptr) return touchstone::serve_metric_workers(*row, limit);
  std::cerr << "usage: " << argv[0]
            << " metric NAME | library FILE | solver NUMBER:FILE | command CMD, and BYTES\n";
  return 2;
}
