// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/time_group.hpp"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <exception>

#include "benchmarks/time_engine.hpp"
#include "geometry/single_precision.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kLargeBody = 10'000;  ///< vertices, from which on there are fewer pairs
constexpr std::uint64_t kLargeBodyPairs = 300;
constexpr std::size_t kMostJudged = 100;
constexpr std::size_t kFewJudged = 30;  ///< where the oracle takes milliseconds
constexpr std::uint64_t kQuickOracleVertices = 100;
constexpr std::size_t kIsolatedBatch = 50;
constexpr double kIsolatedBudget_s = 0.5;  ///< of a cell, for answers from worker processes
/// Of a cell's time, for finding out how slow it is: a little more than one repetition's part, so
/// that all pairs that are timed have been asked before.
constexpr double kProbePart = 0.07;
static_assert(kProbePart * kTimeRepetitions > 1);

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

std::string seconds_text(double s) {
  std::string text = std::to_string(s);
  return text.substr(0, text.find('.') + 3) + " s";
}

}  // namespace

double thread_cpu_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

struct TimeGroupRun::Cell {
  std::size_t metric = 0;         ///< index in metrics_
  std::vector<std::size_t> kept;  ///< pairs of the ring that are timed
  int repetitions = 0;            ///< in each pass
  std::string left_out;           ///< why it is not timed
  TimeResult result;
};

struct TimeGroupRun::Ring {
  TimeRegime regime;
  TimeStart start;
  std::vector<TimedPair> pairs;
  std::vector<Cell> cells;
  std::vector<double> floor_ns;
};

TimeGroupRun::TimeGroupRun(const TimeOptions& options, const TimeGroup& group, QuickOracle& oracle)
    : options_(options), group_(group), oracle_(oracle) {
  for (const MetricRow* row : options.metrics) {
    const auto largest = static_cast<std::uint64_t>(row->traits.largest_default_vertices);
    if (options.beyond_default_sizes || group.size.larger() <= largest) metrics_.push_back(row);
  }
  for (const TimeRegime regime : group.regimes) {
    for (const TimeStart start : kAllTimeStarts) {
      Ring ring{regime, start, {}, {}, {}};
      for (std::size_t k = 0; k < metrics_.size(); ++k) {
        Cell cell;
        cell.metric = k;
        cell.result.cell = {metrics_[k]->name,
                            group.family->name,
                            kTimeRegimeNames.at(static_cast<std::size_t>(regime)),
                            kTimeStartNames.at(static_cast<std::size_t>(start)),
                            {group.size.a, group.size.b}};
        ring.cells.push_back(std::move(cell));
      }
      rings_.push_back(std::move(ring));
    }
  }
}

TimeGroupRun::~TimeGroupRun() = default;

std::uint64_t TimeGroupRun::cells() const { return rings_.size() * metrics_.size(); }

PreparedBodies TimeGroupRun::prepare(std::size_t metric) {
  PreparedBodies bodies;
  bodies.metric = metrics_[metric]->make();
  const double bytes_before = allocated_bytes();
  const auto prepare_all = [&](const std::vector<PolytopePtr>& from) {
    std::vector<std::unique_ptr<Shape>> shapes(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) {
      const double begin = thread_cpu_ns();
      shapes[k] = bodies.metric->prepare(*from[k]);
      prepare_ns_[metric].push_back(thread_cpu_ns() - begin);
    }
    return shapes;
  };
  bodies.A = prepare_all(pairs_->bodies_A());
  bodies.B = prepare_all(pairs_->bodies_B());
  prepared_bytes_[metric] =
      (allocated_bytes() - bytes_before) / static_cast<double>(bodies.A.size() + bodies.B.size());
  return bodies;
}

void TimeGroupRun::measure(const std::function<void()>& done) {
  if (metrics_.empty()) return;
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
  std::vector<PreparedBodies> bodies;
  for (std::size_t k = 0; k < metrics_.size(); ++k) bodies.push_back(prepare(k));
  for (Ring& ring : rings_) {
    if (first) judge_and_plan(ring, bodies);
    time_cells(ring, bodies);
    for (std::size_t k = 0; k < ring.cells.size(); ++k) done();
  }
}

