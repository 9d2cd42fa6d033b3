// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_runner.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "geometry/query_scope.hpp"
#include "harness/asking/agreement.hpp"
#include "harness/plugins/curved_questions.hpp"
#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/plugin_metric.hpp"
#include "harness/plugins/plugin_process.hpp"
#include "harness/plugins/plugin_transport.hpp"
#include "harness/plugins/printable.hpp"

namespace touchstone {
namespace {

/// How often a culprit is asked again; one that ran out of time, which costs its limit each time.
constexpr int kConfirmations = 2;
constexpr int kTimeOutConfirmations = 1;

class WorkerRunner : public Runner {
 public:
  WorkerRunner(const MetricRow& row, const RunnerOptions& options)
      : row_(row),
        is_plugin_(row.plugin.kind != PluginSource::Kind::none),
        asks_again_(is_plugin_ && options.asks_again),
        times_(is_plugin_ ? options.times : nullptr),
        transport_(make_transport(row, options)) {}

  std::vector<RunOutcome> run(std::span<const AskedPair> batch) override {
    const QueryScope scope(QueryKind::wait, lasting_name(row_.name));
    std::vector<RunOutcome> outcomes(batch.size());
    std::vector<PluginTask> tasks;
    tasks.reserve(batch.size());
    for (std::size_t k = 0; k < batch.size(); ++k) {
      std::string reason = why_not_applicable(row_, batch[k]);
      if (reason.empty()) {
        tasks.push_back({batch[k], &outcomes[k]});
      } else {
        outcomes[k] = {RunStatus::not_applicable, {}, std::move(reason)};
      }
    }
    run_all(tasks, times_.get());
    if (is_plugin_ && !tasks.empty() && is_asked_reversed(counted_pair(tasks.front().pair))) {
      compare_reversed(tasks);
    }
    return outcomes;
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Counts into `times`, which may be nullptr.
  void run_all(std::span<const PluginTask> tasks, AnswerTimes* times) {
    while (!tasks.empty()) {
      const std::size_t most = std::min<std::size_t>(tasks.size(), TOUCHSTONE_MAX_BATCH);
      const auto begin = Clock::now();
      const PluginAttempt attempt = transport_->attempt(tasks.first(most));
      const auto asked = tasks.first(attempt.asked);
      if (attempt.loss != PluginAttempt::Loss::batch) count(asked, times);
      if (attempt.loss == PluginAttempt::Loss::culprit) confirm(asked);
      if (attempt.loss == PluginAttempt::Loss::batch) {
        ask_alone(asked, attempt.end, Clock::now() - begin, times);
      }
      tasks = tasks.subspan(attempt.asked);
    }
  }

  /// At once, and not when all of a batch have their outcomes: somebody waits and looks on.
  static void count(std::span<const PluginTask> asked, AnswerTimes* times) {
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

  /// Finds the culprit of a batch that ended as `end` after `spent`.
  void ask_alone(std::span<const PluginTask> tasks, const RunOutcome& end, Clock::duration spent,
                 AnswerTimes* times) {
    bool found = false;
    const auto begin = Clock::now();
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      const auto alone = tasks.subspan(k, 1);
      const bool lost = transport_->attempt(alone).loss != PluginAttempt::Loss::none;
      // What it writes before its answer does not cost it the worker.
      found = found || lost || alone.front().outcome->status == RunStatus::crashed;
      count(alone, times);
      if (lost) confirm(tasks.first(k + 1));
    }
    // Together, questions that are slow may be over a limit that each of them keeps.
    const bool slow = end.status == RunStatus::timed_out && Clock::now() - begin >= spent;
    if (found || slow) return;
    RunOutcome& first = *tasks.front().outcome;
    first.fault = RunFault::flaky;
    first.detail = "a batch of " + std::to_string(tasks.size()) +
                   " questions that begins with this one ended (" + end.detail +
                   "); asked alone, none of them does so";
  }

  /// Asks the last of `asked`, which cost the worker that had the others before, again: alone and
  /// in new workers.
  void confirm(std::span<const PluginTask> asked) {
    RunOutcome& culprit = *asked.back().outcome;
    const bool late = culprit.status == RunStatus::timed_out;
    const int confirmations = late ? kTimeOutConfirmations : kConfirmations;
    for (int k = 0; asks_again_ && k < confirmations; ++k) {
      RunOutcome again;
      const PluginTask task{asked.back().pair, &again};
      transport_->end_worker();
      transport_->attempt({&task, 1});
      if (again.status == culprit.status) continue;
      if (k == 0 && blames_earlier(asked, again)) return;
      culprit.fault = RunFault::flaky;
      culprit.detail += "; asked again alone, it ended differently";
      return;
    }
  }

  /// Whether the last of `asked`, which alone ends as `alone`, costs the worker since another one
  /// before it spoils the process. Then the crash is that one's.
  bool blames_earlier(std::span<const PluginTask> asked, const RunOutcome& alone) {
    if (asked.size() < 2 || !costs_worker(asked)) return false;
    std::size_t spoiled = 0;               // from there on the questions cost the worker
    std::size_t sound = asked.size() - 1;  // from there on they do not
    while (sound - spoiled > 1) {
      const std::size_t middle = spoiled + (sound - spoiled) / 2;
      (costs_worker(asked.subspan(middle)) ? spoiled : sound) = middle;
    }
    RunOutcome& spoiler = *asked[spoiled].outcome;
    // A question that fails after any other is itself at fault: then the one before it may be asked
    // twice. And one that fails alone has its verdict.
    const std::array<PluginTask, 2> twice = {asked[spoiled], asked[spoiled]};
    if (spoiler.status != RunStatus::completed || !costs_worker(twice)) return false;
    RunOutcome& victim = *asked.back().outcome;
    spoiler = {RunStatus::crashed,
               {},
               "spoiled its process: a later question ended as " +
                   (victim.detail.empty() ? "lost" : victim.detail)};
    victim = alone;
    return true;
  }

  /// Whether one of the questions costs a new worker.
  bool costs_worker(std::span<const PluginTask> asked) {
    std::vector<RunOutcome> outcomes(asked.size());
    std::vector<PluginTask> tasks;
    for (std::size_t k = 0; k < asked.size(); ++k) tasks.push_back({asked[k].pair, &outcomes[k]});
    transport_->end_worker();
    return transport_->attempt(tasks).loss != PluginAttempt::Loss::none;
  }

  /// But for those that ran out of time, alone as well: they cost their limit.
  void compare_reversed(std::span<const PluginTask> all) {
    std::vector<PluginTask> tasks;
    std::copy_if(all.begin(), all.end(), std::back_inserter(tasks), [](const PluginTask& task) {
      return task.outcome->status != RunStatus::timed_out;
    });
    std::vector<RunOutcome> again(tasks.size());
    std::vector<PluginTask> reversed(tasks.size());
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      const std::size_t other = tasks.size() - 1 - k;
      reversed[k] = {tasks[other].pair, &again[other]};
    }
    run_all(reversed, nullptr);
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      RunOutcome& outcome = *tasks[k].outcome;
      if (outcome.fault != RunFault::none || same(tasks[k], again[k])) continue;
      outcome.fault = RunFault::order_dependent;
      outcome.detail += outcome.detail.empty() ? "" : "; ";
      outcome.detail += "in reversed order it answered differently";
    }
  }

