// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_group.hpp"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>
#include <optional>
#include <utility>

#include "benchmarks/timing/time_engine.hpp"
#include "geometry/arithmetic/floating_point.hpp"
#include "geometry/query_scope.hpp"
#include "harness/statistics/statistics.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

/// Added to a unit normal; without symmetry, so that few vertices tie along the sum.
const Vec3 kOffTies(0.083, -0.047, 0.031);
constexpr std::uint64_t kFloorRounds = 20;  ///< through the ring, in each repetition

std::uint64_t mean_facets(const std::vector<PolytopePtr>& bodies) {
  double sum = 0;
  for (const PolytopePtr& body : bodies) sum += static_cast<double>(body->facets().size());
  return static_cast<std::uint64_t>(std::llround(sum / static_cast<double>(bodies.size())));
}

/// Memory that the allocator has given out [byte].
double allocated_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

/// What a metric is asked, in its own shapes.
struct Query {
  const Shape* A;
  const Shape* B;
  Pose X_WA;
  Pose X_WB;
};

/// Whether it is asked through the plug-in interface where plug-ins are timed: it is a plug-in, or
/// stands for a metric of the registry behind it.
bool is_behind_interface(const MetricRow& row) { return find_metric(row.name) != &row; }

/// Queries of the pairs at the places `kept`, with the shapes that one metric prepared.
std::vector<Query> queries_of(const PreparedBodies& own, const std::vector<TimedPair>& pairs,
                              const std::vector<std::size_t>& kept) {
  std::vector<Query> queries;
  for (const std::size_t k : kept) {
    const TimedPair& pair = pairs[k];
    queries.push_back({own.A[pair.a].get(), own.B[pair.b].get(), pair.pair.X_WA, pair.pair.X_WB});
  }
  return queries;
}

/// Two support queries.
struct Support {
  const SupportMap* A;
  const SupportMap* B;
  Vec3 u_A;  ///< local axes
  Vec3 u_B;
};

/// One query for each iteration, round and round. Keeps references. `kSlow`: kSlowQuery_ns.
template <bool kSlow>
std::function<void(benchmark::State&)> metric_loop(const MetricRow& row, const Metric& metric,
                                                   Workspace& workspace,
                                                   const std::vector<Query>& queries) {
  return [&row, &metric, &workspace, &queries](benchmark::State& state) {
    const char* const name = lasting_name(row.name);
    std::optional<QueryScope> repetition;
    if constexpr (!kSlow) repetition.emplace(QueryKind::metric, name);
    std::size_t k = 0;
    for ([[maybe_unused]] auto step : state) {
      std::optional<QueryScope> query;
      if constexpr (kSlow) query.emplace(QueryKind::metric, name);
      const Query& q = queries[k];
      Answer answer = metric.evaluate(*q.A, q.X_WA, *q.B, q.X_WB, workspace);
      benchmark::DoNotOptimize(answer);
      if (++k == queries.size()) k = 0;
    }
  };
}

/// A pair of support queries for each iteration, round and round: the floor beside a metric's time.
/// Keeps references. `warm`: begins at the last answer while the body is the same.
std::function<void(benchmark::State&)> support_loop(const std::vector<Support>& supports,
                                                    bool warm) {
  return [&supports, warm](benchmark::State& state) {
    std::size_t k = 0;
    int a = 0;
    int b = 0;
    const SupportMap* last_A = nullptr;
    const SupportMap* last_B = nullptr;
    for ([[maybe_unused]] auto step : state) {
      const Support& s = supports[k];
      a = warm && s.A == last_A ? s.A->farthest(s.u_A, a) : s.A->farthest(s.u_A);
      b = warm && s.B == last_B ? s.B->farthest(s.u_B, b) : s.B->farthest(s.u_B);
      last_A = s.A;
      last_B = s.B;
      benchmark::DoNotOptimize(a);
      benchmark::DoNotOptimize(b);
      if (++k == supports.size()) k = 0;
    }
  };
}

}  // namespace

double thread_cpu_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