void TimeGroupRun::judge_and_plan(Ring& ring, const std::vector<PreparedBodies>& bodies) {
  ring.pairs = pairs_->first(ring.regime, ring.start,
                             group_.size.larger() < kLargeBody ? kMostQueries : kLargeBodyPairs);
  std::vector<std::vector<std::optional<Answer>>> answers;
  for (Cell& cell : ring.cells) {
    cell.result.facets = facets_;
    answers.emplace_back(kMostJudged);
    cell.kept = survivors(cell, ring);
    if (cell.kept.size() < kLeastQueries) {
      cell.left_out = std::to_string(cell.result.crashed) + " pairs crashed it and " +
                      std::to_string(cell.result.timed_out) + " took too long: fewer than " +
                      std::to_string(kLeastQueries) + " are left";
      continue;
    }
    probe(cell, ring, bodies[cell.metric], answers.back());
  }
  judge(ring, answers);
}

/// Pairs of the ring that end in an answer, if need be in worker processes: as many as their time
/// allows.
std::vector<std::size_t> TimeGroupRun::survivors(Cell& cell, const Ring& ring) const {
  std::vector<std::size_t> kept;
  const MetricRow& row = *metrics_[cell.metric];
  if (!row.traits.isolated || options_.runner.worker_command.empty()) {
    for (std::size_t k = 0; k < ring.pairs.size(); ++k) kept.push_back(k);
    return kept;
  }
  const std::unique_ptr<Runner> runner = make_runner(row, options_.runner);
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t from = 0; from < ring.pairs.size(); from += kIsolatedBatch) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    // What ran out of time is not the other pairs' fault.
    const double lost_s =
        static_cast<double>(cell.result.timed_out) * options_.runner.query_limit_s;
    if (elapsed.count() > kIsolatedBudget_s + lost_s && kept.size() >= kLeastQueries) break;
    std::vector<const Pair*> batch;
    for (std::size_t k = from; k < std::min(from + kIsolatedBatch, ring.pairs.size()); ++k) {
      batch.push_back(&ring.pairs[k].pair);
    }
    const std::vector<RunOutcome> outcomes = runner->run(batch);
    for (std::size_t k = 0; k < outcomes.size(); ++k) {
      switch (outcomes[k].status) {
        case RunStatus::crashed:
          ++cell.result.crashed;
          break;
        case RunStatus::timed_out:
          ++cell.result.timed_out;
          break;
        default:
          kept.push_back(from + k);
      }
    }
  }
  return kept;
}

/// Asks in the ring's order, so that a warm start is one, until it is known how long a query takes.
void TimeGroupRun::probe(Cell& cell, const Ring& ring, const PreparedBodies& bodies,
                         std::vector<std::optional<Answer>>& answers) const {
  const std::unique_ptr<Workspace> workspace = bodies.metric->make_workspace();
  double spent_ns = 0;
  double supports = 0;
  double iterations = 0;
  std::size_t asked = 0;
  std::vector<std::size_t> fine;
  for (const std::size_t k : cell.kept) {
    const bool enough = asked >= kLeastQueries && spent_ns > kProbePart * options_.cell_s * 1e9;
    const bool hopeless = asked > 0 && spent_ns > 1e9 * options_.slow_cell_s / kTimePasses;
    if (enough || hopeless) break;
    const TimedPair& timed = ring.pairs[k];
    try {
      const double begin = thread_cpu_ns();
      Answer answer = bodies.metric->evaluate(*bodies.A[timed.a], timed.pair.X_WA,
                                              *bodies.B[timed.b], timed.pair.X_WB, *workspace);
      spent_ns += thread_cpu_ns() - begin;
      ++asked;
      supports += answer.work.supports;
      iterations += answer.work.iterations;
      if (k < answers.size()) answers[k] = std::move(answer);
      fine.push_back(k);
    } catch (const std::exception&) {
      // What a third party throws here it would throw while it is timed.
      ++cell.result.crashed;
    }
  }
  cell.kept = std::move(fine);
  const double work = supports > 0 ? supports : iterations;
  if (work > 0) cell.result.work_per_query = work / static_cast<double>(asked);
  if (asked == 0) {
    cell.left_out = "every pair ended in an exception";
    return;
  }
  plan(cell, spent_ns / static_cast<double>(asked));
}

