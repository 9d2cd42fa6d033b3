// SPDX-License-Identifier: GPL-3.0-or-later
// What is done once for each cell, before it is timed: answers, verdicts, and how many queries.
#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "benchmarks/timing/time_group.hpp"
#include "geometry/planted_fault.hpp"
#include "geometry/query_scope.hpp"
#include "geometry/single_precision.hpp"
#include "harness/runners/make_runner.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kLargeBody = 10'000;  ///< vertices, from which on there are fewer pairs
constexpr std::uint64_t kLargeBodyPairs = 300;
constexpr std::size_t kMaxJudged = 100;
constexpr std::size_t kFewJudged = 30;  ///< where the oracle takes milliseconds
constexpr std::uint64_t kQuickOracleVertices = 100;
constexpr std::size_t kIsolatedBatch = 50;
/// The first batch is this small: a metric that hangs on all of it is asked no more in this cell.
constexpr std::size_t kFirstIsolatedBatch = 4;
constexpr double kIsolatedPart = 0.4;  ///< share of a cell's time for answers from worker processes
/// Share of a cell's time for finding out how slow it is [1]: a little more than one repetition's
/// part, so that all pairs that are timed have been asked before.
constexpr double kProbePart = 0.07;
static_assert(kProbePart * kTimeRepetitions > 1);

std::string seconds_text(double s) {
  std::string text = std::to_string(s);
  return text.substr(0, text.find('.') + 3) + " s";
}

/// Why a cell has too few pairs, of which `kept` ended in an answer.
std::string lost_text(const TimeResult& result, std::size_t kept) {
  const std::string lost = std::to_string(result.crashed) + " pairs crashed it and " +
                           std::to_string(result.timed_out) + " took too long: ";
  return lost + (kept == 0 ? "none of the first ones ended in an answer"
                           : "fewer than " + std::to_string(kMinQueries) + " are left");
}

/// "crashed (SIGSEGV)"; of a batch that only ends as a whole, what its first outcome says.
std::string end_text(const RunOutcome& outcome) {
  if (outcome.status == RunStatus::completed) return outcome.detail;
  const bool crashed = outcome.status == RunStatus::crashed;
  return (crashed ? "crashed" : "no answer in time") +
         (outcome.detail.empty() ? "" : " (" + outcome.detail + ")");
}

/// A pair in single precision, and the shapes that a metric prepared.
struct AskedRounded {
  explicit AskedRounded(Pair rounded) : pair(std::move(rounded)) {}
  Pair pair;
  TimeTruth truth{pair};
  std::unique_ptr<Shape> A, B;
};

std::string pair_text(std::size_t k) { return "pair " + std::to_string(k + 1); }

