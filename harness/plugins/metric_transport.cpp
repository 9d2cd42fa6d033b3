// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a metric of this program in a worker.
#include <atomic>
#include <optional>
#include <string>
#include <utility>

#include "harness/plugins/batch_worker.hpp"
#include "harness/plugins/metric_answer.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/worker_transport.hpp"

namespace touchstone {
namespace {

/// Default limit of the time without progress of a metric of this program [s]. It is so large that
/// the limit of processor time comes first even on a busy machine.
double metric_wall_limit_s(const RunnerOptions& options) { return 10 * options.query_limit_s + 30; }

PluginLimits metric_limits(const RunnerOptions& options) {
  PluginLimits limits = plugin_limits(options, metric_wall_limit_s(options));
  limits.harness_s = kHarnessLimitS;
  return limits;
}

/// A worker that ends while it works for the harness is not the metric's fault, and is replaced.
class MetricTransport : public WorkerTransport {
 public:
  MetricTransport(const MetricRow& row, const RunnerOptions& options)
      : WorkerTransport(options.worker_command, {"metric", row.name}, metric_limits(options),
                        plugin_channel::kMetricRememberedBytes),
        name_(row.name) {}

 private:
  PluginAttempt put_batch(std::span<const PluginTask> tasks) override {
    std::string end;
    for (int k = 0; k < kMaxIdleDeaths; ++k) {
      if (const auto attempt = try_once(tasks, end)) return *attempt;
    }
    throw HarnessError("workers for " + name_ + " end before their first question: " + end);
  }

  /// Workers in a row that end before the metric has a question: then it is the harness that fails.
  static constexpr int kMaxIdleDeaths = 3;

  /// Nothing where the worker ended before the metric had the first question, as `end` says.
  std::optional<PluginAttempt> try_once(std::span<const PluginTask> tasks, std::string& end) {
    if (!start()) {
      throw HarnessError("no worker for " + name_ + ": " + process().failed_starts().why());
    }
    const std::size_t count = write(tasks);
    if (count == 0) throw HarnessError("the bodies of a pair are too large for a worker");
    plugin_channel::Questions& questions = process().questions();
    questions.at_once = 0;
    const Event event = process().ask();
    const std::size_t settled = process().answered(count);
    if (event != Event::answered || settled < count) {
      return lost(tasks.first(count), event, settled, end);
    }
    take_first(settled, tasks);
    return PluginAttempt{count};
  }

  /// What becomes of a batch that cost the worker after `settled` answers. Nothing where the worker
  /// ended before the metric had the first question, as `end` says.
  std::optional<PluginAttempt> lost(std::span<const PluginTask> tasks, Event event,
                                    std::size_t settled, std::string& end) {
    const std::size_t begun = process().answers().progress.load(std::memory_order_acquire);
    RunOutcome outcome = ended(event);
    const bool late = outcome.status == RunStatus::timed_out;
    if (begun == 0 && late) {
      throw HarnessError("the worker for " + name_ + " does not take a batch");
    }
    if (begun == 0) {
      end = outcome.detail;
      return std::nullopt;
    }
    const bool answered_all = settled == tasks.size() && begun >= settled;
    const bool by_signal = event == Event::died && process().ended_by_signal();
    if (answered_all && settled > 1 && (by_signal || outcome.detail == kClosedDescriptors)) {
      // One of them has damaged the heap, for example. Which one, only single questions show.
      return PluginAttempt{settled, PluginAttempt::Loss::batch, std::move(outcome)};
    }
    // A metric that writes to the records settles no question that it has not been given.
    const std::size_t taken = std::min(settled, begun);
    take_first(taken, tasks);
    if (taken > 0 && tasks[taken - 1].outcome->status == RunStatus::crashed) {
      return PluginAttempt{taken, PluginAttempt::Loss::culprit};  // it has overwritten its answer
    }
    // No question is at fault: the worker ended after all answers, or the slow one came after all.
    const bool in_time = late && taken > 0 && taken >= process().stuck_at();
    if ((answered_all && !by_signal) || in_time) return PluginAttempt{taken};
    const std::size_t culprit = answered_all ? taken - 1 : taken;
    *tasks[culprit].outcome = std::move(outcome);
    return PluginAttempt{culprit + 1, PluginAttempt::Loss::culprit};
  }

  void take_first(std::size_t count, std::span<const PluginTask> tasks) const {
    for (std::size_t k = 0; k < count; ++k) take(k, *tasks[k].outcome);
  }

  void take(std::size_t k, RunOutcome& outcome) const {
    const plugin_channel::Answers& answers = process().answers();
    const plugin_channel::AnswerRecord& record = answers.records[k];
    std::optional<Answer> answer = read_answer(answers.metric_answers[k]);
    if (!answer) {
      outcome = {RunStatus::crashed, {}, "overwrote the memory of its answer"};
      return;
    }
    outcome.detail = answer->note;
    if (static_cast<PluginFault>(record.fault) == PluginFault::endless_loop) {
      outcome.status = RunStatus::timed_out;
    } else {
      outcome.status = RunStatus::completed;
      outcome.answer = std::move(*answer);
    }
    add_printed(record.printed, outcome);
  }

  std::string name_;
};

}  // namespace

std::unique_ptr<PluginTransport> make_metric_transport(const MetricRow& row,
                                                       const RunnerOptions& options) {
  return std::make_unique<MetricTransport>(row, options);
}

}  // namespace touchstone
