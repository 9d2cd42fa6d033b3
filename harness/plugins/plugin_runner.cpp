// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_runner.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "geometry/query_scope.hpp"
#include "harness/asking/agreement.hpp"
#include "harness/plugins/culprit_finder.hpp"
#include "harness/plugins/curved_questions.hpp"
#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/plugin_metric.hpp"
#include "harness/plugins/plugin_process.hpp"
#include "harness/plugins/printable.hpp"

namespace touchstone {
namespace {

class WorkerRunner : public Runner {
 public:
  WorkerRunner(const MetricRow& row, const RunnerOptions& options)
      : row_(row),
        is_plugin_(row.plugin.kind != PluginSource::Kind::none),
        times_(is_plugin_ ? options.times : nullptr),
        finder_(row, options) {}

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
    finder_.ask(tasks, times_.get());
    if (is_plugin_ && !tasks.empty() && is_asked_reversed(counted_pair(tasks.front().pair))) {
      compare_reversed(tasks);
    }
    return outcomes;
  }

 private:
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
    finder_.ask(reversed);
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
  std::shared_ptr<AnswerTimes> times_;
  CulpritFinder finder_;
};

}  // namespace

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
