// SPDX-License-Identifier: GPL-3.0-or-later
// How many answers a second a program gives that computes nothing, in batches of 64 pairs of boxes:
// with two new bodies in each pair, and with the same two in all.
//
//   taskset -c 0 touchstone_process_rate touchstone_test_worker 'python3 empty_process.py'
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kBatch = 64;
constexpr std::size_t kBatches = 200;
constexpr int kRuns = 5;

std::vector<Pair> some_pairs(bool new_bodies) {
  Random random(1);
  const auto box = [&random] {
    return make_box({random.uniform(0.5, 1), random.uniform(0.5, 1), random.uniform(0.5, 1)});
  };
  const PolytopePtr A = box();
  const PolytopePtr B = box();
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < kBatch * kBatches; ++k) {
    Pair pair = {new_bodies ? box() : A, Pose{}, new_bodies ? box() : B, Pose{}};
    for (int i = 0; i < 3; ++i) pair.X_WB.t[i] = random.uniform(-1, 1);
    for (int i = 0; i < 9; ++i) pair.X_WB.R(i / 3, i % 3) = random.uniform(-1, 1);
    pairs.push_back(pair);
  }
  return pairs;
}

double answers_per_second(Runner& runner, const std::vector<Pair>& pairs) {
  std::vector<AskedPair> batch(kBatch);
  std::size_t answered = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t k = 0; k < pairs.size(); k += kBatch) {
    for (std::size_t j = 0; j < kBatch; ++j) batch[j] = &pairs[k + j];
    for (const RunOutcome& outcome : runner.run(batch)) {
      if (outcome.answer.status == AnswerStatus::answered) ++answered;
    }
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  return static_cast<double>(answered) / spent.count();
}

int measure(const char* worker, const char* command) {
  RunnerOptions options;
  options.worker_command = {worker};
  const auto row = process_plugin_row(command, options);
  if (!row.ok()) {
    std::fprintf(stderr, "%s\n", row.reason().c_str());
    return 2;
  }
  for (const bool new_bodies : {true, false}) {
    const std::vector<Pair> pairs = some_pairs(new_bodies);
    const auto runner = make_runner(row.value(), options);
    std::vector<double> rates;
    for (int k = 0; k < kRuns; ++k) rates.push_back(answers_per_second(*runner, pairs));
    std::sort(rates.begin(), rates.end());
    std::printf("%s: %.0f answers/s (median of %d runs; %.0f to %.0f)\n",
                new_bodies ? "two new bodies a pair" : "the same two bodies", rates[kRuns / 2],
                kRuns, rates.front(), rates.back());
  }
  return 0;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  if (argc == 3) return touchstone::measure(argv[1], argv[2]);
  std::fprintf(stderr, "usage: %s WORKER COMMAND\n", argv[0]);
  return 2;
}
