// SPDX-License-Identifier: GPL-3.0-or-later
// Repeats loops in random order through Google Benchmark, so that changes of the machine's speed
// affect all of them alike.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace touchstone {

struct TimedLoop {
  std::function<void(benchmark::State&)> loop;  ///< one query for each iteration
  std::uint64_t queries = 1;                    ///< in each repetition
  int repetitions = 1;
};

/// CPU time of this thread per query [ns], for each loop and repetition. Time in which the system
/// runs something else does not count. Google Benchmark has one list of benchmarks in a process:
/// one thread at a time.
std::vector<std::vector<double>> time_interleaved(const std::vector<TimedLoop>& loops);

}  // namespace touchstone
