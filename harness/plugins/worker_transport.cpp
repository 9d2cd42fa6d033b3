// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a plug-in's library or a metric of this program, through the memory that is shared
// with their worker.
#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/plugins/child_processes.hpp"
#include "harness/plugins/metric_answer.hpp"
#include "harness/plugins/plugin_answer.hpp"
#include "harness/plugins/plugin_metric.hpp"
#include "harness/plugins/plugin_process.hpp"
#include "harness/plugins/plugin_transport.hpp"
#include "harness/plugins/shape_arena.hpp"

namespace touchstone {
namespace {

VertexPair vertices_of(const touchstone_vertex_pair& pair) {
  return {pair.vertex_A, pair.vertex_B};
}

/// Nothing where the counts are beyond the room. Whether vertices exist is the check's business.
std::optional<DistanceProof> proof_of(const plugin_channel::ProofRecord& record) {
  const std::uint32_t triangles = record.cycle_count;
  if (record.there != 1 || record.nearest_count > 3 || record.support_count > 3 ||
      triangles > plugin_channel::kMaxProofTriangles) {
    return std::nullopt;
  }
  DistanceProof proof;
  proof.nearest_count = static_cast<int>(record.nearest_count);
  proof.support_count = static_cast<int>(record.support_count);
  for (std::size_t k = 0; k < 3; ++k) {
    proof.nearest.at(k) = vertices_of(record.nearest.at(k));
    proof.support.at(k) = vertices_of(record.support.at(k));
  }
  for (std::size_t k = 0; k < triangles; ++k) {
    proof.cycle.push_back({vertices_of(record.cycle.at(3 * k)),
                           vertices_of(record.cycle.at(3 * k + 1)),
                           vertices_of(record.cycle.at(3 * k + 2))});
  }
  return proof;
}

/// What the host and all workers with shared memory do.
class WorkerTransport : public PluginTransport {
 public:
  void end_worker() override {
    if (process_.has_worker()) process_.dismiss_worker();
    arena_.forget();
  }

 protected:
  using Event = PluginProcess::Event;

  WorkerTransport(const std::vector<std::string>& command, const std::vector<std::string>& asked,
                  const PluginLimits& limits, std::size_t remembered_bytes)
      : process_(command, asked, limits), arena_(remembered_bytes) {}

  /// False where no worker can be started any more.
  bool start() {
    std::string hello;
    while (!process_.has_worker()) {
      if (process_.failed_starts().are_too_many()) return false;
      const bool started = process_.start_worker(hello);
      if (started && watch_ != nullptr && process_.has_worker()) {
        watch_->look_at_start(process_.worker());
      }
    }
    return true;
  }

  /// Keeps what workers cost there from here on.
  void keep_in(WorkerWatch& watch) { watch_ = &watch; }

  /// Puts the questions that are written. A worker that is watched prepares their bodies first, of
  /// which it knew `known`. Returns how many have an answer, in `event` how it went.
  std::size_t put(std::size_t count, std::size_t known, Event& event) {
    if (watch_ == nullptr) {
      event = process_.ask();
      return process_.answered(count);
    }
    plugin_channel::Questions& questions = process_.questions();
    questions.count = 0;
    // Poses that are seen while bodies are prepared could be answered then.
    const auto begin = questions.queries.begin();
    const std::vector<plugin_channel::QueryRecord> kept(begin,
                                                        begin + static_cast<std::ptrdiff_t>(count));
    std::fill_n(begin, count, plugin_channel::QueryRecord{});
    const double begun_s = tree_cpu_time_s(process_.worker());
    event = process_.ask();
    questions.count = static_cast<std::uint32_t>(count);
    if (event != Event::answered) return 0;
    const double prepared_s = tree_cpu_time_s(process_.worker());
    if (std::exchange(questions.forget, 0) != 0) known = 0;
    std::copy(kept.begin(), kept.end(), begin);
    event = process_.ask();
    std::fill_n(begin, count, plugin_channel::QueryRecord{});
    if (event != Event::answered) return process_.answered(count);
    watch_->prepare_s += prepared_s - begun_s;
    watch_->bodies += arena_.count() - known;
    watch_->answer_s += tree_cpu_time_s(process_.worker()) - prepared_s;
    if (questions.threads == 1) {
      watch_->answers += count;
      watch_->allocations += process_.answers().allocations;
    }
    watch_->look_at_idle(process_.worker());
    if (process_.answers().changed_floating_point != 0) watch_->changed_floating_point = true;
    return process_.answered(count);
  }