TimeGroupRun::TimeGroupRun(const TimeOptions& options, const TimeGroup& group, QuickOracle& oracle)
    : options_(options), group_(group), oracle_(oracle) {
  for (const MetricRow* row : options.metrics) {
    if (why_not_timed(options, *row, group).empty()) metrics_.push_back(row);
  }
  for (const TimeRegime regime : group.regimes) {
    for (const TimeStart start : options.starts) {
      Ring ring{regime, start, {}, {}, {}, {}, {}};
      for (std::size_t k = 0; k < metrics_.size(); ++k) {
        Cell cell;
        cell.metric = k;
        cell.result.cell = {metrics_[k]->name,
                            group.family->name,
                            kTimeRegimeNames.at(static_cast<std::size_t>(regime)),
                            kTimeStartNames.at(static_cast<std::size_t>(start)),
                            {group.size.a, group.size.b}};
        if (metrics_[k]->traits.quantity == Quantity::ratio) cell.result.quantity = "ratio";
        ring.cells.push_back(std::move(cell));
      }
      plan_comparisons(ring);
      rings_.push_back(std::move(ring));
    }
  }
  has_empty_ = options.empty != nullptr && !metrics_.empty();
  if (has_empty_) metrics_.push_back(options.empty);
}

std::uint64_t TimeGroupRun::cells() const { return rings_.size() * reported(); }

std::string TimeGroupRun::name() const {
  const auto [a, b] = group_.size;
  return std::string(group_.family->name) + " " + std::to_string(a) + "x" + std::to_string(b);
}

std::string TimeGroupRun::name(const Ring& ring) const {
  return name() + " " + std::string(kTimeRegimeNames.at(static_cast<std::size_t>(ring.regime))) +
         " " + std::string(kTimeStartNames.at(static_cast<std::size_t>(ring.start)));
}

void TimeGroupRun::after(std::size_t metric) const {
  if (options_.after_metric) options_.after_metric(metrics_[metric]->name);
  set_default_floating_point();
}

std::unique_ptr<Workspace> TimeGroupRun::workspace_of(std::size_t metric,
                                                      const PreparedBodies& bodies) const {
  const QueryScope scope(QueryKind::metric, lasting_name(metrics_[metric]->name));
  return bodies.metric->make_workspace();
}

void TimeGroupRun::release(std::vector<PreparedBodies> bodies) const {
  while (!bodies.empty()) {
    {
      const QueryScope scope(QueryKind::metric, lasting_name(metrics_[bodies.size() - 1]->name));
      bodies.pop_back();
    }
    after(bodies.size());
  }
}

PreparedBodies TimeGroupRun::prepare(std::size_t metric) {
  const char* const name = lasting_name(metrics_[metric]->name);
  PreparedBodies bodies;
  {
    const QueryScope scope(QueryKind::metric, name);
    bodies.metric = metrics_[metric]->make();
  }
  const double bytes_before = allocated_bytes();
  const auto prepare_all = [&](const std::vector<PolytopePtr>& from) {
    std::vector<std::unique_ptr<Shape>> shapes(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) {
      const QueryScope scope(QueryKind::metric, name);
      const double begin = thread_cpu_ns();
      shapes[k] = bodies.metric->prepare(*from[k]);
      prepare_ns_[metric].push_back(thread_cpu_ns() - begin);
    }
    return shapes;
  };
  bodies.A = prepare_all(pairs_->bodies_A());
  bodies.B = prepare_all(pairs_->bodies_B());
  after(metric);
  prepared_bytes_[metric] =
      (allocated_bytes() - bytes_before) / static_cast<double>(bodies.A.size() + bodies.B.size());
  return bodies;
}

void TimeGroupRun::measure(const std::function<void()>& done) {
  const auto stopped = [this] { return options_.stop_requested && options_.stop_requested(); };
  if (metrics_.empty() || stopped()) return;
  const bool first = pairs_ == nullptr;
  if (first) {
    pairs_ = std::make_unique<TimePairs>(*group_.family, group_.size, options_.seed);
    facets_ = {mean_facets(pairs_->bodies_A()), mean_facets(pairs_->bodies_B())};
    prepare_ns_.resize(metrics_.size());
    prepared_bytes_.resize(metrics_.size());
  }
  maps_A_.clear();
  maps_B_.clear();
  for (const PolytopePtr& body : pairs_->bodies_A()) {
    maps_A_.emplace_back(*body, body->interior_point());
  }
  for (const PolytopePtr& body : pairs_->bodies_B()) {
    maps_B_.emplace_back(*body, body->interior_point());
  }
  const std::string group_name = name();
  const CaseScope group(group_name.c_str());
  std::vector<PreparedBodies> bodies;
  for (std::size_t k = 0; k < metrics_.size(); ++k) bodies.push_back(prepare(k));
  for (Ring& ring : rings_) {
    if (stopped()) break;
    const std::string ring_name = name(ring);
    const CaseScope asked(ring_name.c_str());
    if (first) judge_and_plan(ring, bodies);
    time_cells(ring, bodies);
    compare(ring, bodies);
    for (std::size_t k = 0; k < ring.cells.size(); ++k) done();
  }
  release(std::move(bodies));
}

