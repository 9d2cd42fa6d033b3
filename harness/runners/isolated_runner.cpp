// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/runners/isolated_runner.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "geometry/query_scope.hpp"
#include "harness/runners/engine.hpp"
#include "harness/runners/protocol.hpp"
#include "harness/runners/worker_process.hpp"

namespace touchstone {
namespace {

/// Workers in a row that die before the metric has anything to answer: then it is the harness that
/// fails.
constexpr int kMaxIdleDeaths = 3;

/// What the worker already holds, by the ids under which it knows it.
class SentPolytopes {
 public:
  void forget() {
    known_.clear();
    vertices_ = 0;
  }
  bool full() const { return vertices_ > kRememberedVertices; }

  /// The worker's id of `polytope`, which is added to `batch` if the worker has never seen it.
  std::uint32_t id_of(const PolytopePtr& polytope, protocol::BatchMessage& batch) {
    const auto found = known_.find(polytope->content_hash());
    if (found != known_.end() && same_content(*found->second.polytope, *polytope)) {
      return found->second.id;
    }
    protocol::NewPolytope sent{next_id_, polytope->content_hash(), {polytope->vertices(), {}, {}}};
    if (polytope->interior_point_given()) sent.input.interior_point = polytope->interior_point();
    batch.polytopes.push_back(std::move(sent));
    known_[polytope->content_hash()] = {next_id_, polytope};
    vertices_ += polytope->vertices().size();
    return next_id_++;
  }

 private:
  struct Known {
    std::uint32_t id = 0;
    PolytopePtr polytope;
  };
  std::unordered_map<std::uint64_t, Known> known_;
  std::size_t vertices_ = 0;
  std::uint32_t next_id_ = 0;
};

class IsolatedRunner : public Runner {
 public:
  IsolatedRunner(const MetricRow& row, const RunnerOptions& options)
      : traits_(row.traits),
        command_(options.worker_command),
        start_{options.query_limit_s, options.memory_limit_bytes},
        wall_limit_s_(options.wall_limit_s > 0 ? options.wall_limit_s
                                               : 10 * options.query_limit_s + 30) {
    command_.push_back(row.name);
  }

  std::vector<RunOutcome> run(std::span<const Pair* const> batch) override {
    const QueryScope scope(QueryKind::wait, command_.back().c_str());
    std::vector<RunOutcome> outcomes(batch.size());
    std::vector<Task> tasks;
    tasks.reserve(batch.size());
    for (std::size_t k = 0; k < batch.size(); ++k) {
      std::string reason = why_not_applicable(traits_, *batch[k]);
      if (reason.empty()) {
        tasks.push_back({batch[k], &outcomes[k]});
      } else {
        outcomes[k] = {RunStatus::not_applicable, {}, std::move(reason)};
      }
    }
    std::span<const Task> rest = tasks;
    int idle_deaths = 0;
    while (!rest.empty()) {
      const std::size_t settled = attempt(rest);
      idle_deaths = settled == 0 ? idle_deaths + 1 : 0;
      if (idle_deaths == kMaxIdleDeaths) {
        throw HarnessError("workers for " + command_.back() + " die before their first query");
      }
      rest = rest.subspan(settled);
    }
    return outcomes;
  }

 private:
  struct Task {
    const Pair* pair;
    RunOutcome* outcome;
  };

  /// Puts the tasks to one worker until all are settled or one of them has cost the worker. Returns
  /// how many are settled; 0 if the worker died before the metric had the first.
  std::size_t attempt(std::span<const Task> tasks) {
    if (!send(tasks)) return lose_worker();
    protocol::Frame frame;
    switch (worker_->receive(kHarnessLimitS, frame)) {
      case WorkerProcess::Event::frame:
        break;
      case WorkerProcess::Event::gone:
        return lose_worker();
      case WorkerProcess::Event::late:
      case WorkerProcess::Event::garbage:
        throw HarnessError("the worker for " + command_.back() + " does not take a batch");
    }
    if (frame.type == protocol::FrameType::failure) {
      throw HarnessError("the worker for " + command_.back() + " refuses a batch: " + frame.body);
    }
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      if (!settle(*tasks[k].outcome)) {
        lose_worker();
        return k + 1;
      }
    }
    return tasks.size();
  }

  /// Waits for one answer. False if the query cost the worker.
  bool settle(RunOutcome& outcome) {
    protocol::Frame frame;
    switch (worker_->receive(wall_limit_s_, frame)) {
      case WorkerProcess::Event::frame:
        break;
      case WorkerProcess::Event::gone: {
        const WorkerEnd end = worker_->end();
        if (end.over_cpu_limit) {
          outcome = {RunStatus::timed_out, {}, "over its limit of CPU time"};
        } else {
          outcome = {RunStatus::crashed, {}, end.detail};
        }
        return false;
      }
      case WorkerProcess::Event::late:
        outcome = {RunStatus::timed_out, {}, "no answer within the limit of wall-clock time"};
        return false;
      case WorkerProcess::Event::garbage:
        return garbled(outcome);
    }
    if (frame.type == protocol::FrameType::endless) {
      outcome = {RunStatus::timed_out, {}, std::move(frame.body)};
      return true;
    }
    if (frame.type != protocol::FrameType::answer) return garbled(outcome);
    try {
      outcome.answer = protocol::decode_answer(frame.body);
    } catch (const protocol::ProtocolError&) {
      return garbled(outcome);
    }
    outcome.status = RunStatus::completed;
    outcome.detail = outcome.answer.note;
    return true;
  }

  /// Only a metric that writes to descriptors or memory that are not its own can bring this about.
  static bool garbled(RunOutcome& outcome) {
    outcome = {RunStatus::crashed, {}, "overwrote the worker's channel"};
    return false;
  }

  bool send(std::span<const Task> tasks) {
    protocol::BatchMessage batch;
    if (!worker_) {
      worker_.emplace(command_, start_);
      sent_.forget();
    } else if (sent_.full()) {
      sent_.forget();
      batch.forget = true;
    }
    batch.queries.reserve(tasks.size());
    for (const Task& task : tasks) {
      const Pair& pair = *task.pair;
      const std::uint32_t A = sent_.id_of(pair.A, batch);
      const std::uint32_t B = sent_.id_of(pair.B, batch);
      batch.queries.push_back({A, pair.X_WA, B, pair.X_WB});
    }
    return worker_->send(protocol::FrameType::batch, protocol::encode(batch));
  }

  std::size_t lose_worker() {
    worker_.reset();
    return 0;
  }

  MetricTraits traits_;
  std::vector<std::string> command_;
  protocol::StartMessage start_;
  double wall_limit_s_;
  std::optional<WorkerProcess> worker_;
  SentPolytopes sent_;
};

}  // namespace

std::unique_ptr<Runner> make_isolated_runner(const MetricRow& row, const RunnerOptions& options) {
  return std::make_unique<IsolatedRunner>(row, options);
}

}  // namespace touchstone
