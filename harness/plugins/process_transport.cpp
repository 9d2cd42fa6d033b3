// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a program, as lines of JSON (docs/process-plugin.md).
#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "harness/asking/engine.hpp"
#include "harness/plugins/command_process.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/plugins/plugin_transport.hpp"
#include "harness/plugins/process_protocol.hpp"

namespace touchstone {
namespace {

using Event = CommandProcess::Event;

/// A batch whose lines are longer than this is cut [byte].
constexpr std::size_t kMaxMessage = std::size_t{32} << 20U;
/// While a program starts, only wall-clock time is limited: it may load what it likes.
constexpr std::size_t kQuestionsOfStart = std::size_t{1} << 40U;

/// Starts the program and waits for its first line. Returns the reason if it does not come.
std::optional<std::string> start(CommandProcess& process, std::string& hello) {
  process.start();
  const Event event = process.exchange(process_protocol::hello_line(), kQuestionsOfStart,
                                       [&](std::string_view line) {
                                         hello = line;
                                         return LineTaken::last;
                                       });
  if (event == Event::done) return std::nullopt;
  return "says no hello: " + process.end(event);
}

/// The bodies that the program has, by their numbers.
class SentBodies {
 public:
  void forget() {
    known_.clear();
    vertices_ = 0;
  }
  bool full() const { return vertices_ > kRememberedVertices; }

  /// The number of `body`, whose line is added to `message` if it is new.
  std::uint64_t number_of(const PolytopePtr& body, std::string& message) {
    const auto found = known_.find(body->content_hash());
    if (found != known_.end() && same_content(*found->second.body, *body)) {
      return found->second.number;
    }
    process_protocol::append_body(next_, *body, message);
    known_[body->content_hash()] = {next_, body};
    vertices_ += body->vertices().size();
    return next_++;
  }

  std::uint64_t number_of(const ConvexBody& body, std::string& message) {
    if (!body.is_curved()) return number_of(std::get<PolytopePtr>(body.core()), message);
    process_protocol::append_curved_body(next_, body, message);
    ++vertices_;
    return next_++;
  }

 private:
  struct Known {
    std::uint64_t number = 0;
    PolytopePtr body;
  };
  std::unordered_map<std::uint64_t, Known> known_;  ///< by content hash
  std::size_t vertices_ = 0;
  std::uint64_t next_ = 0;
};

class ProcessTransport : public PluginTransport {
 public:
  ProcessTransport(const MetricRow& row, const RunnerOptions& options)
      : where_("`" + process_protocol::excerpt(row.plugin.where) + "`"),
        process_(options.worker_command, row.plugin.where,
                 plugin_limits(options, kProcessWallLimitS)) {}

  PluginAttempt put_batch(std::span<const PluginTask> tasks) override {
    // A program that ends between batches owes no answer.
    if (process_.is_running() && process_.has_ended()) end_worker();
    if (!process_.is_running() && !start_again(*tasks.front().outcome)) return {1};
    const std::uint64_t first = next_id_;
    const std::uint64_t reset = next_reset_++;
    std::string message;
    const std::size_t count = write(tasks, reset, message);
    process_protocol::BatchReader reader(first, count, reset, wanted_of(tasks));
    const auto begin = std::chrono::steady_clock::now();
    const Event event =
        process_.exchange(message, count, [&](std::string_view line) { return reader.take(line); });
    if (event == Event::done) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      for (std::size_t k = 0; k < count; ++k) {
        PluginReply& reply = reader.replies()[k];
        if (tasks[k].reply != nullptr) {
          tasks[k].reply->points = std::move(reply.points);
          tasks[k].reply->gradient = std::move(reply.gradient);
        }
        *tasks[k].outcome = std::move(reply.outcome);
        // Its limit is that of the batch, too.
        tasks[k].outcome->spent_s = spent.count() / static_cast<double>(count);
      }
      return {count};
    }
    const bool late = event == Event::over_cpu_limit || event == Event::over_wall_limit;
    RunOutcome end{late ? RunStatus::timed_out : RunStatus::crashed, {}, process_.end(event)};
    if (event == Event::broken) end.detail = reader.fault();
    end.breaks_protocol = event == Event::broken || event == Event::line_too_long;
    sent_.forget();
    if (count > 1) return {count, PluginAttempt::Loss::batch, std::move(end)};
    *tasks.front().outcome = std::move(end);
    return {1, PluginAttempt::Loss::culprit};
  }

  void end_worker() override {
    if (process_.is_running()) process_.end(Event::done);
    sent_.forget();
  }

  Result<std::string> claims() override {
    std::string hello;
    if (const auto why_not = start(process_, hello)) return Error{where_ + ": " + *why_not};
    return process_protocol::claims_of(hello);
  }

 private:
  /// False where the program does not start any more, which is then the outcome.
  bool start_again(RunOutcome& outcome) {
    std::string hello;
    while (!failed_starts_.are_too_many()) {
      std::optional<std::string> why_not = start(process_, hello);
      if (!why_not) {
        const auto row = process_protocol::read_hello(hello, "when it was started again");
        if (row.ok()) {
          failed_starts_.clear();
          return true;
        }
        why_not = row.reason();
        end_worker();
      }
      failed_starts_.add(*why_not);
    }
    outcome = failed_starts_.outcome();
    return false;
  }

  /// Writes bodies and questions of as many of the tasks as have room, at least one; returns how
  /// many.
  std::size_t write(std::span<const PluginTask> tasks, std::uint64_t reset, std::string& message) {
    if (sent_.full()) {
      sent_.forget();
      process_protocol::append_forget(message);
    }
    std::string questions;
    process_protocol::BatchWriter batch(questions);
    std::size_t count = 0;
    for (const PluginTask& task : tasks) {
      const bool cold = task.contact != nullptr && task.contact->cold;
      // It forgets what it remembers between batches alone.
      if (count > 0 && (cold || message.size() > kMaxMessage)) break;
      const auto add = [&](const auto* pair) {
        const std::uint64_t A = sent_.number_of(pair->A, message);
        const std::uint64_t B = sent_.number_of(pair->B, message);
        batch.add(next_id_++, A, pair->X_WA, B, pair->X_WB, task.contact);
      };
      std::visit(add, task.pair);
      ++count;
    }
    batch.end(reset);
    message += questions;
    return count;
  }

  std::string where_;
  CommandProcess process_;
  SentBodies sent_;
  FailedStarts failed_starts_;
  // Never the same again, so that a late answer is not taken for another one.
  std::uint64_t next_id_ = 0;
  std::uint64_t next_reset_ = 0;
};

}  // namespace

std::unique_ptr<PluginTransport> make_process_transport(const MetricRow& row,
                                                        const RunnerOptions& options) {
  return std::make_unique<ProcessTransport>(row, options);
}

Result<MetricRow> process_plugin_row(const std::string& command, const RunnerOptions& options) {
  CommandProcess process(options.worker_command, command,
                         plugin_limits(options, kProcessWallLimitS));
  const std::string where = "`" + process_protocol::excerpt(command) + "`";
  std::string hello;
  if (const auto why_not = start(process, hello)) return Error{where + ": " + *why_not};
  auto row = process_protocol::read_hello(hello, where);
  if (!row) return row.error();
  MetricRow made = std::move(row).value();
  made.plugin.kind = PluginSource::Kind::process;
  made.plugin.where = made.plugin.typed = command;
  made.plugin.in_batches = true;
  return made;
}

}  // namespace touchstone