  /// Writes questions for as many of the tasks as have room, at least one; returns how many.
  std::size_t write(std::span<const PluginTask> tasks) {
    plugin_channel::Questions& questions = process_.questions();
    questions.forget = arena_.full() || arena_.count() == 0 ? 1 : 0;
    if (questions.forget != 0) arena_.forget();
    questions.wanted = wanted_by(tasks);
    const bool special = tasks.front().special != nullptr;
    const std::size_t room = special ? plugin_channel::kMaxSpecials : questions.queries.size();
    std::size_t count = 0;
    for (const PluginTask& task : tasks.first(std::min(tasks.size(), room))) {
      const auto add = [&](const auto* pair) {
        const auto A = arena_.add(pair->A, questions);
        const auto B = A ? arena_.add(pair->B, questions) : std::nullopt;
        if (!B) return false;
        auto& query = questions.queries[count++];
        query = {*A, *B, plugin_pose(pair->X_WA), plugin_pose(pair->X_WB)};
        if (special) {
          query.reach = task.special->reach;
          query.cold = task.special->cold ? 1 : 0;
        }
        return true;
      };
      if (!std::visit(add, task.pair)) break;
    }
    if (count == 0) throw HarnessError("the bodies of a pair are too large for a worker");
    questions.count = static_cast<std::uint32_t>(count);
    questions.shape_count = arena_.count();
    return count;
  }

  /// Ends the worker at a question, and says how it ended.
  RunOutcome ended(Event event) {
    const std::string end = process_.end_worker();
    arena_.forget();
    switch (event) {
      case Event::over_cpu_limit:
        return {RunStatus::timed_out, {}, "over its limit of CPU time"};
      case Event::over_wall_limit:
        return {RunStatus::timed_out, {}, "no answer within the limit of wall-clock time"};
      case Event::broken:
        return {RunStatus::crashed, {}, "closed the channel to the host"};
      case Event::answered:
        return plugin_outcome({}, PluginFault::not_answered);
      case Event::died:
        break;
    }
    return {RunStatus::crashed, {}, end};
  }

  static void add_printed(std::uint32_t bytes, RunOutcome& outcome) {
    if (bytes == 0) return;
    if (!outcome.detail.empty()) outcome.detail += "; ";
    outcome.detail += "printed " + std::to_string(bytes) + " bytes";
  }

  std::size_t bodies() const { return arena_.count(); }
  PluginProcess& process() { return process_; }
  const PluginProcess& process() const { return process_; }

 private:
  PluginProcess process_;
  ShapeArena arena_;
  WorkerWatch* watch_ = nullptr;
};

class LibraryTransport : public WorkerTransport {
 public:
  LibraryTransport(const MetricRow& row, const RunnerOptions& options)
      : WorkerTransport(options.worker_command, library_words(row.plugin.where),
                        plugin_limits(options, kLibraryWallLimitS),
                        plugin_channel::kRememberedBytes),
        library_(row.plugin.where),
        in_batches_(row.plugin.in_batches),
        keeps_warm_start_(options.keeps_warm_start),
        wants_proof_(options.wants_proof && row.traits.gives_certificate) {}

  /// make_watched_transport().
  void watch(WorkerWatch& watch, const std::uint32_t& threads) {
    keep_in(watch);
    threads_ = &threads;
  }

  Result<std::string> claims() override {
    std::string hello;
    if (!process().start_worker(hello)) {
      return Error{library_ + ": " + process().failed_starts().why()};
    }
    if (hello.front() == '!') return Error{hello.substr(1)};
    return hello;
  }

  PluginAttempt attempt(std::span<const PluginTask> tasks) override {
    if (!start()) {
      *tasks.front().outcome = process().failed_starts().outcome();
      return {1};
    }
    const std::size_t known = bodies();
    const std::size_t count = write(tasks);
    plugin_channel::Questions& questions = process().questions();
    const bool special = tasks.front().special != nullptr;
    if (!special && !keeps_warm_start_) questions.queries[0].cold = 1;
    questions.threads = threads_ != nullptr ? *threads_ : 1;
    // A proof is asked for after its own question.
    const bool in_one_call = in_batches_ && count > 1 && !wants_proof_ && !special;
    questions.at_once = in_one_call || questions.threads > 1 ? 1 : 0;
    if (wants_proof_ && !special) questions.wanted = plugin_channel::Wanted::distance_and_proof;
    Event event = Event::answered;
    const std::size_t settled = put(count, known, event);
    const bool answered = event == Event::answered && settled == count;
    if (questions.at_once != 0) return take_at_once(tasks.first(count), event, answered);
    // One that has answered all and ends then is charged with its last question.
    const std::size_t taken = answered ? count : std::min(settled, count - 1);
    for (std::size_t k = 0; k < taken; ++k) take(k, tasks[k]);
    if (answered) return {count};
    *tasks[taken].outcome = ended(event);
    return {taken + 1, PluginAttempt::Loss::culprit};
  }