void TimeGroupRun::time_cells(Ring& ring, const std::vector<PreparedBodies>& bodies) {
  std::vector<TimedLoop> loops;
  std::vector<Cell*> timed;
  std::vector<std::unique_ptr<Workspace>> workspaces;
  std::vector<std::vector<Query>> queries(ring.cells.size());
  for (std::size_t c = 0; c < ring.cells.size(); ++c) {
    Cell& cell = ring.cells[c];
    if (!cell.left_out.empty()) continue;
    const PreparedBodies& own = bodies[cell.metric];
    queries[c] = queries_of(own, ring.pairs, cell.kept);
    timed.push_back(&cell);
    workspaces.push_back(workspace_of(cell.metric, own));
    after(cell.metric);
    const auto make_loop = cell.slow ? metric_loop<true> : metric_loop<false>;
    const auto loop =
        make_loop(*metrics_[cell.metric], *own.metric, *workspaces.back(), queries[c]);
    loops.push_back({[this, loop, &cell](benchmark::State& state) {
                       loop(state);
                       after(cell.metric);
                     },
                     cell.kept.size() * cell.rounds, cell.repetitions});
  }
  std::vector<Query> all_pairs;
  if (has_empty_) {
    const PreparedBodies& own = bodies.back();
    std::vector<std::size_t> all(ring.pairs.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    all_pairs = queries_of(own, ring.pairs, all);
    workspaces.push_back(own.metric->make_workspace());
    loops.push_back(
        {metric_loop<false>(*metrics_.back(), *own.metric, *workspaces.back(), all_pairs),
         all_pairs.size() * kFloorRounds, kTimeRepetitions / kTimePasses});
  }
  std::vector<Support> supports;
  for (const TimedPair& pair : ring.pairs) {
    // Not along n itself: there vertices tie, and the support map decides ties by a slower path.
    const Vec3 u = pair.n_W + kOffTies;
    supports.push_back({&maps_A_[pair.a], &maps_B_[pair.b], pair.pair.X_WA.R.transpose() * -u,
                        pair.pair.X_WB.R.transpose() * u});
  }
  loops.push_back({support_loop(supports, ring.start == TimeStart::warm),
                   supports.size() * kFloorRounds, kTimeRepetitions / kTimePasses});
  const std::vector<std::vector<double>> samples = time_interleaved(loops);
  for (std::size_t k = 0; k < timed.size(); ++k) {
    auto& all = timed[k]->result.samples_ns;
    all.insert(all.end(), samples[k].begin(), samples[k].end());
  }
  if (has_empty_) {
    const auto& empty = samples[timed.size()];
    ring.empty_ns.insert(ring.empty_ns.end(), empty.begin(), empty.end());
  }
  ring.floor_ns.insert(ring.floor_ns.end(), samples.back().begin(), samples.back().end());
}

void TimeGroupRun::report(TimeRecord& record) const {
  for (const Ring& ring : rings_) {
    if (ring.floor_ns.empty()) continue;  // the run was stopped before
    for (const Cell& cell : ring.cells) {
      if (!cell.left_out.empty()) {
        record.left_out.push_back({cell.result.cell, cell.left_out});
        continue;
      }
      TimeResult result = cell.result;
      result.floor_ns = quantile(ring.floor_ns, 0.5);
      if (has_empty_ && is_behind_interface(*metrics_[cell.metric])) {
        result.empty_ns = quantile(ring.empty_ns, 0.5);
      }
      result.median_ns = quantile(result.samples_ns, 0.5);
      result.p10_ns = quantile(result.samples_ns, 0.1);
      result.p90_ns = quantile(result.samples_ns, 0.9);
      record.results.push_back(std::move(result));
    }
    report_comparisons(ring, record);
  }
  if (group_.size.a != group_.size.b || pairs_ == nullptr) return;
  for (std::size_t k = 0; k < reported(); ++k) {
    record.shapes.push_back({metrics_[k]->name, group_.family->name, group_.size.a, facets_[0],
                             quantile(prepare_ns_[k], 0.5), prepared_bytes_[k]});
  }
}

}  // namespace touchstone