  /// Whether two outcomes of one question agree to what the plug-in claims.
  bool same(const PluginTask& task, const RunOutcome& other) const {
    const double size = std::visit([](const auto* pair) { return pair_size(*pair); }, task.pair);
    return agree(row_.traits, size, *task.outcome, other);
  }

  MetricRow row_;
  bool is_plugin_;
  bool asks_again_;
  std::shared_ptr<AnswerTimes> times_;
  std::unique_ptr<PluginTransport> transport_;
};

}  // namespace

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

bool is_asked_reversed(const Pair& pair) {
  std::uint64_t mixed = pair.A->content_hash() ^ std::rotl(pair.B->content_hash(), 1);
  for (const double entry : {pair.X_WB.t[0], pair.X_WB.t[1], pair.X_WB.t[2]}) {
    mixed = (mixed ^ std::bit_cast<std::uint64_t>(entry)) * 0x9E3779B97F4A7C15U;
    mixed ^= mixed >> 32U;
  }
  return mixed % kReversedOneIn == 0;
}

std::unique_ptr<Runner> make_worker_runner(const MetricRow& row, const RunnerOptions& options) {
  return std::make_unique<WorkerRunner>(row, options);
}

Result<MetricRow> plugin_row(const std::string& library, const RunnerOptions& options) {
  PluginProcess process(options.worker_command, library_words(library),
                        plugin_limits(options, kLibraryWallLimitS));
  std::string hello;
  if (!process.start_worker(hello)) return Error{library + ": " + process.failed_starts().why()};
  if (hello.front() == '!') return Error{printable(std::string_view(hello).substr(1))};
  auto row = read_claims(hello, library);
  if (!row) return row.error();
  MetricRow made = std::move(row).value();
  made.plugin.kind = PluginSource::Kind::library;
  made.plugin.where = made.plugin.typed = library;
  made.make = [library] { return make_plugin_metric(library); };
  return made;
}

}  // namespace touchstone
