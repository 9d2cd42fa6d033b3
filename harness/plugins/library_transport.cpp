// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a plug-in's library, or to a metric of this program behind the same interface.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "harness/plugins/plugin_answer.hpp"
#include "harness/plugins/plugin_metric.hpp"
#include "harness/plugins/worker_transport.hpp"

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

class LibraryTransport : public WorkerTransport {
 public:
  LibraryTransport(const MetricRow& row, const RunnerOptions& options)
      : WorkerTransport(options.worker_command, library_words(row.plugin.where),
                        plugin_limits(options, kLibraryWallLimitS),
                        plugin_channel::kRememberedBytes),
        library_(row.plugin.where),
        in_batches_(row.plugin.in_batches),
        keeps_warm_start_(options.keeps_warm_start),
        wants_proof_(options.wants_proof && row.traits.gives_certificate) {
    is_patient = !in_batches_;
  }

  /// make_watched_transport().
  void watch(WorkerWatch& watch, const std::uint32_t& threads) {
    record_costs(watch);
    is_patient = true;
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

 private:
  PluginAttempt put_batch(std::span<const PluginTask> tasks) override {
    if (!start()) {
      *tasks.front().outcome = process().failed_starts().outcome();
      return {1};
    }
    const std::size_t known = bodies();
    const std::size_t count = write(tasks);
    if (count == 0) {
      RunOutcome& outcome = *tasks.front().outcome;
      outcome = {};
      outcome.answer.note = outcome.detail = "the bodies are too large for a plug-in";
      return {1};
    }
    plugin_channel::Questions& questions = process().questions();
    const bool of_contact = tasks.front().contact != nullptr;
    if (!of_contact && !keeps_warm_start_) questions.queries[0].cold = 1;
    questions.threads = threads_ != nullptr ? *threads_ : 1;
    // A proof is asked for after its own question.
    const bool in_one_call = in_batches_ && count > 1 && !wants_proof_ && !of_contact;
    questions.at_once = in_one_call || questions.threads > 1 ? 1 : 0;
    if (questions.at_once != 0) questions.checks_per_batch = 0;  // it looks once as it is
    if (wants_proof_ && !of_contact) questions.wanted = plugin_channel::Wanted::distance_and_proof;
    Event event = Event::answered;
    const std::size_t settled = put(count, known, event);
    const bool answered = event == Event::answered && settled == count;
    if (questions.at_once != 0) return take_at_once(tasks.first(count), event, answered);
    // The process ended after its last answer, or closed its channel. Any question of the batch may
    // have caused that: only questions that are asked alone show which.
    if (!answered && count > 1 && (settled == count || event == Event::broken)) {
      return {count, PluginAttempt::Loss::batch, ended(event)};
    }
    const std::size_t taken = answered ? count : std::min(settled, count - 1);
    for (std::size_t k = 0; k < taken; ++k) take(k, tasks[k]);
    if (answered) return {count};
    *tasks[taken].outcome = ended(event);
    return {taken + 1, PluginAttempt::Loss::culprit};
  }

  /// Takes the answers of a batch that was put in one call. If the worker is lost, only questions
  /// that are asked alone show which one did it.
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
    if (task.contact != nullptr && outcome.status == RunStatus::completed) {
      take_contact_record(process().answers().contacts[k], task);
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

}  // namespace

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
