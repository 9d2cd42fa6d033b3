// SPDX-License-Identifier: GPL-3.0-or-later
// A metric against another build's, or in batches against one by one, pair by pair.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "benchmarks/timing/time_group.hpp"
#include "geometry/query_scope.hpp"
#include "harness/runners/make_runner.hpp"
#include "harness/statistics/statistics.hpp"
#include "metrics/batch.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kClockReadings = 1001;

using Clock = std::chrono::steady_clock;
/// What a query took [ns]; nothing where the metric did not answer.
using QueryTime = std::optional<double>;

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

template <class AnyAnswer>
bool answered(const AnyAnswer& answer) {
  return answer.status == AnswerStatus::sign_only ||
         (answer.status == AnswerStatus::answered && std::isfinite(answer.value));
}

/// The mean of a query, of `count` that `ask()` puts and says of whether all were answered. Answers
/// that give up are not timed.
template <class Ask>
QueryTime time_of(std::size_t count, double clock, const Ask& ask) {
  try {
    const auto begin = Clock::now();
    const bool all_answered = ask();
    const double all = std::max(1.0, ns_between(begin, Clock::now()) - clock);
    if (!all_answered) return std::nullopt;
    return all / static_cast<double>(count);
  } catch (const std::exception&) {
    // These pairs are asked here for the first time.
    return std::nullopt;
  }
}

/// The mean over pairs that are asked in a row.
QueryTime time_in_a_row(const PreparedBodies& bodies, std::span<const TimedPair> pairs,
                        Workspace& workspace, double clock) {
  return time_of(pairs.size(), clock, [&] {
    bool all_answered = true;
    for (const TimedPair& timed : pairs) {
      const Shape& A = *bodies.A[timed.a];
      const Shape& B = *bodies.B[timed.b];
      Answer answer = bodies.metric->evaluate(A, timed.pair.X_WA, B, timed.pair.X_WB, workspace);
      benchmark::DoNotOptimize(answer);
      all_answered = all_answered && answered(answer);
    }
    return all_answered;
  });
}

std::vector<BatchQuery> batch_queries(const PreparedBodies& bodies,
                                      std::span<const TimedPair> pairs) {
  std::vector<BatchQuery> queries;
  for (const TimedPair& timed : pairs) {
    queries.push_back(batch_query(bodies, timed));
  }
  return queries;
}

void ask_in_batches(const Metric& metric, std::span<const BatchQuery> queries, std::uint64_t batch,
                    Workspace& workspace, BatchAnswer* answers) {
  for (std::size_t from = 0; from < queries.size(); from += batch) {
    const std::size_t count = std::min<std::size_t>(batch, queries.size() - from);
    evaluate_batch(metric, queries.subspan(from, count), workspace, answers + from);
  }
}

QueryTime time_in_batches(const PreparedBodies& bodies, std::span<const TimedPair> pairs,
                          std::uint64_t batch, Workspace& workspace, double clock) {
  const std::vector<BatchQuery> queries = batch_queries(bodies, pairs);
  std::vector<BatchAnswer> answers(queries.size());
  return time_of(pairs.size(), clock, [&] {
    ask_in_batches(*bodies.metric, queries, batch, workspace, answers.data());
    return std::all_of(answers.begin(), answers.end(), answered<BatchAnswer>);
  });
}

/// The pairs, so many at once; the last ones may be fewer.
std::vector<std::span<const TimedPair>> in_rows(const std::vector<TimedPair>& pairs,
                                                std::size_t at_once) {
  std::vector<std::span<const TimedPair>> rows;
  for (std::size_t from = 0; from < pairs.size(); from += at_once) {
    rows.push_back(std::span(pairs).subspan(from, std::min(at_once, pairs.size() - from)));
  }
  return rows;
}

/// Why the times of two that are not both right are not compared: a wrong answer may be as fast as
/// it likes. Empty where both are.
std::string why_wrong(const TimeRatio& one) {
  const bool now = one.right_share.value_or(1) < kMinRightShare;
  const bool before = one.before_right_share.value_or(1) < kMinRightShare;
  if (!now && !before) return {};
  std::string who = now ? one.cell.metric : one.before;
  if (one.batch > 0) {
    if (now != before) who += now ? " in batches" : " one by one";
  } else if (now && before) {
    who += " and " + one.before;
  }
  return who + " right in less than 99.9 % of what was judged";
}

/// What TimeTruth::right() looks at.
Answer value_of(const BatchAnswer& plain) {
  Answer answer;
  answer.status = plain.status;
  answer.value = plain.value;
  answer.sign = plain.sign;
  return answer;
}

}  // namespace

BatchQuery batch_query(const PreparedBodies& bodies, const TimedPair& timed) {
  return {bodies.A[timed.a].get(), &timed.pair.X_WA, bodies.B[timed.b].get(), &timed.pair.X_WB};
}

