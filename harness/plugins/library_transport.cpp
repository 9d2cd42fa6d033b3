// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a plug-in's library, through the memory that is shared with its worker.
#include <algorithm>
#include <optional>
#include <string>

#include "harness/plugins/plugin_answer.hpp"
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

class LibraryTransport : public PluginTransport {
 public:
  LibraryTransport(const MetricRow& row, const RunnerOptions& options)
      : in_batches_(row.plugin.in_batches),
        keeps_warm_start_(options.keeps_warm_start),
        wants_proof_(options.wants_proof && row.traits.gives_certificate),
        process_(options.worker_command, row.plugin.where,
                 plugin_limits(options, kLibraryWallLimitS)) {}

  PluginAttempt attempt(std::span<const PluginTask> tasks) override {
    if (!process_.has_worker() && !start(*tasks.front().outcome)) return {1};
    const std::size_t count = write(tasks);
    const PluginProcess::Event event = process_.ask();
    const std::size_t settled = process_.answered(count);
    const bool answered = event == PluginProcess::Event::answered && settled == count;
    if (process_.questions().at_once != 0) return take_at_once(tasks.first(count), event, answered);
    // One that has answered all and ends then is charged with its last question.
    const std::size_t taken = answered ? count : std::min(settled, count - 1);
    for (std::size_t k = 0; k < taken; ++k) take(k, *tasks[k].outcome);
    if (answered) return {count};
    *tasks[taken].outcome = ended(event);
    return {taken + 1, PluginAttempt::Loss::culprit};
  }

  void end_worker() override {
    if (process_.has_worker()) process_.dismiss_worker();
    arena_.forget();
  }

 private:
  /// Which question of several that were put at once it was, only single ones show.
  PluginAttempt take_at_once(std::span<const PluginTask> tasks, PluginProcess::Event event,
                             bool answered) {
    if (answered && !wrote_outside_answers(tasks.size())) {
      for (std::size_t k = 0; k < tasks.size(); ++k) take(k, *tasks[k].outcome);
      return {tasks.size()};
    }
    RunOutcome end = ended(event);
    if (answered) end.detail = "wrote outside the buffer of its answers";
    return {tasks.size(), PluginAttempt::Loss::batch, std::move(end)};
  }

  /// Whether the bytes before the answers of a batch have changed: by which question, the batch
  /// does not say.
  bool wrote_outside_answers(std::size_t count) const {
    const auto& records = process_.answers().records;
    return std::any_of(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(count),
                       [](const plugin_channel::AnswerRecord& record) {
                         return record.fault ==
                                static_cast<std::uint32_t>(PluginFault::wrote_outside_answer);
                       });
  }

  /// Ends the worker, and says how it ended.
  RunOutcome ended(PluginProcess::Event event) {
    const WorkerEnd end = process_.end_worker();
    arena_.forget();
    switch (event) {
      case PluginProcess::Event::over_cpu_limit:
        return {RunStatus::timed_out, {}, "over its limit of CPU time"};
      case PluginProcess::Event::over_wall_limit:
        return {RunStatus::timed_out, {}, "no answer within the limit of wall-clock time"};
      case PluginProcess::Event::broken:
        return {RunStatus::crashed, {}, "closed the channel to the host"};
      case PluginProcess::Event::answered:
        return plugin_outcome({}, PluginFault::not_answered);
      case PluginProcess::Event::died:
        break;
    }
    return {RunStatus::crashed, {}, end.detail};
  }

  /// False where the plug-in cannot be loaded any more, which is then the outcome.
  bool start(RunOutcome& outcome) {
    std::string hello;
    while (!process_.failed_starts().are_too_many()) {
      if (process_.start_worker(hello) && process_.has_worker()) return true;
    }
    outcome = process_.failed_starts().outcome();
    return false;
  }

  /// Writes questions for as many of the tasks as have room, at least one; returns how many.
  std::size_t write(std::span<const PluginTask> tasks) {
    plugin_channel::Questions& questions = process_.questions();
    questions.forget = arena_.full() || arena_.count() == 0 ? 1 : 0;
    if (questions.forget != 0) arena_.forget();
    std::size_t count = 0;
    for (const PluginTask& task : tasks) {
      const auto A = arena_.add(task.pair->A, questions);
      const auto B = A ? arena_.add(task.pair->B, questions) : std::nullopt;
      if (!B) break;
      questions.queries[count++] = {*A, *B, plugin_pose(task.pair->X_WA),
                                    plugin_pose(task.pair->X_WB)};
    }
    if (count == 0) throw HarnessError("the bodies of a pair are too large for a plug-in");
    questions.count = static_cast<std::uint32_t>(count);
    questions.shape_count = arena_.count();
    questions.reset = keeps_warm_start_ ? 0 : 1;
    // A proof is asked for after its own question.
    questions.at_once = in_batches_ && count > 1 && !wants_proof_ ? 1 : 0;
    questions.wanted = wants_proof_ ? plugin_channel::Wanted::distance_and_proof
                                    : plugin_channel::Wanted::distance;
    return count;
  }

  /// The host's own copy is judged: the plug-in can still write to the block.
  void take(std::size_t k, RunOutcome& outcome) const {
    const auto record = plugin_channel::own_copy(process_.answers().records[k]);
    outcome = plugin_outcome(record.answer, static_cast<PluginFault>(record.fault));
    if (wants_proof_ && outcome.status == RunStatus::completed) {
      outcome.answer.proof = proof_of(plugin_channel::own_copy(process_.answers().proofs[k]));
    }
    if (record.printed == 0) return;
    if (!outcome.detail.empty()) outcome.detail += "; ";
    outcome.detail += "printed " + std::to_string(record.printed) + " bytes";
  }

  bool in_batches_;
  bool keeps_warm_start_;
  bool wants_proof_;
  PluginProcess process_;
  ShapeArena arena_;
};

}  // namespace

std::unique_ptr<PluginTransport> make_library_transport(const MetricRow& row,
                                                        const RunnerOptions& options) {
  return std::make_unique<LibraryTransport>(row, options);
}

}  // namespace touchstone
