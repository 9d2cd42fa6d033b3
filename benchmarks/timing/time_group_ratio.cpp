// SPDX-License-Identifier: GPL-3.0-or-later
// A metric against another build's, pair by pair.
#include <benchmark/benchmark.h>
#include <algorithm>
#include <array>

#include <chrono>
#include <cmath>

#include "benchmarks/timing/time_group.hpp"

namespace touchstone {
namespace {

/// In each pass, of one motion each; fewer of slow metrics.
constexpr std::uint64_t kMaxBlocks = 8;
constexpr std::size_t kClockReadings = 1001;
/// What is between two readings of the clock takes at least about so long: clocks tick every 10 ns
/// on some machines [ns].
constexpr double kLeast_ns = 1000;

using Clock = std::chrono::steady_clock;

double ns_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double, std::nano>(end - begin).count();
}

/// What two readings of the clock take, one after the other [ns].
double clock_ns() {
  std::vector<double> readings(kClockReadings);
  for (double& reading : readings) {
    const auto begin = Clock::now();
    reading = ns_between(begin, Clock::now());
  }
  return quantile(std::move(readings), 0.5);
}

}  // namespace

void TimeGroupRun::plan_comparisons(Ring& ring) const {
  const auto place = [this](const MetricRow* row) {
    return static_cast<std::size_t>(std::find(metrics_.begin(), metrics_.end(), row) -
                                    metrics_.begin());
  };
  for (const TimeComparedMetrics& wanted : options_.compared) {
    const Compared compared{place(wanted.metric), place(wanted.before), {}, {}, {}};
    if (std::max(compared.metric, compared.before) < metrics_.size()) {
      ring.compared.push_back(compared);
    }
  }
}

std::vector<double> TimeGroupRun::ask_once(const PreparedBodies& bodies,
                                           const std::vector<TimedPair>& pairs, std::size_t at_once,
                                           Workspace& workspace, double clock) const {
  std::vector<double> times;
  for (std::size_t from = 0; from < pairs.size(); from += at_once) {
    const std::size_t end = std::min(from + at_once, pairs.size());
    const auto begin = Clock::now();
    for (std::size_t k = from; k < end; ++k) {
      const TimedPair& timed = pairs[k];
      const Shape& A = *bodies.A[timed.a];
      const Shape& B = *bodies.B[timed.b];
      Answer answer = bodies.metric->evaluate(A, timed.pair.X_WA, B, timed.pair.X_WB, workspace);
      benchmark::DoNotOptimize(answer);
    }
    const double all = std::max(1.0, ns_between(begin, Clock::now()) - clock);
    times.push_back(all / static_cast<double>(end - from));
  }
  return times;
}

/// Every pair is new to both metrics, and asked once. They take turns block by block, so that
/// neither finds the caches and the branch predictor as it left them.
void TimeGroupRun::compare(Ring& ring, const std::vector<PreparedBodies>& bodies) {
  const double clock = clock_ns();
  for (Compared& compared : ring.compared) {
    const Cell& now = ring.cells[compared.metric];
    const Cell& before = ring.cells[compared.before];
    if (!now.left_out.empty() || !before.left_out.empty()) continue;
    const double both_ns = now.result.samples_ns.back() + before.result.samples_ns.back();
    const double affordable =
        1e9 * options_.cell_s / kTimePasses / (both_ns * static_cast<double>(kTimeMotionSteps));
    const auto blocks =
        static_cast<std::uint64_t>(std::clamp(affordable, 1.0, static_cast<double>(kMaxBlocks)));
    const double shorter_ns =
        std::min(now.result.samples_ns.back(), before.result.samples_ns.back());
    const auto at_once = static_cast<std::size_t>(
        std::clamp(std::ceil(kLeast_ns / shorter_ns), 1.0, static_cast<double>(kTimeMotionSteps)));
    const std::array<std::size_t, 2> metrics = {compared.metric, compared.before};
    std::array<std::unique_ptr<Workspace>, 2> workspaces;
    for (std::size_t m = 0; m < 2; ++m) {
      workspaces.at(m) = bodies[metrics.at(m)].metric->make_workspace();
    }
    RatioBlocks& pass = compared.passes.emplace_back();
    for (std::uint64_t b = 0; b < blocks; ++b) {
      const std::vector<TimedPair> pairs =
          pairs_->range(ring.regime, ring.start, kMaxQueries + compared.pairs, kTimeMotionSteps);
      compared.pairs += pairs.size();
      std::array<std::vector<double>, 2> times;
      for (std::size_t turn = 0; turn < 2; ++turn) {
        const std::size_t m = (turn + b) % 2;
        times.at(m) = ask_once(bodies[metrics.at(m)], pairs, at_once, *workspaces.at(m), clock);
      }
      std::vector<double>& ratios = pass.emplace_back();
      for (std::size_t k = 0; k < times[0].size(); ++k) {
        ratios.push_back(times[0][k] / times[1][k]);
      }
      compared.times_ns.insert(compared.times_ns.end(), times[0].begin(), times[0].end());
      compared.before_ns.insert(compared.before_ns.end(), times[1].begin(), times[1].end());
    }
  }
}

void TimeGroupRun::report_comparisons(const Ring& ring, TimeRecord& record) const {
  for (const Compared& compared : ring.compared) {
    if (compared.passes.empty()) continue;
    const MedianRatio interval = median_ratio(compared.passes);
    record.ratios.push_back({ring.cells[compared.metric].result.cell,
                             ring.cells[compared.before].result.cell.metric, compared.pairs,
                             quantile(compared.times_ns, 0.5), quantile(compared.before_ns, 0.5),
                             interval.ratio, interval.low, interval.high});
  }
}

}  // namespace touchstone
