// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/worker_transport.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "harness/plugins/child_processes.hpp"
#include "harness/plugins/plugin_answer.hpp"

namespace touchstone {

PluginAttempt WorkerTransport::attempt(std::span<const PluginTask> tasks) {
  PluginAttempt attempt = put_batch(tasks);
  const bool sound = attempt.loss == PluginAttempt::Loss::none;
  const bool printed = sound && process_.answers().printed != 0;
  if ((sound && !printed) || watch_ != nullptr) return attempt;
  const bool checked_each_question = std::exchange(checks_each_question_, true);
  const auto asked = tasks.first(attempt.asked);
  if (printed) end_worker();
  // What a batch prints together may be more than a question may.
  const bool printed_too_much = !sound && asked.back().outcome->detail == "SIGXFSZ";
  if (printed || (printed_too_much && !checked_each_question)) return put_batch(asked);
  if (attempt.loss == PluginAttempt::Loss::batch) return attempt;  // each is asked alone
  // Questions before the culprit may have damaged the process, too.
  const bool late = asked.back().outcome->status == RunStatus::timed_out;
  if (asked.size() == 1 || (checked_each_question && (late || process_.asks_metric())))
    return attempt;
  const auto before = asked.first(asked.size() - 1);
  PluginAttempt again = put_batch(before);
  if (again.loss != PluginAttempt::Loss::none || again.asked < before.size()) return again;
  end_worker();
  return attempt;
}

void WorkerTransport::end_worker() {
  if (process_.has_worker()) process_.dismiss_worker();
  arena_.forget();
}

bool WorkerTransport::start() {
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

std::size_t WorkerTransport::put(std::size_t count, std::size_t known, Event& event) {
  if (watch_ == nullptr) {
    event = process_.ask(is_patient);
    return process_.answered(count);
  }
  plugin_channel::Questions& questions = process_.questions();
  questions.count = 0;
  // The poses are hidden while bodies are prepared: a library could answer them in that time.
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
    const plugin_channel::Answers& answers = process_.answers();
    if (answers.counts_allocations != 0) {
      watch_->allocations = watch_->allocations.value_or(0) + answers.allocations;
    }
  }
  watch_->look_at_idle(process_.worker());
  if (process_.answers().changed_floating_point != 0) watch_->changed_floating_point = true;
  return process_.answered(count);
}

std::size_t WorkerTransport::write(std::span<const PluginTask> tasks) {
  plugin_channel::Questions& questions = process_.questions();
  questions.forget = arena_.full() || arena_.count() == 0 ? 1 : 0;
  if (questions.forget != 0) arena_.forget();
  questions.wanted = wanted_of(tasks);
  questions.checks_per_batch = checks_each_question_ ? 0 : 1;
  questions.polls = watch_ == nullptr ? 1 : 0;  // else the time that the worker takes is measured
  const bool of_contact = tasks.front().contact != nullptr;
  const std::size_t room =
      of_contact ? plugin_channel::kMaxContactQuestions : questions.queries.size();
  std::size_t count = 0;
  for (const PluginTask& task : tasks.first(std::min(tasks.size(), room))) {
    const auto add = [&](const auto* pair) {
      const auto A = arena_.add(pair->A, questions);
      const auto B = A ? arena_.add(pair->B, questions) : std::nullopt;
      if (!B) return false;
      auto& query = questions.queries[count++];
      query = {*A, *B, plugin_pose(pair->X_WA), plugin_pose(pair->X_WB)};
      if (of_contact) {
        query.reach = task.contact->reach;
        query.cold = task.contact->cold ? 1 : 0;
      }
      return true;
    };
    if (!std::visit(add, task.pair)) break;
  }
  questions.count = static_cast<std::uint32_t>(count);
  questions.shape_count = arena_.count();
  return count;
}

RunOutcome WorkerTransport::ended(Event event) {
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

void WorkerTransport::add_printed(std::uint32_t bytes, RunOutcome& outcome) {
  if (bytes == 0) return;
  if (!outcome.detail.empty()) outcome.detail += "; ";
  outcome.detail += "printed " + std::to_string(bytes) + " bytes";
}

}  // namespace touchstone