void TimeGroupRun::plan_comparisons(Ring& ring) const {
  const auto place = [this](const MetricRow* row) {
    return static_cast<std::size_t>(std::find(metrics_.begin(), metrics_.end(), row) -
                                    metrics_.begin());
  };
  for (const TimeComparedMetrics& wanted : options_.compared) {
    Compared compared;
    compared.metric = place(wanted.metric);
    compared.before = place(wanted.before);
    compared.wanted_batch = wanted.batch;
    if (std::max(compared.metric, compared.before) < metrics_.size()) {
      ring.compared.push_back(std::move(compared));
    }
  }
}

/// Whether a worker ends or hangs in one of the batches. Says so.
bool TimeGroupRun::loses_batch(Compared& compared, const Ring& ring,
                               std::span<const AskedPair> pairs) const {
  const MetricRow& row = *metrics_[compared.metric];
  const std::unique_ptr<Runner> runner = make_runner(row, options_.runner);
  const std::size_t batch = compared.in_batches.batch;
  for (std::size_t from = 0; from < pairs.size(); from += batch) {
    const std::vector<RunOutcome> outcomes =
        runner->run(pairs.subspan(from, std::min(batch, pairs.size() - from)));
    // A batch that ends though none of its questions does so alone makes the first one flaky.
    const auto found = std::find_if(outcomes.begin(), outcomes.end(), [](const RunOutcome& one) {
      return one.status == RunStatus::crashed || one.status == RunStatus::timed_out ||
             one.fault == RunFault::flaky;
    });
    if (found == outcomes.end()) continue;
    compared.lost = row.name + " in batches: " + found->detail;
    const std::string which = "in batches of " + std::to_string(batch);
    tell_lost(ring.cells[compared.metric], ring, which, *found);
    return true;
  }
  return false;
}

/// The pairs of the next pass.
bool TimeGroupRun::loses_fresh_batch(Compared& compared, const Ring& ring) const {
  const std::vector<TimedPair> timed = pairs_->range(
      ring.regime, ring.start, kMaxQueries + compared.pairs, compared.in_batches.pairs.pairs);
  std::vector<AskedPair> pairs;
  for (const TimedPair& one : timed) pairs.push_back(&one.pair);
  return loses_batch(compared, ring, pairs);
}

/// Asks round and round until batches are full, so that every place of a batch is judged.
void TimeGroupRun::judge_batches(Compared& compared, const Ring& ring, const Metric& metric,
                                 const std::vector<BatchQuery>& queries,
                                 const std::vector<const TimeTruth*>& truths) const {
  const std::uint64_t batch = compared.in_batches.batch;
  if (batch == 0 || queries.empty()) return;
  std::vector<AskedPair> pairs;
  const bool asks_first = is_isolated(compared.metric);
  while (asks_first && (pairs.size() < queries.size() || pairs.size() % batch != 0)) {
    pairs.push_back(&truths[pairs.size() % truths.size()]->pair());
  }
  if (!pairs.empty() && loses_batch(compared, ring, pairs)) return;
  const MetricRow& row = *metrics_[compared.metric];
  const char* const name = lasting_name(row.name);
  const std::unique_ptr<Workspace> workspace = [&] {
    const QueryScope scope(QueryKind::metric, name);
    return metric.make_workspace();
  }();
  std::vector<BatchQuery> asked(batch);
  for (std::size_t from = 0; from < queries.size(); from += batch) {
    for (std::size_t k = 0; k < batch; ++k) asked[k] = queries[(from + k) % queries.size()];
    std::vector<BatchAnswer> answers(batch);
    try {
      const QueryScope scope(QueryKind::metric, name);
      evaluate_batch(metric, asked, *workspace, answers.data());
    } catch (const std::exception&) {
      continue;  // such batches are not timed
    }
    for (std::size_t k = 0; k < batch; ++k) {
      compared.verdicts.add_value(*truths[(from + k) % truths.size()], value_of(answers[k]),
                                  row.traits);
    }
  }
  after(compared.metric);
}