 private:
  /// Which question of several that were put at once it was, only single ones show.
  PluginAttempt take_at_once(std::span<const PluginTask> tasks, Event event, bool answered) {
    if (answered && !wrote_outside_answers(tasks.size())) {
      for (std::size_t k = 0; k < tasks.size(); ++k) take(k, tasks[k]);
      return {tasks.size()};
    }
    RunOutcome end = ended(event);
    if (answered) end.detail = "wrote outside the buffer of its answers";
    return {tasks.size(), PluginAttempt::Loss::batch, std::move(end)};
  }

  /// Whether the bytes before the answers of a batch have changed: by which question, the batch
  /// does not say.
  bool wrote_outside_answers(std::size_t count) const {
    const auto& records = process().answers().records;
    return std::any_of(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(count),
                       [](const plugin_channel::AnswerRecord& record) {
                         return record.fault ==
                                static_cast<std::uint32_t>(PluginFault::wrote_outside_answer);
                       });
  }

  /// The host's own copy is judged: the plug-in can still write to the block.
  void take(std::size_t k, const PluginTask& task) const {
    RunOutcome& outcome = *task.outcome;
    const auto record = plugin_channel::own_copy(process().answers().records[k]);
    outcome = plugin_outcome(record.answer, static_cast<PluginFault>(record.fault));
    outcome.spent_s = static_cast<double>(record.spent_s);
    if (task.special != nullptr && outcome.status == RunStatus::completed) {
      take_special(process().answers().specials[k], task);
    } else if (wants_proof_ && outcome.status == RunStatus::completed) {
      outcome.answer.proof = proof_of(plugin_channel::own_copy(process().answers().proofs[k]));
    }
    add_printed(record.printed, outcome);
  }

  std::string library_;
  bool in_batches_;
  bool keeps_warm_start_;
  bool wants_proof_;
  const std::uint32_t* threads_ = nullptr;
};

/// Time without progress of a metric of ours, where the user says nothing, so that its limit of
/// processor time comes first on a busy machine [s].
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

  PluginAttempt attempt(std::span<const PluginTask> tasks) override {
    std::string end;
    for (int k = 0; k < kMaxIdleDeaths; ++k) {
      if (const auto attempt = try_once(tasks, end)) return *attempt;
    }
    throw HarnessError("workers for " + name_ + " end before their first question: " + end);
  }

 private:
  /// Workers in a row that end before the metric has a question: then it is the harness that fails.
  static constexpr int kMaxIdleDeaths = 3;

  /// Nothing where the worker ended before the metric had the first question, as `end` says.
  std::optional<PluginAttempt> try_once(std::span<const PluginTask> tasks, std::string& end) {
    if (!start()) {
      throw HarnessError("no worker for " + name_ + ": " + process().failed_starts().why());
    }
    const std::size_t count = write(tasks);
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
    if (answered_all && by_signal && settled > 1) {
      // One of them has damaged the heap, for example. Which one, only single questions show.
      return PluginAttempt{settled, PluginAttempt::Loss::batch, std::move(outcome)};
    }
    // A metric that writes to the records settles no question that it has not been given.
    const std::size_t taken = std::min(settled, begun);
    take_first(taken, tasks);
    if (taken > 0 && tasks[taken - 1].outcome->status == RunStatus::crashed) {
      return PluginAttempt{taken, PluginAttempt::Loss::culprit};  // it has overwritten its answer
    }
    // It answered all and ended then, or answered what was too slow after all: no question's fault.
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

std::unique_ptr<PluginTransport> make_watched_transport(const MetricRow& row,
                                                        const RunnerOptions& options,
                                                        WorkerWatch& watch,
                                                        const std::uint32_t& threads) {
  MetricRow asked = row;
  if (row.plugin.kind == PluginSource::Kind::none) {
    asked.plugin.where = std::string(kOwnMetric) + row.name;
  }
  auto transport = std::make_unique<LibraryTransport>(asked, options);
  transport->watch(watch, threads);
  return transport;
}

std::unique_ptr<PluginTransport> make_library_transport(const MetricRow& row,
                                                        const RunnerOptions& options) {
  return std::make_unique<LibraryTransport>(row, options);
}

}  // namespace touchstone
