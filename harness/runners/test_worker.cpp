// SPDX-License-Identifier: GPL-3.0-or-later
// The worker process of the harness's tests: it serves the metrics that misbehave on purpose.
#include <iostream>

#include "harness/runners/faulty_metrics.hpp"
#include "harness/runners/runner.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " METRIC\n";
    return 2;
  }
  return touchstone::serve_worker(argv[1], touchstone::faulty_registry());
}
