// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_engine.hpp"

#include <array>
#include <string>

#include "harness/asking/run_outcome.hpp"

namespace touchstone {
namespace {

/// Keeps each repetition's mean instead of printing it. Benchmarks are named by their place.
class Collector : public benchmark::BenchmarkReporter {
 public:
  explicit Collector(std::size_t loops) : samples_(loops) {}

  bool ReportContext(const Context& /*context*/) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      samples_.at(std::stoul(run.run_name.function_name)).push_back(run.GetAdjustedCPUTime());
    }
  }

  std::vector<std::vector<double>> take() { return std::move(samples_); }

 private:
  std::vector<std::vector<double>> samples_;
};

void initialize_once() {
  static const bool done = [] {
    std::array<std::string, 2> words = {"touchstone",
                                        "--benchmark_enable_random_interleaving=true"};
    std::array<char*, 3> arguments = {words[0].data(), words[1].data(), nullptr};
    int count = 2;
    benchmark::Initialize(&count, arguments.data());
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace

std::vector<std::vector<double>> time_interleaved(const std::vector<TimedLoop>& loops) {
  if (loops.empty()) return {};
  initialize_once();
  benchmark::ClearRegisteredBenchmarks();
  for (std::size_t k = 0; k < loops.size(); ++k) {
    const TimedLoop& timed = loops[k];
    benchmark::RegisterBenchmark(std::to_string(k).c_str(),
                                 [&timed](benchmark::State& state) { timed.loop(state); })
        ->Iterations(static_cast<benchmark::IterationCount>(timed.queries))
        ->Repetitions(timed.repetitions)
        ->Unit(benchmark::kNanosecond);
  }
  Collector collector(loops.size());
  benchmark::RunSpecifiedBenchmarks(&collector);
  benchmark::ClearRegisteredBenchmarks();
  std::vector<std::vector<double>> samples = collector.take();
  for (std::size_t k = 0; k < loops.size(); ++k) {
    if (samples[k].size() != static_cast<std::size_t>(loops[k].repetitions)) {
      throw HarnessError("Google Benchmark ran a loop another number of times than it was told");
    }
  }
  return samples;
}

}  // namespace touchstone
