// SPDX-License-Identifier: GPL-3.0-or-later
// What isolation costs: the same empty plug-in, or metric of this program, over a family, in this
// process and in a worker. Prints both medians and the median of their differences, of interleaved
// runs.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "harness/cases/families/family.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/runners/make_runner.hpp"
#include "harness/statistics/statistics.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kBatch = 64;
constexpr int kRuns = 9;

std::vector<Case> cases_of_family(const Family& family, std::uint64_t count) {
  std::vector<Case> cases;
  cases.reserve(count);
  for (std::uint64_t k = 0; k < count; ++k) {
    cases.push_back(make_case(family, 42, k));
  }
  return cases;
}

/// Microseconds a question.
double time_us(const MetricRow& row, const RunnerOptions& options, const std::vector<Case>& cases) {
  const auto runner = make_runner(row, options);
  std::vector<AskedPair> batch = {&cases.front().pair()};
  runner->run(batch);  // starts the worker
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t first = 0; first < cases.size(); first += kBatch) {
    batch.clear();
    for (std::size_t k = first; k < std::min(first + kBatch, cases.size()); ++k) {
      batch.push_back(&cases[k].pair());
    }
    runner->run(batch);
  }
  const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begin;
  return taken.count() / static_cast<double>(cases.size());
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

int measure(const std::string& worker, const std::string& asked, const Family& family,
            std::uint64_t count) {
  RunnerOptions options;
  options.worker_command = words_of(worker);
  const MetricRow* own = find_metric(asked);
  auto found = own != nullptr ? Result<MetricRow>(*own) : plugin_row(asked, options);
  if (!found) {
    std::cerr << found.reason() << "\n";
    return 2;
  }
  const MetricRow row = std::move(found).value();
  const std::vector<Case> cases = cases_of_family(family, count);
  std::vector<double> here;
  std::vector<double> isolated;
  std::vector<double> difference;
  for (int k = 0; k < kRuns; ++k) {
    here.push_back(time_us(row, {}, cases));
    isolated.push_back(time_us(row, options, cases));
    difference.push_back(isolated.back() - here.back());
  }
  std::cout << "in process " << median(here) << " us, isolated " << median(isolated)
            << " us, difference " << median(difference) << " us a question\n";
  return 0;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  const touchstone::Family* family = argc == 5 ? touchstone::find_family(argv[3]) : nullptr;
  if (family == nullptr) {
    std::cerr << "usage: " << argv[0] << " WORKER PLUGIN|METRIC FAMILY CASES\n";
    return 2;
  }
  return touchstone::measure(argv[1], argv[2], *family, std::strtoull(argv[4], nullptr, 10));
}
