// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_context.hpp"

#include <benchmark/benchmark.h>
#include <sys/utsname.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

/// The processor's name in /proc/cpuinfo; empty if unknown.
std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("model name", 0) != 0) continue;
    const auto colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

std::vector<TimeCache> caches_of(const benchmark::CPUInfo& cpu) {
  std::vector<TimeCache> caches;
  for (const auto& cache : cpu.caches) {
    caches.push_back(
        {cache.level, cache.type, static_cast<std::uint64_t>(cache.size), cache.num_sharing});
  }
  return caches;
}

/// The system's load averages over 1, 5 and 15 minutes.
std::vector<double> load_averages() {
  std::vector<double> load(3);
  load.resize(static_cast<std::size_t>(std::max(0, ::getloadavg(load.data(), 3))));
  return load;
}

}  // namespace

TimeRecord run_time_in_context(const TimeOptions& options) {
  const benchmark::CPUInfo& cpu = benchmark::CPUInfo::Get();
  utsname system{};
  ::uname(&system);
  TimeContext context = {
      .cpu = cpu_name(),
      .cpus = cpu.num_cpus,
      .mhz = cpu.cycles_per_second / 1e6,
      .caches = caches_of(cpu),
      .system = std::string(system.sysname) + " " + system.release + " " + system.machine,
      .flags = TOUCHSTONE_FLAGS,
      .google_benchmark = TOUCHSTONE_BENCHMARK_VERSION,
      .clock = "CPU time of the thread",
      .versions = program_versions(),
      .load_before = load_averages(),
      .seed = options.seed,
      .cell_s = options.cell_s};
  const auto begin = std::chrono::steady_clock::now();
  TimeRecord record = run_time(options);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  context.load_after = load_averages();
  context.elapsed_s = elapsed.count();
  record.context = std::move(context);
  return record;
}

}  // namespace touchstone
