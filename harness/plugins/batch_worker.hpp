// SPDX-License-Identifier: GPL-3.0-or-later
// What all workers have in common: a process that answers batches which lie in shared memory, says
// why it ends, and drops what is printed.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "harness/plugins/plugin_channel.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/polling.hpp"
#include "harness/plugins/shared_block.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// What a plug-in may write to a file, its standard streams among them [byte].
inline constexpr std::uint64_t kMaxWritten = std::uint64_t{64} << 20U;

/// Last words of a worker whose descriptors are closed.
inline constexpr const char* kClosedDescriptors = "closed descriptors that it had not opened";

/// Standard input is empty; what goes to standard output and error is counted and thrown away.
class StandardStreams {
 public:
  StandardStreams();

  /// Bytes written since the last call; nothing where what is asked has closed the sink. What it
  /// then opens may get the sink's number, and is not to be cut.
  std::optional<std::uint32_t> take() const;

 private:
  /// To be seen in one cheap call that nothing was written, and that the sink is still this one.
  void mark() const;

  int sink_ = -1;
  struct stat made_ {};  ///< which file the sink is
};

/// What a worker still says when its plug-in ends it: to the host, in memory that both share.
class WorkerFaults {
 public:
  /// From here on, a write next to the buffers of an answer and an exception that ends the process
  /// leave their names in `words`, a text that ends with a zero byte. A plug-in with handlers of
  /// its own goes without. One for each process.
  explicit WorkerFaults(std::span<char> words);

  /// Whose buffers are watched; nullptr for none.
  void watch(const GuardedRooms* rooms);

  void say(const std::string& text);

  /// In a catch block: the type of the exception, and what it says.
  static std::string describe_exception();
};

class BatchWorker {
 public:
  virtual ~BatchWorker() = default;
  BatchWorker(const BatchWorker&) = delete;
  BatchWorker& operator=(const BatchWorker&) = delete;

  /// Until the host is gone, or waits for the end that plugin.h promises.
  void serve();

 protected:
  using Answers = plugin_channel::Answers;
  using Questions = plugin_channel::Questions;

  explicit BatchWorker(int socket);

  /// Answers what lies in `asked`: begin() before each question, finish() or settle() after it.
  virtual void answer_batch(const Questions& asked, Answers& replies) = 0;
  /// No further batch comes.
  virtual void end_in_order() {}

  /// The first message to the host: claims, or ! and why there is nothing to ask, which ends the
  /// process.
  void say_hello(std::string hello);
  WorkerFaults& faults() { return faults_; }

  void begin(Answers& replies, std::size_t k);
  /// `questions`: how many were put since begin().
  void settle(plugin_channel::AnswerRecord& record, PluginFault fault, std::size_t questions = 1);
  /// Settles, and notes what was printed, unless the worker looks for that at the end of the batch.
  /// Ends the worker if its descriptors are closed: no further answer could reach the host.
  void finish(plugin_channel::AnswerRecord& record, PluginFault fault, std::size_t questions = 1);

 private:
  /// `polls`: before it sleeps.
  bool receive(std::uint64_t& nonce, bool polls);
  bool descriptors_are_open() const;
  /// What was printed since the last look. Ends the process where its descriptors are closed.
  std::uint32_t look();

  SharedBlock questions_;
  SharedBlock answers_;
  WorkerFaults faults_;
  int socket_;
  StandardStreams streams_;
  pid_t pid_;
  Polling polling_;
  bool checks_per_batch_ = false;
  std::chrono::steady_clock::time_point begun_, ended_;  ///< start and end of a question
};

/// Restricts this process and makes it a worker: `work` makes one and lets it serve. What was
/// registered for the end of a process does not run.
[[noreturn]] void run_worker(std::uint64_t memory_limit_bytes, const std::function<void()>& work);

// Each of the next three answers batches of questions on `socket` until the host closes it.

/// Loads `library` and asks it.
[[noreturn]] void run_library_worker(const std::string& library, int socket,
                                     std::uint64_t memory_limit_bytes);

/// Loads `library` and asks its solver of contact steps with this number, counted from 0.
[[noreturn]] void run_solver_worker(const std::string& library, std::size_t number, int socket,
                                    std::uint64_t memory_limit_bytes);

/// Makes the metric of `row`, which is one of this program, and asks it.
[[noreturn]] void run_metric_worker(const MetricRow& row, int socket,
                                    std::uint64_t memory_limit_bytes);

}  // namespace touchstone
