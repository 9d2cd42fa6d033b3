// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/culprit_finder.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

/// How often a culprit is asked again. One that ran out of time costs its limit each time.
constexpr int kConfirmations = 2;
constexpr int kTimeOutConfirmations = 1;

/// Counts outcomes as they come, not after the whole batch: somebody watches the progress.
void count_times(std::span<const PluginTask> asked, AnswerTimes* times) {
  if (times == nullptr) return;
  for (const PluginTask& task : asked) {
    const Pair pair = counted_pair(task.pair);
    const std::size_t vertices = std::max(pair.A->vertices().size(), pair.B->vertices().size());
    if (task.outcome->status == RunStatus::completed) {
      times->add_answer(task.outcome->spent_s, vertices);
    } else if (task.outcome->status == RunStatus::timed_out) {
      times->add_time_out(vertices);
    }
  }
}

}  // namespace

CulpritFinder::CulpritFinder(const MetricRow& row, const RunnerOptions& options)
    : asks_again_(row.plugin.kind != PluginSource::Kind::none && options.asks_again),
      transport_(make_transport(row, options)) {}

void CulpritFinder::ask(std::span<const PluginTask> tasks, AnswerTimes* times) {
  while (!tasks.empty()) {
    const std::size_t most = std::min<std::size_t>(tasks.size(), TOUCHSTONE_MAX_BATCH);
    const auto begin = std::chrono::steady_clock::now();
    const PluginAttempt attempt = transport_->attempt(tasks.first(most));
    const auto asked = tasks.first(attempt.asked);
    if (attempt.loss != PluginAttempt::Loss::batch) count_times(asked, times);
    if (attempt.loss == PluginAttempt::Loss::culprit) confirm(asked);
    if (attempt.loss == PluginAttempt::Loss::batch) {
      ask_alone(asked, attempt.end, std::chrono::steady_clock::now() - begin, times);
    }
    tasks = tasks.subspan(attempt.asked);
  }
}

void CulpritFinder::ask_alone(std::span<const PluginTask> tasks, const RunOutcome& end,
                              std::chrono::steady_clock::duration spent, AnswerTimes* times) {
  bool found = false;
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    const auto alone = tasks.subspan(k, 1);
    const bool lost = transport_->attempt(alone).loss != PluginAttempt::Loss::none;
    // What it writes before its answer does not cost it the worker.
    found = found || lost || alone.front().outcome->status == RunStatus::crashed;
    count_times(alone, times);
    if (lost) confirm(tasks.first(k + 1));
  }
  if (found) return;
  if (end.status == RunStatus::timed_out) {
    // Together, questions may be over a limit that each of them keeps. With the time of all they
    // take about as long again, while what hangs now and then does not.
    constexpr double kBusier = 4;  // so much busier the machine may have been the first time
    const bool take_as_long = std::chrono::steady_clock::now() - begin >= spent;
    const double spent_s = std::chrono::duration<double>(spent).count();
    const bool slow = take_as_long || (!transport_->is_patient &&
                                       kBusier * time_together(tasks).value_or(0) >= spent_s);
    transport_->is_patient |= slow;
    if (slow) return;
  }
  RunOutcome& first = *tasks.front().outcome;
  first.fault = RunFault::flaky;
  first.detail = "a batch of " + std::to_string(tasks.size()) +
                 " questions that begins with this one ended (" + end.detail +
                 "); asked alone, none of them does so";
}

void CulpritFinder::confirm(std::span<const PluginTask> asked) {
  RunOutcome& culprit = *asked.back().outcome;
  const bool late = culprit.status == RunStatus::timed_out;
  const bool was_asked_alone = late && asked.size() == 1 && asked.back().contact != nullptr;
  const int confirmations = was_asked_alone ? 0 : late ? kTimeOutConfirmations : kConfirmations;
  for (int k = 0; asks_again_ && k < confirmations; ++k) {
    RunOutcome again;
    PluginTask task = asked.back();
    task.outcome = &again;
    transport_->end_worker();
    transport_->attempt({&task, 1});
    if (again.status == culprit.status) continue;
    if (k == 0 && blames_earlier(asked, again)) return;
    culprit.fault = RunFault::flaky;
    culprit.detail += "; asked again alone, it ended differently";
    return;
  }
}

bool CulpritFinder::blames_earlier(std::span<const PluginTask> asked, const RunOutcome& alone) {
  if (asked.size() < 2 || time_together(asked)) return false;
  std::size_t last_failing = 0;                  // from there on the questions cost the worker
  std::size_t first_passing = asked.size() - 1;  // from there on they do not
  while (first_passing - last_failing > 1) {
    const std::size_t middle = last_failing + (first_passing - last_failing) / 2;
    (time_together(asked.subspan(middle)) ? first_passing : last_failing) = middle;
  }
  RunOutcome& spoiler = *asked[last_failing].outcome;
  // If the earlier question can be asked twice, the last one fails after any other, and is at fault
  // itself. An earlier question that fails alone has its verdict already.
  const std::array<PluginTask, 2> twice = {asked[last_failing], asked[last_failing]};
  if (spoiler.status != RunStatus::completed || time_together(twice)) return false;
  RunOutcome& victim = *asked.back().outcome;
  spoiler = {RunStatus::crashed,
             {},
             "spoiled its process: a later question ended as " +
                 (victim.detail.empty() ? "lost" : victim.detail)};
  victim = alone;
  return true;
}

std::optional<double> CulpritFinder::time_together(std::span<const PluginTask> asked) {
  std::vector<RunOutcome> outcomes(asked.size());
  std::vector<PluginTask> tasks;
  for (std::size_t k = 0; k < asked.size(); ++k) {
    tasks.push_back({asked[k].pair, &outcomes[k], asked[k].contact});
  }
  transport_->end_worker();
  const bool was_patient = std::exchange(transport_->is_patient, true);
  const bool lost = transport_->put_batch(tasks).loss != PluginAttempt::Loss::none;
  transport_->is_patient = was_patient;
  if (lost) return std::nullopt;
  double sum_s = 0;
  for (const RunOutcome& outcome : outcomes) sum_s += outcome.spent_s;
  return sum_s;
}

std::unique_ptr<PluginTransport> make_transport(const MetricRow& row,
                                                const RunnerOptions& options) {
  switch (row.plugin.kind) {
    case PluginSource::Kind::none:
      return make_metric_transport(row, options);
    case PluginSource::Kind::process:
      return make_process_transport(row, options);
    case PluginSource::Kind::library:
      break;
  }
  return make_library_transport(row, options);
}

}  // namespace touchstone
