// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_context.hpp"

#include <benchmark/benchmark.h>
#include <sys/utsname.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>

#include "schema/json_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// As the kernel calls it; empty if unknown.
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

std::string caches_json(const benchmark::CPUInfo& cpu) {
  std::vector<std::string> caches;
  for (const auto& cache : cpu.caches) {
    caches.push_back(JsonObject()
                         .add("level", std::to_string(cache.level))
                         .add("type", json_string(cache.type))
                         .add("bytes", std::to_string(cache.size))
                         .add("cpus", std::to_string(cache.num_sharing))
                         .row());
  }
  return json_row(caches);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> machine_context() {
  const benchmark::CPUInfo& cpu = benchmark::CPUInfo::Get();
  utsname system{};
  ::uname(&system);
  return {{"cpu", json_string(cpu_name())},
          {"cpus", std::to_string(cpu.num_cpus)},
          {"mhz", json_number(cpu.cycles_per_second / 1e6)},
          {"caches", caches_json(cpu)},
          {"system",
           json_string(std::string(system.sysname) + " " + system.release + " " + system.machine)},
          {"flags", json_string(TOUCHSTONE_FLAGS)},
          {"google_benchmark", json_string(TOUCHSTONE_BENCHMARK_VERSION)},
          {"clock", json_string("CPU time of the thread")}};
}

TimeRecord run_time_in_context(const TimeOptions& options) {
  const std::string load_before = load_json();
  const auto begin = std::chrono::steady_clock::now();
  TimeRecord record = run_time(options);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  record.context = machine_context();
  record.context.emplace_back("versions", versions_json());
  record.context.emplace_back("load_before", load_before);
  record.context.emplace_back("load_after", load_json());
  record.context.emplace_back("seed", std::to_string(options.seed));
  record.context.emplace_back("cell_s", json_number(options.cell_s));
  record.context.emplace_back("elapsed_s", json_number(elapsed.count()));
  return record;
}

std::string load_json() {
  std::array<double, 3> load{};
  const int known = ::getloadavg(load.data(), 3);
  std::vector<std::string> numbers;
  numbers.reserve(load.size());
  for (int k = 0; k < known; ++k)
    numbers.push_back(json_number(load.at(static_cast<std::size_t>(k))));
  return json_row(numbers);
}

}  // namespace touchstone