double share(std::uint64_t part, std::uint64_t all) {
  return static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

void TimeGroupRun::judge_and_plan(Ring& ring, const std::vector<PreparedBodies>& bodies) {
  ring.pairs = pairs_->first(ring.regime, ring.start,
                             group_.size.larger() < kLargeBody ? kMaxQueries : kLargeBodyPairs);
  std::vector<std::vector<std::optional<Answer>>> answers;
  for (Cell& cell : ring.cells) {
    cell.result.facets = facets_;
    answers.emplace_back(std::max<std::size_t>(kMaxJudged, options_.judged));
    cell.kept = survivors(cell, ring);
    if (cell.kept.size() < kMinQueries) {
      cell.left_out = lost_text(cell.result, cell.kept.size());
      continue;
    }
    probe(cell, ring, bodies[cell.metric], answers.back());
  }
  for (Compared& compared : ring.compared) {
    const Cell& cell = ring.cells[compared.metric];
    if (compared.wanted_batch == 0 || !cell.left_out.empty()) continue;
    compared.in_batches =
        plan_batches(cell.query_ns, compared.wanted_batch, options_.cell_s / kTimePasses);
  }
  judge(ring, bodies, answers);
}

void TimeGroupRun::tell_lost(const Cell& cell, const Ring& ring, const std::string& which,
                             const RunOutcome& outcome) const {
  if (!options_.lost) return;
  options_.lost(metrics_[cell.metric]->name, name(ring) + ", " + which + ": " + end_text(outcome));
}

/// Whether workers answer first what is timed in this process.
bool TimeGroupRun::is_isolated(std::size_t metric) const {
  return runs_in_workers(*metrics_[metric]) && !options_.runner.worker_command.empty();
}

/// Pairs of the ring that end in an answer, if need be in worker processes: as many as their time
/// allows.
std::vector<std::size_t> TimeGroupRun::survivors(Cell& cell, const Ring& ring) const {
  std::vector<std::size_t> kept;
  const MetricRow& row = *metrics_[cell.metric];
  if (!is_isolated(cell.metric)) {
    for (std::size_t k = 0; k < ring.pairs.size(); ++k) kept.push_back(k);
    return kept;
  }
  const std::unique_ptr<Runner> runner = make_runner(row, options_.runner);
  const auto begin = std::chrono::steady_clock::now();
  std::size_t size = kFirstIsolatedBatch;
  for (std::size_t from = 0; from < ring.pairs.size();
       from += std::exchange(size, kIsolatedBatch)) {
    if (from > 0 && kept.empty()) break;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    // A time-out says nothing about the other pairs.
    const double lost_s =
        static_cast<double>(cell.result.timed_out) * options_.runner.query_limit_s;
    if (elapsed.count() > kIsolatedPart * options_.cell_s + lost_s && kept.size() >= kMinQueries)
      break;
    std::vector<AskedPair> batch;
    for (std::size_t k = from; k < std::min(from + size, ring.pairs.size()); ++k) {
      batch.push_back(&ring.pairs[k].pair);
    }
    const std::vector<RunOutcome> outcomes = runner->run(batch);
    for (std::size_t k = 0; k < outcomes.size(); ++k) {
      const bool crashed = outcomes[k].status == RunStatus::crashed;
      if (!crashed && outcomes[k].status != RunStatus::timed_out) {
        kept.push_back(from + k);
        continue;
      }
      ++(crashed ? cell.result.crashed : cell.result.timed_out);
      tell_lost(cell, ring, pair_text(from + k), outcomes[k]);
    }
  }
  return kept;
}

/// Asks in the ring's order, so that warm starts are warm, until the time of a query is known.
void TimeGroupRun::probe(Cell& cell, const Ring& ring, const PreparedBodies& bodies,
                         std::vector<std::optional<Answer>>& answers) const {
  const char* const name = lasting_name(metrics_[cell.metric]->name);
  const std::unique_ptr<Workspace> workspace = workspace_of(cell.metric, bodies);
  double spent_ns = 0;
  double supports = 0;
  double iterations = 0;
  std::size_t asked = 0;
  std::vector<std::size_t> fine;
  for (const std::size_t k : cell.kept) {
    const bool enough = asked >= kMinQueries && spent_ns > kProbePart * options_.cell_s * 1e9;
    const bool hopeless = asked > 0 && spent_ns > 1e9 * options_.slow_cell_s / kTimePasses;
    if (enough || hopeless) break;
    const TimedPair& timed = ring.pairs[k];
    try {
      const QueryScope scope(QueryKind::metric, name);
      plant_fault(name, timed.pair.X_WB.t[0]);
      const double begin = thread_cpu_ns();
      Answer answer = bodies.metric->evaluate(*bodies.A[timed.a], timed.pair.X_WA,
                                              *bodies.B[timed.b], timed.pair.X_WB, *workspace);
      spent_ns += thread_cpu_ns() - begin;
      ++asked;
      supports += answer.work.supports;
      iterations += answer.work.iterations;
      if (k < answers.size()) answers[k] = std::move(answer);
      fine.push_back(k);
    } catch (const std::exception& exception) {
      // An exception of a third party here would also be thrown while it is timed.
      ++cell.result.crashed;
      const RunOutcome outcome{RunStatus::crashed, {}, std::string("threw: ") + exception.what()};
      tell_lost(cell, ring, pair_text(k), outcome);
    }
  }
  after(cell.metric);
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
  const double least_s = 1e-9 * query_ns * static_cast<double>(kMinQueries);
  if (least_s * kTimePasses > options_.slow_cell_s) {
    cell.left_out = std::to_string(kMinQueries) + " queries, " + std::to_string(kTimePasses) +
                    " times over, take " + seconds_text(least_s * kTimePasses) +
                    ", more than a cell is given (" + seconds_text(options_.slow_cell_s) + ")";
    return;
  }
  if (cell.kept.size() < kMinQueries) {
    cell.left_out =
        "only " + std::to_string(cell.kept.size()) + " pairs ended without an exception";
    return;
  }
  const double affordable = options_.cell_s / (kTimeRepetitions * 1e-9 * query_ns);
  const auto most = static_cast<double>(cell.kept.size());
  cell.kept.resize(
      static_cast<std::size_t>(std::clamp(affordable, static_cast<double>(kMinQueries), most)));
  constexpr int kMax = kTimeRepetitions / kTimePasses;
  cell.repetitions =
      std::clamp(static_cast<int>(options_.cell_s / (least_s * kTimePasses)), 1, kMax);
  cell.query_ns = query_ns;
  cell.slow = query_ns >= kSlowQuery_ns;
  cell.result.queries = cell.kept.size();
  const double once_ns = query_ns * static_cast<double>(cell.kept.size());
  cell.rounds = static_cast<std::uint64_t>(std::max(1.0, kShortestRepetition_ns / once_ns));
}

std::size_t TimeGroupRun::judged_pairs(const Ring& ring) const {
  const bool small = group_.size.larger() <= kQuickOracleVertices;
  const std::size_t wanted = options_.judged > 0 ? options_.judged
                             : small             ? kMaxJudged
                                                 : kFewJudged;
  return std::min(ring.pairs.size(), wanted);
}

bool TimeGroupRun::asks_oracle() const {
  return group_.size.larger() <=
         (options_.judged > 0 ? kMaxWantedOracleVertices : kMaxOracleVertices);
}

void TimeGroupRun::judge(Ring& ring, const std::vector<PreparedBodies>& bodies,
                         const std::vector<std::vector<std::optional<Answer>>>& answers) {
  std::vector<Verdicts> verdicts(ring.cells.size());
  std::vector<TimeTruth> truths;
  for (std::size_t k = 0; k < judged_pairs(ring); ++k) {
    TimeTruth& truth = truths.emplace_back(ring.pairs[k].pair);
    if (asks_oracle()) {
      truth.ask(oracle_);
    } else {
      for (const auto& of_metric : answers) {
        if (of_metric[k]) truth.learn(*of_metric[k]);
      }
    }
    for (std::size_t c = 0; c < ring.cells.size(); ++c) {
      const MetricTraits& traits = metrics_[ring.cells[c].metric]->traits;
      if (traits.scalar == Scalar::float32 || !answers[c][k]) continue;
      verdicts[c].add(truth, *answers[c][k], traits);
    }
  }
  for (std::size_t c = 0; c < ring.cells.size(); ++c) {
    Cell& cell = ring.cells[c];
    if (metrics_[cell.metric]->traits.scalar == Scalar::float32) {
      verdicts[c] = judge_rounded(cell, ring);
    }
    const Verdicts& all = verdicts[c];
    cell.result.judged = all.judged;
    cell.result.right_share = all.right_share();
    if (all.with_points > 0) cell.result.witness_share = share(all.right_points, all.with_points);
  }
  for (Compared& compared : ring.compared) {
    const std::size_t c = compared.metric;
    if (metrics_[c]->traits.scalar == Scalar::float32) continue;  // by judge_rounded
    std::vector<BatchQuery> queries;
    std::vector<const TimeTruth*> known;
    for (std::size_t k = 0; k < truths.size(); ++k) {
      if (!answers[c][k]) continue;
      queries.push_back(batch_query(bodies[c], ring.pairs[k]));
      known.push_back(&truths[k]);
    }
    judge_batches(compared, ring, *bodies[c].metric, queries, known);
  }
}

void TimeGroupRun::Verdicts::add(const TimeTruth& truth, const Answer& answer,
                                 const MetricTraits& traits) {
  add_value(truth, answer, traits);
  if (const auto verdict = truth.proven_by_points(answer, traits)) {
    ++with_points;
    right_points += *verdict ? 1 : 0;
  }
}

void TimeGroupRun::Verdicts::add_value(const TimeTruth& truth, const Answer& answer,
                                       const MetricTraits& traits) {
  const auto verdict = truth.right(answer, traits);
  if (!verdict) return;
  ++judged;
  right += *verdict ? 1 : 0;
}

std::optional<double> TimeGroupRun::Verdicts::right_share() const {
  return judged > 0 ? std::optional(share(right, judged)) : std::nullopt;
}

/// A metric in single precision is judged on rounded pairs, as in campaigns, in batches, too.
TimeGroupRun::Verdicts TimeGroupRun::judge_rounded(const Cell& cell, Ring& ring) {
  Verdicts verdicts;
  if (!asks_oracle()) return verdicts;
  const MetricRow& row = *metrics_[cell.metric];
  std::optional<QueryScope> scope(std::in_place, QueryKind::metric, lasting_name(row.name));
  const std::unique_ptr<Metric> metric = row.make();
  const std::unique_ptr<Workspace> workspace = metric->make_workspace();
  scope.reset();
  const std::size_t most = options_.judged > 0 ? options_.judged : kFewJudged;
  after(cell.metric);
  std::deque<AskedRounded> all;
  std::vector<BatchQuery> queries;
  std::vector<const TimeTruth*> truths;
  for (std::size_t k = 0; k < std::min(judged_pairs(ring), most); ++k) {
    const auto rounded = rounded_to_float(ring.pairs[k].pair);
    if (!rounded) continue;
    AskedRounded& asked = all.emplace_back(rounded.value());
    const Pair& pair = asked.pair;
    scope.emplace(QueryKind::metric, lasting_name(row.name));
    asked.A = metric->prepare(*pair.A);
    asked.B = metric->prepare(*pair.B);
    const Answer answer = metric->evaluate(*asked.A, pair.X_WA, *asked.B, pair.X_WB, *workspace);
    scope.reset();
    after(cell.metric);
    asked.truth.ask(oracle_);
    verdicts.add(asked.truth, answer, row.traits);
    queries.push_back({asked.A.get(), &pair.X_WA, asked.B.get(), &pair.X_WB});
    truths.push_back(&asked.truth);
  }
  for (Compared& compared : ring.compared) {
    if (compared.metric == cell.metric) judge_batches(compared, ring, *metric, queries, truths);
  }
  scope.emplace(QueryKind::metric, lasting_name(row.name));
  all.clear();
  return verdicts;
}

}  // namespace touchstone