void TimeGroupRun::plan(Cell& cell, double query_ns) const {
  const double least_s = 1e-9 * query_ns * static_cast<double>(kLeastQueries);
  if (least_s * kTimePasses > options_.slow_cell_s || cell.kept.size() < kLeastQueries) {
    cell.left_out = std::to_string(kLeastQueries) + " queries, " + std::to_string(kTimePasses) +
                    " times over, take " + seconds_text(least_s * kTimePasses) +
                    ", more than a cell is given (" + seconds_text(options_.slow_cell_s) + ")";
    return;
  }
  const double affordable = options_.cell_s / (kTimeRepetitions * 1e-9 * query_ns);
  const auto most = static_cast<double>(cell.kept.size());
  cell.kept.resize(
      static_cast<std::size_t>(std::clamp(affordable, static_cast<double>(kLeastQueries), most)));
  constexpr int kMost = kTimeRepetitions / kTimePasses;
  cell.repetitions =
      std::clamp(static_cast<int>(options_.cell_s / (least_s * kTimePasses)), 1, kMost);
  cell.result.queries = cell.kept.size();
}

void TimeGroupRun::judge(Ring& ring,
                         const std::vector<std::vector<std::optional<Answer>>>& answers) {
  const std::uint64_t vertices = group_.size.larger();
  const std::size_t count =
      std::min(ring.pairs.size(), vertices <= kQuickOracleVertices ? kMostJudged : kFewJudged);
  std::vector<std::uint64_t> right(ring.cells.size());
  for (std::size_t k = 0; k < count; ++k) {
    TimeTruth truth(ring.pairs[k].pair);
    if (vertices <= kMostOracleVertices) {
      truth.ask(oracle_);
    } else {
      for (const auto& of_metric : answers) {
        if (of_metric[k]) truth.learn(*of_metric[k]);
      }
    }
    for (std::size_t c = 0; c < ring.cells.size(); ++c) {
      Cell& cell = ring.cells[c];
      const MetricTraits& traits = metrics_[cell.metric]->traits;
      if (traits.scalar == Scalar::float32 || !answers[c][k]) continue;
      if (const auto verdict = truth.right(*answers[c][k], traits)) {
        ++cell.result.judged;
        if (*verdict) ++right[c];
      }
    }
  }
  for (std::size_t c = 0; c < ring.cells.size(); ++c) {
    Cell& cell = ring.cells[c];
    if (metrics_[cell.metric]->traits.scalar == Scalar::float32) {
      for (const auto& verdict : judge_rounded(cell, ring)) {
        if (!verdict) continue;
        ++cell.result.judged;
        if (*verdict) ++right[c];
      }
    }
    if (cell.result.judged > 0) {
      cell.result.right_share =
          static_cast<double>(right[c]) / static_cast<double>(cell.result.judged);
    }
  }
}

/// A metric in single precision is judged on rounded pairs, as in campaigns.
std::vector<std::optional<bool>> TimeGroupRun::judge_rounded(const Cell& cell, const Ring& ring) {
  std::vector<std::optional<bool>> verdicts;
  if (group_.size.larger() > kMostOracleVertices) return verdicts;
  const MetricRow& row = *metrics_[cell.metric];
  const std::unique_ptr<Metric> metric = row.make();
  const std::unique_ptr<Workspace> workspace = metric->make_workspace();
  for (std::size_t k = 0; k < std::min(ring.pairs.size(), kFewJudged); ++k) {
    const auto rounded = rounded_to_float(ring.pairs[k].pair);
    if (!rounded) continue;
    const Pair& pair = rounded.value();
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    const Answer answer = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
    TimeTruth truth(pair);
    truth.ask(oracle_);
    verdicts.push_back(truth.right(answer, row.traits));
  }
  return verdicts;
}