/// Every pair is new to both metrics, and asked once. They take turns block by block, in all passes
/// together, so that neither finds the caches and the branch predictor as it left them and neither
/// is the first more often.
void TimeGroupRun::compare_pass(Compared& compared, const Ring& ring,
                                const std::vector<PreparedBodies>& bodies, double clock) {
  const std::uint64_t batch = compared.in_batches.batch;
  const bool in_batches = batch > 0;
  const RatioPlan plan =
      in_batches ? compared.in_batches.pairs
                 : plan_ratio(ring.cells[compared.metric].result.samples_ns.back(),
                              ring.cells[compared.before].result.samples_ns.back(),
                              options_.cell_s / kTimePasses, options_.slow_cell_s / kTimePasses);
  std::vector<std::size_t> asked_metrics = {compared.metric, compared.before};
  if (has_empty_ && !in_batches) asked_metrics.push_back(metrics_.size() - 1);
  std::vector<std::unique_ptr<Workspace>> workspaces;
  for (const std::size_t m : asked_metrics) {
    workspaces.push_back(workspace_of(m, bodies[m]));
  }
  RatioBlocks& pass = compared.passes.emplace_back();
  for (std::uint64_t asked = 0; asked < plan.pairs;) {
    if (options_.stop_requested && options_.stop_requested()) return;
    const std::vector<TimedPair> pairs =
        pairs_->range(ring.regime, ring.start, kMaxQueries + compared.pairs,
                      std::min(plan.block, plan.pairs - asked));
    const auto rows = in_rows(pairs, plan.at_once);
    std::vector<std::vector<QueryTime>> times(asked_metrics.size());
    for (std::size_t turn = 0; turn < times.size(); ++turn) {
      const std::size_t m = (turn + compared.blocks) % times.size();
      const PreparedBodies& own = bodies[asked_metrics[m]];
      const char* const name = lasting_name(metrics_[asked_metrics[m]]->name);
      for (const auto& row : rows) {
        const QueryScope scope(QueryKind::metric, name);
        times[m].push_back(m == 0 && in_batches
                               ? time_in_batches(own, row, batch, *workspaces[m], clock)
                               : time_in_a_row(own, row, *workspaces[m], clock));
      }
      after(asked_metrics[m]);
    }
    if (in_batches) {
      compared.same_bits += pairs_with_same_bits(compared, bodies[compared.metric], pairs);
    }
    asked += pairs.size();
    compared.pairs += pairs.size();
    ++compared.blocks;
    std::vector<double>& ratios = pass.emplace_back();
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (!times[0][k] || !times[1][k]) {
        compared.left_out += rows[k].size();
        continue;
      }
      ratios.push_back(*times[0][k] / *times[1][k]);
      compared.times_ns.push_back(*times[0][k]);
      compared.before_ns.push_back(*times[1][k]);
      if (times.size() > 2 && times[2][k]) compared.empty_ns.push_back(*times[2][k]);
    }
  }
}

/// Asks once more, both ways from a fresh workspace.
std::uint64_t TimeGroupRun::pairs_with_same_bits(const Compared& compared,
                                                 const PreparedBodies& bodies,
                                                 const std::vector<TimedPair>& pairs) const {
  const char* const name = lasting_name(metrics_[compared.metric]->name);
  const std::vector<BatchQuery> queries = batch_queries(bodies, pairs);
  std::array<std::vector<BatchAnswer>, 2> answers;
  for (const bool in_batches : {false, true}) {
    auto& of_way = answers.at(in_batches ? 1 : 0);
    of_way.resize(queries.size());
    const std::unique_ptr<Workspace> workspace = workspace_of(compared.metric, bodies);
    const QueryScope scope(QueryKind::metric, name);
    const std::uint64_t batch = in_batches ? compared.in_batches.batch : 1;
    try {
      ask_in_batches(*bodies.metric, queries, batch, *workspace, of_way.data());
    } catch (const std::exception&) {
      return 0;
    }
  }
  after(compared.metric);
  std::uint64_t same = 0;
  for (std::size_t k = 0; k < queries.size(); ++k) {
    same += std::memcmp(&answers[0][k], &answers[1][k], sizeof(BatchAnswer)) == 0 ? 1 : 0;
  }
  return same;
}

void TimeGroupRun::compare(Ring& ring, const std::vector<PreparedBodies>& bodies) {
  const double clock = clock_ns();
  for (Compared& compared : ring.compared) {
    const bool both_timed = ring.cells[compared.metric].left_out.empty() &&
                            ring.cells[compared.before].left_out.empty();
    if (!both_timed || !compared.lost.empty()) continue;
    const bool asks_first = compared.in_batches.batch > 0 && is_isolated(compared.metric);
    if (asks_first && loses_fresh_batch(compared, ring)) continue;
    compare_pass(compared, ring, bodies, clock);
  }
}

void TimeGroupRun::report_comparisons(const Ring& ring, TimeRecord& record) const {
  for (const Compared& compared : ring.compared) {
    if (compared.pairs == 0 && compared.lost.empty()) continue;
    const TimeResult& now = ring.cells[compared.metric].result;
    const TimeResult& before = ring.cells[compared.before].result;
    TimeRatio one;
    one.cell = now.cell;
    one.before = before.cell.metric;
    one.pairs = compared.pairs;
    one.left_out = compared.left_out;
    one.batch = compared.in_batches.batch;
    if (one.batch > 0) one.same_bits = compared.same_bits;
    one.right_share = one.batch > 0 ? compared.verdicts.right_share() : now.right_share;
    one.before_right_share = before.right_share;
    one.reason = !compared.lost.empty()      ? compared.lost
                 : compared.times_ns.empty() ? "no pair was answered by both"
                                             : why_wrong(one);
    if (!compared.times_ns.empty()) {
      const MedianRatio interval = median_ratio(compared.passes);
      one.passes = interval.passes;
      one.median_ns = quantile(compared.times_ns, 0.5);
      one.before_ns = quantile(compared.before_ns, 0.5);
      if (!compared.empty_ns.empty()) one.empty_ns = median(compared.empty_ns);
      if (one.reason.empty()) {
        one.ratio = interval.ratio;
        one.low = interval.low;
        one.high = interval.high;
        if (one.empty_ns) {
          one.net_ratio = net_ratio(compared.times_ns, compared.before_ns, *one.empty_ns);
        }
      }
    }
    record.ratios.push_back(std::move(one));
  }
}

}  // namespace touchstone