void TimeGroupRun::time_cells(Ring& ring, const std::vector<PreparedBodies>& bodies) {
  struct Query {
    const Shape* A;
    const Shape* B;
    Pose X_WA;
    Pose X_WB;
  };
  struct Support {
    const SupportMap* A;
    const SupportMap* B;
    Vec3 u_A;  ///< local axes
    Vec3 u_B;
  };
  std::vector<TimedLoop> loops;
  std::vector<Cell*> timed;
  std::vector<std::unique_ptr<Workspace>> workspaces;
  std::vector<std::vector<Query>> queries;
  for (Cell& cell : ring.cells) {
    if (!cell.left_out.empty()) continue;
    const PreparedBodies& own = bodies[cell.metric];
    std::vector<Query> of_cell;
    of_cell.reserve(cell.kept.size());
    for (const std::size_t k : cell.kept) {
      const TimedPair& pair = ring.pairs[k];
      of_cell.push_back({own.A[pair.a].get(), own.B[pair.b].get(), pair.pair.X_WA, pair.pair.X_WB});
    }
    timed.push_back(&cell);
    queries.push_back(std::move(of_cell));
    workspaces.push_back(own.metric->make_workspace());
    loops.push_back(
        {[metric = own.metric.get(), workspace = workspaces.back().get(), &ring_queries = queries,
          place = queries.size() - 1](benchmark::State& state) {
           const std::vector<Query>& list = ring_queries[place];
           std::size_t k = 0;
           for ([[maybe_unused]] auto step : state) {
             const Query& q = list[k];
             Answer answer = metric->evaluate(*q.A, q.X_WA, *q.B, q.X_WB, *workspace);
             benchmark::DoNotOptimize(answer);
             if (++k == list.size()) k = 0;
           }
         },
         cell.kept.size(), cell.repetitions});
  }
  std::vector<Support> supports;
  for (const TimedPair& pair : ring.pairs) {
    supports.push_back({&maps_A_[pair.a], &maps_B_[pair.b],
                        pair.pair.X_WA.R.transpose() * -pair.n_W,
                        pair.pair.X_WB.R.transpose() * pair.n_W});
  }
  const bool warm = ring.start == TimeStart::warm;
  loops.push_back({[&supports, warm](benchmark::State& state) {
                     std::size_t k = 0;
                     int a = 0;
                     int b = 0;
                     for ([[maybe_unused]] auto step : state) {
                       const Support& s = supports[k];
                       a = warm ? s.A->farthest(s.u_A, a) : s.A->farthest(s.u_A);
                       b = warm ? s.B->farthest(s.u_B, b) : s.B->farthest(s.u_B);
                       benchmark::DoNotOptimize(a);
                       benchmark::DoNotOptimize(b);
                       if (++k == supports.size()) k = 0;
                     }
                   },
                   supports.size(), kTimeRepetitions / kTimePasses});
  const std::vector<std::vector<double>> samples = time_interleaved(loops);
  for (std::size_t k = 0; k < timed.size(); ++k) {
    auto& all = timed[k]->result.samples_ns;
    all.insert(all.end(), samples[k].begin(), samples[k].end());
  }
  ring.floor_ns.insert(ring.floor_ns.end(), samples.back().begin(), samples.back().end());
}

void TimeGroupRun::report(TimeRecord& record) const {
  for (const Ring& ring : rings_) {
    for (const Cell& cell : ring.cells) {
      if (!cell.left_out.empty()) {
        record.left_out.push_back({cell.result.cell, cell.left_out});
        continue;
      }
      TimeResult result = cell.result;
      result.floor_ns = quantile(ring.floor_ns, 0.5);
      result.median_ns = quantile(result.samples_ns, 0.5);
      result.p10_ns = quantile(result.samples_ns, 0.1);
      result.p90_ns = quantile(result.samples_ns, 0.9);
      record.results.push_back(std::move(result));
    }
  }
  if (group_.size.a != group_.size.b) return;
  for (std::size_t k = 0; k < metrics_.size(); ++k) {
    record.shapes.push_back({metrics_[k]->name, group_.family->name, group_.size.a, facets_[0],
                             quantile(prepare_ns_[k], 0.5), prepared_bytes_[k]});
  }
}

}  // namespace touchstone
